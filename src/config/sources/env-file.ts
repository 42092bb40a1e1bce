import { CuadreError } from '../../std/errors.ts'
import { readTextFile } from '../../std/files/text-file.ts'
import { nearest } from '../../std/nearest.ts'
import type { Environment } from './sources.ts'

/**
 * The variables an env file sets; null when it is not there, as where the variables come from elsewhere. Only lines that a shell,
 * systemd and Docker read alike are taken. What stands in a line may be a key: a refusal names the line, never its text.
 */
export const readEnvFile = (path: string, known: readonly string[]): Environment | null => {
  const text = textOf(path)
  if (text === null) return null
  const values: Record<string, string> = {}
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue
    const [name, value] = assignmentIn(line) ?? refuse(path, at + 1, 'is not of the form NAME=value')
    if (Object.hasOwn(values, name)) refuse(path, at + 1, `sets ${name} a second time`)
    if (name.startsWith('CUADRE_') && !known.includes(name)) {
      const message = `${path} sets ${name} at line ${at + 1}, which is not a setting`
      throw new CuadreError('SETTING_UNKNOWN', message, `did you mean ${nearest(name, known)}?`)
    }
    values[name] = value
  }
  return values
}

const textOf = (path: string): string | null => {
  try {
    return readTextFile(path).replace(/^\uFEFF/, '')
  } catch (error) {
    const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    if (errno === 'ENOENT') return null
    const next = 'let "envFile" name a file that this user may read, or remove it'
    throw new CuadreError('ENV_FILE_NOT_READ', `${path} could not be read (${errno})`, next)
  }
}

/** Bare where nothing in it means something to a shell; else in single quotes, or in double ones without `$`, backtick and backslash. */
const VALUE = /^(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\;&|<>()*?~]*))\s*$/

const assignmentIn = (line: string): readonly [string, string] | null => {
  const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? []
  const value = VALUE.exec(rest ?? '?')
  if (name === undefined || value === null) return null
  return [name, value[1] ?? value[2] ?? value[3] ?? '']
}

const refuse = (path: string, line: number, what: string): never => {
  const next = "correct it there; a value with spaces or signs stands in single quotes: NAME='value'"
  throw new CuadreError('ENV_FILE_NOT_READ', `line ${line} of ${path} ${what}`, next)
}
