import { type Days, isWithin, type Zone } from '../../src/core/calendar/calendar.ts'
import { isDecision, ticketOf } from '../../src/core/findings/act.ts'
import { isOpen } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import { type Slot, type SlotDate, sameSlot } from '../../src/core/slot.ts'
import { slotInTable } from '../../src/print/in-table.ts'
import { inEach } from '../../src/print/names.ts'
import { column, type Note, note, type Report, type ReportTable, table } from '../../src/print/report.ts'
import type { BankAccount } from '../../src/rules/account/bank-account.ts'
import { type Claim, isPastDay } from '../../src/rules/account/claims.ts'
import type { Position } from '../../src/rules/account/position.ts'
import { type Adjustment, notExplained } from '../../src/rules/assessment/chargeback-account.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import {
  bankAmbiguous,
  bankDiffers,
  bankMissing,
  bankUnconfirmed,
  bankUnknownCredit,
} from '../../src/rules/checks/bank.ts'
import { adjustment } from '../../src/rules/checks/chargebacks.ts'
import { collectedMismatch, countMismatch, feesMismatch, invoicesMissing } from '../../src/rules/checks/figures.ts'
import { malformedRecord } from '../../src/rules/checks/list.ts'
import { type Both, inBoth } from '../../src/std/both.ts'
import { dayIn, monthIn } from '../../src/words/dates.ts'
import { firstSentence } from '../../src/words/first-sentence.ts'
import { wordsIn } from '../../src/words/words.ts'
import { hasFailed, type JournalReport } from '../documents/journal.ts'
import { entriesOff, type FeesReport, hasTariff } from '../fees/fees-report.ts'
import type { Statement } from '../statements/statement.ts'

/** The facts of a month for an auditor, all as known at its closing. */
export interface PackFacts {
  readonly merchant: string
  readonly days: Days
  /** The day of the closing, or of the draft. */
  readonly today: SlotDate
  readonly zone: Zone
  readonly statement: Statement
  readonly position: Position
  readonly reports: readonly CountedReport[]
  /** Settlements of the month that were due and never read whole. */
  readonly unread: number
  readonly fees: FeesReport
  readonly claims: readonly Claim[]
  readonly adjustments: readonly Adjustment[]
  readonly journal: JournalReport | null
}

/** One line from the balance by the books to the balance by the bank. */
export interface ReconciliationLine {
  readonly name: string
  readonly head: Both<string>
  /** What of it enters the sum; `beside` is in none. */
  readonly kind: 'line' | 'sum' | 'beside'
  readonly sum: Centavos
}

const decidedIn = (bank: BankAccount): Centavos =>
  minus(
    bank.acceptedMore.sum,
    sumOf(
      [bank.acceptedLess, bank.recovered, bank.negativePayouts, bank.echoes, bank.notCovered].map(({ sum }) => sum),
    ),
  )

const RECONCILIATION: readonly (Omit<ReconciliationLine, 'sum'> & { readonly of: (bank: BankAccount) => Centavos })[] =
  [
    {
      ...{ name: 'opening', kind: 'line' },
      head: { en: 'On the way or missing at the beginning', es: 'En tránsito o sin llegar al comienzo' },
      of: ({ opening }) => opening.sum,
    },
    {
      ...{ name: 'paid_out', kind: 'line' },
      head: { en: 'Paid out by the operator in these days', es: 'Abonado por el operador en estos días' },
      of: ({ paidOut }) => paidOut.sum,
    },
    {
      ...{ name: 'decided', kind: 'line' },
      head: {
        en: 'Accepted, paid otherwise, or not expected at the bank',
        es: 'Aceptado, pagado por otra vía o que no se espera en el banco',
      },
      of: decidedIn,
    },
    {
      ...{ name: 'books', kind: 'sum' },
      head: { en: 'Balance by the books', es: 'Saldo según libros' },
      of: (bank) => sumOf([bank.opening.sum, bank.paidOut.sum, decidedIn(bank)]),
    },
    {
      ...{ name: 'on_the_way', kind: 'line' },
      head: { en: 'On the way', es: 'Partidas en tránsito' },
      of: ({ onTheWay }) => negate(onTheWay.sum),
    },
    {
      ...{ name: 'unexplained', kind: 'line' },
      head: {
        en: 'Unexplained: missing, short, or to be decided',
        es: 'Sin explicar: no llegó, llegó menos o falta decidir',
      },
      of: ({ undecided, missing, arrivedLess }) => negate(sumOf([undecided.sum, missing.sum, arrivedLess.sum])),
    },
    {
      ...{ name: 'over', kind: 'line' },
      head: { en: 'Unexplained: arrived too much', es: 'Sin explicar: llegó de más' },
      of: ({ arrivedMore }) => arrivedMore.sum,
    },
    {
      ...{ name: 'bank', kind: 'sum' },
      head: {
        en: 'Balance by the bank: credits of these payouts',
        es: 'Saldo según el banco: consignaciones de estos abonos',
      },
      of: ({ arrived }) => arrived.sum,
    },
    {
      ...{ name: 'unknown_credits', kind: 'beside' },
      head: { en: 'Beside it: credits that no payout explains', es: 'Aparte: consignaciones que ningún abono explica' },
      of: ({ unknownCredits }) => unknownCredits.sum,
    },
  ]

/**
 * The bank reconciliation in the form of an auditor, for the payouts of the operator: balance by the books, on the way, unexplained,
 * balance by the bank. It foots, since the account of the bank does.
 */
const reconciliationOf = (bank: BankAccount): readonly ReconciliationLine[] =>
  RECONCILIATION.map(({ of, ...line }) => ({ ...line, sum: of(bank) }))

const unexplainedIn = ({ undecided, missing, arrivedLess, arrivedMore, unknownCredits }: BankAccount): Centavos =>
  sumOf([undecided.sum, missing.sum, arrivedLess.sum, arrivedMore.sum, unknownCredits.sum])

/** What a control came to; `holds` is null where the merchant does without. */
interface Outcome {
  readonly holds: boolean | null
  readonly sum?: Centavos
  readonly number?: number
}

/** A control of the month, and the file of which its figure is a cell or a sum. */
interface Control {
  readonly name: string
  readonly title: Both<string>
  readonly file: string
  /** What of the file the figure is. */
  readonly from: string
  readonly of: (facts: PackFacts) => Outcome
}

type Found = CountedReport['discrepancies'][number]

/** What the findings of a control are. */
const foundBy = (...checks: readonly { readonly code: string }[]): ((one: Found) => boolean) => {
  const codes = new Set(checks.map(({ code }) => code))
  return ({ code }) => codes.has(code)
}
/** A list is not what its settlement reports, or could not be read whole. */
const OF_LIST = foundBy(collectedMismatch, countMismatch, invoicesMissing, malformedRecord)
const OF_BANK = foundBy(bankAmbiguous, bankDiffers, bankMissing, bankUnconfirmed, bankUnknownCredit)
const OF_FEES = foundBy(feesMismatch)
const OF_ADJUSTMENT = foundBy(adjustment)

const isAnyOpen = (reports: readonly CountedReport[], isOfControl: (one: Found) => boolean): boolean =>
  reports.some(({ discrepancies }) => discrepancies.some((one) => isOfControl(one) && isOpen(one)))

/** Whether each of these settlements has such findings, and none of them is open. */
const isAllDecided = (
  slots: readonly { readonly slot: Slot }[],
  reports: readonly CountedReport[],
  isOfControl: (one: Found) => boolean,
): boolean =>
  slots.every(({ slot }) => {
    const own = reports.filter((report) => sameSlot(report.slot, slot))
    return own.some(({ discrepancies }) => discrepancies.some(isOfControl)) && !isAnyOpen(own, isOfControl)
  })

const CONTROLS: readonly Control[] = [
  {
    name: 'read',
    title: {
      en: 'Every settlement of the month was read whole (number: not read)',
      es: 'Cada liquidación del mes se leyó completa (número: sin leer)',
    },
    ...{ file: 'settlement-ledger.csv', from: 'rows whose not_compared is unread, and whose verdict is not not-due' },
    of: ({ unread }) => ({ holds: unread === 0, number: unread }),
  },
  {
    name: 'ledger',
    title: {
      en: 'What each settlement reports as collected is what its invoices come to, or it was decided about (number: settlements that differ; COP: reported less listed)',
      es: 'Lo que cada liquidación reporta como recaudo es lo que suman sus facturas, o se decidió sobre ello (número: liquidaciones que difieren; COP: reportado menos listado)',
    },
    file: 'settlement-ledger.csv',
    from: 'rows with collected_reported: those of another collected_listed or invoices_listed, and sum of collected_reported - collected_listed',
    of: ({ reports }) => {
      const gaps = reports.flatMap(({ settlement, totals }) =>
        settlement === null || totals === null
          ? []
          : { sum: minus(settlement.collected, totals.collected), count: settlement.invoiceCount - totals.counted },
      )
      return {
        holds: !isAnyOpen(reports, OF_LIST),
        number: gaps.filter(({ sum, count }) => sum !== ZERO || count !== 0).length,
        sum: sumOf(gaps.map(({ sum }) => sum)),
      }
    },
  },
  {
    name: 'payouts',
    title: {
      en: 'Each payout is what its settlement comes to, or was decided about (COP: difference)',
      es: 'Cada abono es lo que da su liquidación, o se decidió sobre él (COP: diferencia)',
    },
    ...{ file: 'settlement-ledger.csv', from: 'sum of payout_difference' },
    of: ({ position: { owed, overpaid }, reports }) => ({
      holds: owed.open.number + overpaid.open.number === 0,
      sum: sumOf(reports.map(({ money }) => money.difference ?? ZERO)),
    }),
  },
  {
    name: 'account',
    title: {
      en: 'The account with the operator adds up (COP: its balance)',
      es: 'La cuenta con el operador cuadra (COP: su saldo)',
    },
    ...{ file: 'statement.csv', from: 'amount of the line closing' },
    // An account that does not foot is never made.
    of: ({ statement }) => ({ holds: true, sum: statement.account.closing }),
  },
  {
    name: 'bank',
    title: {
      en: 'What was paid out in the month is at the bank or on the way and each credit has its payout, or it was decided about (COP: unexplained by the last day, also of earlier months)',
      es: 'Lo abonado en el mes está en el banco o en tránsito y cada consignación tiene su abono, o se decidió sobre ello (COP: sin explicar al último día, también de meses anteriores)',
    },
    ...{ file: 'bank-reconciliation.csv', from: 'over + unknown_credits - unexplained' },
    of: ({ statement: { account }, reports }) =>
      account.bank === null
        ? { holds: null }
        : { holds: !isAnyOpen(reports, OF_BANK), sum: unexplainedIn(account.bank) },
  },
  {
    name: 'open',
    title: { en: 'No error is open (number: open)', es: 'No hay errores por revisar (número: abiertos)' },
    ...{ file: 'discrepancies.csv', from: 'rows of severity error that are new or open' },
    of: ({ reports }) => {
      const number = reports
        .flatMap(({ discrepancies }) => discrepancies)
        .filter((one) => one.severity === 'error' && isOpen(one)).length
      return { holds: number === 0, number }
    },
  },
  {
    name: 'claims',
    title: {
      en: 'What the operator owes is claimed, and no claim is past its day (COP: outstanding)',
      es: 'Lo que debe el operador está reclamado y ninguna reclamación está vencida (COP: pendiente)',
    },
    ...{ file: 'claims.csv', from: 'sum of left' },
    of: ({ position: { notArrived, tooLittle }, claims, today }) => {
      const isClaimed = notArrived.open.number + tooLittle.open.number === 0
      if (claims.length === 0) return { holds: isClaimed ? null : false }
      const isLate = claims.some((one) => isPastDay(one, today))
      return { holds: isClaimed && !isLate, sum: sumOf(claims.map(({ left }) => left)) }
    },
  },
  {
    name: 'fees',
    title: {
      en: 'The fees are those of the tariff, or it was decided about them (number: settlements off it)',
      es: 'Las comisiones son las de la tarifa, o se decidió sobre ellas (número: liquidaciones fuera de ella)',
    },
    ...{ file: 'fees-settlements.csv', from: 'rows that are off the tariff' },
    of: ({ fees, reports }) => {
      const off = entriesOff(fees)
      return hasTariff(fees) ? { holds: isAllDecided(off, reports, OF_FEES), number: off.length } : { holds: null }
    },
  },
  {
    name: 'adjustments',
    title: {
      en: 'Each adjustment of the month is explained by chargebacks or claims, or was decided about (COP: not explained, also of earlier months)',
      es: 'Cada ajuste del mes lo explican contracargos o reclamaciones, o se decidió sobre él (COP: sin explicar, también de meses anteriores)',
    },
    ...{ file: 'adjustments.csv', from: 'sum of not_explained' },
    of: ({ adjustments, reports, days }) => {
      if (adjustments.length === 0) return { holds: null }
      const unexplained = adjustments.filter((one) => isWithin(one.slot.date, days) && notExplained(one) !== ZERO)
      return { holds: isAllDecided(unexplained, reports, OF_ADJUSTMENT), sum: sumOf(adjustments.map(notExplained)) }
    },
  },
  {
    name: 'journal',
    title: {
      en: 'The proofs of the journal hold (number: those that do not)',
      es: 'Las pruebas de los comprobantes se cumplen (número: las que no)',
    },
    ...{ file: 'journal-proofs.csv', from: 'rows whose difference is not 0' },
    of: ({ journal }) => {
      if (journal === null) return { holds: null }
      const number = journal.proofs.filter(hasFailed).length
      return { holds: number === 0, number }
    },
  },
  {
    name: 'closed',
    title: { en: 'The month was closed, and not by force', es: 'El mes se cerró, y sin forzarlo' },
    ...{ file: 'closing.csv', from: 'its row' },
    of: ({ statement: { closed } }) => ({ holds: closed !== null && !closed.closing.isForced }),
  },
]

/** How many controls do not hold. */
export const failingIn = (facts: PackFacts): number => CONTROLS.filter(({ of }) => of(facts).holds === false).length

export const DRAFT: Both<string> = {
  en: 'A draft: this month is not closed, and its figures may still change.',
  es: 'Es un borrador: este mes no está cerrado y sus cifras pueden cambiar.',
}

const draftNotes = ({ statement }: PackFacts): readonly Note[] =>
  statement.closed === null ? [note(DRAFT, { isStrong: true, tone: 'warning' })] : []

/** The first page for an auditor: each control and the file that proves it, who decided what, and how to prove the files. */
export const packReport = (facts: PackFacts, files: readonly string[]): Report => ({
  merchant: facts.merchant,
  title: inEach(
    (language) =>
      `${{ en: 'For the auditor', es: 'Para el auditor' }[language]}: ${monthIn(facts.days.from, language)}`,
  ),
  sections: [
    ...draftNotes(facts),
    note(
      inEach((language) => firstSentence(facts.position, language, facts.statement.businessDays).text),
      { isStrong: true },
    ),
    ...closingNotes(facts),
    controlTable(facts),
    ...(facts.statement.account.bank === null ? [] : [reconciliationTable(facts.statement.account.bank)]),
    decisionTable(facts),
    fileTable(files),
    note({
      en: 'Whoever has these files can prove that none was changed, added or removed since they were made: sha256sum -c SHA256SUMS',
      es: 'Quien tenga estos archivos puede comprobar que ninguno se modificó, agregó o quitó desde que se hicieron: sha256sum -c SHA256SUMS',
    }),
    note(inEach((language) => wordsIn(language).timesIn(facts.zone.name))),
  ],
})

const closingNotes = ({ statement: { closed }, zone }: PackFacts): readonly Note[] => {
  if (closed === null) return []
  const { through, by, at, reason, isForced } = closed.closing
  return [
    note(
      inEach((language) => {
        const [day, clock] = [dayIn(through, language), zone.clockAt(at).slice(0, 16)]
        const why = reason === '' ? '' : ` (${reason})`
        return {
          en: `Closed through ${day} by ${by}, ${clock}${isForced ? ', by force' : ''}${why}. Everything here is as known then.`,
          es: `Cerrado hasta el ${day} por ${by}, ${clock}${isForced ? ', de forma forzada' : ''}${why}. Todo está como se conocía entonces.`,
        }[language]
      }),
    ),
  ]
}

const HOLDS: Readonly<Record<string, Both<string>>> = {
  true: { en: '✓ holds', es: '✓ se cumple' },
  false: { en: '✗ does not hold', es: '✗ no se cumple' },
  null: { en: '· not used', es: '· no se usa' },
}

export const controlTable = (facts: PackFacts): ReportTable =>
  table({
    name: 'controls',
    title: { en: 'Controls', es: 'Controles' },
    rows: CONTROLS.map(({ of, ...control }) => ({ ...control, ...of(facts) })),
    line: ({ holds, file }) => ({ isOff: holds === false, ...(holds === null ? {} : { page: file }) }),
    columns: [
      { name: 'control', kind: 'text', head: { en: 'Control', es: 'Control' }, of: ({ title }) => title },
      { name: 'name', kind: 'text', only: ['csv'], head: inBoth('name'), of: ({ name }) => name },
      {
        ...{ name: 'holds', kind: 'word', words: HOLDS },
        head: { en: 'Holds', es: 'Se cumple' },
        of: ({ holds }) => `${holds}`,
      },
      { name: 'number', kind: 'count', head: { en: 'Number', es: 'Número' }, of: ({ number = null }) => number },
      { name: 'sum', kind: 'money', head: inBoth('COP'), of: ({ sum = null }) => sum },
      {
        ...{ name: 'file', kind: 'text' },
        head: { en: 'Proved by', es: 'Lo prueba' },
        of: ({ file, holds }) => (holds === null ? null : file),
      },
      { name: 'from', kind: 'text', only: ['csv'], head: inBoth('from'), of: ({ from }) => from },
    ],
  })

const reconciliationTable = (bank: BankAccount): ReportTable =>
  table({
    name: 'reconciliation',
    title: { en: 'Bank reconciliation', es: 'Conciliación bancaria' },
    rows: reconciliationOf(bank),
    line: ({ kind }) => ({ isTotal: kind === 'sum' }),
    columns: [
      { name: 'head', kind: 'text', only: ['text', 'html', 'xlsx'], head: inBoth(''), of: ({ head }) => head },
      { name: 'line', kind: 'text', only: ['csv'], head: inBoth('line'), of: ({ name }) => name },
      { name: 'sum', kind: 'money', head: inBoth('COP'), of: ({ sum }) => sum },
    ],
  })

/** The reconciliation on a sheet of its own, to be signed. */
export const reconciliationReport = (facts: PackFacts, bank: BankAccount): Report => ({
  merchant: facts.merchant,
  title: inEach(
    (language) =>
      `${{ en: 'Bank reconciliation', es: 'Conciliación bancaria' }[language]}, ${monthIn(facts.days.from, language)}`,
  ),
  sections: [
    ...draftNotes(facts),
    reconciliationTable(bank),
    note({
      en: 'Of the payouts of the operator, as of the last day of the month. The lists are in the files bank-*.csv.',
      es: 'De los abonos del operador, al último día del mes. Las listas están en los archivos bank-*.csv.',
    }),
  ],
})

const DECIDED: Readonly<Record<string, Both<string>>> = {
  accept: { en: 'accepted', es: 'aceptado' },
  claim: { en: 'claimed', es: 'reclamado' },
  settle: { en: 'paid', es: 'pagado' },
  reopen: { en: 'reopened', es: 'reabierto' },
}

/** What people decided about the month, and about earlier ones after their closing. */
const decisionTable = ({ statement: { decisions }, zone }: PackFacts): ReportTable =>
  table<PackFacts['statement']['decisions'][number]>({
    name: 'decisions',
    title: { en: 'What was decided, and by whom', es: 'Qué se decidió, y quién' },
    rows: decisions,
    none: { en: 'Nobody had to decide anything.', es: 'Nadie tuvo que decidir nada.' },
    columns: [
      column('settlement', 'days', { en: 'Settlement', es: 'Liquidación' }, ({ slot }) =>
        inEach((language) => slotInTable(slot, language)),
      ),
      column('what', 'word', { en: 'Decision', es: 'Decisión' }, ({ act }) => act.kind, { words: DECIDED }),
      column('sum', 'money', inBoth('COP'), ({ act, amount }) => (act.kind === 'settle' ? act.recovery.sum : amount), {
        isSummed: false,
      }),
      { name: 'who', kind: 'text', head: { en: 'Who', es: 'Quién' }, of: ({ act }) => act.by },
      column('when', 'text', { en: 'When', es: 'Cuándo' }, ({ act }) => zone.clockAt(act.at).slice(0, 16)),
      column('why', 'text', { en: 'Why', es: 'Por qué' }, ({ act }) =>
        act.kind === 'reopen' && act.isAutomatic
          ? { en: 'its last day was over', es: 'pasó su último día' }
          : [act.reason, ticketOf(act) ?? '', isDecision(act) ? (act.until?.date ?? '') : '']
              .filter(Boolean)
              .join(' · '),
      ),
    ],
  })

const fileTable = (files: readonly string[]): ReportTable =>
  table({
    name: 'files',
    title: { en: 'Files', es: 'Archivos' },
    rows: files,
    line: (file) => ({ page: file }),
    columns: [{ name: 'file', kind: 'text', head: { en: 'File', es: 'Archivo' }, of: (file) => file }],
  })
