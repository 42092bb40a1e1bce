import { basename, dirname, join, sep } from 'node:path'
import { countOf } from '../../i18n/counts.ts'
import type { Language } from '../../i18n/language.ts'
import type { Display } from '../../print/display.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'

/** Up to this number, each folder has its own line; beyond it, only the first and the last are named. */
const FOLDERS_MAX = 3
const LABEL: Both<string> = { en: 'Files:  ', es: 'Archivos:  ' }

/** The paths of the files: one line for each folder, with the names of the files if they fit. */
export const fileLines = (
  files: readonly string[],
  { width, language }: Pick<Display, 'width' | 'language'>,
): readonly string[] => {
  const label = LABEL[language]
  const folders = new Map<string, string[]>()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)])
  const lines =
    folders.size <= FOLDERS_MAX
      ? [...folders].map(([folder, names]) => folderLine(folder, names, width - label.length, language))
      : manyFolders(folders, language)
  return lines.map((line, at) => `${at === 0 ? label : ' '.repeat(label.length)}${harmless(line)}`)
}

const folderLine = (folder: string, names: readonly string[], width: number, language: Language): string => {
  const line = `${join(folder, sep)}  ${names.join(' ')}`
  return line.length <= width ? line : `${join(folder, sep)}  ${countOf(names.length, 'file', language)}`
}

const TO: Both<string> = { en: 'to', es: 'a' }

/** Names the files in the common parent folder (index.html) and the range of its folders of days. */
const manyFolders = (folders: ReadonlyMap<string, readonly string[]>, language: Language): readonly string[] => {
  const parents = [...new Set([...folders.keys()].map((folder) => dirname(folder)))]
  const days = [...folders.keys()].filter((folder) => !parents.includes(folder))
  const above = [...folders].filter(([folder]) => parents.includes(folder))
  const [first, last] = [days[0], days.at(-1)]
  return [
    ...above.flatMap(([folder, names]) => names.map((name) => join(folder, name))),
    ...(first === undefined || last === undefined
      ? []
      : [`${countOf(days.length, 'folder', language)}, ${join(first, sep)} ${TO[language]} ${join(last, sep)}`]),
  ]
}
