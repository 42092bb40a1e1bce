import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearest } from './nearest.ts'
import { SettingsError } from './settings-error.ts'

const NAME = 'cuadre.config.json'

/** The settings a file may hold, and which of them may stand under `policy`. */
export interface FileNames {
  readonly all: readonly string[]
  readonly policy: readonly string[]
}

export interface ConfigFile {
  /** Absolute. */
  readonly path: string
  readonly values: ReadonlyMap<string, unknown>
}

/** The file named by a flag, or the one in the folder the tool is started in; null when none is named and none is there. */
export const readConfigFile = (named: string | undefined, cwd: string, names: FileNames): ConfigFile | null => {
  const path = resolve(cwd, named ?? NAME)
  const text = textOf(path, named !== undefined)
  return text === null ? null : { path, values: valuesIn(objectIn(text, path), path, names) }
}

const textOf = (path: string, mustBeThere: boolean): string | null => {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const errno = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    if (errno === 'ENOENT' && !mustBeThere) return null
    throw notRead(`${path} could not be read (${errno})`, 'name a settings file that can be read with --config')
  }
}

const objectIn = (text: string, path: string): Readonly<Record<string, unknown>> => {
  const document = parsed(text, path)
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document }
  throw notRead(`${path} holds no JSON object`, 'write its settings as {"name": value}')
}

/** The parser's own message may quote the text, and with it a key that should not stand there: only the place is told. */
const parsed = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? '' : ` at line ${text.slice(0, Number(position)).split('\n').length}`
    throw notRead(`${path} is not valid JSON${line}`, 'correct it there')
  }
}

const notRead = (message: string, next: string): SettingsError => new SettingsError('CONFIG_NOT_READ', message, next)

/** The settings of the file by name, those grouped under `policy` beside the others. */
const valuesIn = (
  document: Readonly<Record<string, unknown>>,
  path: string,
  names: FileNames,
): ReadonlyMap<string, unknown> => {
  const { policy: group, ...flat } = document
  const grouped = group === undefined ? {} : groupIn(group, path)
  for (const name of Object.keys(flat)) refuseUnless(name, [...names.all, 'policy'], path)
  for (const name of Object.keys(grouped)) refuseUnless(name, names.policy, `"policy" in ${path}`)
  const twice = Object.keys(grouped).find((name) => Object.hasOwn(flat, name))
  if (twice === undefined) return new Map([...Object.entries(flat), ...Object.entries(grouped)])
  const message = `${twice} is set twice in ${path}, by itself and under "policy"`
  throw new SettingsError('SETTING_CONTRADICTS', message, 'remove one of the two')
}

const groupIn = (group: unknown, path: string): Readonly<Record<string, unknown>> => {
  if (typeof group === 'object' && group !== null && !Array.isArray(group)) return { ...group }
  throw new SettingsError('SETTING_INVALID', `"policy" in ${path} must be an object of settings`, 'correct it there')
}

const refuseUnless = (name: string, known: readonly string[], place: string): void => {
  if (known.includes(name)) return
  if (isSecret(name)) {
    const message = `${place} holds the secret ${shown(name)}, and a settings file is read by too many`
    throw new SettingsError('SECRET_IN_FILE', message, `remove it there, and set ${SECRET_VARIABLES} instead`)
  }
  const message = `${place} holds ${shown(name)}, which is no setting`
  throw new SettingsError('SETTING_UNKNOWN', message, `did you mean ${nearest(name, known)}?`)
}

const SECRET_VARIABLES = 'CUADRE_API_KEY or CUADRE_INTEGRITY_KEY, or the same with _FILE,'

/** However it is spelled: apiKey, api_key, CUADRE_API_KEY. */
const isSecret = (name: string): boolean => /(apikey|integritykey)/.test(name.toLowerCase().replace(/[^a-z]/g, ''))

const shown = (name: string): string => JSON.stringify(name.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 40))
