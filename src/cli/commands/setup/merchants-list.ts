import { existsSync } from 'node:fs'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { databasesOf, loadSharedSettings, type Settings } from '../../../config/settings.ts'
import { jsonText } from '../../../publish/json.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { type Command, DEBUG, SETTINGS, sourcesOf } from '../../framework/command.ts'
import { JSON_FLAG } from '../../framework/job.ts'

const WORDS = {
  en: {
    head: ['merchant', 'in settings', 'base URL', 'earlier names'],
    yes: 'yes',
    no: 'no',
    neverPulled: 'never pulled',
  },
  es: {
    head: ['comercio', 'en parámetros', 'dirección', 'nombres anteriores'],
    yes: 'sí',
    no: 'no',
    neverPulled: 'nunca leído',
  },
} as const satisfies Both<object>

export const merchantsList: Command = {
  name: 'merchants list',
  group: 'set-up',
  exits: [],
  describe: {
    en: 'The merchants of the database and of the settings',
    es: 'Los comercios de la base de datos y de los parámetros',
  },
  manual: [['[--json]', 'The merchants of the database and of the settings, with their base URLs and earlier names.']],
  examples: [
    [
      'cuadre merchants list',
      { en: 'whose settlements the database holds', es: 'de quién son las liquidaciones de la base de datos' },
    ],
    ['cuadre merchants list --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const sources = sourcesOf(given, io)
    const { settings } = loadSharedSettings(sources)
    const databases = [...new Set(databasesOf(sources).values())]
    const merchants = await merchantsOf(settings, databases.length === 0 ? [settings.db] : databases)
    const words = WORDS[io.language]
    const rows = merchants.map(({ name, configured, baseUrl, earlierNames }) =>
      [name, configured ? words.yes : words.no, baseUrl ?? words.neverPulled, earlierNames.join(', ')].map(harmless),
    )
    const document = answerDocument('merchants list', 0, { merchants: merchants.map((one) => ({ ...one })) })
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : `${alignColumns([words.head, ...rows], 4).join('\n')}\n`,
    )
    return 0
  },
}

const merchantsOf = async ({ merchant, merchants }: Settings, databases: readonly string[]) => {
  const { readMerchants } = await import('../../../storage/merchants/merchants.ts')
  const named = merchants.length > 0 ? merchants : [merchant]
  const known = databases.flatMap((db) => (existsSync(db) ? readMerchants(db) : []))
  const stored = known.map(({ name, names, baseUrl }) => ({
    name,
    configured: named.includes(name),
    baseUrl,
    earlierNames: names.slice(0, -1),
  }))
  const others = named.filter((name) => !known.some((one) => one.name === name))
  return [...stored, ...others.map((name) => ({ name, configured: true, baseUrl: null, earlierNames: [] }))]
}
