import { dirname } from 'node:path'
import { type Diagnosis, type NamedCheck, warning } from '../reports/documents/diagnosis.ts'
import { keyDanger } from '../src/input/secrets/secrets.ts'
import { type Effective, loadSettings, merchantsOf, type Settings } from '../src/input/settings.ts'
import type { Sources } from '../src/input/sources/sources.ts'
import { zoneByName } from '../src/input/zone.ts'
import { inBoth } from '../src/std/both.ts'
import { quoteForShell } from '../src/std/quote-for-shell.ts'
import {
  checkBinding,
  checkFreeSpace,
  checkLocalDisk,
  checkNode,
  checkOutput,
  checkTimeZone,
  fileSystemOf,
  sqliteVersion,
  statOf,
} from './steps/doctor/check-node.ts'
import { checkPrivateFile, checkSettings, checkWrongSettings } from './steps/doctor/check-settings.ts'
import { checkMissingService, checkService, probeService } from './steps/doctor/probe-service.ts'
import type { JobContext } from './steps/run/context.ts'

/** The context of the doctor. It has the sources of the settings instead of the settings, which may be wrong themselves. */
export interface DoctorContext extends Pick<JobContext, 'version' | 'now' | 'random' | 'sleep' | 'signal'> {
  readonly sources: Sources
}

/** The settings of one merchant; `merchant` is null when the settings file names none. */
interface MerchantSettings extends Effective {
  readonly merchant: string | null
}

type NamedChecks = readonly NamedCheck[]

/** Checks everything that a run needs. Changes nothing. */
export const diagnose = async (context: DoctorContext): Promise<readonly Diagnosis[]> => {
  const diagnoses: Diagnosis[] = []
  const note = (merchant: string | null, checks: NamedChecks): void => {
    diagnoses.push(...checks.map(([name, check]) => ({ check: name, merchant, ...check })))
  }
  const binding = await checkBinding(sqliteVersion)
  note(null, [
    ['node', checkNode(process.versions.node)],
    ['binding', binding],
  ])
  const merchants = settingsOf(context.sources, note)
  const [first] = merchants
  if (first === undefined) return diagnoses
  note(null, [
    ...privateFiles(merchants),
    ...openSettings(merchants),
    ...strangeVariables(first),
    ['time zone', checkTimeZone(first.settings.policy.timeZone, offsetAt)],
  ])
  const size = binding.state === 'ok' ? await checkDatabases(context, merchants, note) : 0
  note(null, checkDisks(first, size))
  for (const merchant of merchants) {
    note(merchant.merchant, [
      ['output', checkOutput(merchant.settings.out)],
      ...(await checkServiceOf(context, merchant)),
    ])
  }
  return diagnoses
}

/** Reads the settings of each merchant. Wrong settings of one do not hide the others. */
const settingsOf = (
  sources: Sources,
  note: (merchant: string | null, checks: NamedChecks) => void,
): readonly MerchantSettings[] => {
  const tried = <T>(merchant: string | null, load: () => T): readonly T[] => {
    try {
      return [load()]
    } catch (error) {
      note(merchant, [['settings', checkWrongSettings(error)]])
      return []
    }
  }
  const names = tried(null, () => merchantsOf(sources) ?? [null]).flat()
  const isForAll = names.length > 1
  const merchants = names.flatMap((merchant) => {
    const own = isForAll && merchant !== null ? { ...sources, currentMerchant: merchant } : sources
    return tried(merchant, () => ({ merchant, ...loadSettings(own) }))
  })
  for (const merchant of merchants) note(merchant.merchant, [['settings', checkSettings(merchant)]])
  return merchants
}

const strangeVariables = ({ unknownVariables }: MerchantSettings): NamedChecks =>
  unknownVariables.map((name) => [
    'environment',
    warning(
      { en: `${name} is not a setting, and is ignored`, es: `${name} no es un parámetro y se ignora` },
      inBoth(`unset ${name}`),
    ),
  ])

/** Every file that holds a key or payments, without repetition. */
const privateFiles = (merchants: readonly MerchantSettings[]): NamedChecks => {
  const named = merchants.flatMap(({ envFile, secretFiles, settings }) => [
    ...(envFile === null ? [] : [[{ en: 'env file', es: 'archivo de variables' }, envFile] as const]),
    ...secretFiles.map((path) => [{ en: 'key file', es: 'archivo de la clave' }, path] as const),
    ...(holdsAddresses(settings)
      ? [[{ en: 'settings file', es: 'archivo de parámetros' }, settings.configFile] as const]
      : []),
    ...[settings.db, settings.inbox]
      .filter((path) => statOf(path) !== null)
      .map((path) => [{ en: 'database', es: 'archivo de la base de datos' }, path] as const),
  ])
  const once = new Map(named.map(([what, path]) => [path, what]))
  return [...once].map(([path, what]) => [
    'permissions',
    checkPrivateFile({ path, what, mode: statOf(path)?.mode ?? null }),
  ])
}

/** A person who may write the settings file could send the key to another address. */
const openSettings = ([first]: readonly MerchantSettings[]): NamedChecks => {
  const path = first?.settings.configFile ?? null
  const mode = path === null ? 0 : (statOf(path)?.mode ?? 0)
  if (path === null || (mode & WRITABLE_BY_OTHERS) === 0) return []
  return [
    [
      'permissions',
      warning(
        {
          en: `the settings file ${path} can be written by others`,
          es: `otros pueden escribir en el archivo de parámetros ${path}`,
        },
        inBoth(`chmod go-w ${quoteForShell(path)}`),
      ),
    ],
  ]
}
const WRITABLE_BY_OTHERS = 0o022

/** A person who knows these addresses could post messages in the merchant's name. */
const holdsAddresses = (settings: Settings): settings is Settings & { readonly configFile: string } =>
  settings.configFile !== null && (settings.pingUrl ?? settings.notifyUrl) !== null

const offsetAt = (zone: string, instant: number): number => {
  const clock = zoneByName(zone).clockAt(instant)
  return Date.parse(`${clock.replace(' ', 'T')}Z`) - instant
}

/**
 * Checks the databases of all merchants, and returns their size in bytes. The module is imported late, since it cannot be
 * loaded without the native binding.
 */
const checkDatabases = async (
  { version, sources }: DoctorContext,
  merchants: readonly MerchantSettings[],
  note: (merchant: string | null, checks: NamedChecks) => void,
): Promise<number> => {
  const { checkDatabase, checkNotifications, checkOwner } = await import('./steps/doctor/check-database.ts')
  let size = 0
  for (const settings of new Map(merchants.map(({ settings }) => [settings.db, settings])).values()) {
    const { checks, bytes } = checkDatabase(settings, sources.flags.db !== undefined)
    note(null, checks)
    size += bytes
  }
  for (const { merchant, settings } of merchants) {
    const { db, baseUrl } = settings
    const owner = baseUrl === null ? null : await checkOwner(db, settings, version, baseUrl)
    if (owner !== null) note(merchant, [['base URL', owner]])
    const received = checkNotifications(settings)
    if (received !== null) note(merchant, [['webhooks', received]])
  }
  return size
}

const checkDisks = ({ settings: { db } }: MerchantSettings, size: number): NamedChecks => {
  const { folder, type, free } = fileSystemOf(dirname(db))
  return [
    ['disk', checkLocalDisk(folder, type)],
    ['free space', checkFreeSpace(folder, free, size)],
  ]
}

const checkServiceOf = async (
  context: DoctorContext,
  { settings, envFile, origins }: MerchantSettings,
): Promise<NamedChecks> => {
  if (settings.baseUrl === null) return checkMissingService(settings, envFile)
  const danger = keyDanger(settings)
  if (danger !== null) return [['service', checkWrongSettings(danger)]]
  // A variable of the process wins over its line in the env file.
  const keyFile = origins.get('apiKey')?.from === 'environment' ? null : envFile
  return checkService(await probeService(settings, settings.baseUrl, context), settings, keyFile)
}
