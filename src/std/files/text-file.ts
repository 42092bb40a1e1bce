import { readFileSync, statSync } from 'node:fs'

/** The text of a file. A pipe from a shell, whose path is under /dev, is read as well. */
export const readTextFile = (path: string): string => {
  const found = statSync(path)
  const isReadable = found.isFile() || found.isDirectory() || path.startsWith('/dev/')
  if (!isReadable) throw Object.assign(new Error(`${path} is not a file`), { code: 'it is not a file' })
  return readFileSync(path, 'utf8')
}
