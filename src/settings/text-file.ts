import { readFileSync, statSync } from 'node:fs'

/** Something stands under the name of a file that is none: reading a named pipe, for one, would wait for ever. */
export class NoFileError extends Error {
  readonly code = 'it is not a file'
}

/** The text of a file. A pipe that a shell hands over stands under /dev, and is read as well. */
export const readTextFile = (path: string): string => {
  const found = statSync(path)
  const isReadable = found.isFile() || found.isDirectory() || path.startsWith('/dev/')
  if (!isReadable) throw new NoFileError(`${path} is not a file`)
  return readFileSync(path, 'utf8')
}
