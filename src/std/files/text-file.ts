import { readFileSync, statSync } from 'node:fs'
import { type Both, inBoth } from '../both.ts'
import { codeOf } from '../errors.ts'

/** Pipes that a shell hands over: `<(command)`, `/dev/stdin`. Any other might never be written. */
const OF_SHELL = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/

/** The text of a file, or of a pipe from a shell. */
export const readTextFile = (path: string): string => {
  const found = statSync(path)
  const isReadable = found.isFile() || found.isDirectory() || OF_SHELL.test(path)
  if (!isReadable) throw Object.assign(new Error('it is not a file'), { code: NOT_A_FILE })
  return readFileSync(path, 'utf8')
}

const NOT_A_FILE = 'NOT_A_FILE'

/** Why a text file could not be read: the code of the system where it has one. */
export const whyNotRead = (error: unknown): Both<string> =>
  codeOf(error) === NOT_A_FILE
    ? { en: 'it is not a file', es: 'no es un archivo' }
    : inBoth(codeOf(error) ?? 'unreadable')
