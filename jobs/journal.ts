import { basename, join } from 'node:path'
import type { JournalReport } from '../reports/documents/journal.ts'
import { type Days, EVER } from '../src/core/calendar/calendar.ts'
import { type JournalSettings, journalOf } from '../src/core/journal.ts'
import { sumOf, ZERO } from '../src/core/money.ts'
import type { AsOf, Moment } from '../src/core/past-run.ts'
import { asSlotDate, dayMonthYear, nameOf, type SlotDate } from '../src/core/slot.ts'
import { MissingAccounts } from '../src/journal/accounts.ts'
import { expectedBalances, type ProofFacts } from '../src/journal/proofs.ts'
import { guessTemplate } from '../src/journal/sheets.ts'
import { JournalSums } from '../src/journal/summary.ts'
import { headsIn, type OwnSheet, sheetIn } from '../src/journal/template.ts'
import type { Grouping } from '../src/journal/vouchers.ts'
import { writeTogether } from '../src/print/files/together.ts'
import { type AccountReport, operatorAccount } from '../src/rules/account/operator-account.ts'
import { closingOf } from '../src/rules/assessment/slot-report.ts'
import { CuadreError, hasCode } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { bytesOfFile } from '../src/tables/bytes-of-file.ts'
import { FileFault } from '../src/tables/file-fault.ts'
import { refuseFolderOfOther } from './steps/database/refuse-folder-of-other.ts'
import { type BookedFacts, bookAll, draftJournal, firstOpenDay } from './steps/journal/draft-journal.ts'
import { type JournalFormat, type JournalPlan, journalFiles } from './steps/journal/journal-files.ts'
import { inDatabaseAsOf } from './steps/query/database-as-of.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { paymentsInTransit } from './steps/query/payments-in-transit.ts'
import { newestMonth, readAsKnown } from './steps/query/read-as-known.ts'
import type { JobContext, QueryContext } from './steps/run/context.ts'

/** What other figures say of the end of a day; of a closed day as they were at its closing. */
export const proofFacts = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
  facts: BookedFacts,
  day: SlotDate,
): Promise<ProofFacts> => {
  const closing = closingOf(await store.periods.closings(), day)
  if (closing === null) return factsOf(store, context, basis, facts, day)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, async (then) =>
    factsOf(then.store, then.context, basis, await bookAll(then.store, then.context, basis, async () => {}), day),
  )
}

const factsOf = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
  { account, all }: BookedFacts,
  day: SlotDate,
): Promise<ProofFacts> => {
  const { figures } = await paymentsInTransit(store, context, day)
  const paid = all.flatMap(({ slot, final }) => {
    const paidOn = account.times.get(nameOf(slot))?.paidOn ?? null
    return final?.isPaidOut && paidOn !== null && paidOn <= day ? final.settlement.payout : ZERO
  })
  return {
    day,
    inTransit: figures.total.sum,
    account: operatorAccount({ ...account, reports: account.reports.map(withoutEcho) }, { from: BEGINNING, to: day }),
    paidOut: sumOf(paid),
    settlements: all,
    policy: context.settings.policy,
    basis,
  }
}

/** The answer for another settlement is not booked, and pays out nothing. */
const withoutEcho = (report: AccountReport): AccountReport =>
  report.money.isEcho === true ? { ...report, money: { ...report.money, paidOut: null } } : report

/** Before every settlement; the account also asks for the day before it. */
const BEGINNING = asSlotDate('0001-01-02') as SlotDate

export interface JournalRequest extends Grouping {
  /** The days of the entries; null for the month of the newest settlement. */
  readonly days: Days | null
  readonly format: JournalFormat
  /** The user's own sheet, which is then written instead. */
  readonly template: string | null
  readonly asOf: AsOf | null
  /** Whether files are written; then every account must be set. */
  readonly isWritten: boolean
}

/** Books the days as vouchers, and writes them to `<out>/journal/<from>_<to>/`. Only reads the database. */
export const readJournal = async (job: JobContext, request: JournalRequest): Promise<JournalReport> => {
  const journal = journalOf(job.settings.journal)
  if (journal === null) throw noJournal()
  const sheet = request.template === null ? null : await ownSheet(request.template)
  const report = await readAsKnown(job, request.asOf, async (store, context, moment) => {
    await refuseFolderOfOther(job.settings.out, store.merchant)
    const asked = request.days ?? (await newestMonth(store))
    if (asked === null || (await store.slots.states()).every(({ pull }) => pull === null)) return null
    return journalFrom(
      context,
      store,
      { journal, moment, days: asked, shown: store, request, sheet },
      request.isWritten,
    )
  })
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', request.asOf)
  return report
}

/** What is asked of a journal. `shown` is the store of which the vouchers are read, which may be masked. */
export interface JournalAsked {
  readonly journal: JournalSettings
  readonly moment: Moment
  readonly days: Days
  readonly shown: Store
  readonly request: Grouping & Pick<JournalRequest, 'format'>
  readonly sheet: OwnSheet | null
}

/** A journal whose draft stands in the store: its report, and the plan of its files. */
export interface Journal {
  readonly report: JournalReport
  readonly plan: JournalPlan
  readonly missing: MissingAccounts
}

const journalFrom = async (
  context: JobContext,
  store: Store,
  asked: JournalAsked,
  isWritten: boolean,
): Promise<JournalReport> => {
  const days = bookedDays(asked.days, asked.journal)
  if (days === null) throw beforeJournal(asked.journal.from ?? asked.days.from)
  if (asked.journal.basis === 'cash' && !(await store.bank.isKnown())) throw noBank()
  const { report, plan, missing } = await bookJournal(context, store, { ...asked, days })
  if (!isWritten) return report
  missing.refuse()
  const folder = join(context.settings.out, 'journal', `${days.from}_${days.to}`)
  const written = await writeTogether(folder, await journalFiles(plan), context.signal)
  return { ...report, files: written.map(({ path }) => path) }
}

/** The days from the first of the journal on; null where all lie before it. */
export const bookedDays = ({ from, to }: Days, journal: JournalSettings): Days | null => {
  const first = later(from, journal.from ?? from)
  return first > to ? null : { from: first, to }
}

/** Books the days in the store, and proves them. Writes no file. */
export const bookJournal = async (
  context: JobContext,
  store: Store,
  { journal, moment, days, shown, request, sheet }: JournalAsked,
): Promise<Journal> => {
  const facts = await draftJournal(store, context, journal.basis)
  const open = await firstOpenDay(store)
  const sums = new JournalSums(journal, days.from)
  const missing = new MissingAccounts()
  for await (const page of store.journal.entries({ from: EVER.from, to: days.to }, open))
    for (const entry of page) {
      sums.add(entry)
      if (entry.date >= days.from && entry.closing === null) missing.add(entry, journal)
    }
  const proofs = sums.proofs(expectedBalances(await proofFacts(store, context, journal.basis, facts, days.to)))
  const today = context.zone.dateAt(context.now())
  const report = {
    merchant: store.merchant.name,
    days,
    provedOn: today < days.to ? today : days.to,
    moment,
    basis: journal.basis,
    openFrom: open <= EVER.from ? null : open,
    frozen: sums.frozen,
    open: sums.open,
    kinds: sums.kinds(),
    roles: sums.roles(),
    missing: [...missing.lines].sort().map(([role, lines]) => ({ role, lines })),
    proofs,
    files: [],
  }
  const plan = { store: shown, context, journal, days, open, sums, proofs, sheet, request, format: request.format }
  return { report, plan, missing }
}

const later = (a: SlotDate, b: SlotDate): SlotDate => (a > b ? a : b)

/** The rows of the user's own sheet. */
const ownSheet = async (path: string): Promise<OwnSheet> => {
  const name = basename(path)
  try {
    return sheetIn(await bytesOfFile(path), name)
  } catch (error) {
    const isFault = error instanceof FileFault
    if (!isFault && !hasCode(error, 'BANK_FILE_WRONG')) throw error
    throw new CuadreError(
      'JOURNAL_TEMPLATE',
      isFault ? { en: `${name}: ${error.what.en}`, es: `${name}: ${error.what.es}` } : error.texts.message,
      { en: 'save the sheet again as .xlsx or CSV', es: 'guarde de nuevo la hoja como .xlsx o CSV' },
    )
  }
}

/** What the heads of a sheet would hold, as `journal.template` says it. */
export const guessOwnSheet = async (path: string): Promise<Readonly<Record<string, string>>> =>
  guessTemplate(headsIn(await ownSheet(path), null).heads)

export const noJournal = (): CuadreError =>
  new CuadreError(
    'NO_JOURNAL',
    { en: 'no journal is set up', es: 'no hay comprobantes configurados' },
    {
      en: 'set journal.accounts in the settings file; see the chapter on the journal',
      es: 'indique journal.accounts en el archivo de parámetros; véase el capítulo de los comprobantes',
    },
  )

const noBank = (): CuadreError =>
  new CuadreError(
    'NO_BANK_STATEMENT',
    {
      en: 'journal.basis is cash, and no statement of the bank was imported',
      es: 'journal.basis es cash, y no se importó ningún extracto del banco',
    },
    { en: 'import one with "cuadre bank import FILE"', es: 'importe uno con "cuadre bank import ARCHIVO"' },
  )

const beforeJournal = (from: SlotDate): CuadreError =>
  new CuadreError(
    'NO_JOURNAL',
    {
      en: `the journal begins on ${from} (journal.from)`,
      es: `los comprobantes empiezan el ${dayMonthYear(from)} (journal.from)`,
    },
    { en: `name days from ${from} on`, es: `indique días desde el ${dayMonthYear(from)}` },
  )
