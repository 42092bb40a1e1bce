import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { SettingsError } from './settings-error.ts'
import type { Environment, Found } from './sources.ts'

/** A secret: from the variable itself, or from the file that the variable with `_FILE` names. An empty variable is absent. */
export const findSecret = (variable: string, env: Environment, cwd: string): Found | null => {
  const fileVariable = `${variable}_FILE`
  const text = env[variable] || null
  const path = env[fileVariable] || null
  if (text !== null && path !== null) {
    const message = `${variable} and ${fileVariable} are both set`
    throw new SettingsError('SETTING_CONTRADICTS', message, 'unset one of the two')
  }
  if (path !== null)
    return { raw: secretIn(fileVariable, resolve(cwd, path)), origin: environment(fileVariable), base: cwd }
  return text === null ? null : { raw: text, origin: environment(variable), base: cwd }
}

const environment = (name: string): Found['origin'] => ({ from: 'environment', name })

/** Editors and `echo` end a file with a newline, which is no part of the secret. */
const secretIn = (variable: string, path: string): string => {
  const text = textOf(variable, path).replace(/\r?\n$/, '')
  if (text !== '') return text
  throw new SettingsError('SECRET_NOT_READ', `${path}, named by ${variable}, is empty`, 'write the secret into it')
}

const textOf = (variable: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    const message = `${path}, named by ${variable}, could not be read (${errno})`
    throw new SettingsError('SECRET_NOT_READ', message, 'name a file that this user may read')
  }
}

const SECRET_VARIABLES = ['CUADRE_API_KEY', 'CUADRE_INTEGRITY_KEY', 'CUADRE_INTEGRITY_KEY_PREVIOUS'] as const

/** The secrets as far as they can be had again, for keeping them out of what is printed. A pipe gives its text only once. */
export const secretsAtHand = (env: Environment, cwd: string): readonly string[] =>
  SECRET_VARIABLES.flatMap((variable) => [env[variable] ?? '', textOfFile(env[`${variable}_FILE`], cwd)]).filter(
    (secret) => secret.length >= WORTH_HIDING,
  )

/** Hiding every "a" would hide the message, and such a secret is none. */
const WORTH_HIDING = 4

const textOfFile = (path: string | undefined, cwd: string): string => {
  try {
    return path && statSync(resolve(cwd, path)).isFile() ? readFileSync(resolve(cwd, path), 'utf8').trim() : ''
  } catch {
    return ''
  }
}
