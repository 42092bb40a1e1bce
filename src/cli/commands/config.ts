import { CONFIG, type SettingInForce } from '../../../reports/documents/set-up.ts'
import type { Json } from '../../core/cell.ts'
import { toPesos } from '../../core/money.ts'
import { FILE_SETTINGS, isFileSetting } from '../../input/file-settings.ts'
import { type Effective, loadSettings, merchantsOf } from '../../input/settings.ts'
import { DEFAULT } from '../../input/sources/sources.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { jsonText } from '../../print/json.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { largest } from '../../std/largest.ts'
import { wrapText } from '../../std/wrap-text.ts'
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
    schema: {
      kind: 'switch',
      describe: {
        en: 'Print the JSON Schema of the settings file instead',
        es: 'Imprime en cambio el esquema JSON del archivo de parámetros',
      },
    },
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
      text: () => effective.map((one) => textOf(one, displayOf(io, io.language))).join('\n'),
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
      const meaning = isFileSetting(name) ? FILE_SETTINGS[name].meaning[language] : null
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

const textOf = ({ settings, values, origins, envFile }: Effective, { width, language }: Display): string => {
  const words = WORDS[language]
  const rows = placesFirst([...values.keys()]).map((one) => {
    const { from, name } = origins.get(one) ?? DEFAULT
    const place = name === settings.configFile ? words.settingsFile : name.replace(envFile ?? /$^/, words.envFile)
    const value = values.get(one) ?? null
    const text = SECRETS.includes(one) ? words[value === 'set' ? 'set' : 'notSet'] : valueText(value, words.none)
    return [one, harmless(from === 'default' ? words.byDefault : place), harmless(text)]
  })
  const files = [
    [words.settingsFile, settings.configFile ?? words.noSettingsFile],
    [words.envFile, envFile ?? words.noEnvFile],
  ] as const
  const room = largest(files.map(([name]) => name.length)) + 2
  const lead = alignColumns(
    [words.head, ...rows].map(([name = '', place = '']) => [name, place]),
    2,
  )
  const indent = largest(lead.map((line) => line.length)) + 2
  // A value goes on below itself; one that is wide, below the name of its setting.
  const lines = [words.head, ...rows].flatMap(([, , value = ''], at) => {
    const start = (lead[at] ?? '').padEnd(indent)
    const isWide = indent + value.length > width
    return isWide ? [start.trimEnd(), ...wrapText('    ', value, width)] : [`${start}${value}`.trimEnd()]
  })
  return `${[...files.flatMap(([name, path]) => wrapText(name.padEnd(room), path, width)), '', ...lines].join('\n')}\n`
}

const WORDS = {
  en: {
    none: 'none',
    set: 'set',
    notSet: 'not set',
    byDefault: 'default',
    settingsFile: 'settings file',
    noSettingsFile: 'none (cuadre.config.json, or --config FILE)',
    envFile: 'env file',
    noEnvFile: 'none ("envFile" in the settings file)',
    head: ['setting', 'from', 'value'],
  },
  es: {
    none: 'ninguno',
    set: 'definida',
    notSet: 'sin definir',
    byDefault: 'predeterminado',
    settingsFile: 'archivo de parámetros',
    noSettingsFile: 'ninguno (cuadre.config.json, o --config ARCHIVO)',
    envFile: 'archivo de variables',
    noEnvFile: 'ninguno ("envFile" en el archivo de parámetros)',
    head: ['parámetro', 'viene de', 'valor'],
  },
} as const satisfies Both<object>

/** A value as in the settings file; a text without its quotes. */
const valueText = (value: Json, none: string): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return toPesos(value)
  return value === null ? none : JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
}
