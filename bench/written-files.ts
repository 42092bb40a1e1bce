import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The identity of each file under the folder: another inode or time means that it was written again. */
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

/** Leaves out the manifest, which names its run and so changes. */
export const writtenAgain = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after.keys()].filter((path) => !path.endsWith('manifest.json') && before.get(path) !== after.get(path))
