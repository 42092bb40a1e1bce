import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import type { BankListReport } from '../reports/documents/bank/bank-list-report.ts'
import type { JournalReport } from '../reports/documents/journal.ts'
import type { ReceivablesReport } from '../reports/documents/receivables.ts'
import { monthOf } from '../src/core/calendar/calendar.ts'
import type { MethodRate, Tariff } from '../src/core/fees/tariff.ts'
import type { JournalSettings } from '../src/core/journal.ts'
import { DEFAULT_POLICY } from '../src/core/policy.ts'
import type { ReceivableMapping } from '../src/core/receivables.ts'
import { asSlotDate, type SlotDate } from '../src/core/slot.ts'
import { receivableMappingReader } from '../src/input/bank/receivable-mapping-reader.ts'
import type { Settings } from '../src/input/settings.ts'
import { CONFIG_FILE } from '../src/input/sources/config-file-place.ts'
import { tariffText } from '../src/input/tariff/write-tariff.ts'
import { zoneByName } from '../src/input/zone.ts'
import { DEMO_WEEK, demoWeekTroubles, type Sandbox, startSandbox, type Trouble } from '../src/sandbox/index.ts'
import { CuadreError } from '../src/std/errors.ts'
import { makeFolder } from '../src/std/files/make-folder.ts'
import { writingTo } from '../src/std/files/writing-to.ts'
import type { Language } from '../src/words/language.ts'
import { importBankFiles } from './bank/import-bank-files.ts'
import { readBank } from './bank/read-bank.ts'
import { checkJob } from './check.ts'
import { importInvoices } from './fees/import-invoices.ts'
import { readFees } from './fees/read-fees.ts'
import { readJournal } from './journal.ts'
import { importLists } from './receivables/import-lists.ts'
import { runJob } from './run.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { readReceivables } from './steps/receivables/receivables-of-month.ts'
import { writeIndex } from './steps/report/write-index.ts'
import type { JobContext, JobReport } from './steps/run/context.ts'

/** The result of the demo. */
export interface DemoReport {
  readonly report: JobReport
  readonly folder: string
  /** The moment at which the made-up night runs. */
  readonly now: number
  /** The troubles that the scenario puts into the week. */
  readonly troubles: readonly Trouble[]
  /** What the bank's statement shows of the payouts. */
  readonly bank: BankListReport
  /** The week as vouchers, with example accounts. */
  readonly journal: JournalReport
  /** What the merchant's list says of its tenants; null where it has nothing. */
  readonly rents: ReceivablesReport | null
}

/** The error when the folder is not empty and was not made by a demo. */
const notOfADemo = (folder: string): CuadreError =>
  new CuadreError(
    'NOT_A_DEMO_FOLDER',
    {
      en: `${folder} holds something that the demo did not write`,
      es: `${folder} tiene algo que la demostración no escribió`,
    },
    {
      en: 'move it away, or run the demo in another folder',
      es: 'muévalo a otro lugar, o ejecute la demostración en otra carpeta',
    },
  )

const dateOf = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw new Error(`${text} is not a date`)
  return date
}

const MARK = 'ABOUT.txt'
const ABOUT = `Made by "cuadre demo": a made-up week, read from a sandbox on this machine. Each demo replaces it.\n`

/** Plays a made-up week with known troubles: the sandbox serves it, and the real job reads it over HTTP into a real database. */
export const runDemo = async (job: JobContext, folder: string): Promise<DemoReport> => {
  await clear(folder)
  await writeSettings(folder, job.settings.language)
  const sandbox = await startSandbox({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
  try {
    const now = Date.parse(DEMO_WEEK.clock)
    const settings = settingsOf(job.settings, sandbox, folder)
    const zone = zoneByName(settings.policy.timeZone)
    const dates = { from: dateOf(DEMO_WEEK.from), to: dateOf(DEMO_WEEK.to) }
    const asked = { dates, cycles: [], dryRun: false, failOn: 'error' } as const
    const ofDemo = { ...job, settings, zone, now: () => now, newRunId: () => 'demo' }
    const listFile = await fetchList(sandbox, folder)
    await importLists({ ...ofDemo, newRunId: () => 'demo-list' }, { files: [listFile], month: null, by: 'demo' })
    const { files } = await runJob(ofDemo, asked)
    const statementFile = await fetchStatement(sandbox, folder)
    const ofBank = { ...ofDemo, newRunId: () => 'demo-bank' }
    await importBankFiles(ofBank, { files: [statementFile], account: null, by: 'demo' })
    const invoiceFile = await fetchInvoice(sandbox, folder)
    const ofInvoice = { ...ofDemo, newRunId: () => 'demo-invoice' }
    await importInvoices(ofInvoice, { files: [invoiceFile], month: null, by: 'demo' })
    // The terminal speaks of the moment of which the pages speak: with the statement.
    // No page proposes to ask the sandbox again: it ends with the demo.
    const withoutService = { ...settings, baseUrl: null, apiKey: null }
    const checked = await checkJob({ ...ofDemo, settings: withoutService, newRunId: () => 'demo-check' }, asked)
    const report = { ...checked, files }
    const bank = await readBank({ ...ofDemo, asOf: null })
    const rents = await readReceivables({ ...ofDemo, asOf: null }, null)
    await readFees(ofDemo, { days: dates, asOf: null, billed: null, format: null })
    const ofPages = { ...ofDemo, settings: withoutService }
    const booked = { days: monthOf(dates.from), by: 'settlement', detail: 'invoice', template: null } as const
    const journal = await readJournal(ofDemo, { ...booked, format: 'csv', asOf: null, isWritten: true })
    await readJournal(ofDemo, { ...booked, format: 'hledger', asOf: null, isWritten: true })
    await withDatabase(ofDemo, 'demo', (store) => writeIndex(ofPages, store, now))
    return { report, folder, now, troubles: demoWeekTroubles, bank, journal, rents }
  } finally {
    await sandbox.close()
  }
}

/** A file name with a space, as users have them. */
const STATEMENT_FILE = 'Extracto bancario.csv'
const INVOICE_FILE = 'Factura del operador.xml'

/** Downloads the week's statement from the sandbox's bank. */
const fetchStatement = (sandbox: Sandbox, folder: string): Promise<string> =>
  fetchFile(sandbox, 'bank/bancolombia-csv', join(folder, STATEMENT_FILE))

/** Downloads the operator's invoice for the fees of the month so far. */
const fetchInvoice = (sandbox: Sandbox, folder: string): Promise<string> =>
  fetchFile(sandbox, `operator-invoice/${DEMO_WEEK.from.slice(0, 7)}`, join(folder, INVOICE_FILE))

const fetchFile = async ({ controlUrl }: Sandbox, path: string, file: string): Promise<string> => {
  const { statusCode, body } = await request(`${controlUrl}/${path}`)
  if (statusCode !== 200) throw new Error(`the sandbox answered ${statusCode}`)
  await write(file, Buffer.from(await body.arrayBuffer()))
  return file
}

const write = (file: string, content: string | Buffer): Promise<void> =>
  writingTo(file, () => writeFile(file, content, { mode: 0o600 }))

/** Downloads the list of what the merchant's tenants owe. */
const fetchList = (sandbox: Sandbox, folder: string): Promise<string> =>
  fetchFile(sandbox, 'receivables', join(folder, 'Cartera de marzo.csv'))

/** How the list of the demo is read, as a user would write it. Its week has the days before the due date that are needed. */
const LIST = {
  receivableMapping: {
    contract: 'Contrato',
    document: 'Cédula o NIT',
    owner: 'Propietario',
    amount: 'Canon',
    dueDate: 'Fecha límite',
    headerRows: 1,
    dates: 'dd/mm/yyyy',
  },
  receivableWindowDays: { before: 5, after: 60 },
} as const

const listMapping = (): ReceivableMapping => {
  const read = receivableMappingReader(LIST.receivableMapping)
  if (read === null || !('amount' in read)) throw new Error('the mapping of the demo is none')
  return read
}

const rate = (fixed: number, percent: number): MethodRate => ({ fixed, percent, min: null, max: null, tiers: [] })

/** The tariff of the demo's operator, as a user would write it. */
const TARIFF: Tariff = [
  {
    from: dateOf('2026-01-01'),
    methods: {
      breb: rate(1_900, 0),
      nequiButton: rate(0, 1.2),
      bancolombiaButton: rate(0, 1.2),
      pse: rate(3_200, 0),
      card: rate(800, 2.6),
    },
    tax: null,
    withholdings: [],
    rounding: 'invoice',
    to: 'peso',
    proposed: null,
  },
]

/** The operator's name as the sandbox's bank writes it. */
const BANK_TEXT = 'OPERADOR PAGOS'

/** Tax ids of the demo's merchant and of its operator, as the sandbox's invoice has them. */
const TAX_ID = '900123456'

/** An example of a ledger, in codes of the Colombian chart of accounts: a real one is for an accountant to say. */
const JOURNAL: JournalSettings = {
  accounts: {
    ...{ bank: '11100501', transit: '11100599', operator: '13809501', tenants: '28150501', fees: '53051501' },
    ...{ feeTax: '24080501', feesPayable: '23359501', chargebacks: '13809502', adjustments: '13809503' },
    ...{ gateway: '13809504', suspense: '13809599', accepted: '53959501', unknownCredits: '28059501' },
    ...{ bankCharges: '53050501', opening: '31959501' },
  },
  thirdParties: { operator: '901234567', bank: '890903938', tenants: 'document' },
  voucherType: '12',
  costCenter: null,
  from: null,
  basis: 'accrual',
  template: null,
}

/** Writes a settings file for commands over the demo's database. */
const writeSettings = (folder: string, language: Language): Promise<void> => {
  const bankText = JSON.stringify([BANK_TEXT])
  const text = `{\n  "db": "cuadre.db",\n  "out": "out",\n  "clock": "${DEMO_WEEK.clock}",\n  "language": "${language}",\n  "bankText": ${bankText},\n  "receivableMapping": ${JSON.stringify(LIST.receivableMapping)},\n  "receivableWindowDays": ${JSON.stringify(LIST.receivableWindowDays)},\n  "taxId": "${TAX_ID}",\n  "journal": ${JSON.stringify(JOURNAL)},\n  "tariff": ${tariffText(TARIFF).replaceAll('\n', '\n  ')}\n}\n`
  return write(join(folder, CONFIG_FILE), text)
}

/** The demo's own settings. It neither reads nor changes those of the user. */
const settingsOf = (
  settings: Settings,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  folder: string,
): Settings => ({
  ...settings,
  baseUrl,
  apiKey,
  db: join(folder, 'cuadre.db'),
  out: join(folder, 'out'),
  merchant: 'default',
  policy: { ...DEFAULT_POLICY, tariff: TARIFF, bankText: [BANK_TEXT], taxId: TAX_ID },
  receivableMapping: listMapping(),
  receivableWindowDays: LIST.receivableWindowDays,
  csvProfile: 'standard',
  journal: JOURNAL,
  // One settlement after the other: the numbers of its history are the same in every demo.
  concurrency: 1,
})

/** Empties the folder of an earlier demo. Refuses any other folder. */
const clear = async (folder: string): Promise<void> => {
  await writingTo(folder, async () => makeFolder(folder))
  const entries = await writingTo(folder, () => readdir(folder))
  if (entries.length > 0 && !entries.includes(MARK)) throw notOfADemo(folder)
  for (const entry of entries) await writingTo(folder, () => rm(join(folder, entry), { recursive: true, force: true }))
  await write(join(folder, MARK), ABOUT)
}
