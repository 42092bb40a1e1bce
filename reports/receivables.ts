import { type Centavos, minus, sumOf, ZERO } from '../src/core/money.ts'
import type { RentTie } from '../src/core/receivables.ts'
import type { SlotDate } from '../src/core/slot.ts'
import { sumIn } from '../src/print/in-table.ts'
import { inEach } from '../src/print/names.ts'
import { column, linesOf, type Note, note, type Report, type ReportTable, table } from '../src/print/report.ts'
import {
  AGES,
  type DueStanding,
  type DueState,
  type ListLine,
  type OwnerLine,
  type PaymentLine,
  type PaymentWithoutDue,
} from '../src/receivables/standing.ts'
import { type Both, inBoth } from '../src/std/both.ts'
import { dayIn, monthIn } from '../src/words/dates.ts'
import { numberIn } from '../src/words/money.ts'
import {
  arrivedOn,
  commandFor,
  differenceOf,
  paidOf,
  paymentsOf,
  type ReceivablesReport,
} from './documents/receivables.ts'

/** The states of dues. Nobody is said not to have paid: only that it was not through the operator. */
export const STATES: Readonly<Record<DueState, Both<string>>> = {
  paid: { en: 'paid', es: 'pagado' },
  short: { en: 'paid short', es: 'pagado de menos' },
  part: { en: 'paid in part', es: 'pagado en parte' },
  over: { en: 'paid over', es: 'pagado de más' },
  twice: { en: 'paid twice', es: 'pagado dos veces' },
  ambiguous: { en: 'several answers: a person chooses', es: 'varias respuestas: una persona elige' },
  'not-due': { en: 'not due yet', es: 'aún no vence' },
  due: { en: 'due, not paid through the operator', es: 'vencido, sin pago por el operador' },
  overdue: { en: 'overdue, not paid through the operator', es: 'en mora, sin pago por el operador' },
  'charged-back': { en: 'charged back: owed again', es: 'contracargo: se debe otra vez' },
  'not-known': { en: 'not known: something was not read', es: 'no se sabe: falta leer algo' },
}

const KINDS: Readonly<Record<string, Both<string>>> = {
  unknown: { en: 'no due', es: 'sin cobro' },
  ambiguous: { en: 'several dues fit', es: 'sirven varios cobros' },
}

const DUE: Both<string> = { en: 'Due', es: 'Cobro' }
const DUE_DATE: Both<string> = { en: 'Due date', es: 'Vence' }
const CONTRACT: Both<string> = { en: 'Contract', es: 'Contrato' }
const OWNER: Both<string> = { en: 'Owner', es: 'Propietario' }
const AMOUNT: Both<string> = { en: 'Amount', es: 'Valor' }
const PAID: Both<string> = { en: 'Paid', es: 'Pagado' }
const LEFT: Both<string> = { en: 'Left', es: 'Falta' }
const STATE: Both<string> = { en: 'State', es: 'Estado' }
const DUES: Both<string> = { en: 'Dues', es: 'Cobros' }
const CHANNEL: Both<string> = { en: 'Channel', es: 'Medio' }
const PAID_ON: Both<string> = { en: 'Paid on', es: 'Pagado el' }
const DAYS: Both<string> = { en: 'Days', es: 'Días' }
const DOCUMENT: Both<string> = { en: 'Document', es: 'Documento' }
const DIFFERENCE: Both<string> = { en: 'Difference', es: 'Diferencia' }
const REFERENCE: Both<string> = { en: 'Reference', es: 'Referencia' }

/** What tenants owe of a month: the list by state, the payments by day, owners, what is open and, unless `most` lines of it are enough, all dues. */
export const receivablesReport = (
  facts: ReceivablesReport,
  { home, most = null }: { readonly home?: string; readonly most?: number | null } = {},
): Report => ({
  merchant: facts.merchant,
  title: inEach((language) => {
    const month = monthIn(`${facts.month}-01` as SlotDate, language)
    return { en: `Receivables of ${month}`, es: `Cartera de ${month}` }[language]
  }),
  ...(home === undefined ? {} : { home }),
  sections: [
    note(conclusion(facts), { isStrong: true, tone: facts.list.some(isOwed) ? 'warning' : 'neutral' }),
    note(AS_OF(facts.asOf)),
    ...unreadNotes(facts),
    listTable(facts),
    paymentsTable(facts),
    ownersTable(facts),
    firstLines(openTable(facts), most),
    firstLines(withoutDueTable(facts.withoutDue), most),
    tiesTable(facts.ties),
    ...(most === null ? [duesTable(facts.dues, facts)] : []),
    agingTable(facts),
  ],
})

/** A page of a hundred thousand lines is read by nobody. */
const firstLines = (of: ReportTable, most: number | null): ReportTable => {
  const lines = linesOf(of)
  if (most === null || lines.length <= most) return of
  const words = inEach((language) => {
    const [first, all] = [numberIn(most, language), numberIn(lines.length, language)]
    return {
      en: `The first ${first} of ${all}; the CSV files have all.`,
      es: `Los primeros ${first} de ${all}; los archivos CSV los tienen todos.`,
    }[language]
  })
  return { ...of, notes: [note(words)], groups: [{ name: of.name, lines: lines.slice(0, most) }] }
}

const isOwed = ({ state, left }: Pick<ListLine, 'state' | 'left'>): boolean =>
  left > 0n && ['short', 'part', 'due', 'overdue', 'charged-back'].includes(state)

const AS_OF = (day: SlotDate): Both<string> =>
  inEach(
    (language) =>
      ({
        en: `As of ${dayIn(day, language)}, the day of the last run. Not paid through the operator does not mean not paid: only collections of banks that were imported are known beside it.`,
        es: `Al ${dayIn(day, language)}, día de la última ejecución. Sin pago por el operador no quiere decir sin pagar: fuera de él solo se conocen los recaudos de bancos que se importaron.`,
      })[language],
  )

const conclusion = ({ list, dues }: ReceivablesReport): Both<string> =>
  inEach((language) => {
    const sum = (lines: readonly ListLine[], of: (line: ListLine) => Centavos): string =>
      sumIn(sumOf(lines.map(of)), language)
    const [owed, unknown] = [
      list.filter(isOwed),
      list.filter(({ state }) => state === 'not-known' || state === 'ambiguous'),
    ]
    const [paid, all] = [sum(list, (line) => line.paid), sum(list, (line) => line.amount)]
    const count = (lines: readonly ListLine[]): string =>
      numberIn(
        lines.reduce((total, { number }) => total + number, 0),
        language,
      )
    const left =
      owed.length === 0
        ? ''
        : {
            en: `; ${sum(owed, (line) => line.left)} in ${count(owed)} dues is not paid through the operator`,
            es: `; faltan ${sum(owed, (line) => line.left)} en ${count(owed)}, sin pago por el operador`,
          }[language]
    const open =
      unknown.length === 0
        ? ''
        : { en: `; of ${count(unknown)} it is not known`, es: `; de ${count(unknown)} no se sabe` }[language]
    return {
      en: `${paid} of ${all} is paid, in ${numberIn(dues.length, language)} dues${left}${open}.`,
      es: `De ${all} en ${numberIn(dues.length, language)} cobros se pagaron ${paid}${left}${open}.`,
    }[language]
  })

/** What was never read, and the command that reads the first of it. */
const unreadNotes = ({ dues }: ReceivablesReport): readonly Note[] => {
  const unread = dues.filter((one) => one.unread !== null)
  const first = unread.toSorted((a, b) => ((a.unread?.date ?? '') < (b.unread?.date ?? '') ? -1 : 1))[0]
  const command = first === undefined ? null : commandFor(first)
  if (first?.unread == null || command === null) return []
  const { date, slot } = first.unread
  const day = inEach((language) => dayIn(date, language))
  const what = {
    en: slot === null ? `the payments of ${day.en} were` : `the settlement of ${day.en} cycle ${slot.cycle} was`,
    es: slot === null ? `los pagos del ${day.es}` : `la liquidación del ${day.es} ciclo ${slot.cycle}`,
  }
  return [
    note(
      {
        en: `Not known of ${unread.length}: ${what.en} never read whole, and perhaps others. It is read by:`,
        es: `No se sabe de ${unread.length}: nunca se leyeron completos ${what.es}, y quizá otros. Se leen con:`,
      },
      { command },
    ),
  ]
}

const TOTAL: Both<string> = { en: 'the list', es: 'la lista' }
type TotalOf<T> = Omit<T, 'state'> & { readonly state: DueState | null }

const listTable = ({ list }: ReceivablesReport): ReportTable => {
  const sum = (of: (line: ListLine) => Centavos): Centavos => sumOf(list.map(of))
  const total = {
    state: null,
    age: null,
    number: list.reduce((all, { number }) => all + number, 0),
    amount: sum(({ amount }) => amount),
    paid: sum(({ paid }) => paid),
    left: sum(({ left }) => left),
  }
  return table<TotalOf<ListLine>>({
    name: 'list',
    title: { en: 'The list by state', es: 'La lista por estado' },
    rows: [...list, total],
    line: ({ state }) => (state === null ? { isTotal: true, label: TOTAL, only: ['text', 'html', 'xlsx'] } : {}),
    columns: [
      { name: 'state', kind: 'word', head: STATE, words: STATES, least: 20, of: ({ state }) => state },
      {
        name: 'age',
        kind: 'word',
        head: { en: 'Days late', es: 'Días de mora' },
        words: ageWords,
        of: ({ age }) => age,
      },
      { name: 'dues', kind: 'count', head: DUES, of: ({ number }) => number },
      { name: 'amount', kind: 'money', head: AMOUNT, of: ({ amount }) => amount },
      { name: 'paid', kind: 'money', head: PAID, of: (line) => line.paid },
      { name: 'left', kind: 'money', head: LEFT, of: (line) => line.left },
    ],
  })
}

const ageWords: Readonly<Record<string, Both<string>>> = Object.fromEntries(
  AGES.map((age) => [age, inBoth(age.replace('-', '–').replace('91+', '91 +'))]),
)

const paymentsTable = ({ payments }: ReceivablesReport): ReportTable => {
  const sum = (of: (line: PaymentLine) => Centavos): Centavos => sumOf(payments.map(of))
  const total = {
    date: null,
    channel: null,
    number: payments.reduce((all, { number }) => all + number, 0),
    paid: sum((one) => one.paid),
    ofMonth: sum((one) => one.ofMonth),
    ofOtherMonths: sum((one) => one.ofOtherMonths),
    excess: sum((one) => one.excess),
    second: sum((one) => one.second),
    ambiguous: sum((one) => one.ambiguous),
    unknown: sum((one) => one.unknown),
  }
  type Row = Omit<PaymentLine, 'date' | 'channel'> & { readonly date: SlotDate | null; readonly channel: string | null }
  return table<Row>({
    name: 'payments',
    title: { en: 'Payments of the month by day, and what they are of', es: 'Pagos del mes por día, y de qué son' },
    sheet: { en: 'Payments', es: 'Pagos' },
    rows: payments.length === 0 ? [] : [...payments, total],
    isFolded: true,
    most: 5,
    line: ({ date }) =>
      date === null ? { isTotal: true, label: { en: 'all', es: 'todos' }, only: ['html', 'xlsx'] } : {},
    columns: [
      { name: 'date', kind: 'date', head: PAID_ON, of: ({ date }) => date },
      { name: 'channel', kind: 'text', head: CHANNEL, of: ({ channel }) => channel },
      { name: 'payments', kind: 'count', head: { en: 'Payments', es: 'Pagos' }, of: ({ number }) => number },
      { name: 'paid', kind: 'money', head: PAID, of: (one) => one.paid },
      { name: 'of_month', kind: 'money', head: { en: 'Of the month', es: 'Del mes' }, of: (one) => one.ofMonth },
      {
        name: 'of_other_months',
        kind: 'money',
        head: { en: 'Of others', es: 'De otros' },
        of: (one) => one.ofOtherMonths,
      },
      { name: 'excess', kind: 'money', head: { en: 'Too much', es: 'De más' }, of: (one) => one.excess },
      { name: 'second', kind: 'money', head: { en: 'Once more', es: 'Otra vez' }, of: (one) => one.second },
      { name: 'ambiguous', kind: 'money', head: { en: 'Undecided', es: 'Sin decidir' }, of: (one) => one.ambiguous },
      { name: 'unknown', kind: 'money', head: { en: 'No due', es: 'Sin cobro' }, of: (one) => one.unknown },
    ],
  })
}

/** Only where the list names owners: what of their rents is paid, and what of it the merchant can pay them. */
const ownersTable = ({ owners }: ReceivablesReport): ReportTable =>
  table<OwnerLine>({
    name: 'owners',
    title: { en: 'By owner: paid, and arrived', es: 'Por propietario: pagado y recibido' },
    sheet: { en: 'Owners', es: 'Propietarios' },
    rows: owners.some(({ owner }) => owner !== '') ? owners : [],
    most: 5,
    columns: [
      { name: 'owner', kind: 'text', head: OWNER, of: ({ owner }) => (owner === '' ? null : owner) },
      { name: 'dues', kind: 'count', head: DUES, of: ({ dues }) => dues.number },
      { name: 'amount', kind: 'money', head: AMOUNT, of: ({ dues }) => dues.sum },
      { name: 'paid', kind: 'money', head: PAID, of: (one) => one.paid },
      { name: 'arrived', kind: 'money', head: { en: 'Arrived', es: 'Recibido' }, of: ({ arrived }) => arrived },
      { name: 'left', kind: 'money', head: LEFT, of: ({ left }) => left },
    ],
  })

/** What a person has to look at, the most pesos first. */
const openTable = ({ dues }: ReceivablesReport): ReportTable => ({
  ...openDues(
    dues
      .filter(({ state }) => state !== 'paid' && state !== 'not-due')
      .toSorted((a, b) => Number(weightOf(b) - weightOf(a)) || (a.due.key < b.due.key ? -1 : 1)),
  ),
  none: { en: 'Nothing is open.', es: 'No hay nada pendiente.' },
})

/** Dues with what was paid of each. */
export const openDues = (dues: readonly DueStanding[]): ReportTable =>
  table<DueStanding>({
    name: 'open',
    title: { en: 'Dues to look at', es: 'Cobros por revisar' },
    sheet: { en: 'Open', es: 'Por revisar' },
    rows: dues,
    most: 40,
    columns: [
      { name: 'due', kind: 'text', head: DUE, of: ({ due }) => due.key },
      { name: 'contract', kind: 'text', head: CONTRACT, spare: 1, of: ({ due }) => due.contract },
      { name: 'owner', kind: 'text', head: OWNER, spare: 1, of: ({ due }) => due.owner },
      { name: 'due_date', kind: 'date', head: DUE_DATE, of: ({ due }) => due.dueDate },
      {
        name: 'days',
        kind: 'count',
        head: DAYS,
        spare: 2,
        isSummed: false,
        of: ({ days }) => days,
      },
      { name: 'amount', kind: 'money', head: AMOUNT, of: ({ due }) => due.amount },
      { name: 'paid', kind: 'money', head: PAID, of: paidOf },
      { name: 'difference', kind: 'change', head: DIFFERENCE, of: differenceOf },
      { name: 'state', kind: 'word', head: STATE, words: STATES, least: 16, of: ({ state }) => state },
    ],
  })

const weightOf = (one: DueStanding): Centavos => {
  const difference = differenceOf(one)
  if (difference === null) return one.due.amount
  return difference < 0n ? minus(ZERO, difference) : difference
}

export const withoutDueTable = (withoutDue: readonly PaymentWithoutDue[]): ReportTable =>
  table({
    name: 'payments-without-due',
    title: { en: 'Payments without a due', es: 'Pagos sin cobro' },
    sheet: { en: 'Without a due', es: 'Sin cobro' },
    rows: withoutDue,
    most: 40,
    columns: [
      { name: 'paid_on', kind: 'date', head: PAID_ON, of: ({ payment }) => payment.paidOn },
      { name: 'channel', kind: 'text', head: CHANNEL, spare: 1, of: ({ payment }) => payment.channel },
      { name: 'payment', kind: 'text', head: { en: 'Payment', es: 'Pago' }, of: ({ payment }) => payment.id },
      { name: 'reference', kind: 'text', head: REFERENCE, spare: 2, of: ({ payment }) => payment.reference },
      { name: 'contract', kind: 'text', head: CONTRACT, spare: 1, of: ({ payment }) => payment.contract },
      {
        name: 'customer_document',
        kind: 'text',
        head: DOCUMENT,
        only: ['csv'],
        of: ({ payment }) => payment.document,
      },
      { name: 'paid', kind: 'money', head: PAID, of: ({ payment }) => payment.paid },
      { name: 'kind', kind: 'word', head: { en: 'Why', es: 'Por qué' }, words: KINDS, of: ({ kind }) => kind },
      {
        name: 'date',
        kind: 'date',
        head: { en: 'Settlement', es: 'Liquidación' },
        only: ['csv', 'xlsx'],
        of: ({ payment }) => payment.slot?.date ?? null,
      },
      {
        name: 'cycle',
        kind: 'text',
        head: { en: 'Cycle', es: 'Ciclo' },
        only: ['csv', 'xlsx'],
        of: ({ payment }) => payment.slot?.cycle ?? null,
      },
    ],
  })

const tiesTable = (ties: readonly RentTie[]): ReportTable =>
  table({
    name: 'ties',
    title: { en: 'What people said', es: 'Lo que dijeron las personas' },
    rows: ties,
    isFolded: true,
    columns: [
      { name: 'number', kind: 'id', head: { en: 'Number', es: 'Número' }, of: ({ number }) => number },
      {
        name: 'tied',
        kind: 'word',
        head: { en: 'Together', es: 'Juntos' },
        words: { true: { en: 'yes', es: 'sí' }, false: { en: 'no', es: 'no' } },
        of: ({ isTied }) => isTied,
      },
      { name: 'dues', kind: 'text', head: DUES, of: ({ dues }) => dues.join(' ') },
      {
        name: 'payments',
        kind: 'text',
        head: { en: 'Payments', es: 'Pagos' },
        of: ({ payments }) => payments.join(' '),
      },
      { name: 'by', kind: 'text', head: { en: 'By', es: 'Por' }, of: ({ by }) => by },
      { name: 'reason', kind: 'text', head: { en: 'Reason', es: 'Motivo' }, of: ({ reason }) => reason },
    ],
  })

const FILES_ONLY = { only: ['csv', 'xlsx'] } as const

/** Every due of the month, as `receivables.csv` has it. */
export const duesTable = (
  dues: readonly DueStanding[],
  { settledOn }: Pick<ReceivablesReport, 'settledOn'>,
): ReportTable => {
  const lastOf = ({ uses }: DueStanding) => uses.at(-1)
  const notSummed = { isSummed: false }
  return table<DueStanding>({
    name: 'dues',
    title: { en: 'All dues', es: 'Todos los cobros' },
    ...FILES_ONLY,
    rows: dues,
    columns: [
      column('due_id', 'text', DUE, ({ due }) => due.key),
      column('period', 'text', { en: 'Month', es: 'Mes' }, ({ due }) => due.month),
      column('due_date', 'date', DUE_DATE, ({ due }) => due.dueDate),
      column('contract', 'text', CONTRACT, ({ due }) => due.contract),
      column('reference', 'text', REFERENCE, ({ due }) => due.reference),
      column('customer_document', 'text', DOCUMENT, ({ due }) => due.document),
      column('owner', 'text', OWNER, ({ due }) => due.owner),
      column('amount', 'money', AMOUNT, ({ due }) => due.amount),
      column('paid', 'money', PAID, paidOf),
      column('difference', 'change', DIFFERENCE, differenceOf),
      column('state', 'word', STATE, ({ state }) => state, { words: STATES }),
      column('days', 'count', DAYS, ({ days }) => days, notSummed),
      column('invoices', 'text', { en: 'Payments', es: 'Pagos' }, (one) => paymentsOf(one).join(' ') || null),
      column('paid_on', 'date', PAID_ON, (one) => lastOf(one)?.by.paidOn ?? null),
      column(
        'channel',
        'text',
        CHANNEL,
        ({ uses }) => [...new Set(uses.map(({ by }) => by.channel))].join(' ') || null,
      ),
      column('date', 'date', { en: 'Settlement', es: 'Liquidación' }, (one) => lastOf(one)?.by.slot?.date ?? null),
      column('cycle', 'text', { en: 'Cycle', es: 'Ciclo' }, (one) => lastOf(one)?.by.slot?.cycle ?? null),
      column('settled_on', 'date', { en: 'Arrived on', es: 'Recibido el' }, (one) => arrivalOf(lastOf(one), settledOn)),
      column('file', 'text', { en: 'File', es: 'Archivo' }, ({ due }) => due.fileName),
      column('row', 'count', { en: 'Row', es: 'Fila' }, ({ due }) => due.row, notSummed),
    ],
  })
}

const arrivalOf = (last: DueStanding['uses'][number] | undefined, settledOn: ReceivablesReport['settledOn']) =>
  last === undefined ? null : arrivedOn(last, settledOn)

/** The list by state and days late, as `aging.csv` has it. */
export const agingTable = ({ month, list }: ReceivablesReport): ReportTable =>
  table<ListLine>({
    name: 'aging',
    title: null,
    only: ['csv'],
    rows: list,
    columns: [
      { name: 'month', kind: 'text', head: inBoth('month'), of: () => month },
      { name: 'state', kind: 'word', head: STATE, words: STATES, of: ({ state }) => state },
      { name: 'age', kind: 'text', head: inBoth('age'), of: ({ age }) => age },
      { name: 'dues', kind: 'count', head: DUES, of: ({ number }) => number },
      { name: 'amount', kind: 'money', head: AMOUNT, of: ({ amount }) => amount },
      { name: 'paid', kind: 'money', head: PAID, of: ({ paid }) => paid },
      { name: 'left', kind: 'money', head: LEFT, of: ({ left }) => left },
    ],
  })
