import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_SETTINGS } from '../../../src/input/file-settings.ts'
import { Refusal } from '../../../src/input/setting-readers.ts'
import { loadSettings } from '../../../src/input/settings.ts'
import { tariffReader } from '../../../src/input/tariff/tariff-reader.ts'
import { parseJson } from '../../../src/std/json/parse-json.ts'
import { type Door, refusedOr } from '../door.ts'

export const TARIFF = [
  {
    from: '2026-01-01',
    methods: {
      pse: { fixed: 2900 },
      card: { fixed: 800, percent: 2.79, min: 0, max: null, tiers: [{ above: 1_000_000, fixed: 0, percent: 2.5 }] },
    },
    tax: { name: 'IVA', percent: 19, included: false },
    withholdings: [{ name: 'ReteFuente', percent: 1.5, base: 'paid', methods: ['card'] }],
    rounding: 'invoice',
  },
]

const SETTINGS = {
  baseUrl: 'https://service.example/v1',
  db: 'data/cuadre.db',
  out: 'out',
  language: 'es',
  adjustments: 'subtract',
  toleranceCop: 100,
  cycles: ['11', '13', '16', '18', '20'],
  cycleAliases: { '11:00': '11' },
  timeZone: 'America/Bogota',
  absentStatuses: [404, 204],
  csvProfile: 'excel-co',
  bankDays: 3,
  bankText: ['OPERADOR'],
  tariff: TARIFF,
}

const JUDGEMENT = {
  ...{ postpaidFees: 'deducted', gateway: 'same', chargebacks: 'excluded', collectedBasis: 'amount' },
  ...{ taxOnFeesRate: 19, tariffDate: 'settlement', feesToleranceCop: 1, finalStatuses: ['paid', 'credited'] },
  ...{ graceMinutes: 90, overdueHours: 24, stuckHours: 120, extraCycles: ['21'], tariff: TARIFF },
  pinnedReadings: { gateway: { by: 'Ana', at: '2026-03-12' } },
}

/** The settings that are not in the first document, with the policy grouped. */
const GROUPED = {
  policy: JUDGEMENT,
  ...{ merchant: 'casa', bankKeepAll: true, lookbackDays: 7, sweepDays: 90, pageLimit: 50, merchantsAtOnce: 2 },
  ...{ concurrency: 2, absentBodies: ['empty', '{}'], xlsx: false, allowPlainHttp: true, allowUnverifiedTls: false },
  ...{ webhookFormat: 'encoded-header', webhookPayloadField: 'data', backupsKept: 3, quietBusinessDays: 5 },
  ...{ runAt: ['30 13,15 * * 1-5'], sweepAt: [], backupAt: ['45 3 * * *'], pingUrl: 'https://ping.example/1' },
  ...{ notifyUrl: 'https://notify.example/2', notifyCodes: ['CHARGEBACK'], invoiceMinCop: 5_000, invoiceMaxCop: 9e8 },
  databaseStore: { fetch: ['get', '{object}', '{file}'], give: ['put', '{file}', '{object}'] },
  bankMapping: {
    ...{ headerRows: 1, footerRows: 0, date: 'Fecha', valueDate: null, balance: 4, text: ['Concepto', 3] },
    ...{ amount: { debit: 'Debe', credit: 'Haber' }, reference: 'Ref', account: null, currency: null },
    ...{ dates: 'dd/mm/yyyy', decimal: ',', encoding: 'windows-1252', delimiter: ';' },
  },
}

const SEVERAL = {
  language: 'en',
  merchants: [
    { name: 'a', db: 'data/a.db', policy: JUDGEMENT },
    { name: 'b', apiKeyFile: 'b.key', tariff: TARIFF },
  ],
}

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

export const SETTINGS_FILES = [
  bytes(SETTINGS),
  bytes(GROUPED),
  bytes(SEVERAL),
  Buffer.from(JSON.stringify(SETTINGS, null, 2)),
]
export const SETTINGS_WORDS = Object.keys(FILE_SETTINGS).map((name) => `"${name}":`)

/** The settings file. */
export const settingsDoor = (folder: string): Door => ({
  name: 'settings',
  share: 40_000,
  valid: SETTINGS_FILES,
  words: ['merchants', 'apiKey', '"*/5 * * * *"', ...SETTINGS_WORDS],
  enter: (input) =>
    refusedOr(() => {
      writeFileSync(join(folder, 'cuadre.config.json'), input, { mode: 0o600 })
      loadSettings({ flags: merchantIn(input), env: {}, cwd: folder })
    }),
})

/** With several merchants one must be named. */
export const merchantIn = (input: Buffer): { readonly merchant?: string } =>
  input.includes('"merchants"') ? { merchant: 'a' } : {}

/** A tariff as JSON. */
export const tariffs: Door = {
  name: 'tariffs',
  share: 100_000,
  valid: [bytes(TARIFF)],
  words: ['"from":', '"methods":', '"tiers":', '"percent":', '"rounding":"settlement"'],
  enter: async (input) => {
    const parsed = parseJson(input)
    if (!parsed.ok) return 'refused'
    return tariffReader(parsed.value) instanceof Refusal ? 'refused' : 'taken'
  },
}
