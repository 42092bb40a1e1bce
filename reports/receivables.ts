import { type Centavos, size, sumOf } from '../src/core/money.ts'
import type { RentTie } from '../src/core/receivables.ts'
import { addDays, type SlotDate } from '../src/core/slot.ts'
import { sumIn } from '../src/print/in-table.ts'
import { inEach } from '../src/print/names.ts'
import {
  type ColumnOf,
  column,
  linesOf,
  type Note,
  note,
  type Report,
  type ReportTable,
  table,
} from '../src/print/report.ts'
import {
  AGES,
  type Age,
  type DueStanding,
  type DueState,
  type DuesSum,
  type ListLine,
  type OwnersSum,
  type PaymentsSum,
  type PaymentWithoutDue,
  type Unread,
} from '../src/receivables/standing.ts'
import { type Both, inBoth } from '../src/std/both.ts'
import { compareText } from '../src/std/compare-text.ts'
import { CELL_WORDS } from '../src/words/cell-words.ts'
import { dayIn, monthIn } from '../src/words/dates.ts'
import { numberIn } from '../src/words/money.ts'
import { methodName } from '../src/words/say.ts'
import {
  arrivedOn,
  basesOf,
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

/** The usual names of payment methods, and that of a bank that collects. */
const CHANNELS: Readonly<Record<string, Both<string>>> = {
  ...Object.fromEntries(
    Object.keys(CELL_WORDS.payment_method).map((name) => [name, inEach((language) => methodName(name, language))]),
  ),
  bank: { en: 'bank', es: 'banco' },
}

const AMOUNT: Both<string> = { en: 'Amount', es: 'Valor' }
const CHANNEL: Both<string> = { en: 'Channel', es: 'Medio' }
const CONTRACT: Both<string> = { en: 'Contract', es: 'Contrato' }
const CYCLE: Both<string> = { en: 'Cycle', es: 'Ciclo' }
const DOCUMENT: Both<string> = { en: 'Document', es: 'Documento' }
const DUES: Both<string> = { en: 'Dues', es: 'Cobros' }
const OWNER: Both<string> = { en: 'Owner', es: 'Propietario' }
const PAID: Both<string> = { en: 'Paid', es: 'Pagado' }
const PAID_ON: Both<string> = { en: 'Paid on', es: 'Pagado el' }
const PAYMENTS: Both<string> = { en: 'Payments', es: 'Pagos' }
const REFERENCE: Both<string> = { en: 'Reference', es: 'Referencia' }
const SETTLEMENT: Both<string> = { en: 'Settlement', es: 'Liquidación' }
const STATE: Both<string> = { en: 'State', es: 'Estado' }

/** What tenants owe of a month: what a person has to look at, the list by state, payments by day, owners and, unless `most` lines are enough, all dues. */
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
    firstLines(openTable(facts), most),
    firstLines(withoutDueTable(facts.withoutDue), most),
    ...byDocument(facts.dues).map((one) => firstLines(one, most)),
    listTable(facts),
    paymentsTable(facts),
    ownersTable(facts),
    tiesTable(facts.ties),
    ...(most === null ? [duesTable(facts.dues, facts)] : []),
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

const isOneOf =
  (...states: readonly DueState[]) =>
  ({ state }: Pick<ListLine, 'state'>): boolean =>
    states.includes(state)

const AS_OF = (day: SlotDate): Both<string> =>
  inEach(
    (language) =>
      ({
        en: `As of ${dayIn(day, language)}, the day of the last run. Not paid through the operator does not mean not paid: only collections of banks that were imported are known beside it.`,
        es: `Al ${dayIn(day, language)}, día de la última ejecución. Sin pago por el operador no quiere decir sin pagar: fuera de él solo se conocen los recaudos de bancos que se importaron.`,
      })[language],
  )

/** The sums of its sentences add up to the list. */
const conclusion = ({ list, owners: { all } }: ReceivablesReport): Both<string> =>
  inEach((language) => {
    const count = (number: number): string =>
      `${numberIn(number, language)} ${{ en: number === 1 ? 'due' : 'dues', es: number === 1 ? 'cobro' : 'cobros' }[language]}`
    const told = (lines: readonly ListLine[], what: Both<string>): string => {
      if (lines.length === 0) return ''
      const dues = lines.reduce((total, { number }) => total + number, 0)
      return ` ${what[language]}: ${sumIn(sumOf(lines.map(({ left }) => left)), language)} (${count(dues)}).`
    }
    const rest = [
      told(list.filter(isOwed), { en: 'Not paid through the operator', es: 'Sin pago por el operador' }),
      told(list.filter(isOneOf('not-due')), { en: 'Not due yet', es: 'Aún sin vencer' }),
      told(list.filter(isOneOf('not-known', 'ambiguous')), { en: 'Not known', es: 'No se sabe' }),
    ]
    const [paid, amount] = [sumIn(all.paid, language), sumIn(all.amount, language)]
    return {
      en: `${paid} of ${amount} (${count(all.number)}) is paid.${rest.join('')}`,
      es: `De ${amount} (${count(all.number)}) se pagaron ${paid}.${rest.join('')}`,
    }[language]
  })

/** Reads what is unread of the first days in a row. */
const readingOf = (unread: readonly Unread[], first: Unread): string => {
  const days = new Set(unread.map(({ date }) => date))
  let to = first.date
  while (days.has(addDays(to, 1))) to = addDays(to, 1)
  if (to !== first.date) return `cuadre run --from ${first.date} --to ${to}`
  return commandFor(unread.filter(({ date }) => date === to).length === 1 ? first : { ...first, slot: null })
}

/** What was never read, and the command that reads the first of it. */
const unreadNotes = ({ dues, unread }: ReceivablesReport): readonly Note[] => {
  const firsts = dues.flatMap((one) => one.unread ?? [])
  const first = firsts.toSorted((a, b) => compareText(a.date, b.date))[0]
  if (first === undefined) return []
  const { date, slot } = first
  const day = inEach((language) => dayIn(date, language))
  const what = {
    en: slot === null ? `the payments of ${day.en} were` : `the settlement of ${day.en} cycle ${slot.cycle} was`,
    es:
      slot === null
        ? `nunca se leyeron completos los pagos del ${day.es}`
        : `nunca se leyó completa la liquidación del ${day.es} ciclo ${slot.cycle}`,
  }
  return [
    note(
      {
        en: `Not known of ${firsts.length}: ${what.en} never read whole, and perhaps other days. Read with:`,
        es: `No se sabe de ${firsts.length}: ${what.es}, y quizá otros días. Se leen con:`,
      },
      { command: readingOf(unread, first) },
    ),
  ]
}

const SUMS: readonly ColumnOf<DuesSum>[] = [
  column('dues', 'count', DUES, ({ number }) => number),
  column('amount', 'money', AMOUNT, ({ amount }) => amount),
  column('paid', 'money', { en: 'Paid of it', es: 'Pagado de ello' }, ({ paid }) => paid),
]
const LEFT: ColumnOf<DuesSum> = column('left', 'money', { en: 'Left', es: 'Falta' }, ({ left }) => left)

const ALL_DUES = { isTotal: true, label: { en: 'the list', es: 'la lista' } } as const

/** The list by state and days late; also `aging.csv`. */
export const listTable = ({ month, list, owners: { all } }: ReceivablesReport): ReportTable =>
  table<DuesSum & { readonly state: DueState | null; readonly age: Age | null }>({
    name: 'list',
    title: { en: 'The list by state', es: 'La lista por estado' },
    rows: [...list, { ...all, state: null, age: null }],
    line: ({ state }) => (state === null ? { ...ALL_DUES, only: ['text', 'html', 'xlsx'] } : {}),
    columns: [
      column('month', 'text', { en: 'Month', es: 'Mes' }, () => month, { only: ['csv'] }),
      column('state', 'word', STATE, ({ state }) => state, { words: STATES, least: 20 }),
      column('age', 'word', { en: 'Days late', es: 'Días de mora' }, ({ age }) => age, { words: AGE_WORDS }),
      ...SUMS,
      LEFT,
    ],
  })

const AGE_WORDS: Readonly<Record<string, Both<string>>> = Object.fromEntries(
  AGES.map((age) => [age, inBoth(age.replace('-', '–').replace('91+', '91 +'))]),
)

/** The total of a table whose sheet sums its rows itself. */
const ON_SHEETS_SUMMED = { isTotal: true, only: ['text', 'html'] } as const

const paymentsTable = ({ payments: { lines, all } }: ReceivablesReport): ReportTable => {
  const inFull = { only: ['csv', 'html', 'xlsx'] } as const
  return table<PaymentsSum & { readonly date: SlotDate | null; readonly channel: string | null }>({
    name: 'payments',
    title: { en: 'Payments of the month by day, and what they are of', es: 'Pagos del mes por día, y de qué son' },
    sheet: PAYMENTS,
    rows: lines.length === 0 ? [] : [...lines, { ...all, date: null, channel: null }],
    isFolded: true,
    most: 5,
    line: ({ date }) => (date === null ? { ...ON_SHEETS_SUMMED, label: { en: 'all', es: 'todos' } } : {}),
    columns: [
      column('date', 'date', PAID_ON, ({ date }) => date),
      column('channel', 'word', CHANNEL, ({ channel }) => channel, { words: CHANNELS }),
      column('payments', 'count', PAYMENTS, ({ number }) => number, { spare: 1 }),
      column('paid', 'money', PAID, ({ paid }) => paid),
      column('of_month', 'money', { en: 'Of the month', es: 'Del mes' }, ({ ofMonth }) => ofMonth),
      column('of_other_months', 'money', { en: 'Of others', es: 'De otros' }, ({ ofOtherMonths }) => ofOtherMonths),
      column('rest', 'money', { en: 'Rest', es: 'Resto' }, restOf, { only: ['text'] }),
      column('excess', 'money', { en: 'Too much', es: 'De más' }, ({ excess }) => excess, inFull),
      column('second', 'money', { en: 'Once more', es: 'Otra vez' }, ({ second }) => second, inFull),
      column('ambiguous', 'money', { en: 'Undecided', es: 'Sin decidir' }, ({ ambiguous }) => ambiguous, inFull),
      column('unknown', 'money', { en: 'No due', es: 'Sin cobro' }, ({ unknown }) => unknown, inFull),
    ],
  })
}

/** A screen has no room to say of what it is. */
const restOf = ({ excess, second, ambiguous, unknown }: PaymentsSum): Centavos =>
  sumOf([excess, second, ambiguous, unknown])

/** Only where the list names owners: what of their rents is paid, and what of it the merchant can pay them. */
const ownersTable = ({ owners: { lines, all } }: ReceivablesReport): ReportTable =>
  table<OwnersSum & { readonly owner: string | null }>({
    name: 'owners',
    title: { en: 'By owner: paid, and arrived', es: 'Por propietario: pagado y recibido' },
    sheet: { en: 'Owners', es: 'Propietarios' },
    rows: lines.some(({ owner }) => owner !== '') ? [...lines, { ...all, owner: null }] : [],
    most: 5,
    line: ({ owner }) => (owner === null ? { ...ALL_DUES, ...ON_SHEETS_SUMMED } : {}),
    columns: [
      column('owner', 'text', OWNER, ({ owner }) => owner || null, { least: 14 }),
      ...SUMS,
      column('arrived', 'money', { en: 'Arrived', es: 'Recibido' }, ({ arrived }) => arrived),
      LEFT,
    ],
  })

/** What a person has to look at, the most pesos first. */
const openTable = ({ dues }: ReceivablesReport): ReportTable => ({
  ...openDues(
    dues
      .filter(({ state }) => state !== 'paid' && state !== 'not-due')
      .toSorted((a, b) => Number(weightOf(b) - weightOf(a)) || compareText(a.due.key, b.due.key)),
  ),
  none: { en: 'Nothing is open.', es: 'No hay nada pendiente.' },
})

const weightOf = (one: DueStanding): Centavos => size(differenceOf(one) ?? one.due.amount)

const ID: ColumnOf<DueStanding> = column('due_id', 'text', { en: 'Due', es: 'Cobro' }, ({ due }) => due.key)
const DUE_DATE: ColumnOf<DueStanding> = column(
  'due_date',
  'date',
  { en: 'Due date', es: 'Vence' },
  ({ due }) => due.dueDate,
)
const OF_CONTRACT: ColumnOf<DueStanding> = column('contract', 'text', CONTRACT, ({ due }) => due.contract, { spare: 1 })
const OF_OWNER: ColumnOf<DueStanding> = column('owner', 'text', OWNER, ({ due }) => due.owner, { spare: 1 })
const DAYS: ColumnOf<DueStanding> = column('days', 'count', { en: 'Days', es: 'Días' }, ({ days }) => days, {
  isSummed: false,
  spare: 2,
})
const OF_AMOUNT: ColumnOf<DueStanding> = column('amount', 'money', AMOUNT, ({ due }) => due.amount)
const STANDING: readonly ColumnOf<DueStanding>[] = [
  OF_AMOUNT,
  column('paid', 'money', PAID, paidOf),
  column('difference', 'change', { en: 'Difference', es: 'Diferencia' }, differenceOf),
  column('state', 'word', STATE, ({ state }) => state, { words: STATES, least: 16 }),
]

/** Dues with what was paid of each. */
export const openDues = (dues: readonly DueStanding[]): ReportTable =>
  table<DueStanding>({
    name: 'open',
    title: { en: 'Dues to look at', es: 'Cobros por revisar' },
    sheet: { en: 'Open', es: 'Por revisar' },
    rows: dues,
    most: 40,
    columns: [ID, OF_CONTRACT, OF_OWNER, DUE_DATE, DAYS, ...STANDING],
  })

const OF_PAYMENTS: ColumnOf<DueStanding> = column(
  'invoices',
  'text',
  PAYMENTS,
  (one) => paymentsOf(one).join(' ') || null,
)
const LAST_PAID_ON: ColumnOf<DueStanding> = column(
  'paid_on',
  'date',
  PAID_ON,
  ({ uses }) => uses.at(-1)?.by.paidOn ?? null,
)

/** A document says who paid, not what for: a person may want to look at these. */
const byDocument = (dues: readonly DueStanding[]): readonly ReportTable[] => {
  const rows = dues.filter((one) => basesOf(one).includes('document'))
  if (rows.length === 0) return []
  const columns = [ID, OF_CONTRACT, OF_OWNER, DUE_DATE, OF_AMOUNT, OF_PAYMENTS, LAST_PAID_ON]
  const title = { en: 'Found by document and amount alone', es: 'Hallados solo por documento y valor' }
  const sheet = { en: 'By document', es: 'Por documento' }
  return [table<DueStanding>({ name: 'by-document', title, sheet, rows, most: 5, columns })]
}

const INTO_FILES = { only: ['csv', 'xlsx'] } as const

export const withoutDueTable = (withoutDue: readonly PaymentWithoutDue[]): ReportTable =>
  table<PaymentWithoutDue>({
    name: 'payments-without-due',
    title: { en: 'Payments without a due', es: 'Pagos sin cobro' },
    sheet: { en: 'Without a due', es: 'Sin cobro' },
    rows: withoutDue,
    most: 40,
    columns: [
      column('paid_on', 'date', PAID_ON, ({ payment }) => payment.paidOn),
      column('channel', 'word', CHANNEL, ({ payment }) => payment.channel, { words: CHANNELS, spare: 1 }),
      column('payment', 'text', { en: 'Payment', es: 'Pago' }, ({ payment }) => payment.id),
      column('reference', 'text', REFERENCE, ({ payment }) => payment.reference, { spare: 2 }),
      column('contract', 'text', CONTRACT, ({ payment }) => payment.contract, { spare: 1 }),
      column('customer_document', 'text', DOCUMENT, ({ payment }) => payment.document, { only: ['csv'] }),
      column('paid', 'money', PAID, ({ payment }) => payment.paid),
      column('kind', 'word', { en: 'Why', es: 'Por qué' }, ({ kind }) => kind, { words: KINDS }),
      column('date', 'date', SETTLEMENT, ({ payment }) => payment.slot?.date ?? null, INTO_FILES),
      column('cycle', 'text', CYCLE, ({ payment }) => payment.slot?.cycle ?? null, INTO_FILES),
    ],
  })

const TOGETHER = { true: { en: 'yes', es: 'sí' }, false: { en: 'no', es: 'no' } }

const tiesTable = (ties: readonly RentTie[]): ReportTable =>
  table<RentTie>({
    name: 'ties',
    title: { en: 'What people said', es: 'Lo que dijeron las personas' },
    rows: ties,
    isFolded: true,
    columns: [
      column('number', 'id', { en: 'Number', es: 'Número' }, ({ number }) => number),
      column('tied', 'word', { en: 'Together', es: 'Juntos' }, ({ isTied }) => isTied, { words: TOGETHER }),
      column('dues', 'text', DUES, ({ dues }) => dues.join(' ')),
      column('payments', 'text', PAYMENTS, ({ payments }) => payments.join(' ')),
      column('by', 'text', { en: 'By', es: 'Por' }, ({ by }) => by),
      column('reason', 'text', { en: 'Reason', es: 'Motivo' }, ({ reason }) => reason),
    ],
  })

/** Every due of the month, as `receivables.csv` has it. */
export const duesTable = (
  dues: readonly DueStanding[],
  { settledOn }: Pick<ReceivablesReport, 'settledOn'>,
): ReportTable => {
  const lastOf = ({ uses }: DueStanding) => uses.at(-1)
  const arrivalOf = (last: ReturnType<typeof lastOf>) => (last === undefined ? null : arrivedOn(last, settledOn))
  const channelsOf = ({ uses }: DueStanding) => [...new Set(uses.map(({ by }) => by.channel))].join(' ') || null
  return table<DueStanding>({
    name: 'dues',
    title: { en: 'All dues', es: 'Todos los cobros' },
    ...INTO_FILES,
    rows: dues,
    columns: [
      ID,
      column('period', 'text', { en: 'Month', es: 'Mes' }, ({ due }) => due.month),
      DUE_DATE,
      OF_CONTRACT,
      column('reference', 'text', REFERENCE, ({ due }) => due.reference),
      column('customer_document', 'text', DOCUMENT, ({ due }) => due.document),
      OF_OWNER,
      ...STANDING,
      DAYS,
      OF_PAYMENTS,
      LAST_PAID_ON,
      column('channel', 'text', CHANNEL, channelsOf),
      column('date', 'date', SETTLEMENT, (one) => lastOf(one)?.by.slot?.date ?? null),
      column('cycle', 'text', CYCLE, (one) => lastOf(one)?.by.slot?.cycle ?? null),
      column('settled_on', 'date', { en: 'Arrived on', es: 'Recibido el' }, (one) => arrivalOf(lastOf(one))),
      column('file', 'text', { en: 'File', es: 'Archivo' }, ({ due }) => due.fileName),
      column('row', 'count', { en: 'Row', es: 'Fila' }, ({ due }) => due.row, { isSummed: false }),
    ],
  })
}
