import type { UnpricedReason } from '../../src/core/fees/list-fees.ts'
import type { FeesOfMonth } from '../../src/core/fees/operator-invoice.ts'
import { feeRate } from '../../src/core/fees/tariff.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import { asSlotDate } from '../../src/core/slot.ts'
import { inEach } from '../../src/print/names.ts'
import {
  type ColumnOf,
  column,
  groupedTable,
  type Line,
  note,
  type ReportTable,
  table,
} from '../../src/print/report.ts'
import type {
  BillBasis,
  FeesEntry,
  FeesSum,
  FeesSummary,
  MethodCost,
  MethodSum,
  WithheldSum,
} from '../../src/rules/account/fees-summary.ts'
import type { FeesNotCompared } from '../../src/rules/account/settlement-fees.ts'
import type { Both } from '../../src/std/both.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { monthIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn, numberIn } from '../../src/words/money.ts'
import { methodName } from '../../src/words/say.ts'
import { type FeesReport, feesByMonth, hasTariff } from './fees-report.ts'

/** Who sums up a CSV file must not meet a sum in it. */
const PEOPLE = ['text', 'html', 'xlsx'] as const
const TOTAL: Both<string> = { en: 'Total', es: 'Total' }
const FEE = { en: 'Fee', es: 'Comisión' }
const TAX = { en: 'Tax', es: 'Impuesto' }
const WITHHELD = { en: 'Withheld', es: 'Retenciones' }
const RATE = { en: 'Rate', es: 'Tasa' }
const SETTLEMENTS = { en: 'Settlements', es: 'Liquidaciones' }
const METHOD = { en: 'Payment method', es: 'Medio de pago' }
const NOT_COMPARED = { en: 'Not compared', es: 'Sin comparar' }
const NO_METHOD = { en: 'none', es: 'ninguno' }

export const methodHeading = (method: string, language: Language): string =>
  method === '' ? NO_METHOD[language] : methodName(method, language)

/** The name of the month `2026-03`. */
const monthName = (month: string): Both<string> =>
  inEach((language) => {
    const first = asSlotDate(`${month}-01`)
    return first === null ? month : monthIn(first, language)
  })

/** The columns with these names are for everybody, the others in some files only. */
const shown = <Row>(
  names: readonly string[],
  only: ColumnOf<Row>['only'] & object,
  columns: readonly ColumnOf<Row>[],
): readonly ColumnOf<Row>[] => columns.map((one) => (names.includes(one.name) ? one : { ...one, only }))

/** What a settlement, or all of a month, paid and was charged. */
type Charged = Pick<
  FeesEntry,
  'payments' | 'paid' | 'collected' | 'charged' | 'deducted' | 'billedApart' | 'otherNotDeducted'
> &
  Partial<Pick<FeesEntry, 'expected' | 'difference'>>

const PAYMENTS = column<Pick<Charged, 'payments'>>(
  'payments',
  'count',
  { en: 'Payments', es: 'Pagos' },
  ({ payments }) => payments,
  { meaning: 'listed payments that count; empty where no list was read' },
)
const PAID = column<Pick<Charged, 'paid'>>('paid', 'money', { en: 'Paid', es: 'Pagado' }, ({ paid }) => paid, {
  meaning: 'what they come to',
})
const EXPECTED = column<Pick<Charged, 'expected'>>(
  'expected',
  'money',
  { en: 'Expected', es: 'Esperado' },
  ({ expected = null }) => expected,
  { meaning: 'by the tariff; empty where nothing was compared' },
)
const CHARGED: readonly ColumnOf<Charged>[] = [
  PAYMENTS,
  PAID,
  column('collected', 'money', { en: 'Collected', es: 'Recaudo' }, ({ collected }) => collected, {
    spare: 1,
    meaning: 'as reported; empty without a settlement',
  }),
  column('charged', 'money', { en: 'Charged', es: 'Cobrado' }, ({ charged }) => charged, {
    meaning: 'the fees as reported: deducted, billed apart and other',
  }),
  column('deducted', 'money', { en: 'Deducted', es: 'Descontado' }, ({ deducted }) => deducted, {
    meaning: 'of them, those that the payout deducts',
  }),
  column('billed_apart', 'money', { en: 'Billed apart', es: 'Facturado aparte' }, ({ billedApart }) => billedApart, {
    meaning: 'of them, those that are billed apart',
  }),
  column(
    'other_not_deducted',
    'money',
    { en: 'Other, not deducted', es: 'Otras, sin descontar' },
    ({ otherNotDeducted }) => otherNotDeducted,
    { meaning: 'of them, those that are neither: of a gateway settlement whose payout does not deduct them' },
  ),
  EXPECTED,
  column('difference', 'change', { en: 'Difference', es: 'Diferencia' }, ({ difference = null }) => difference, {
    meaning: 'charged less expected: positive where too much was charged; empty where nothing was compared',
  }),
]

const FEE_RATE = column<Charged>(
  'fee_rate',
  'percent',
  RATE,
  ({ charged, collected }) => (charged === null || collected === null ? null : feeRate(charged, collected)),
  { spare: 3, meaning: 'charged over collected, to four decimals' },
)

interface MonthRow
  extends Charged,
    Partial<Pick<FeesSummary['compared'], 'tooMuch' | 'tooLittle' | 'withinTolerance'>> {
  readonly settlements: number
  readonly month?: string
  readonly isCompared?: boolean
  readonly line: Omit<Line, 'cells'>
}

export const MONTH_COLUMNS: readonly ColumnOf<MonthRow>[] = [
  column('month', 'text', { en: 'Month', es: 'Mes' }, ({ month = null }) => month, {
    least: 14,
    meaning: 'the month of the settlement dates',
  }),
  column('compared', 'word', { en: 'Compared', es: 'Comparado' }, ({ isCompared = null }) => isCompared, {
    meaning: 'whether the fees of these settlements were compared',
  }),
  column('settlements', 'count', SETTLEMENTS, ({ settlements }) => settlements, { spare: 2, meaning: 'how many' }),
  ...CHARGED,
  column('too_much', 'money', { en: 'Too much', es: 'De más' }, ({ tooMuch }) => tooMuch?.sum ?? null, {
    meaning: 'of it, charged too much',
  }),
  column('too_little', 'money', { en: 'Too little', es: 'De menos' }, ({ tooLittle }) => tooLittle?.sum ?? null, {
    meaning: 'of it, charged too little; positive',
  }),
  column(
    'within_tolerance',
    'money',
    { en: 'Within the tolerance', es: 'Dentro de la tolerancia' },
    ({ withinTolerance }) => withinTolerance?.sum ?? null,
    { meaning: 'of it, differences within the tolerance; signed' },
  ),
  FEE_RATE,
]

/** The months, their sums, what was not compared, and the total. A file has two lines for each month: compared, and not compared. */
export const monthTable = (report: FeesReport): ReportTable => {
  const { total } = report
  const isCompared = hasTariff(report)
  const months = feesByMonth(report)
  const forPeople = (label: Both<string>, sum: FeesSum, isTotal = false): MonthRow => ({
    ...sum,
    line: { label, isTotal, only: PEOPLE },
  })
  const ofFile = (month: string, sum: FeesSum, ofCompared: boolean): readonly MonthRow[] =>
    sum.settlements === 0 ? [] : [{ ...sum, month, isCompared: ofCompared, line: { only: ['csv'] } }]
  const others = total.all.otherNotDeducted === ZERO ? [] : ['other_not_deducted']
  return table({
    name: 'months',
    title: { en: 'By month', es: 'Por mes' },
    notes: [
      note(
        { en: 'Rate: fees charged over collected.', es: 'Tasa: comisiones cobradas sobre el recaudo.' },
        { only: ['html', 'xlsx'] },
      ),
    ],
    rows: [
      ...months.flatMap(({ key, compared, notCompared }) => [
        ...ofFile(key, compared, true),
        ...ofFile(key, notCompared, false),
      ]),
      ...months.map(({ key, compared, all }) => forPeople(monthName(key), isCompared ? compared : all)),
      ...(isCompared
        ? [
            forPeople({ en: 'Compared', es: 'Comparado' }, total.compared, true),
            forPeople(NOT_COMPARED, total.notCompared),
          ]
        : []),
      forPeople(TOTAL, total.all, true),
    ],
    line: ({ line }) => line,
    columns: shown(
      ['month', 'settlements', 'collected', 'charged', 'deducted', 'billed_apart', ...others, 'fee_rate'].concat(
        isCompared ? ['expected', 'difference'] : [],
      ),
      ['csv'],
      MONTH_COLUMNS,
    ),
  })
}

interface PartOfDifference {
  readonly label: Both<string>
  readonly number: number | null
  readonly sum: Centavos
  readonly isTotal?: true
}

/** The parts of the difference; they add up to it. */
export const differenceTable = ({ total: { compared } }: FeesReport): ReportTable => {
  const { tooMuch, tooLittle, withinTolerance, difference } = compared
  const rows: readonly PartOfDifference[] = [
    { label: { en: 'Charged too much', es: 'Cobrado de más' }, ...tooMuch },
    {
      label: { en: 'Charged too little', es: 'Cobrado de menos' },
      number: tooLittle.number,
      sum: negate(tooLittle.sum),
    },
    { label: { en: 'Within the tolerance', es: 'Dentro de la tolerancia' }, ...withinTolerance },
    { label: { en: 'Difference', es: 'Diferencia' }, number: null, sum: difference, isTotal: true },
  ]
  return table({
    name: 'difference',
    title: { en: 'The difference consists of', es: 'La diferencia se compone de' },
    only: PEOPLE,
    rows,
    line: ({ isTotal = false }) => ({ isTotal }),
    columns: [
      { name: 'part', kind: 'text', head: { en: '', es: '' }, of: ({ label }) => label },
      { name: 'settlements', kind: 'count', head: SETTLEMENTS, of: ({ number }) => number },
      { name: 'sum', kind: 'money', head: { en: 'COP', es: 'COP' }, of: ({ sum }) => sum },
    ],
  })
}

interface MethodRow extends Partial<Omit<MethodCost, 'method'>> {
  readonly month?: string
  readonly of?: 'method' | 'rounding' | 'not-compared'
  readonly method?: string | null
  readonly line: Omit<Line, 'cells'>
}

export const METHOD_COLUMNS: readonly ColumnOf<MethodRow>[] = [
  column('month', 'text', { en: 'Month', es: 'Mes' }, ({ month = null }) => month, {
    only: ['csv'],
    meaning: 'the month of the settlement dates',
  }),
  column('line', 'word', { en: 'Line', es: 'Línea' }, ({ of = null }) => of, {
    only: ['csv'],
    meaning:
      '`method`: of settlements that were compared; `rounding`: what rounding whole settlements adds to them; `not-compared`: of settlements that were not',
  }),
  column('method', 'text', METHOD, ({ method = null }) => method, {
    least: 14,
    meaning: 'the payment method; empty where it is absent',
  }),
  { ...PAYMENTS, spare: 2, of: ({ payments = null }) => payments, meaning: 'listed payments that count' },
  { ...PAID, of: ({ paid = null }) => paid },
  { name: 'fee', kind: 'money', head: FEE, of: ({ fee = null }) => fee, meaning: 'by the tariff, without its tax' },
  { name: 'tax', kind: 'money', head: TAX, of: ({ tax = null }) => tax, meaning: 'the tax on it' },
  column('withheld', 'money', WITHHELD, ({ withheld = null }) => withheld, {
    meaning: 'what is withheld in addition to it',
  }),
  { ...EXPECTED, of: ({ expected = null }) => expected, meaning: 'fee, tax and withheld' },
]

/**
 * By month and method: cost of payments, rounding of settlements, and the expected fees of the month. In a file, methods and rounding
 * add up to the expected fees of a month, all its lines to its payments.
 */
export const methodTable = (report: FeesReport): ReportTable => {
  const months = feesByMonth(report)
  const priced = months.filter(({ methods }) => methods.length > 0)
  const costs = priced.flatMap(({ methods }) => methods)
  const names = [...new Set(costs.flatMap(({ withholdings }) => withholdings.map(({ name }) => name)))].sort(
    compareText,
  )
  const isIn = (of: (cost: MethodCost) => Centavos | null): boolean => costs.some((cost) => of(cost) !== ZERO)
  const [month, line, method, payments, paid, fee, tax, withheld, expected] = METHOD_COLUMNS as Columns
  const named = names.map(
    (name): ColumnOf<MethodRow> => ({
      ...{ name, kind: 'money', head: { en: name, es: name }, only: PEOPLE },
      of: (row) => withheldAs(name, row),
    }),
  )
  return groupedTable({
    name: 'methods',
    title: {
      en: 'By payment method, of the settlements that were compared',
      es: 'Por medio de pago, de las liquidaciones comparadas',
    },
    notes: [note(methodNote(report), { only: ['html', 'xlsx'] })],
    groups: [
      ...priced.map((one) => ({
        name: one.key,
        ...(priced.length > 1 ? { title: monthName(one.key) } : {}),
        rows: rowsForPeople(one),
      })),
      { name: 'file', rows: months.flatMap(rowsOfFile) },
    ],
    line: (row) => row.line,
    columns: [
      ...[month, line, method, payments, paid, fee],
      { ...tax, head: taxName(report), ...(isIn((cost) => cost.tax) ? {} : { only: ['csv'] }) },
      ...named,
      { ...withheld, only: ['csv'] },
      // Totals of earlier versions do not name what is withheld.
      { ...withheld, of: withheldWithoutName, only: isIn(withheldWithoutName) ? PEOPLE : [] },
      expected,
      column<MethodRow>(
        'rate',
        'percent',
        isWithheld(report) ? { en: 'Rate with withholdings', es: 'Tasa con retenciones' } : RATE,
        ({ expected: all, paid: of }) => (all === undefined || of === undefined ? null : feeRate(all, of)),
        { spare: 1, only: PEOPLE },
      ),
    ],
  })
}

type Column = ColumnOf<MethodRow>
type Columns = readonly [Column, Column, Column, Column, Column, Column, Column, Column, Column]

const rowsForPeople = ({ methods, rounding, compared }: FeesSummary): readonly MethodRow[] => {
  const all = (name: 'fee' | 'tax' | 'withheld'): Centavos => sumOf(methods.map((cost) => cost[name]))
  const row = (label: Both<string>, cost: Omit<MethodRow, 'line'>, isTotal = false): MethodRow => ({
    ...cost,
    line: { label, isTotal, only: PEOPLE },
  })
  const { payments, paid, expected } = compared
  return [
    ...methods.map((cost) =>
      row(
        inEach((language) => methodHeading(cost.method, language)),
        cost,
      ),
    ),
    ...(rounding === ZERO
      ? []
      : [row({ en: 'Rounding of settlements', es: 'Redondeo de liquidaciones' }, { expected: rounding })]),
    row(
      TOTAL,
      {
        ...{ payments, paid, expected, fee: all('fee'), tax: all('tax'), withheld: all('withheld') },
        withholdings: methods.flatMap(({ withholdings }) => withholdings),
      },
      true,
    ),
  ]
}

const rowsOfFile = (summary: FeesSummary & { readonly key: string }): readonly MethodRow[] => {
  const row = (of: MethodRow['of'] & string, cost: Omit<MethodRow, 'line' | 'of'>): MethodRow => ({
    ...cost,
    ...{ of, month: summary.key, line: { only: ['csv'] } },
  })
  const nothing = { method: null, payments: 0, paid: ZERO, fee: ZERO, tax: ZERO, withheld: ZERO }
  return [
    ...summary.methods.map((cost) => row('method', cost)),
    ...(summary.methods.length === 0 ? [] : [row('rounding', { ...nothing, expected: summary.rounding })]),
    ...summary.methodsNotCompared.map((sum) => row('not-compared', sum)),
  ]
}

const isWithheld = ({ total }: Pick<FeesReport, 'total'>): boolean =>
  total.methods.some(({ withheld }) => withheld !== ZERO)

/** The name of the tax in the tariff; a word for any where its schedules have several, or none. */
const taxName = ({ policy }: FeesReport): Both<string> => {
  const names = new Set(policy.tariff.flatMap(({ tax }) => tax?.name ?? []))
  const [name] = names
  return names.size === 1 && name !== undefined ? { en: name, es: name } : TAX
}

/** Null in a row that has no fees of its own. */
const withheldAs = (name: string, { withholdings }: MethodRow): Centavos | null =>
  withholdings === undefined ? null : sumOf(withholdings.filter((one) => one.name === name).map(({ sum }) => sum))

const withheldWithoutName = ({ withheld, withholdings = [] }: Pick<MethodRow, 'withheld' | 'withholdings'>) =>
  withheld === undefined ? null : minus(withheld, sumOf(withholdings.map(({ sum }) => sum)))

/** Explains the rate of a method; and, when they differ, why paid is not collected. */
const methodNote = (report: FeesReport): Both<string> => {
  const { compared } = report.total
  const of = isWithheld(report)
    ? {
        en: 'Rate: fees expected, with taxes and withholdings, over what was paid.',
        es: 'Tasa: comisiones esperadas, con impuestos y retenciones, sobre lo pagado.',
      }
    : { en: 'Rate: fees expected over what was paid.', es: 'Tasa: comisiones esperadas sobre lo pagado.' }
  return compared.paid === compared.collected
    ? of
    : {
        en: `${of.en} Paid is what the invoices list; collected is what the settlements report.`,
        es: `${of.es} Pagado es lo que listan las facturas; recaudo, lo que reportan las liquidaciones.`,
      }
}

/** Payments of settlements that were not compared, by method; without a tariff these are all payments. */
export const unpricedTable = (report: FeesReport): ReportTable => {
  const { methodsNotCompared, notCompared } = report.total
  const rows: readonly (Omit<MethodSum, 'method'> & { readonly method: string | null })[] =
    methodsNotCompared.length === 0 ? [] : [...methodsNotCompared, { ...notCompared, method: null }]
  return table({
    name: 'methods-not-compared',
    title: hasTariff(report)
      ? {
          en: 'By payment method, of the settlements that were not compared',
          es: 'Por medio de pago, de las liquidaciones sin comparar',
        }
      : { en: 'By payment method', es: 'Por medio de pago' },
    only: PEOPLE,
    rows,
    line: ({ method }) => ({ isTotal: method === null }),
    columns: [
      {
        ...{ name: 'method', kind: 'text', head: METHOD },
        of: ({ method }) => (method === null ? TOTAL : inEach((language) => methodHeading(method, language))),
      },
      PAYMENTS,
      PAID,
    ],
  })
}

export const WITHHOLDING_COLUMNS: readonly ColumnOf<
  WithheldSum & { readonly month: string; readonly method: string }
>[] = [
  column('month', 'text', { en: 'Month', es: 'Mes' }, ({ month }) => month, {
    meaning: 'the month of the settlement dates',
  }),
  column('method', 'text', METHOD, ({ method }) => method, { meaning: 'the payment method; empty where it is absent' }),
  column('withholding', 'text', { en: 'Withholding', es: 'Retención' }, ({ name }) => name, {
    meaning: 'its name in the tariff',
  }),
  column('withheld', 'money', WITHHELD, ({ sum }) => sum, {
    meaning: 'what it comes to, of settlements that were compared; part of `withheld` in `fees-methods.csv`',
  }),
]

/** One line for each month, method and withholding of the tariff. */
export const withholdingTable = (report: FeesReport): ReportTable =>
  table({
    name: 'withholdings',
    title: null,
    only: ['csv'],
    rows: feesByMonth(report).flatMap(({ key, methods }) =>
      methods.flatMap(({ method, withholdings }) => withholdings.map((one) => ({ ...one, month: key, method }))),
    ),
    columns: WITHHOLDING_COLUMNS,
  })

const BILL_LESS = { en: 'Bill less this', es: 'Factura menos esta suma' }
const BASES: Readonly<Record<BillBasis, Both<string>>> = {
  'billed-apart': { en: 'fees billed apart', es: 'comisiones facturadas aparte' },
  deducted: { en: 'fees deducted', es: 'comisiones descontadas' },
  'other-not-deducted': { en: 'other fees, not deducted', es: 'otras comisiones, sin descontar' },
  'not-deducted': { en: 'fees not deducted from payouts', es: 'comisiones no descontadas de los abonos' },
  charged: { en: 'all fees charged', es: 'todas las comisiones cobradas' },
  expected: { en: 'expected by the tariff', es: 'esperado según la tarifa' },
}

/** The operator's bill against each sum that it may represent. */
export const billTable = ({ billed, lines, matches }: NonNullable<FeesReport['bill']>): ReportTable =>
  table({
    name: 'bill',
    title: inEach(
      (language) =>
        `${{ en: "The operator's bill of", es: 'La factura del operador por' }[language]} ${moneyIn(billed, language)}`,
    ),
    notes: [
      note(
        matches === null
          ? { en: 'It matches none of these sums.', es: 'No coincide con ninguna de estas sumas.' }
          : {
              en: `It is exactly the ${BASES[matches].en}.`,
              es: `Es exactamente igual a: ${BASES[matches].es}.`,
            },
      ),
    ],
    only: PEOPLE,
    rows: lines,
    columns: [
      { name: 'of', kind: 'word', words: BASES, head: { en: '', es: '' }, of: ({ of }) => of },
      { name: 'sum', kind: 'money', head: { en: 'COP', es: 'COP' }, of: ({ sum }) => sum },
      { name: 'difference', kind: 'money', head: BILL_LESS, of: ({ difference }) => difference },
    ],
  })

export const INVOICED_COLUMNS: readonly ColumnOf<FeesOfMonth>[] = [
  column('month', 'text', { en: 'Month', es: 'Mes' }, ({ month }) => month, {
    meaning: 'the month that the invoices charge',
  }),
  column(
    'invoices',
    'text',
    { en: 'Invoices', es: 'Facturas' },
    ({ invoices }) => invoices.map(({ number }) => number).join(' '),
    { meaning: 'their numbers, separated by spaces' },
  ),
  column('base', 'money', { en: 'Base', es: 'Base' }, ({ base }) => base, {
    meaning: 'without taxes; those of credit notes are subtracted',
  }),
  column('iva', 'money', { en: 'IVA', es: 'IVA' }, ({ iva }) => iva, { meaning: 'as invoiced' }),
  column('invoiced', 'money', { en: 'Invoiced', es: 'Facturado' }, ({ invoiced }) => invoiced, {
    meaning: 'base and IVA',
  }),
  column('charged', 'money', { en: 'Charged', es: 'Cobrado' }, ({ charged }) => charged, {
    meaning: 'fees of the settlements of the month, deducted and billed apart',
  }),
  column('withheld', 'money', WITHHELD, ({ withheld }) => withheld, {
    meaning: 'of these, what the tariff withholds: it is on no invoice',
  }),
  column('difference', 'change', { en: 'Difference', es: 'Diferencia' }, ({ difference }) => difference, {
    meaning: 'invoiced - (charged - withheld)',
  }),
]

const INVOICED: Both<string> = {
  en: "The operator's invoices against the fees of the month",
  es: 'Las facturas del operador frente a las comisiones del mes',
}

/** The fourth witness. Of closed days those known at the closing; on the screen alone what has come since. */
export const invoicedTables = ({ invoiced, closed }: FeesReport): readonly ReportTable[] => {
  const columns = INVOICED_COLUMNS
  const sheet = { en: 'Invoices', es: 'Facturas' }
  const now = closed?.now.invoiced ?? []
  const isSame = now.every((one, at) => one.invoiced === invoiced[at]?.invoiced) && now.length === invoiced.length
  return [
    ...(invoiced.length === 0 ? [] : [table({ name: 'invoices', title: INVOICED, sheet, rows: invoiced, columns })]),
    ...(closed === null || isSame
      ? []
      : [table({ name: 'invoices-now', title: INVOICED_NOW, only: ['text'], rows: now, columns })]),
  ]
}

const INVOICED_NOW: Both<string> = {
  en: "The operator's invoices as known now, after the closing",
  es: 'Las facturas del operador según lo conocido ahora, después del cierre',
}

const REASONS: Readonly<Record<FeesNotCompared, Both<string>>> = {
  'no-tariff': { en: 'there is no tariff', es: 'no hay tarifa' },
  unpriced: { en: 'the tariff has no rate for a payment', es: 'la tarifa no cubre algún pago' },
  unread: { en: 'not read, or not whole', es: 'no se leyó, o no completa' },
  'no-settlement': { en: 'no settlement yet', es: 'aún sin liquidación' },
  'not-final': { en: 'in process', es: 'en proceso' },
  failed: { en: 'failed', es: 'fallida' },
  malformed: { en: 'a record cannot be read', es: 'hay un registro ilegible' },
  echo: { en: 'the answer is about another settlement', es: 'la respuesta es de otra liquidación' },
}

const UNPRICED: Readonly<Record<UnpricedReason, Both<(method: string) => string>>> = {
  'no-method': { en: () => 'no payment method', es: () => 'sin medio de pago' },
  'no-rate': { en: (method) => `no rate for ${method}`, es: (method) => `sin tarifa para ${method}` },
  'no-date': { en: () => 'no payment date', es: () => 'sin fecha de pago' },
  'before-tariff': { en: () => 'paid before the tariff begins', es: () => 'pagado antes de que empiece la tarifa' },
}

/** Why the fees of a settlement were not compared, with the payments that the tariff does not price. */
export const reasonName = ({ notCompared, unpriced }: FeesEntry): Both<string> | null => {
  if (notCompared === null) return null
  if (notCompared !== 'unpriced' || unpriced.length === 0) return REASONS[notCompared]
  return inEach((language) =>
    unpriced
      .map(
        ({ reason, method, payments }) =>
          `${UNPRICED[reason][language](methodHeading(method, language))} (${payments})`,
      )
      .join(', '),
  )
}

const CHARGED_OF_ENTRY: readonly ColumnOf<FeesEntry>[] = CHARGED.map((one) =>
  one.name === 'expected'
    ? { ...one, of: ({ expected, notCompared }) => (notCompared === null ? expected : null) }
    : one,
)

export const SETTLEMENT_COLUMNS: readonly ColumnOf<FeesEntry>[] = [
  column('date', 'date', { en: 'Settlement date', es: 'Fecha de liquidación' }, ({ slot }) => slot.date, {
    meaning: 'the settlement date',
  }),
  column('cycle', 'text', { en: 'Cycle', es: 'Ciclo' }, ({ slot }) => slot.cycle, {
    width: 8,
    meaning: 'the settlement cycle; text, never a number',
  }),
  ...CHARGED_OF_ENTRY,
  column(
    'off',
    'word',
    { en: 'Off tariff', es: 'Fuera de tarifa' },
    ({ isOff, notCompared }) => (notCompared === null ? isOff : null),
    {
      words: CELL_WORDS.off,
      tones: { true: 'bad' },
      meaning: '`true` where the difference is more than the tolerance',
    },
  ),
  FEE_RATE,
  column('not_compared', 'word', NOT_COMPARED, ({ notCompared }) => notCompared, {
    words: CELL_WORDS.not_compared,
    meaning: 'why its fees were not compared: `no-tariff`, `unpriced`, or as in the settlement ledger',
  }),
  column(
    'unpriced',
    'text',
    { en: 'Payments without a rate', es: 'Pagos sin tarifa' },
    ({ unpriced }) =>
      unpriced.map(({ reason, method, payments }) => `${reason} ${method || '-'} ${payments}`).join('; ') || null,
    {
      meaning:
        'payments for which the tariff has no rate: `no-method`, `no-rate`, `no-date` or `before-tariff`, method, number',
    },
  ),
]

const WHY = column<FeesEntry>('why', 'text', { en: 'Why not compared', es: 'Por qué no se comparó' }, reasonName, {
  least: 20,
})

/** With a link to the page of its day. */
const lineOf = ({ slot, isOff }: FeesEntry): Omit<Line, 'cells'> => ({ isOff, page: `../../${slot.date}/report.html` })

const SHOWN = ['date', 'cycle', 'payments', 'charged', 'expected', 'difference']

/** One line for each settlement. */
export const settlementTable = ({ entries, merchant }: FeesReport): ReportTable =>
  table({
    name: 'settlements',
    title: { en: 'By settlement', es: 'Por liquidación' },
    only: ['html', 'csv', 'xlsx'],
    isFolded: true,
    // Differences exist only for compared fees: with the other rows the totals would not add up.
    splitBy: 'difference',
    rows: entries,
    line: lineOf,
    columns: [
      {
        ...{ name: 'merchant', kind: 'text', only: ['xlsx'] },
        head: { en: 'Merchant', es: 'Comercio' },
        of: () => merchant,
      },
      ...shown(SHOWN, ['csv', 'xlsx'], SETTLEMENT_COLUMNS),
      { ...WHY, only: ['html'] },
    ],
  })

/** More rows would hide the rest of a page or screen; the table of settlements has all. */
const ROWS_MAX = 20

const someOf = (
  name: string,
  title: Both<string>,
  entries: readonly FeesEntry[],
  columns: readonly ColumnOf<FeesEntry>[],
  only: ReportTable['only'] & object,
): ReportTable =>
  table({
    ...{ name, title, only, columns, line: lineOf, rows: entries.slice(0, ROWS_MAX) },
    notes:
      entries.length <= ROWS_MAX
        ? []
        : [
            note(
              inEach((language) => {
                const all = numberIn(entries.length, language)
                return {
                  en: `The first ${ROWS_MAX} of ${all}: all of them are in fees-settlements.csv`,
                  es: `Las primeras ${ROWS_MAX} de ${all}: todas están en fees-settlements.csv`,
                }[language]
              }),
            ),
          ],
  })

/** The settlements off the tariff. */
export const offTable = (off: readonly FeesEntry[]): ReportTable =>
  someOf(
    'off',
    { en: 'Settlements whose fees differ from the tariff', es: 'Liquidaciones fuera de la tarifa' },
    off,
    SETTLEMENT_COLUMNS.filter(({ name }) => SHOWN.includes(name)),
    ['text', 'html'],
  )

/** On a page the table of settlements says why. */
export const notComparedTable = (report: FeesReport): ReportTable =>
  someOf(
    'not-compared',
    NOT_COMPARED,
    hasTariff(report) ? report.entries.filter(({ notCompared }) => notCompared !== null) : [],
    [...SETTLEMENT_COLUMNS.filter(({ name }) => ['date', 'cycle', 'charged'].includes(name)), WHY],
    ['text'],
  )
