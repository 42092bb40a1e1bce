import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSlotDate, type SlotDate } from '../../../src/core/slot.ts'
import { FILE_SETTINGS } from '../../../src/input/file-settings.ts'
import { pinReading } from '../../../src/input/pin-reading.ts'
import { Refusal } from '../../../src/input/setting-readers.ts'
import { databasesOf, loadSettings, merchantsOf } from '../../../src/input/settings.ts'
import { tariffReader } from '../../../src/input/tariff/tariff-reader.ts'
import { writeTariff } from '../../../src/input/tariff/write-tariff.ts'
import { openCuadre } from '../../../src/library/open-cuadre.ts'
import { isObject } from '../../../src/std/json/json-object.ts'
import { parseJson } from '../../../src/std/json/parse-json.ts'
import type { Answer, Door } from '../door.ts'
import { refusedOr } from '../run-door.ts'

const TARIFF = [
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
  ...{
    baseUrl: 'https://service.example/v1',
    db: 'data/cuadre.db',
    out: 'out',
    language: 'es',
    csvProfile: 'excel-co',
  },
  ...{
    adjustments: 'subtract',
    toleranceCop: 100,
    cycles: ['11', '13', '16', '18', '20'],
    cycleAliases: { '11:00': '11' },
  },
  ...{ timeZone: 'America/Bogota', absentStatuses: [404, 204], bankDays: 3, bankText: ['OPERADOR'], tariff: TARIFF },
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

const SETTINGS_FILES = [bytes(SETTINGS), bytes(GROUPED), bytes(SEVERAL), Buffer.from(JSON.stringify(SETTINGS, null, 2))]
const SETTINGS_WORDS = Object.keys(FILE_SETTINGS).map((name) => `"${name}":`)

type Described = Pick<Door, 'name' | 'share' | 'valid' | 'words'>

/** Files that the program loads; `settings` name them. */
const loadingDoor = (
  folder: string,
  described: Described,
  { settings, files, load }: { settings?: object; files: readonly string[]; load: (input: Buffer) => void },
): Door => {
  if (settings !== undefined) writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
  return {
    ...described,
    enter: (input) =>
      refusedOr(() => {
        for (const file of files) writeFileSync(join(folder, file), input, { mode: 0o600 })
        load(input)
      }),
  }
}

/** The settings file. */
export const settingsDoor = (folder: string): Door => {
  const words = ['merchants', 'apiKey', '"*/5 * * * *"', ...SETTINGS_WORDS]
  const load = (input: Buffer) => void loadSettings({ flags: merchantIn(input), env: {}, cwd: folder })
  const described = { name: 'settings', share: 40_000, valid: SETTINGS_FILES, words }
  return loadingDoor(folder, described, { files: ['cuadre.config.json'], load })
}

/** With several merchants one must be named. */
const merchantIn = (input: Buffer): { readonly merchant?: string } =>
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

const DAY = ((): SlotDate => {
  const day = asSlotDate('2026-03-13')
  if (day === null) throw new Error('no day')
  return day
})()

/**
 * Settings files that the program itself edits: whatever a person wrote, a file accepted before is accepted afterwards.
 */
export const writtenSettingsDoor = (folder: string): Door => {
  const load = (input: Buffer) => loadSettings({ flags: merchantIn(input), env: {}, cwd: folder }).settings
  return {
    name: 'settings written into',
    share: 10_000,
    valid: SETTINGS_FILES,
    words: ['// a note', '/* a note */', '"policy":{},', '"pinnedReadings":{},', ...SETTINGS_WORDS],
    enter: async (input): Promise<Answer> => {
      writeFileSync(join(folder, 'cuadre.config.json'), input, { mode: 0o600 })
      const written = await refusedOr(async () => {
        await pinReading(load(input), { setting: 'adjustments', by: 'Ana "A"', at: DAY })
        const { policy } = load(input)
        await writeTariff(load(input), { tariff: policy.tariff, tariffDate: 'payment', replace: true })
      })
      if (written === 'refused') return 'refused'
      const { pinnedReadings, tariffDate } = load(input).policy
      if (pinnedReadings.adjustments?.by !== 'Ana "A"' || tariffDate !== 'payment')
        throw new Error('what was written into the settings is not in force')
      return 'taken'
    },
  }
}

/** Files that the settings name: a tariff, and keys. */
export const settingsFilesDoor = (folder: string): Door => {
  const valid = [Buffer.from(JSON.stringify(TARIFF)), Buffer.from(`\ufeff${JSON.stringify(TARIFF, null, 2)}\n`)]
  const words = ['"from":', '"methods":', '"tiers":', '"percent":', '"proposed":']
  const settings = { tariffFile: 'tariff.json', integrityKeyFile: 'integrity.key' }
  const load = () => void loadSettings({ flags: {}, env: {}, cwd: folder })
  const files = Object.values(settings)
  return loadingDoor(folder, { name: 'files of the settings', share: 20_000, valid, words }, { settings, files, load })
}

/** Settings that another program passes to the library, of any type. */
export const librarySettings: Door = {
  name: 'settings of the library',
  share: 20_000,
  valid: SETTINGS_FILES,
  words: ['"apiKey":"sk-fuzz-0123456789",', '"integrityKey":"k",', '"create":true,', '"env":{},', ...SETTINGS_WORDS],
  enter: async (input) => {
    const parsed = parseJson(input)
    if (!parsed.ok || !isObject(parsed.value)) return 'refused'
    const settings = parsed.value
    return refusedOr(() => openCuadre(settings).close())
  },
}

const FILE = [
  ...['CUADRE_BASE_URL=https://service.example/v1', 'CUADRE_API_KEY=sk-fuzz-0123456789'],
  ...["CUADRE_INTEGRITY_KEY='an integrity key'", 'CUADRE_DB=data/cuadre.db', 'CUADRE_OUT="out"'],
  'CUADRE_MERCHANT=default',
].join('\n')

/** Variables that are rarely set; the file of a key replaces its variable. */
const OTHERS = [
  'CUADRE_API_KEY_FILE=some.key',
  'CUADRE_INTEGRITY_KEY_PREVIOUS=before',
  'CUADRE_DATABASE_KEY=a key of databases',
  'CUADRE_QUEUE=postgres://cuadre:secret@queue.example:5432/cuadre?sslmode=require',
  'CUADRE_LOG=debug',
  'CUADRE_BASE_URL=http://127.0.0.1:8080/v1',
  'NODE_TLS_REJECT_UNAUTHORIZED=0',
].join('\n')

/** Variables of the process, and of an env file. */
export const variablesDoor = (folder: string): Door => {
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ envFile: 'cuadre.env' }))
  writeFileSync(join(folder, 'some.key'), 'sk-fuzz-0123456789', { mode: 0o600 })
  return {
    name: 'variables',
    share: 40_000,
    valid: [
      Buffer.from(FILE),
      Buffer.from(`# keys\r\nexport ${FILE.replaceAll('\n', '\r\n')}\r\n`),
      Buffer.from(OTHERS),
    ],
    words: ['export', '=', '#', '$HOME', '`id`', '\\', 'CUADRE_API_KEY_FILE', 'CUADRE_QUEUE', '__proto__=', '${'],
    enter: (input) =>
      refusedOr(() => {
        writeFileSync(join(folder, 'cuadre.env'), input)
        const names = input
          .toString('utf8')
          .split('\n')
          .filter((line) => line.includes('=') && !line.includes('\0'))
        const env = Object.fromEntries(
          names.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
        )
        loadSettings({ flags: {}, env, cwd: folder })
        loadSettings({ flags: {}, env: {}, cwd: folder })
      }),
  }
}

/** Loads all merchants of the settings in a folder, their databases, and the settings of one. */
const loadMerchants = (folder: string) => (): void => {
  const sources = { flags: { merchant: 'casa' }, env: {}, cwd: folder }
  merchantsOf(sources)
  databasesOf(sources)
  loadSettings(sources)
}

const CASA = {
  ...{ name: 'casa', db: 'data/casa.db', apiKeyVariable: 'CASA_KEY', toleranceCop: 100 },
  ...{ cycles: ['11', '13'], bankText: ['OPERADOR'] },
}
const APTO = { name: 'apto', db: 'data/apto.db', policy: { cycles: ['11', '13'], bankText: ['OPERADOR'] } }

/** The file of a single merchant. */
export const merchantFilesDoor = (folder: string): Door => {
  mkdirSync(join(folder, 'merchants'))
  writeFileSync(join(folder, 'merchants', 'apto.json'), JSON.stringify({ db: 'data/apto.db' }))
  const valid = [bytes(CASA), Buffer.from(JSON.stringify(CASA, null, 2))]
  const words = ['"name"', '"db"', '"apiKey"', '"apiKeyFile"', '"merchants"', '"tariffFile"', '{merchant}']
  const settings = { merchants: { folder: 'merchants' } }
  const loading = { settings, files: ['merchants/casa.json'], load: loadMerchants(folder) }
  return loadingDoor(folder, { name: 'merchants in files', share: 20_000, valid, words }, loading)
}

/** Merchants as printed by a command, one on each line. */
export const merchantListDoor = (folder: string): Door => {
  const lines = [CASA, APTO].map((entry) => `${JSON.stringify(entry)}\n`)
  const valid = [Buffer.from(lines.join('')), Buffer.from(lines[0] ?? '')]
  const words = ['\n', '}\n{', '"name":', '"db":', '"apiKey":', '"policy":', '{merchant}']
  const settings = { merchants: { command: ['cat', 'list.txt'] } }
  const loading = { settings, files: ['list.txt'], load: loadMerchants(folder) }
  return loadingDoor(folder, { name: 'merchants of a command', share: 1_000, valid, words }, loading)
}
