import { join, resolve } from 'node:path'
import type { Json } from '../domain/cell.ts'
import { timesOfRuns } from '../domain/findings/times-of-runs.ts'
import type { Centavos } from '../domain/money.ts'
import type { Policy } from '../domain/policy.ts'
import { CuadreError } from '../std/errors.ts'
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
import { apiKey, type Reader, secretText } from './readers.ts'
import { hiddenUrl, isWatchUrl } from './secrets/hidden-url.ts'
import { keyDanger } from './secrets/key-danger.ts'
import { findSecret, type SecretName, wayTo } from './secrets/secrets.ts'
import { refuseSharedKey } from './secrets/shared-key.ts'
import type { Merchant } from './sources/config-file.ts'
import { find, type Places } from './sources/find.ts'
import { DEFAULT, type Origin, type SettingSource, type Sources } from './sources/sources.ts'
import { unknownVariables } from './sources/variables.ts'
import { tariffSource } from './tariff/tariff-source.ts'

export type { Environment, Sources } from './sources/sources.ts'

/** Settings of the file that stand in `Settings` under another name, or in a group. */
type RenamedSetting = 'runAt' | 'sweepAt' | 'backupAt' | 'invoiceMinCop' | 'invoiceMaxCop'
type OtherSettings = Omit<Pick<FileValues, (typeof NAMES.others)[number]>, RenamedSetting>

/** Every setting in force, checked and complete. Paths are absolute, and a base URL has no slash at its end. */
export interface Settings extends OtherSettings, Pick<FileValues, PlaceSetting> {
  readonly apiKey: string | null
  readonly integrityKey: string | null
  readonly integrityKeyPrevious: string | null
  /** What arrived by webhook has a file of its own beside the database. */
  readonly inbox: string
  /** Those that the settings file names under `merchants`; none where it is about one. */
  readonly merchants: readonly string[]
  readonly policy: Policy
  /** The environment turns the verification of certificates off, and the settings do not allow it. */
  readonly tlsUnverified: boolean
  /** When the scheduler starts each job, in the five fields of cron and the policy's zone. */
  readonly schedule: {
    readonly runAt: readonly string[]
    readonly sweepAt: readonly string[]
    readonly backupAt: readonly string[]
  }
  /** What an invoice may be for (api.md, Limits); the operator can arrange other limits. */
  readonly invoiceMin: Centavos
  readonly invoiceMax: Centavos
  readonly configFile: string | null
  /** What a person sets to give a key: the name of a variable, or where it stands in the settings file. */
  readonly keyPlaces: { readonly apiKey: string; readonly integrityKey: string }
}

/** What a job needs to ask the service. */
export interface Service {
  readonly baseUrl: string
  readonly apiKey: string
}

export interface Effective {
  readonly settings: Settings
  /** Where each came from, by its name in the settings file (`toleranceCop`, `timeZone`) or as above. */
  readonly origins: ReadonlyMap<string, Origin>
  /** What is in force, by the same names, paths absolute; of a secret only whether it is set. */
  readonly values: ReadonlyMap<string, Json>
  /** Absolute; null when the settings file names none. It need not be there. */
  readonly envFile: string | null
  /** Variables of the process that look like settings and are none. */
  readonly unknownVariables: readonly string[]
  /** Files that secrets were read from, absolute. */
  readonly secretFiles: readonly string[]
}

/** How the value of each setting is had, with its own default when nobody gave one. */
interface Look {
  readonly plain: <Name extends FileSetting>(name: Name) => FileValues[Name]
  readonly database: () => string
  readonly folder: () => string
  readonly secret: (name: SecretName, reader: Reader<string>) => string | null
  readonly origins: ReadonlyMap<string, Origin>
}

/** The settings, from the list of those of the file. */
const settingsBy = (look: Look): Omit<Settings, 'merchants' | 'tlsUnverified' | 'configFile' | 'keyPlaces'> => {
  const { plain, secret } = look
  const { toleranceCop, feesToleranceCop, ...judgement } = readSettings(NAMES.judgement, plain)
  const policy: Policy = { ...judgement, tolerance: toleranceCop, feesTolerance: feesToleranceCop }
  const db = look.database()
  const places = {
    baseUrl: plain('baseUrl'),
    db,
    inbox: `${db}.inbox`,
    out: look.folder(),
    merchant: plain('merchant'),
  }
  const { invoiceMinCop, invoiceMaxCop, runAt, sweepAt, backupAt, ...others } = readSettings(NAMES.others, plain)
  const limits = { invoiceMin: invoiceMinCop, invoiceMax: invoiceMaxCop }
  refuseContradictions(policy, limits, look.origins)
  return {
    ...others,
    ...places,
    ...limits,
    apiKey: secret('apiKey', apiKey),
    integrityKey: secret('integrityKey', secretText),
    integrityKeyPrevious: secret('integrityKeyPrevious', secretText),
    policy,
    schedule: { runAt: runAt ?? timesOfRuns(policy), sweepAt, backupAt },
  }
}

/** Flags before environment before file before defaults. The first thing wrong is a CuadreError. */
export const loadSettings = (sources: Sources): Effective => effective(placesOf(sources, NAMES))

/** The settings that all merchants share, whichever is meant. */
export const loadSharedSettings = (sources: Sources): Effective => effective(sharedPlaces(sources, NAMES))

/** The same for what is about a whole database: where merchants have databases of their own, that of the merchant who is named. */
export const loadDatabaseSettings = (sources: Sources): Effective => {
  const places = sharedPlaces(sources, NAMES)
  const isOneForAll = new Set(databasesOf(sources).values()).size < 2
  return effective(places, isOneForAll && find('merchant', places) === null ? firstOf(places) : merchantMeant(places))
}

const firstOf = ({ file }: Places): Merchant | null => file?.merchants?.[0] ?? null

/** Where the database of each merchant of the settings file is, absolute, in their order; empty where the file names none. */
export const databasesOf = (sources: Sources): ReadonlyMap<string, string> => {
  const places = sharedPlaces(sources, NAMES)
  return new Map((places.file?.merchants ?? []).map((merchant) => [merchant.name, databaseOf(places, merchant)]))
}

/** `{merchant}` in its path is the name of the merchant. */
const databaseOf = (places: Places, owner: Merchant | null): string => {
  const { reader, otherwise } = FILE_SETTINGS.db
  const found = find('db', { ...places, merchant: owner })
  const path = found === null ? otherwise : checkSetting('db', found, reader)
  return resolve(found?.base ?? places.sources.cwd, path.replaceAll('{merchant}', nameOfOwner(places, owner)))
}

/** Several merchants of whom none is meant have no name in common. */
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
  const secretFiles: string[] = []

  /** Reads what was found; the setting's own default when nothing was. */
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
      const path = databaseOf(places, owner)
      values.set('db', path)
      return path
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
      if (found?.file !== undefined) secretFiles.push(found.file)
      const secret = read<string | null>(name, found, reader, null)
      values.set(name, secret === null ? 'not set' : 'set')
      return secret
    },
  })
  if (merchant !== null) refuseSharedKey(settings, merchant, places)
  const merchants = (file?.merchants ?? []).map(({ name }) => name)
  const tlsUnverified = sources.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' && !settings.allowUnverifiedTls
  const keyPlaces = { apiKey: wayTo('apiKey', places), integrityKey: wayTo('integrityKey', places) }
  return {
    settings: frozen({ ...settings, merchants, tlsUnverified, configFile: file?.path ?? null, keyPlaces }),
    origins,
    values,
    envFile: envFileOf(file),
    unknownVariables: unknownVariables(sources.env, variablesNamedIn(file)),
    secretFiles,
  }
}

/** The address of the queue with its password, or the key of the databases in its store: null when neither a variable nor a file has it. */
export const queueSecretIn = (name: 'queue' | 'databaseKey', sources: Sources): string | null => {
  const found = findSecret(name, sharedPlaces(sources, NAMES))
  return found === null ? null : checkSetting(name, found, secretText)
}

/** The merchants a command is about, one after the other: null when the settings file does not name several. */
export const merchantsOf = (sources: Sources): readonly string[] | null => merchantsToRun(sources, NAMES)

/** The service to ask, or what is missing. Made-up data is never a substitute: it stands in `cuadre demo`. */
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
      en: 'set it in the environment or an env file, or let "cuadre init" help; "cuadre demo" shows everything without a service',
      es: 'defínala en el entorno o en un archivo de variables, o use "cuadre init"; "cuadre demo" muestra todo sin un servicio',
    },
  )
}

/** A letter that is neither a space nor invisible. */
const VISIBLE = /[^\s\p{C}]/u

/** The keys that vouch for a webhook: the one in use and, during a rotation, the one before. A blank one would vouch for everybody. */
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
        en: 'an integrity key is blank, so that anybody could sign notifications',
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
