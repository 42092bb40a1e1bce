import { basename, dirname, join, sep } from 'node:path'
import { harmless } from '../../std/harmless.ts'
import { howMany } from '../../std/how-many.ts'
import { USUAL_WIDTH } from './display.ts'

/** Up to so many folders have a line each; of more the first and the last are named. */
const MOST_FOLDERS = 3
const LABEL = 'Files:  '

/** Where the files are: a line for each folder, with their names where they fit. */
export const fileLines = (files: readonly string[], width = USUAL_WIDTH): readonly string[] => {
  const folders = new Map<string, string[]>()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)])
  const lines =
    folders.size <= MOST_FOLDERS
      ? [...folders].map(([folder, names]) => folderLine(folder, names, width - LABEL.length))
      : manyFolders(folders)
  return lines.map((line, at) => `${at === 0 ? LABEL : ' '.repeat(LABEL.length)}${harmless(line)}`)
}

const folderLine = (folder: string, names: readonly string[], width: number): string => {
  const line = `${join(folder, sep)}  ${names.join(' ')}`
  return line.length <= width ? line : `${join(folder, sep)}  ${howMany(names.length, 'file')}`
}

/** The folders of days stand side by side; what is in the folder above them (index.html) is named. */
const manyFolders = (folders: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const parents = [...new Set([...folders.keys()].map((folder) => dirname(folder)))]
  const days = [...folders.keys()].filter((folder) => !parents.includes(folder))
  const above = [...folders].filter(([folder]) => parents.includes(folder))
  const [first, last] = [days[0], days.at(-1)]
  return [
    ...above.flatMap(([folder, names]) => names.map((name) => join(folder, name))),
    ...(first === undefined || last === undefined
      ? []
      : [`${howMany(days.length, 'folder')}, ${join(first, sep)} to ${join(last, sep)}`]),
  ]
}
