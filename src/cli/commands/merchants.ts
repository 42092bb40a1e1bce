import { existsSync } from 'node:fs'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { databasesOf, loadDatabaseSettings, loadSharedSettings, type Settings } from '../../input/settings.ts'
import { MERCHANT_NAME } from '../../input/sources/config-file.ts'
import { jsonText } from '../../print/json.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, sourcesOf, usageError } from '../framework/command.ts'
import { JSON_FLAG } from '../framework/job.ts'

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
  const { readMerchants } = await import('../../store/merchants/merchants.ts')
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

export const merchantsRename: Command = {
  name: 'merchants rename',
  group: 'set-up',
  exits: ['locked'],
  describe: {
    en: 'Give a merchant of the database another name; everything it holds stays',
    es: 'Da otro nombre a un comercio de la base de datos; todo lo suyo se conserva',
  },
  manual: [
    [
      'OLD NEW [--json]',
      'Gives a merchant another name; all its data stays, under the new name. Then change the settings. Ids of discrepancies, new ones too, are still made from the first name, so that none changes.',
    ],
  ],
  operand: 'old new',
  examples: [
    [
      'cuadre merchants rename default casa',
      { en: 'then set "casa" in the settings', es: 'después ponga "casa" en los parámetros' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const [from = '', to = ''] = given.operands
    for (const name of [from, to]) {
      if (!MERCHANT_NAME.test(name))
        throw usageError(
          {
            en: 'a name of a merchant is 1 to 32 letters, digits, "_" or "-"',
            es: 'el nombre de un comercio tiene de 1 a 32 letras, dígitos, "_" o "-"',
          },
          { en: 'write the old name, then the new', es: 'escriba el nombre anterior y después el nuevo' },
        )
    }
    if (from === to)
      throw usageError(
        { en: 'the two names are the same', es: 'los dos nombres son iguales' },
        { en: 'write the old name, then the new', es: 'escriba el nombre anterior y después el nuevo' },
      )
    const { settings } = loadDatabaseSettings(sourcesOf(given, io))
    const { renameMerchant } = await import('../../../jobs/rename-merchant.ts')
    await renameMerchant({ ...io, settings, version: versionOfPackage() }, from, to)
    const next = nextOf(settings, from, to)
    const document = answerDocument('merchants rename', 0, { from, to, next: next.en })
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : `${RENAMED[io.language](from, to)}\n${next[io.language]}\n`,
    )
    return 0
  },
}

const nextOf = ({ merchants }: Settings, from: string, to: string): Both<string> =>
  merchants.length === 0
    ? {
        en: `Set "${to}" as the merchant in the settings, and restart a receiver or a scheduler that is running.`,
        es: `Ponga "${to}" como comercio en los parámetros, y reinicie el receptor o el programador que esté en marcha.`,
      }
    : {
        en: `Rename its entry in the settings and its folder (out/${from} to out/${to}), and restart a receiver or a scheduler that is running.`,
        es: `Cambie su nombre en los parámetros y el de su carpeta (de out/${from} a out/${to}), y reinicie el receptor o el programador que esté en marcha.`,
      }

const RENAMED: Both<(from: string, to: string) => string> = {
  en: (from, to) => `Renamed ${from} to ${to}.`,
  es: (from, to) => `${from} ahora se llama ${to}.`,
}
