import { join, resolve } from 'node:path'
import { instantIn, runTimes } from '../core/calendar/calendar.ts'
import type { Json } from '../core/cell.ts'
import type { Centavos } from '../core/money.ts'
import type { Policy } from '../core/policy.ts'
import { CuadreError } from '../std/errors.ts'
import { realPathOf } from '../std/files/real-path.ts'
import { type Language, parseLanguage } from '../words/language.ts'
import { checkSetting } from './check-setting.ts'
import { refuseContradictions } from './contradictions.ts'
import {
  FILE_SETTINGS,
  type FileSetting,
  type FileValues,
  NAMES,
  type PlaceSetting,
  readSettings,
} from './file-settings.ts'
import {
  envFileOf,
  merchantMeant,
  merchantsToRun,
  placeChosen,
  placesOf,
  sharedPlaces,
  variablesNamedIn,
} from './places.ts'
import {
  findSecret,
  hiddenUrl,
  isWatchUrl,
  keyDanger,
  placeOfSecret,
  SECRET_VARIABLES,
  type SecretName,
  withoutSecrets,
} from './secrets/secrets.ts'
import { refuseSharedKey } from './secrets/shared-key.ts'
import { apiKey, databaseKey, type Reader, secretText } from './setting-readers.ts'
import type { Merchant } from './sources/config-file.ts'
import { find, type Places } from './sources/find.ts'
import { DEFAULT, type Environment, type Origin, type SettingSource, type Sources } from './sources/sources.ts'
import { unknownVariables } from './sources/variables.ts'
import { tariffSource } from './tariff/tariff-source.ts'

export type { Environment, Sources } from './sources/sources.ts'

/** Settings of the file that have another name in `Settings`, or are in a group. */
type RenamedSetting = 'runAt' | 'sweepAt' | 'backupAt' | 'invoiceMinCop' | 'invoiceMaxCop'
type OtherSettings = Omit<Pick<FileValues, (typeof NAMES.others)[number]>, RenamedSetting>

/** All settings in force, checked and complete. Paths are absolute, and a base URL does not end in a slash. */
export interface Settings extends OtherSettings, Pick<FileValues, PlaceSetting> {
  readonly apiKey: string | null
  readonly integrityKey: string | null
  readonly integrityKeyPrevious: string | null
  /** Of the user of notifyMail; null without. */
  readonly mailPassword: string | null
  /** The path of the database with `{merchant}` in it where the name of the merchant stands. */
  readonly dbPattern: string
  /** The path of the file with notifications, next to the database. */
  readonly inbox: string
  /** The merchants under `merchants` in the settings file; empty when the file is about one merchant. */
  readonly merchants: readonly string[]
  readonly policy: Policy
  /** Whether the environment disables the verification of certificates, although the settings do not allow that. */
  readonly tlsUnverified: boolean
  /** The times at which the scheduler starts each job, in the five fields of cron and the policy's zone. */
  readonly schedule: {
    readonly runAt: readonly string[]
    readonly sweepAt: readonly string[]
    readonly backupAt: readonly string[]
  }
  /** The limits of an invoice's amount (api.md, Limits); the operator can arrange others. */
  readonly invoiceMin: Centavos
  readonly invoiceMax: Centavos
  readonly configFile: string | null
  /** Where a key was read from: a variable or a file. Of one that is missing, where to set it. */
  readonly keyPlaces: { readonly apiKey: string; readonly integrityKey: string }
}

/** The facts that a job needs for asking the service. */
export interface Service {
  readonly baseUrl: string
  readonly apiKey: string
}

export interface Effective {
  readonly settings: Settings
  /** The source of each value, by the setting's name in the settings file (`toleranceCop`, `timeZone`) or as above. */
  readonly origins: ReadonlyMap<string, Origin>
  /** The values in force by the same names, with absolute paths; for a secret, only whether it is set. */
  readonly values: ReadonlyMap<string, Json>
  /** Absolute; null when the settings file names none. The file may be missing. */
  readonly envFile: string | null
  /** Variables of the process with our prefix that are no settings. */
  readonly unknownVariables: readonly string[]
  /** Files that secrets were read from, absolute. */
  readonly secretFiles: readonly string[]
  /** The databases of the merchants that the file lists, each once; empty where it lists none. */
  readonly databases: () => readonly string[]
}

/** Finds the value of each setting, or its default. */
interface SettingLookup {
  readonly plain: <Name extends FileSetting>(name: Name) => FileValues[Name]
  readonly database: () => Pick<Settings, 'db' | 'dbPattern'>
  readonly folder: () => string
  readonly secret: (name: SecretName, reader: Reader<string>) => string | null
  readonly origins: ReadonlyMap<string, Origin>
}

/** The settings, from the list of the file's settings. */
const settingsBy = (
  look: SettingLookup,
): Omit<Settings, 'merchants' | 'tlsUnverified' | 'configFile' | 'keyPlaces'> => {
  const { plain, secret } = look
  const { toleranceCop, feesToleranceCop, ...judgement } = readSettings(NAMES.judgement, plain)
  const policy: Policy = { ...judgement, tolerance: toleranceCop, feesTolerance: feesToleranceCop }
  const { db, dbPattern } = look.database()
  const places = {
    baseUrl: plain('baseUrl'),
    db,
    dbPattern,
    inbox: `${db}.inbox`,
    out: look.folder(),
    merchant: plain('merchant'),
  }
  const { invoiceMinCop, invoiceMaxCop, runAt, sweepAt, backupAt, ...others } = readSettings(NAMES.others, plain)
  const limits = { invoiceMin: invoiceMinCop, invoiceMax: invoiceMaxCop }
  refuseContradictions(policy, { ...limits, clock: others.clock, baseUrl: places.baseUrl }, look.origins)
  return {
    ...others,
    ...places,
    ...limits,
    apiKey: secret('apiKey', apiKey),
    integrityKey: secret('integrityKey', secretText),
    integrityKeyPrevious: secret('integrityKeyPrevious', secretText),
    mailPassword: secret('mailPassword', secretText),
    policy,
    schedule: { runAt: runAt ?? runTimes(policy), sweepAt, backupAt },
  }
}

/** Loads the settings: flags before environment before file before defaults. Throws a CuadreError about the first error. */
export const loadSettings = (sources: Sources): Effective => effective(placesOf(sources, NAMES))

/** Loads the settings that all merchants share, whichever merchant is named. */
export const loadSharedSettings = (sources: Sources): Effective => effective(sharedPlaces(sources, NAMES))

/**
 * The language that the settings file gives the merchant meant, or all of them; null when it names none, or the file or
 * the merchant is in error.
 */
export const languageMeant = (sources: Sources): Language | null => {
  try {
    return parseLanguage(find('language', placesOf(sources, NAMES))?.raw)
  } catch {
    return null
  }
}

/** The moment that counts as now by the settings file; null when it names none, or the file is in error. */
export const clockMeant = (sources: Sources): number | null => {
  try {
    const found = find('clock', sharedPlaces(sources, NAMES))
    const clock = found && checkSetting('clock', found, FILE_SETTINGS.clock.reader)
    return clock === null ? null : instantIn(clock)
  } catch {
    return null
  }
}

/**
 * Loads the settings for commands about a whole database; when merchants have their own databases, that of the named
 * merchant.
 */
export const loadDatabaseSettings = (sources: Sources): Effective => {
  const places = sharedPlaces(sources, NAMES)
  const isOneForAll = new Set(databasesOf(sources).values()).size < 2
  return effective(places, isOneForAll && find('merchant', places) === null ? firstOf(places) : merchantMeant(places))
}

const firstOf = ({ file }: Places): Merchant | null => file?.merchants?.[0] ?? null

/** The absolute path of each merchant's database, in the merchants' order; empty when the file names no merchants. */
export const databasesOf = (sources: Sources): ReadonlyMap<string, string> => databasesIn(sharedPlaces(sources, NAMES))

const databasesIn = (places: Places): ReadonlyMap<string, string> =>
  new Map((places.file?.merchants ?? []).map((merchant) => [merchant.name, databaseOf(places, merchant).db]))

/** The variables and the files that hold keys of the service. */
export interface KeyPlaces {
  readonly variables: readonly string[]
  /** As the settings write them. */
  readonly files: readonly string[]
}

/** The variables and files that the settings file names; CUADRE_API_KEY when it names none. */
export const keyPlacesOf = (sources: Sources): KeyPlaces => {
  const { file } = sharedPlaces(sources, NAMES)
  const named = (name: string): readonly string[] => {
    const values = [file, ...(file?.merchants ?? [])].flatMap((place) => place?.values.get(name) ?? [])
    return [...new Set(values.map(String))]
  }
  const [variables, files] = [named('apiKeyVariable'), named('apiKeyFile')]
  const isNamed = file?.merchants != null || variables.length > 0 || files.length > 0
  return { variables: isNamed ? variables : [SECRET_VARIABLES.apiKey], files }
}

/** The environment for commands that the settings name, without our secrets. */
export const environmentOfCommands = (sources: Sources): Environment =>
  withoutSecrets(sources.env, variablesNamedIn(sharedPlaces(sources, NAMES).file))

/**
 * `{merchant}` in a path is replaced by the name of the merchant. Links are followed, since lock, journal, inbox and
 * backups lie beside the file itself.
 */
const databaseOf = (places: Places, owner: Merchant | null): Pick<Settings, 'db' | 'dbPattern'> => {
  const { reader, otherwise } = FILE_SETTINGS.db
  const found = find('db', { ...places, merchant: owner })
  const path = found === null ? otherwise : checkSetting('db', found, reader)
  const dbPattern = realPathOf(resolve(found?.base ?? places.sources.cwd, path))
  return { db: realPathOf(dbPattern.replaceAll('{merchant}', nameOfOwner(places, owner))), dbPattern }
}

/** Several merchants share no name. */
const nameOfOwner = (places: Places, owner: Merchant | null): string => {
  if (owner !== null) return owner.name
  if (places.file?.merchants != null) return '{merchant}'
  const { reader, otherwise } = FILE_SETTINGS.merchant
  const found = find('merchant', places)
  return found === null ? otherwise : checkSetting('merchant', found, reader)
}

const effective = (places: Places, owner: Merchant | null = places.merchant): Effective => {
  const { sources, file, merchant } = places
  const origins = new Map<string, Origin>()
  const values = new Map<string, Json>()
  const secrets = new Map<SecretName, SettingSource>()

  /** Reads the value found; without one, the setting's default. */
  const read = <T extends Json>(name: string, found: SettingSource | null, reader: Reader<T>, otherwise: T): T => {
    origins.set(name, found?.origin ?? DEFAULT)
    const value = found === null ? otherwise : checkSetting(name, found, reader)
    values.set(name, isWatchUrl(name) && typeof value === 'string' ? hiddenUrl(value) : value)
    return value
  }
  const settings = settingsBy({
    origins,
    plain: (name) => {
      const { reader, otherwise } = FILE_SETTINGS[name]
      const isChosen = name === 'merchant' && merchant !== null
      if (isChosen) return read(name, placeChosen(merchant, places), reader, otherwise)
      return read(name, name === 'tariff' ? tariffSource(places) : find(name, places), reader, otherwise)
    },
    database: () => {
      const { reader, otherwise } = FILE_SETTINGS.db
      read('db', find('db', { ...places, merchant: owner }), reader, otherwise)
      const found = databaseOf(places, owner)
      values.set('db', found.db)
      return found
    },
    folder: () => {
      const { reader, otherwise } = FILE_SETTINGS.out
      const found = find('out', places)
      const given = resolve(found?.base ?? sources.cwd, read('out', found, reader, otherwise))
      const path = merchant !== null && !merchant.values.has('out') ? join(given, merchant.name) : given
      values.set('out', path)
      return path
    },
    secret: (name, reader) => {
      const found = findSecret(name, places)
      if (found !== null) secrets.set(name, found)
      const secret = read<string | null>(name, found, reader, null)
      values.set(name, secret === null ? 'not set' : 'set')
      return secret
    },
  })
  if (merchant !== null) refuseSharedKey(settings, merchant, places)
  const merchants = (file?.merchants ?? []).map(({ name }) => name)
  const tlsUnverified = sources.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' && !settings.allowUnverifiedTls
  const placeOf = (name: SecretName): string => placeOfSecret(name, secrets.get(name) ?? null, places)
  const keyPlaces = { apiKey: placeOf('apiKey'), integrityKey: placeOf('integrityKey') }
  return {
    settings: frozen({ ...settings, merchants, tlsUnverified, configFile: file?.path ?? null, keyPlaces }),
    origins,
    values,
    envFile: envFileOf(file),
    unknownVariables: unknownVariables(sources.env, variablesNamedIn(file)),
    secretFiles: [...secrets.values()].flatMap(({ file }) => file ?? []),
    databases: () => [...new Set(databasesIn(places).values())],
  }
}

/**
 * The address of the queue with its password, or the key of the databases in the store; null when neither a variable nor a file has it.
 */
export const queueSecretIn = (name: 'queue' | 'databaseKey', sources: Sources): string | null => {
  const found = findSecret(name, sharedPlaces(sources, NAMES))
  return found === null ? null : checkSetting(name, found, name === 'queue' ? secretText : databaseKey)
}

/** The merchants of a command, in order; null when the settings file does not name several. */
export const merchantsOf = (sources: Sources): readonly string[] | null => merchantsToRun(sources, NAMES)

/**
 * The service, or an error that names the missing settings. Made-up data is never a substitute: only `cuadre demo` uses
 * it.
 */
export const requireService = (settings: Settings): Service => {
  const danger = keyDanger(settings)
  if (danger !== null) throw danger
  if (settings.baseUrl !== null && settings.apiKey !== null)
    return { baseUrl: settings.baseUrl, apiKey: settings.apiKey }
  const missing = [
    ...(settings.baseUrl === null
      ? [{ en: 'base URL (CUADRE_BASE_URL)', es: 'la dirección del servicio (CUADRE_BASE_URL)' }]
      : []),
    ...(settings.apiKey === null
      ? [{ en: `API key (${settings.keyPlaces.apiKey})`, es: `la clave del servicio (${settings.keyPlaces.apiKey})` }]
      : []),
  ]
  throw new CuadreError(
    'NO_SERVICE',
    {
      en: `no ${missing.map(({ en }) => en).join(' and no ')} is set`,
      es: `falta ${missing.map(({ es }) => es).join(' y ')}`,
    },
    {
      en: 'write it with "cuadre init", or set it in the environment or an env file; "cuadre doctor" says what is read from where, "cuadre demo" needs no service',
      es: 'escríbala con "cuadre init", o defínala en el entorno o en un archivo de variables; "cuadre doctor" dice qué se lee y de dónde; "cuadre demo" no necesita un servicio',
    },
  )
}

/** A visible character other than a space. */
const VISIBLE = /[^\s\p{C}]/u

/**
 * The keys that verify notifications: the current one and, during a rotation, the previous one. A blank key would
 * accept any notification.
 */
export const requireIntegrityKeys = (settings: Settings): readonly [string, ...string[]] => {
  const { integrityKey, integrityKeyPrevious } = settings
  const next = {
    en: 'set it to the key the operator gave you when webhooks were enabled, or let CUADRE_INTEGRITY_KEY_FILE name a file',
    es: 'ponga la clave que dio el operador al activar las notificaciones, o indique un archivo en CUADRE_INTEGRITY_KEY_FILE',
  }
  if (integrityKey === null)
    throw new CuadreError(
      'NO_INTEGRITY_KEY',
      {
        en: `no integrity key (${settings.keyPlaces.integrityKey}) is set`,
        es: `no está definida la clave de integridad (${settings.keyPlaces.integrityKey})`,
      },
      next,
    )
  const keys: readonly [string, ...string[]] =
    integrityKeyPrevious === null ? [integrityKey] : [integrityKey, integrityKeyPrevious]
  if (!keys.every((key) => VISIBLE.test(key)))
    throw new CuadreError(
      'NO_INTEGRITY_KEY',
      {
        en: 'an integrity key is blank, so anybody could sign notifications',
        es: 'una clave de integridad está en blanco, y cualquiera podría firmar notificaciones',
      },
      next,
    )
  return keys
}

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen)
  return value
}
