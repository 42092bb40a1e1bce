import type { Both } from '../../std/both.ts'
import { CuadreError, codeOf } from '../../std/errors.ts'
import { readTextFile, whyNotRead } from '../../std/files/text-file.ts'
import { isObject } from '../../std/json/json-object.ts'
import { repeatedName } from '../../std/json/repeated-member.ts'
import { nearest } from '../../std/nearest.ts'
import { configFilePath } from './config-file-place.ts'
import { merchantEntries, notRead } from './merchant-entries.ts'

/**
 * The settings allowed in a file, those allowed under `policy`, and those allowed in the entry of one of several
 * merchants.
 */
export interface FileNames {
  readonly all: readonly string[]
  readonly policy: readonly string[]
  readonly merchant: readonly string[]
}

type Values = ReadonlyMap<string, unknown>

/** One of several merchants, and its own settings. */
export interface Merchant {
  readonly name: string
  readonly values: Values
}

export interface ConfigFile {
  /** Absolute. */
  readonly path: string
  readonly values: Values
  /** Null when the file is about one merchant only. */
  readonly merchants: readonly Merchant[] | null
}

/** Reads the file named by a flag, or that of the current folder; null when neither is there. */
export const readConfigFile = (named: string | undefined, cwd: string, names: FileNames): ConfigFile | null => {
  const path = configFilePath(named, cwd)
  const text = textOf(path, named !== undefined)
  if (text === null) return null
  // Editors read the schema's address from `$schema`; it is not a setting.
  const { $schema: _, merchants, ...document } = objectIn(text, path)
  const values = valuesIn(document, path, { all: [...names.all, 'merchants', '$schema'], policy: names.policy })
  if (merchants === undefined) return { path, values, merchants: null }
  for (const name of ONE_EACH) {
    if (values.has(name)) refuseBoth(name, path)
  }
  return { path, values, merchants: merchantsIn(merchantEntries(merchants, path), path, names) }
}

const textOf = (path: string, isRequired: boolean): string | null => {
  try {
    return readTextFile(path).replace(/^\uFEFF/, '')
  } catch (error) {
    const why = whyNotRead(error)
    if (codeOf(error) === 'ENOENT' && !isRequired) return null
    throw notRead(
      { en: `${path} could not be read (${why.en})`, es: `no se pudo leer ${path} (${why.es})` },
      {
        en: 'name a settings file that can be read with --config',
        es: 'indique con --config un archivo de parámetros que se pueda leer',
      },
    )
  }
}

type Members = Readonly<Record<string, unknown>>

/** The deepest nesting of a value; no setting has more. */
const DEPTH_MAX = 10

const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1)))

const objectIn = (text: string, path: string): Members => {
  const document = parseConfig(text, path)
  if (isDeep(document, DEPTH_MAX))
    throw notRead(
      {
        en: `${path} is nested too deep to hold settings`,
        es: `${path} tiene demasiados niveles para ser de parámetros`,
      },
      { en: 'write its settings as {"name": value}', es: 'escriba sus parámetros así: {"nombre": valor}' },
    )
  if (isObject(document)) return refuseRepeated(document, text, path)
  throw notRead(
    { en: `${path} does not hold a JSON object`, es: `${path} no contiene un objeto JSON` },
    { en: 'write its settings as {"name": value}', es: 'escriba sus parámetros así: {"nombre": valor}' },
  )
}

/** A repeated setting is ambiguous, and the parser would use the last one. */
const refuseRepeated = (document: Members, text: string, path: string): Members => {
  const name = repeatedName(Buffer.from(text), document)
  if (name === null) return document
  throw notRead(
    { en: `${path} has ${name || 'a member'} twice`, es: `${path} tiene dos veces ${name || 'un miembro'}` },
    { en: 'remove one of the two', es: 'quite uno de los dos' },
  )
}

/** The parser's own message may quote the text, and with it a key; ours names the position only. */
const parseConfig = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length
    throw notRead(
      {
        en: `${path} is not valid JSON${line === null ? '' : ` at line ${line}`}`,
        es: `${path} no es JSON válido${line === null ? '' : ` en la línea ${line}`}`,
      },
      { en: 'correct it there', es: 'corríjalo allí' },
    )
  }
}

/** The settings by name, including those under `policy`. */
const valuesIn = (document: Members, place: string, names: Pick<FileNames, 'all' | 'policy'>): Values => {
  const { policy: group, ...flat } = document
  const grouped = group === undefined ? {} : groupIn(group, place)
  refuseUnknown(Object.keys(flat), [...names.all, 'policy'], place)
  refuseUnknown(Object.keys(grouped), names.policy, `"policy" in ${place}`)
  const twice = Object.keys(grouped).find((name) => Object.hasOwn(flat, name))
  if (twice === undefined) return new Map([...Object.entries(flat), ...Object.entries(grouped)])
  const message = {
    en: `${twice} is set twice in ${place}, by itself and under "policy"`,
    es: `${twice} está dos veces en ${place}: por sí solo y dentro de "policy"`,
  }
  throw new CuadreError('SETTING_CONTRADICTS', message, { en: 'remove one of the two', es: 'quite uno de los dos' })
}

const groupIn = (group: unknown, place: string): Members => {
  if (isObject(group)) return group
  throw invalid({
    en: `"policy" in ${place} must be an object of settings`,
    es: `"policy" en ${place} debe ser un objeto de parámetros`,
  })
}

const invalid = (message: Both<string>): CuadreError =>
  new CuadreError('SETTING_INVALID', message, { en: 'correct it there', es: 'corríjalo allí' })

const merchantsIn = (entries: readonly Members[], path: string, names: FileNames): readonly Merchant[] => {
  const merchants = entries.map((entry, at) => merchantIn(entry, at + 1, path, names))
  const seen = new Set<string>()
  for (const { name } of merchants) {
    // Some file systems treat Casa and casa as one folder.
    if (seen.has(name.toLowerCase()))
      throw invalid({
        en: `"merchants" in ${path} must have different names, and has ${name} twice`,
        es: `"merchants" en ${path} debe tener nombres distintos, y ${name} está dos veces`,
      })
    seen.add(name.toLowerCase())
  }
  return merchants
}

/** The name is also that of a folder, so it must not lead out of the parent folder. */
export const MERCHANT_NAME = /^[A-Za-z0-9_-]{1,32}$/

const merchantIn = (entry: Members, place: number, path: string, names: FileNames): Merchant => {
  const { name, ...own } = entry
  if (typeof name !== 'string' || !MERCHANT_NAME.test(name)) {
    throw invalid({
      en: `the name of merchant ${place} in ${path} must be 1 to 32 letters, digits, "_" or "-"`,
      es: `el nombre del comercio ${place} en ${path} debe tener de 1 a 32 letras, dígitos, "_" o "-"`,
    })
  }
  return {
    name,
    values: valuesIn(own, `merchant ${name} in ${path}`, { all: ['name', ...names.merchant], policy: names.policy }),
  }
}

/** The secrets whose variable or file the settings name, and which a program passes itself. */
export const KEYS: readonly string[] = ['apiKey', 'integrityKey', 'integrityKeyPrevious', 'mailPassword']

/** The settings that name the variable or the file of a secret. */
export const KEY_SOURCES = KEYS.flatMap((name) => [`${name}Variable`, `${name}File`])

/**
 * Settings that no two merchants share. With one ping address for all, the second merchant's night would hide that the first merchant's
 * has stopped.
 */
const ONE_EACH = ['merchant', ...KEY_SOURCES, 'pingUrl']

const refuseBoth = (name: string, path: string): never => {
  const message = {
    en: `${path} sets both "merchants" and ${name}, and no two merchants share it`,
    es: `${path} define "merchants" y también ${name}, que dos comercios no comparten`,
  }
  throw new CuadreError('SETTING_CONTRADICTS', message, {
    en: `move ${name} into the entry of its merchant`,
    es: `pase ${name} a la entrada de su comercio`,
  })
}

/** Refuses names that are not settings. */
export const refuseUnknown = (names: readonly string[], known: readonly string[], place: string): void => {
  for (const name of names) refuseUnless(name, known, place)
}

const refuseUnless = (name: string, known: readonly string[], place: string): void => {
  if (known.includes(name)) return
  const source = nearest(
    name,
    known.filter((one) => KEY_SOURCES.includes(one)),
    A_SLIP,
  )
  if (isSecret(name) && source === undefined && !known.includes('apiKey')) {
    const message = {
      en: `${place} holds the secret ${quotedName(name)}, which must not be in a settings file`,
      es: `${place} contiene la clave ${quotedName(name)}, que no debe estar en un archivo de parámetros`,
    }
    throw new CuadreError('SECRET_IN_FILE', message, {
      en: `remove it there, and set ${INSTEAD.en} instead`,
      es: `quítela de allí y defina ${INSTEAD.es}`,
    })
  }
  const message = {
    en: `${place} holds ${quotedName(name)}, which is not a setting`,
    es: `${place} contiene ${quotedName(name)}, que no es un parámetro`,
  }
  throw new CuadreError('SETTING_UNKNOWN', message, {
    en: `did you mean ${source ?? nearest(name, known)}?`,
    es: `¿quiso decir ${source ?? nearest(name, known)}?`,
  })
}

/** The letters by which a mistyped `apiKeyFile` may differ: `apiKey` itself differs by more. */
const A_SLIP = 3

const INSTEAD = {
  en: 'CUADRE_API_KEY or CUADRE_INTEGRITY_KEY, or the same with _FILE, or name its place (apiKeyVariable, apiKeyFile)',
  es: 'CUADRE_API_KEY o CUADRE_INTEGRITY_KEY, o las mismas con _FILE, o indique dónde está (apiKeyVariable, apiKeyFile)',
}

/** In any spelling: apiKey, api_key, CUADRE_API_KEY. */
const isSecret = (name: string): boolean => /(apikey|integritykey)/.test(name.toLowerCase().replace(/[^a-z]/g, ''))

const quotedName = (name: string): string => JSON.stringify(name.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 40))
