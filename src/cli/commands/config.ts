import { CONFIG, type SettingInForce } from '../../../reports/documents/set-up.ts'
import { toPesos } from '../../core/money.ts'
import { FILE_SETTINGS, isFileSetting } from '../../input/file-settings.ts'
import { aSwitch } from '../../input/options.ts'
import { type Effective, loadSettings, merchantsOf } from '../../input/settings.ts'
import { DEFAULT } from '../../input/sources/sources.ts'
import { jsonText } from '../../print/json.ts'
import { inEach } from '../../print/names.ts'
import { column, type Report, type ReportCell, table } from '../../print/report.ts'
import { type Both, inBoth } from '../../std/both.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  JSON_FLAG,
  SETTINGS,
  sourcesOf,
  usageError,
} from '../framework/command.ts'
import type { Io } from '../framework/io.ts'

export const config: Command = {
  name: 'config',
  group: 'set-up',
  exits: [],
  describe: {
    en: 'The settings in force, and where each came from; of a key only whether it is set',
    es: 'Los parámetros en vigor, y de dónde viene cada uno; de una clave, solo si está definida',
  },
  examples: [
    [
      'cuadre config',
      { en: 'every setting, its value, and where it came from', es: 'cada parámetro, su valor y de dónde viene' },
    ],
    ['cuadre config --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
    [
      'cuadre config --schema',
      {
        en: 'the JSON Schema of cuadre.config.json, which editors know how to use',
        es: 'el esquema JSON de cuadre.config.json, que los editores saben usar',
      },
    ],
  ],
  flags: {
    schema: aSwitch({
      en: 'Print the JSON Schema of the settings file instead',
      es: 'Imprime en cambio el esquema JSON del archivo de parámetros',
    }),
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    if (given.isOn('schema')) {
      if (given.isOn('json'))
        throw usageError(
          { en: '--schema excludes --json', es: '--schema excluye --json' },
          { en: 'a schema is JSON: give --schema alone', es: 'un esquema es JSON: dé --schema sola' },
        )
      const { configSchema } = await import('../../input/schema.ts')
      await io.stdout(`${jsonText(configSchema())}\n`)
      return 0
    }
    const effective = effectiveOf(given, io)
    return {
      document: () => documentOf(effective),
      text: () => settingsReport(effective),
    }
  },
}

/** The settings of each merchant of the command; without several merchants, of the one. */
const effectiveOf = (given: CommandArguments, io: Io): readonly Effective[] => {
  const sources = sourcesOf(given, io)
  const merchants = merchantsOf(sources)
  if (merchants === null || merchants.length === 1) return [loadSettings(sources)]
  return merchants.map((merchant) => loadSettings({ ...sources, currentMerchant: merchant }))
}

const documentOf = (effective: readonly Effective[]) => {
  const [first] = effective
  const merchants = effective.map((one) => ({ merchant: one.settings.merchant, settings: inForce(one) }))
  const [only] = merchants
  const found = only !== undefined && merchants.length === 1 ? { settings: only.settings } : { merchants }
  return CONFIG.of({ configFile: first?.settings.configFile ?? null, envFile: first?.envFile ?? null, ...found })
}

const inForce = ({ values, origins, settings: { language } }: Effective): { readonly [name: string]: SettingInForce } =>
  Object.fromEntries(
    placesFirst([...values.keys()]).map((name) => {
      const { from, name: place } = origins.get(name) ?? DEFAULT
      const meaning = meaningOf(name)?.[language] ?? null
      return [name, { value: values.get(name) ?? null, from, place: place === '' ? null : place, meaning }]
    }),
  )

/** The settings that everyone needs come first, then those with a good default. */
const FIRST = ['merchant', 'baseUrl', 'apiKey', 'integrityKey', 'integrityKeyPrevious', 'db', 'out']
const SECRETS = ['apiKey', 'integrityKey', 'integrityKeyPrevious', 'mailPassword']
const placesFirst = (names: readonly string[]): readonly string[] => [
  ...FIRST,
  ...names.filter((name) => !FIRST.includes(name)),
]

/** Every setting of each merchant, first those that everyone needs. */
const settingsReport = (effective: readonly Effective[]): Report => {
  const [first] = effective
  const place = (path: string | null | undefined, none: Both<string>): Both<string> => (path ? inBoth(path) : none)
  return {
    merchant: null,
    title: { en: 'Settings', es: 'Parámetros' },
    facts: [
      {
        ...{ name: 'config', head: SETTINGS_FILE },
        value: place(first?.settings.configFile, {
          en: 'none (cuadre.config.json, or --config FILE)',
          es: 'ninguno (cuadre.config.json, o --config ARCHIVO)',
        }),
      },
      {
        ...{ name: 'env', head: ENV_FILE },
        value: place(first?.envFile, {
          en: 'none ("envFile" in the settings file)',
          es: 'ninguno ("envFile" en el archivo de parámetros)',
        }),
      },
    ],
    sections: effective.map((one) =>
      table({
        ...{ name: 'settings', title: null, columns: COLUMNS },
        rows: placesFirst([...one.values.keys()]).map((name) => ({ name, of: one })),
      }),
    ),
  }
}

const SETTINGS_FILE: Both<string> = { en: 'settings file', es: 'archivo de parámetros' }
const ENV_FILE: Both<string> = { en: 'env file', es: 'archivo de variables' }

interface Row {
  readonly name: string
  readonly of: Effective
}

const originOf = ({ name, of: { origins, envFile, settings } }: Row): Both<string> => {
  const { from, name: place } = origins.get(name) ?? DEFAULT
  if (from === 'default') return { en: 'default', es: 'predeterminado' }
  return inEach((language) =>
    place.replace(settings.configFile ?? /$^/, SETTINGS_FILE[language]).replace(envFile ?? /$^/, ENV_FILE[language]),
  )
}

/** A value as in the settings file; a text without its quotes. */
const settingValue = ({ name, of: { values } }: Row): ReportCell => {
  const value = values.get(name) ?? null
  if (SECRETS.includes(name))
    return value === 'set' ? { en: 'set', es: 'definida' } : { en: 'not set', es: 'sin definir' }
  if (value === null) return { en: 'none', es: 'ninguno' }
  if (typeof value === 'bigint') return toPesos(value)
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
}

const meaningOf = (name: string): Both<string> | null => (isFileSetting(name) ? FILE_SETTINGS[name].meaning : null)

const COLUMNS = [
  column('setting', 'text', { en: 'setting', es: 'parámetro' }, ({ name }: Row) => name),
  column('from', 'text', { en: 'from', es: 'viene de' }, originOf),
  column('value', 'text', { en: 'value', es: 'valor' }, settingValue, { least: 20 }),
  column('meaning', 'text', { en: 'what it decides', es: 'qué decide' }, ({ name }: Row) => meaningOf(name), {
    only: ['html'],
  }),
]
