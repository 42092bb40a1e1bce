import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { readTextFile, whyNotRead } from '../../std/files/text-file.ts'
import { checkSetting } from '../check-setting.ts'
import { plainText, variableName } from '../setting-readers.ts'
import { findPassed, originIn, type Places } from '../sources/find.ts'
import type { Environment, SettingSource, Variables } from '../sources/sources.ts'

export const SECRET_VARIABLES = {
  apiKey: 'CUADRE_API_KEY',
  integrityKey: 'CUADRE_INTEGRITY_KEY',
  integrityKeyPrevious: 'CUADRE_INTEGRITY_KEY_PREVIOUS',
  queue: 'CUADRE_QUEUE',
  databaseKey: 'CUADRE_DATABASE_KEY',
  mailPassword: 'CUADRE_MAIL_PASSWORD',
} as const

export type SecretName = keyof typeof SECRET_VARIABLES

/**
 * Finds a secret: in its variable, in the file named by the variable with `_FILE`, or where the settings file says. One
 * of several merchants gets its secret from its own entry only, since another merchant's key would show that merchant's
 * data.
 */
export const findSecret = (name: SecretName, places: Places): SettingSource | null => {
  const typed = places.merchant === null ? findTyped(SECRET_VARIABLES[name], places.variables) : null
  const found = findPassed(name, places.sources) ?? typed ?? findNamed(name, places)
  if (found !== null && typeof found.raw === 'string')
    for (const one of [found.raw, passwordIn(found.raw)]) seen.add(one)
  return found
}

/** The password of an address such as that of the queue; an empty text when there is none. */
const passwordIn = (secret: string): string =>
  URL.canParse(secret) ? decodeURIComponent(new URL(secret).password) : ''

/** From the variables of the process, then from those of the env file. An empty variable is absent. */
const findTyped = (variable: string, variables: readonly Variables[]): SettingSource | null => {
  const fileVariable = `${variable}_FILE`
  const set = variables.find(({ values }) => values[variable] || values[fileVariable])
  if (set === undefined) return null
  const [text, path] = [set.values[variable] || null, set.values[fileVariable] || null]
  if (text !== null && path !== null) throw both(variable, fileVariable, { en: 'set', es: 'definidas' })
  if (path === null) return { raw: text, origin: set.origin(variable), base: set.base }
  const file = resolve(set.base, path)
  const raw = secretIn(file, {
    en: `${file}, named by ${fileVariable},`,
    es: `${file}, que indica ${fileVariable},`,
  })
  return { raw, origin: set.origin(fileVariable), base: set.base, file }
}

const both = (one: string, other: string, where: Both<string>): CuadreError =>
  new CuadreError(
    'SETTING_CONTRADICTS',
    { en: `${one} and ${other} are both ${where.en}`, es: `${one} y ${other} están a la vez ${where.es}` },
    { en: 'leave one of the two', es: 'deje solo una de las dos' },
  )

/** From `apiKeyVariable` or `apiKeyFile` of the settings file or of the merchant's entry. */
const findNamed = (name: SecretName, { file, merchant, variables }: Places): SettingSource | null => {
  if (file === null) return null
  const { values } = merchant ?? file
  const [variable, path] = [`${name}Variable`, `${name}File`]
  const origin = originIn(file, merchant)
  const base = dirname(file.path)
  if (values.has(variable) && values.has(path))
    throw both(variable, path, { en: `in ${origin.name}`, es: `en ${origin.name}` })
  if (values.has(variable)) {
    const named = checkSetting(variable, { raw: values.get(variable), origin, base }, variableName)
    const set = variables.find((one) => one.values[named])
    return set === undefined ? null : { raw: set.values[named], origin: set.origin(named), base: set.base }
  }
  if (!values.has(path)) return null
  const asked = checkSetting(
    path,
    { raw: values.get(path), origin, base },
    plainText({ en: 'the path of a file that holds the key', es: 'la ruta de un archivo que tenga la clave' }),
  )
  // The message does not show the path: a key may have been pasted in its place.
  const at = resolve(base, asked)
  const raw = secretIn(at, {
    en: `the file that ${path} of ${origin.name} names`,
    es: `el archivo que indica ${path} de ${origin.name}`,
  })
  return { raw, origin: { ...origin, name: `${path} of ${origin.name}` }, base, file: at }
}

/** The variable or the file that a secret was read from; of one that is missing, where to set it. */
export const placeOfSecret = (name: SecretName, found: SettingSource | null, { file, merchant }: Places): string => {
  // Of an env file, the name of the origin is the variable's, then the file.
  if (found !== null) return found.file ?? found.origin.name.replace(/ .*/, '')
  const values = (merchant ?? file)?.values
  const variable = values?.get(`${name}Variable`)
  if (typeof variable === 'string') return variable
  return merchant === null ? SECRET_VARIABLES[name] : `${name}Variable or ${name}File of merchant ${merchant.name}`
}

/** Editors and `echo` end a file with a newline, which is not part of the secret. */
const secretIn = (path: string, what: Both<string>): string => {
  const text = textOf(path, what).replace(/\r?\n$/, '')
  if (text !== '') return text
  throw new CuadreError(
    'SECRET_NOT_READ',
    { en: `${what.en} is empty`, es: `${what.es} está vacío` },
    { en: 'write the secret into it', es: 'escriba la clave en él' },
  )
}

const textOf = (path: string, what: Both<string>): string => {
  try {
    return readTextFile(path)
  } catch (error) {
    const why = whyNotRead(error)
    throw new CuadreError(
      'SECRET_NOT_READ',
      { en: `${what.en} could not be read (${why.en})`, es: `no se pudo leer ${what.es} (${why.es})` },
      { en: 'name a file that this user may read', es: 'indique un archivo que este usuario pueda leer' },
    )
  }
}

/**
 * Every secret that this process knows or can read again, for hiding it in all output: those of the variables, and
 * those already read. A pipe can be read only once.
 */
export const secretsAtHand = (env: Environment, cwd: string): readonly string[] => {
  const ofVariables = Object.values(SECRET_VARIABLES).flatMap((variable) => [
    env[variable] ?? '',
    textOfFile(env[`${variable}_FILE`], cwd),
  ])
  return [...new Set([...ofVariables, ...seen])].filter((secret) => secret.length >= WORTH_HIDING)
}

/**
 * The environment for a command that the settings name. It does not get our variables (`CUADRE_...`), the password of
 * PostgreSQL, the variables that the settings name for keys, or any other that holds a secret we have read.
 */
export const withoutSecrets = (env: Environment, named: readonly string[]): Environment =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        !name.startsWith('CUADRE_') && name !== 'PGPASSWORD' && !named.includes(name) && !seen.has(value ?? ''),
    ),
  )

/** The secrets this process has read, from any place. */
const seen = new Set<string>()

/** A shorter text is not a secret, and hiding every "a" would make messages unreadable. */
const WORTH_HIDING = 4

const textOfFile = (path: string | undefined, cwd: string): string => {
  try {
    return path && statSync(resolve(cwd, path)).isFile() ? readFileSync(resolve(cwd, path), 'utf8').trim() : ''
  } catch {
    return ''
  }
}

interface ServiceLine {
  readonly baseUrl: string | null
  /** Whether the key may be sent over http to another machine. */
  readonly allowPlainHttp: boolean
  /** Certificates are not verified, although the settings do not allow that. */
  readonly tlsUnverified: boolean
}

/** Why the key must not be sent to the service: others on the network could read it. Null when it may be sent. */
export const keyDanger = ({ baseUrl, allowPlainHttp, tlsUnverified }: ServiceLine): CuadreError | null => {
  if (tlsUnverified)
    return new CuadreError(
      'TLS_UNVERIFIED',
      {
        en: 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so anybody can pass for the service and receive the key',
        es: 'NODE_TLS_REJECT_UNAUTHORIZED=0 está definida: cualquiera puede hacerse pasar por el servicio y recibir la clave',
      },
      {
        en: 'remove it from the environment, or set allowUnverifiedTls in the settings file',
        es: 'quítela del entorno, o active allowUnverifiedTls en el archivo de parámetros',
      },
    )
  if (baseUrl === null || allowPlainHttp || !isPlain(new URL(baseUrl))) return null
  return new CuadreError(
    'PLAIN_HTTP',
    {
      en: 'the base URL is plain http on another machine, so anybody on the way could read the key',
      es: 'la dirección del servicio es http sin cifrar en otro equipo: cualquiera en el camino podría leer la clave',
    },
    {
      en: 'use its https address, or set allowPlainHttp in the settings file',
      es: 'use su dirección https, o active allowPlainHttp en el archivo de parámetros',
    },
  )
}

const isPlain = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isThisMachine(hostname)

/** Whether a host's name is this machine's own. */
export const isThisMachine = (host: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Settings with an address that lets anyone who knows it write in our name. */
const WATCH_URLS = ['pingUrl', 'notifyUrl']
export const isWatchUrl = (name: string): boolean => WATCH_URLS.includes(name)

/** The part of an address that may be shown: its origin, without the key. */
export const hiddenUrl = (url: string): string => `${new URL(url).origin}/[hidden]`
