import { dirname } from 'node:path'
import type { Both } from '../../std/both.ts'
import { CuadreError, codeOf } from '../../std/errors.ts'
import { readTextFile, whyNotRead } from '../../std/files/text-file.ts'
import { nearest } from '../../std/nearest.ts'
import { PLACE_NAMES } from '../file-settings.ts'
import { SECRET_VARIABLES } from '../secrets/secrets.ts'
import type { Environment, Sources, Variables } from './sources.ts'

/**
 * The variables of an env file; null when there is no file, for example when the variables come from elsewhere. Only
 * lines that a shell, systemd and Docker read alike are accepted. A line may hold a key, so an error names the line's
 * number, never its text.
 */
const readEnvFile = (path: string, known: readonly string[]): Environment | null => {
  const text = textOf(path)
  if (text === null) return null
  const values: Record<string, string> = {}
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue
    const [name, value] =
      assignmentIn(line) ??
      refuse(path, at + 1, { en: 'is not of the form NAME=value', es: 'no tiene la forma NOMBRE=valor' })
    if (Object.hasOwn(values, name))
      refuse(path, at + 1, { en: `sets ${name} a second time`, es: `define ${name} por segunda vez` })
    if (name.startsWith('CUADRE_') && !known.includes(name)) {
      const message = {
        en: `${path} sets ${name} at line ${at + 1}, which is not a setting`,
        es: `${path} define ${name} en la línea ${at + 1}, y no es un parámetro`,
      }
      throw new CuadreError('SETTING_UNKNOWN', message, {
        en: `did you mean ${nearest(name, known)}?`,
        es: `¿quiso decir ${nearest(name, known)}?`,
      })
    }
    values[name] = value
  }
  return values
}

const textOf = (path: string): string | null => {
  try {
    return readTextFile(path).replace(/^\uFEFF/, '')
  } catch (error) {
    const why = whyNotRead(error)
    if (codeOf(error) === 'ENOENT') return null
    const next = {
      en: 'let "envFile" name a file that this user may read, or remove it',
      es: 'indique en "envFile" un archivo que este usuario pueda leer, o quítelo',
    }
    throw new CuadreError(
      'ENV_FILE_NOT_READ',
      { en: `${path} could not be read (${why.en})`, es: `no se pudo leer ${path} (${why.es})` },
      next,
    )
  }
}

/**
 * Unquoted when no character has a meaning in a shell; else in single quotes, or in double quotes without `$`, backtick
 * and backslash.
 */
const VALUE = /^(?:'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\;&|<>()*?~]*))\s*$/

const assignmentIn = (line: string): readonly [string, string] | null => {
  const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? []
  const value = VALUE.exec(rest ?? '?')
  if (name === undefined || value === null) return null
  return [name, value[1] ?? value[2] ?? value[3] ?? '']
}

const refuse = (path: string, line: number, what: Both<string>): never => {
  const next = {
    en: "correct it there; a value with spaces or signs stands in single quotes: NAME='value'",
    es: "corríjalo allí; un valor con espacios o signos va entre comillas sencillas: NOMBRE='valor'",
  }
  throw new CuadreError(
    'ENV_FILE_NOT_READ',
    { en: `line ${line} of ${path} ${what.en}`, es: `la línea ${line} de ${path} ${what.es}` },
    next,
  )
}

/**
 * Variables of the process that are not settings: an env file may hold them for the program that starts the process.
 */
const OF_THE_PROCESS = ['CUADRE_LOG']

/** Every variable that an env file may set. */
const KNOWN_VARIABLES: readonly string[] = [
  ...OF_THE_PROCESS,
  ...Object.values(PLACE_NAMES).map(({ variable }) => variable),
  ...Object.values(SECRET_VARIABLES).flatMap((name) => [name, `${name}_FILE`]),
]

/** The variables of the process, then those of the env file; `named` are further variables that the settings name. */
export const variablesOf = (
  { env, cwd }: Sources,
  envFile: string | null,
  named: readonly string[],
): readonly Variables[] => {
  const ofProcess: Variables = { values: env, base: cwd, origin: (name) => ({ from: 'environment', name }) }
  const values = envFile === null ? null : readEnvFile(envFile, [...KNOWN_VARIABLES, ...named])
  if (envFile === null || values === null) return [ofProcess]
  const origin: Variables['origin'] = (name) => ({ from: 'env-file', name: `${name} in ${envFile}` })
  return [ofProcess, { values, base: dirname(envFile), origin }]
}

/** Variables with our prefix that are not settings, for example misspelt ones. */
export const unknownVariables = (env: Environment, named: readonly string[]): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('CUADRE_') && ![...KNOWN_VARIABLES, ...named].includes(name))
    .toSorted()
