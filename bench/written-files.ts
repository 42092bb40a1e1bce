import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** When each file under the folder came to be: another inode or time means that it was written again. */
export const stampsOf = (folder: string): ReadonlyMap<string, string> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const { ino, mtimeNs } = statSync(path, { bigint: true })
      return [path, `${ino} ${mtimeNs}`]
    }),
  )
}

/** The manifest names the run that made it, and is not one of the files that must stay. */
export const writtenAgain = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after.keys()].filter((path) => !path.endsWith('manifest.json') && before.get(path) !== after.get(path))
