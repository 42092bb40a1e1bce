import { assumptionsDocument, policyDocument } from '../reports/documents/assumptions.ts'
import type { MadeMonthPack } from '../reports/documents/audit.ts'
import type { BankListReport } from '../reports/documents/bank/bank-list-report.ts'
import type { ChargebacksReport } from '../reports/documents/chargebacks.ts'
import type { ClaimsReport } from '../reports/documents/claims.ts'
import type { InvoiceListReport } from '../reports/documents/fees/fees-invoices.ts'
import type { JournalReport } from '../reports/documents/journal.ts'
import { feesReport } from '../reports/fees/fees.ts'
import { DECISION_LEDGER, decisionRows } from '../reports/ledgers/decision-rows.ts'
import { DISCREPANCY_LEDGER } from '../reports/ledgers/discrepancy-row.ts'
import { IN_TRANSIT_LEDGER } from '../reports/ledgers/in-transit.ts'
import { INVOICE_LEDGER } from '../reports/ledgers/invoice-ledger.ts'
import type { LedgerFile } from '../reports/ledgers/ledger.ts'
import { SETTLEMENT_LEDGER } from '../reports/ledgers/settlement-ledger.ts'
import { STATEMENT_LEDGER, statementRows } from '../reports/ledgers/statement-rows.ts'
import {
  controlTable,
  failingIn,
  type PackFacts,
  packReport,
  reconciliationReport,
} from '../reports/pack/pack-report.ts'
import type { Statement } from '../reports/statements/statement.ts'
import { statementPage } from '../reports/statements/statement-page.tsx'
import { type Days, isWithin } from '../src/core/calendar/calendar.ts'
import type { Row } from '../src/core/cell.ts'
import type { Closing } from '../src/core/findings/act.ts'
import { journalOf } from '../src/core/journal.ts'
import type { Moment } from '../src/core/past-run.ts'
import { maskPayment } from '../src/core/personal/personal.ts'
import { daysBetween } from '../src/core/slot.ts'
import { localTime } from '../src/input/zone.ts'
import { csvPieces } from '../src/print/csv/csv.ts'
import { csvSheet } from '../src/print/csv.ts'
import { reportPage } from '../src/print/html.tsx'
import { refuseOccupied } from '../src/print/pack/target.ts'
import { type PackFile, packFile, packJson, writePack } from '../src/print/pack/write.ts'
import { type Report, tablesIn } from '../src/print/report.ts'
import { positionOf } from '../src/rules/account/position-of.ts'
import { closingOf } from '../src/rules/assessment/slot-report.ts'
import { CuadreError } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { chargebacksIn } from './chargebacks.ts'
import { bookedDays, bookJournal, type Journal } from './journal.ts'
import { statementAtClosing } from './statement.ts'
import { bankListIn } from './steps/bank/payouts-at-bank.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { journalFiles } from './steps/journal/journal-files.ts'
import { customerHider, maskStore } from './steps/mask/mask-store.ts'
import { claimsInStore } from './steps/query/claims-in-store.ts'
import { feesOfDays } from './steps/query/fees-of-days.ts'
import { nothingPulled } from './steps/query/nothing-pulled.ts'
import { readAsKnown } from './steps/query/read-as-known.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { settlementsInDatabase } from './steps/report/counted-reports.ts'
import {
  atOnce,
  daysAsKnown,
  discrepanciesOf,
  eachDay,
  invoicesOf,
  type LedgerDay,
  settlementsOf,
} from './steps/report/ledger-days.ts'
import type { JobContext } from './steps/run/context.ts'

/** The lists of a pack that are the answers to questions: how each is told. */
export interface PackLists {
  readonly bank: (facts: BankListReport) => Report
  readonly chargebacks: (facts: ChargebacksReport) => Report
  readonly claims: (facts: ClaimsReport) => Report
  readonly invoices: (facts: InvoiceListReport) => Report
  readonly journal: (facts: JournalReport) => Report
}

export interface PackRequest {
  readonly days: Days
  readonly path: string
  /** Whether names and documents of customers stand in it. */
  readonly hasNames: boolean
  /** Before the closing, a draft. */
  readonly isDraft: boolean
  readonly by: string
  readonly lists: PackLists
}

export type PackReport = Omit<MadeMonthPack, 'path'>

/**
 * Writes what an auditor asks for of a month, as it was known at its closing: the same closing gives the same bytes. The making of a pack
 * of a closed month is recorded.
 */
export const makePack = async (job: JobContext, request: PackRequest): Promise<PackReport> => {
  const { days, path, by } = request
  await refuseOccupied(path)
  const closing = await closingBehind(job, request)
  const month = days.from.slice(0, 7)
  const pack = await readAsKnown(job, closing && { kind: 'number', number: closing.number }, (store, context, moment) =>
    packFrom({ job: context, store, moment, closing }, request),
  )
  if (pack === null) throw neverPulled(days)
  if (closing !== null)
    await withDatabase(job, 'pack', (store) =>
      store.periods.recordPack({ month, manifest: pack.manifestSha256 }, { by, at: job.now() }),
    )
  return pack
}

const neverPulled = ({ from, to }: Days): CuadreError =>
  nothingPulled({ en: from.slice(0, 7), es: from.slice(0, 7) }, `cuadre run --from ${from} --to ${to}`)

/** Null for a draft of a month that is not closed. */
const closingBehind = async (job: JobContext, { days, isDraft }: PackRequest): Promise<Closing | null> => {
  const found = await readDatabase(job, async (store) => {
    const states = await store.slots.states(days)
    if (states.every(({ pull }) => pull === null)) return null
    return { closing: closingOf(await store.periods.closings(), days.to) }
  })
  if (found === null) throw neverPulled(days)
  if (found.closing !== null || isDraft) return found.closing
  const month = days.from.slice(0, 7)
  throw new CuadreError(
    'NOT_CLOSED',
    { en: `${month} is not closed`, es: `${month} no está cerrado` },
    job.zone.dateAt(job.now()) > days.to
      ? {
          en: `close it with: cuadre close --through ${days.to}; or add --draft`,
          es: `ciérrelo con: cuadre close --through ${days.to}; o agregue --draft`,
        }
      : { en: 'it is not over: add --draft', es: 'no ha terminado: agregue --draft' },
  )
}

interface PackSource {
  readonly job: JobContext
  readonly store: Store
  readonly moment: Moment
  readonly closing: Closing | null
}

/** The facts of the index, and of the lists beside it. */
interface Gathered {
  readonly facts: PackFacts
  readonly bank: BankListReport | 'nothing'
  readonly chargebacks: ChargebacksReport
  readonly claims: ClaimsReport
  /** The invoices of the operator for the month. */
  readonly invoices: InvoiceListReport
  readonly journal: Journal | null
}

const packFrom = async (source: PackSource, request: PackRequest): Promise<PackReport> => {
  const { job, store, moment, closing } = source
  const { days, path, hasNames } = request
  const dates = daysBetween(days.from, days.to)
  // A part of the month may have been closed before: its figures are those of this closing, as those of the statement are.
  const ledgerDays = await daysAsKnown(job, store, { dates, masked: !hasNames })
  const gathered = await gather(source, request, await unreadIn(ledgerDays))
  const about = {
    merchant: store.merchant.name,
    month: days.from.slice(0, 7),
    madeAt: new Date(closing?.at ?? moment.at).toISOString(),
    masked: !hasNames,
    isDraft: closing === null,
    madeBy: job.version,
  }
  const parts = withIndex(job, gathered, partsOf(source, request, gathered, ledgerDays))
  return {
    ...(await writePack(path, parts, about, job.signal)),
    merchant: about.merchant,
    days,
    isDraft: about.isDraft,
    masked: about.masked,
    failing: failingIn(gathered.facts),
  }
}

/** The settlements that were due, or lie before the first reading, and were never read whole. */
const unreadIn = async (days: readonly LedgerDay[]): Promise<number> => {
  let unread = 0
  for (const day of days)
    unread += (await day.slots()).filter(
      // What is not due yet is not read either.
      ({ report: { money, verdict } }) => money.notCompared === 'unread' && verdict !== 'not-due',
    ).length
  return unread
}

const gather = async (
  { job, store, moment, closing }: PackSource,
  { days, hasNames }: PackRequest,
  unread: number,
): Promise<Gathered> => {
  const shown = hasNames ? store : maskStore(store)
  const { settings, zone } = job
  const named = await statementAtClosing(store, shown, job, { moment, days, closing })
  const statement = hasNames ? named : await withoutCustomers(named, store)
  const all = await settlementsInDatabase(job, store, job.now(), { until: days.to, days })
  const reports = all.reports.filter(({ slot }) => isWithin(slot.date, days))
  const fees = await feesOfDays(store, job, moment, days, settings.policy)
  const chargebacks = await chargebacksIn(store, job)
  const { claims } = await claimsInStore(shown)
  const invoices = await store.operatorInvoices.all()
  const journal = await journalIn(store, shown, job, { moment, days })
  const { name: merchant } = store.merchant
  const today = zone.dateAt(job.now())
  return {
    facts: {
      ...{ merchant, days, today, zone, statement, reports, claims, position: positionOf(reports), unread },
      fees: {
        ...fees,
        merchant,
        merchants: settings.merchants,
        language: settings.language,
        zone,
        days,
        bill: null,
        closed: closing && { closing, now: fees },
      },
      adjustments: chargebacks.account.adjustments,
      journal: journal?.report ?? null,
    },
    journal,
    bank: await bankListIn(store, job),
    chargebacks,
    claims: { merchant, asOf: null, today, claims },
    invoices: { merchant, asOf: null, invoices: invoices.filter(({ period }) => period === days.from.slice(0, 7)) },
  }
}

const withoutCustomers = async (statement: Statement, store: Store): Promise<Statement> => {
  const [hide, { inTransit }] = [await customerHider(store), statement]
  const payments = inTransit.payments.map((payment) => maskPayment(payment, hide))
  return { ...statement, inTransit: { ...inTransit, payments } }
}

/** Null without a journal, for a month before it, and by cash without a bank. The draft is made of what is not masked. */
const journalIn = async (
  store: Store,
  shown: Store,
  job: JobContext,
  { moment, days: asked }: { readonly moment: Moment; readonly days: Days },
): Promise<Journal | null> => {
  const journal = journalOf(job.settings.journal)
  const days = journal && bookedDays(asked, journal)
  if (journal === null || days === null) return null
  if (journal.basis === 'cash' && !(await store.bank.isKnown())) return null
  const request = { by: 'settlement', detail: 'invoice', format: 'csv' } as const
  return bookJournal(job, store, { journal, moment, days, shown, request, sheet: null })
}

/** The index comes last, since it lists the other files. */
async function* withIndex(
  job: JobContext,
  { facts }: Gathered,
  parts: AsyncIterable<PackFile>,
): AsyncGenerator<PackFile> {
  const names: string[] = []
  for await (const part of parts) {
    names.push(part.name)
    yield part
  }
  yield page('index.html', packReport(facts, names), job)
}

/** The files of a pack: one list, to which another part of the month adds its own. */
async function* partsOf(
  { job, closing }: PackSource,
  { lists }: PackRequest,
  { facts, bank, chargebacks, claims, invoices, journal }: Gathered,
  days: readonly LedgerDay[],
): AsyncGenerator<PackFile> {
  const { settings, zone } = job
  const { csvProfile, language } = settings
  const { statement, merchant } = facts
  const csv = ({ file, heads }: LedgerFile, rows: AsyncIterable<readonly Row[]> | readonly Row[]): PackFile => ({
    name: file,
    pieces: csvPieces(heads, Symbol.asyncIterator in rows ? rows : [rows], csvProfile),
  })
  const tables = (prefix: string, report: Report, rename: Readonly<Record<string, string>> = {}): readonly PackFile[] =>
    tablesIn('csv', report).map(({ name }) => {
      const { heads, rows } = csvSheet(report, name, language)
      return csv({ file: `${rename[name] ?? `${prefix}${name}`}.csv`, heads }, rows)
    })
  yield packFile('statement.html', statementPage(statement, null))
  yield csv(STATEMENT_LEDGER, statementRows(statement.account, merchant))
  yield csv(SETTLEMENT_LEDGER, eachDay(days, atOnce(settlementsOf)))
  yield csv(INVOICE_LEDGER, eachDay(days, invoicesOf))
  yield csv(DISCREPANCY_LEDGER, eachDay(days, discrepanciesOf))
  yield csv(DECISION_LEDGER, decisionRows(statement.decisions, { merchant, clock: (at) => zone.clockAt(at) }))
  yield csv(
    IN_TRANSIT_LEDGER,
    statement.inTransit.payments.map((payment) =>
      IN_TRANSIT_LEDGER.row(payment, {
        merchant,
        at: statement.inTransit.figures.at,
        localTime: (text) => localTime(text, zone),
      }),
    ),
  )
  yield* tables('fees-', feesReport(facts.fees))
  if (invoices.invoices.length > 0)
    yield* tables('operator-invoices-', lists.invoices(invoices), { invoices: 'operator-invoices' })
  yield* tables('', lists.chargebacks(chargebacks))
  yield* tables('', lists.claims(claims), { letters: 'claim-letters' })
  if (statement.account.bank !== null && bank !== 'nothing') {
    const reconciliation = reconciliationReport(facts, statement.account.bank)
    yield page('bank-reconciliation.html', reconciliation, job)
    yield* tables('', reconciliation, { reconciliation: 'bank-reconciliation' })
    yield* tables('bank-', lists.bank(bank))
  }
  if (journal !== null) {
    yield* await journalFiles(journal.plan)
    yield* tables('journal-', lists.journal(journal.report))
  }
  yield csv({ file: 'closing.csv', heads: CLOSING_HEADS }, closingRows(closing, job))
  yield packJson('policy.json', {
    madeBy: job.version,
    policy: policyDocument(settings.policy),
    assumptions: assumptionsDocument(settings.policy, settings),
  })
  yield* tables('', { merchant, title: { en: '', es: '' }, sections: [controlTable(facts)] })
}

const CLOSING_HEADS = ['number', 'through', 'by', 'at', 'forced', 'reason']

const closingRows = (closing: Closing | null, { zone }: JobContext): readonly Row[] =>
  closing === null
    ? []
    : [
        [
          closing.number,
          closing.through,
          closing.by,
          zone.clockAt(closing.at),
          closing.isForced,
          closing.reason || null,
        ],
      ]

const page = (name: string, report: Report, { settings }: JobContext): PackFile =>
  packFile(name, reportPage(report, settings.language))
