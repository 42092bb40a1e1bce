import { inCop, inInvoices, settlementField, THE_SETTLEMENT } from '../../core/findings/discrepancy.ts'
import { type Centavos, minus, size } from '../../core/money.ts'
import { isGatewayReading, payoutReading } from '../../core/payout.ts'
import { isDocumentedStatus } from '../../core/pull/field-notes.ts'
import { isListEmpty, judgedSettlement, judgedWithList } from '../../core/pull/pull.ts'
import type { Both } from '../../std/both.ts'
import { howMany } from '../../std/how-many.ts'
import { feesTolerance } from '../account/settlement-fees.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'

/** The names of the payout rules, including two older ones with which old findings are stored. */
const WORDS: Readonly<Record<string, Both<string>>> = {
  net: { en: 'fees deducted', es: 'comisiones descontadas' },
  gross: { en: 'fees billed apart', es: 'comisiones facturadas aparte' },
  prepaid: { en: 'fees deducted', es: 'comisiones descontadas' },
  postpaid: { en: 'fees billed apart', es: 'comisiones facturadas aparte' },
  'gateway-collected': { en: 'all that was collected', es: 'todo lo recaudado' },
  'gateway-zero': { en: 'zero', es: 'cero' },
  'gateway-adjustments-less-fees': { en: 'adjustments less fees', es: 'ajustes menos comisiones' },
  unchecked: { en: 'not checked', es: 'sin revisar' },
}

export const payoutRuleInWords = (rule: string, language: keyof Both<string>): string => WORDS[rule]?.[language] ?? rule

/** Invoices with an undocumented status do not count, which alone may explain a mismatch. */
interface UncountedInvoices {
  readonly invoices: number
  /** The first of their statuses. */
  readonly statuses: readonly string[]
  readonly hasMoreStatuses: boolean
}

const STATUSES_MAX = 3

const uncountedIn = ({ totals: { byStatus } }: SlotFacts): UncountedInvoices | null => {
  const unknown = [...byStatus].filter(([status]) => !isDocumentedStatus(status))
  const invoices = unknown.reduce((all, [, { invoices }]) => all + invoices, 0)
  if (invoices === 0) return null
  const statuses = unknown.map(([status]) => status).toSorted()
  return {
    invoices,
    statuses: statuses.slice(0, STATUSES_MAX),
    hasMoreStatuses: statuses.length > STATUSES_MAX,
  }
}

const statusList = ({ statuses, hasMoreStatuses }: UncountedInvoices): string =>
  [...statuses, ...(hasMoreStatuses ? ['...'] : [])].join(', ')

/** The end of a sentence. */
const uncountedInEnglish = (uncounted: UncountedInvoices | null): string =>
  uncounted === null
    ? ''
    : `; ${howMany(uncounted.invoices, 'invoice')} with unknown statuses (${statusList(uncounted)}) ${uncounted.invoices === 1 ? 'was' : 'were'} not counted`

const uncountedInSpanish = (uncounted: UncountedInvoices | null): string =>
  uncounted === null
    ? ''
    : `; no se ${uncounted.invoices === 1 ? 'contó' : 'contaron'} ${howMany(uncounted.invoices, 'factura')} con estados desconocidos (${statusList(uncounted)})`

/** By what the payout comes to: collected may be off, and the payout right. */
const PAYOUT_BADGE = {
  more: { en: 'Paid too much', es: 'Abonada de más' },
  less: { en: 'Paid too little', es: 'Abonada de menos' },
  even: { en: 'Figures disagree', es: 'Cifras distintas' },
} as const

export const collectedMismatch = defineCheck({
  code: 'COLLECTED_MISMATCH',
  badge: PAYOUT_BADGE,
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'overpaid', less: 'owed' },
  isAboutFigures: true,
  amount: 'difference',
  gap: 'collected',
  check: (facts) => {
    const settlement = judgedWithList(facts)
    if (settlement === null || isListEmpty(settlement, facts.pull.list)) return NOTHING
    const { collected, counted } = facts.totals
    if (size(minus(settlement.collected, collected)) <= facts.policy.tolerance) return NOTHING
    const data = { counted, uncounted: uncountedIn(facts) }
    return observed(THE_SETTLEMENT, inCop(settlement.collected, collected), data)
  },
  title: { en: 'Collected differs from the sum of the invoices', es: 'Lo recaudado no es la suma de las facturas' },
  when: 'A is not the sum of the invoices that count',
  message: {
    en: ({ figures, data: { counted, uncounted } }, say) => {
      const come = counted === 1 ? 'its one paid invoice is of' : `its ${counted} paid invoices total`
      const what = counted === 0 ? 'no listed invoice counts' : `${come} ${say.money(figures.expected)}`
      return `reported as collected (amountCollected): ${say.money(figures.reported)}; ${what}${uncountedInEnglish(uncounted)}`
    },
    es: ({ figures, data: { counted, uncounted } }, say) => {
      const come = counted === 1 ? 'la única factura pagada es de' : `las ${counted} facturas pagadas suman`
      const what = counted === 0 ? 'ninguna factura de la lista cuenta' : `${come} ${say.money(figures.expected)}`
      return `se reportan recaudados (amountCollected) ${say.money(figures.reported)}; ${what}${uncountedInSpanish(uncounted)}`
    },
  },
})

export const countMismatch = defineCheck({
  code: 'COUNT_MISMATCH',
  badge: { en: 'Count differs', es: 'Número distinto' },
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  gap: 'count',
  check: (facts) => {
    const settlement = judgedWithList(facts)
    if (settlement === null || isListEmpty(settlement, facts.pull.list)) return NOTHING
    const { counted } = facts.totals
    if (settlement.invoiceCount === counted) return NOTHING
    const data = { uncounted: uncountedIn(facts) }
    return observed(THE_SETTLEMENT, inInvoices(settlement.invoiceCount, counted), data)
  },
  title: { en: 'The number of invoices differs', es: 'El número de facturas no coincide' },
  when: 'the number of invoices is not the number that counts',
  message: {
    en: ({ figures: { reported, expected }, data }) =>
      `the settlement reports ${howMany(reported, 'invoice')} (numberOfInvoices); ${howMany(expected, 'listed invoice')} ${expected === 1 ? 'counts' : 'count'}${uncountedInEnglish(data.uncounted)}`,
    es: ({ figures: { reported, expected }, data }) =>
      `la liquidación reporta ${howMany(reported, 'factura')} (numberOfInvoices); en la lista ${expected === 1 ? 'cuenta 1' : `cuentan ${expected}`}${uncountedInSpanish(data.uncounted)}`,
  },
})

export const feesMismatch = defineCheck({
  code: 'FEES_MISMATCH',
  badge: {
    more: { en: 'Fees too high', es: 'Comisión de más' },
    less: { en: 'Fees too low', es: 'Comisión de menos' },
  },
  severity: 'error',
  also: ['warning'],
  acts: 'operator',
  bucket: { more: 'feesTooMuch', less: 'feesTooLittle' },
  follows: 'settlement.fees',
  isAboutFigures: true,
  amount: 'difference',
  gap: 'fees',
  /**
   * The fees are those of the listed payments under the tariff (SPEC, section 8). Too little is a warning, since the
   * operator may still charge the rest.
   */
  check: (facts) => {
    const settlement = judgedWithList(facts)
    const expected = facts.totals.fees?.expected ?? null
    if (settlement === null || expected === null) return NOTHING
    const difference = minus(settlement.fees, expected)
    if (size(difference) <= feesTolerance(facts.policy, facts.totals)) return NOTHING
    const data = { payments: facts.totals.counted }
    const severity = difference > 0n ? 'error' : 'warning'
    return observed(THE_SETTLEMENT, inCop(settlement.fees, expected), data, severity)
  },
  title: { en: 'The fees do not match the tariff', es: 'La comisión no es la de la tarifa' },
  when: 'F is not what the tariff in the settings gives for the listed payments; an error when it is too much, a warning when too little',
  message: {
    en: ({ figures, data: { payments } }, say) =>
      `charged as fees: ${say.money(figures.reported)}; by the tariff ${payments === 1 ? 'the one payment costs' : `the ${payments} payments cost`} ${say.money(figures.expected)}`,
    es: ({ figures, data: { payments } }, say) =>
      `se cobraron comisiones por ${say.money(figures.reported)}; según la tarifa ${payments === 1 ? 'el único pago cuesta' : `los ${payments} pagos cuestan`} ${say.money(figures.expected)}`,
  },
})

export const gatewayReading = defineCheck({
  code: 'GATEWAY_READING',
  severity: 'info',
  also: ['warning'],
  acts: 'operator',
  check: (facts) => {
    const settlement = judgedSettlement(facts)
    if (settlement === null) return NOTHING
    const { rule, payout } = payoutReading(settlement, facts.policy)
    if (!isGatewayReading(rule)) return NOTHING
    const previous = facts.previousGatewayRule
    const before = previous === rule ? null : previous
    const figures = inCop(settlement.payout, payout)
    return observed(THE_SETTLEMENT, figures, { rule, before }, before === null ? 'info' : 'warning')
  },
  title: { en: 'Gateway payout by another equation', es: 'Abono de pasarela con otra ecuación' },
  when: 'a gateway payout fits another equation; a warning when it is not that of the previous gateway settlement',
  message: {
    en: ({ data: { rule, before } }) =>
      `this gateway payout fits: ${payoutRuleInWords(rule, 'en')}${before === null ? '' : `; the previous gateway settlement fitted: ${payoutRuleInWords(before, 'en')}`}`,
    es: ({ data: { rule, before } }) => {
      const change =
        before === null ? '' : `; la liquidación de pasarela anterior, a: ${payoutRuleInWords(before, 'es')}`
      return `este abono de pasarela corresponde a: ${payoutRuleInWords(rule, 'es')}${change}`
    },
  },
})

export const invoicesMissing = defineCheck({
  code: 'INVOICES_MISSING',
  badge: { en: 'No invoices listed', es: 'Sin facturas' },
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'overpaid', less: 'owed' },
  isAboutFigures: true,
  gap: 'count',
  check: (facts) => {
    const settlement = judgedWithList(facts)
    if (settlement === null || !isListEmpty(settlement, facts.pull.list)) return NOTHING
    const { invoiceCount, collected } = settlement
    return observed(THE_SETTLEMENT, inInvoices(invoiceCount, 0), { collected }, null, collected)
  },
  title: { en: 'The settlement lists no invoices', es: 'La liquidación no lista facturas' },
  when: 'the settlement reports invoices and its list is empty',
  message: {
    en: ({ figures, data }, say) =>
      `the settlement reports ${howMany(figures.reported, 'invoice')} (numberOfInvoices) and ${say.money(data.collected)} (amountCollected); the list is empty`,
    es: ({ figures, data }, say) =>
      `la liquidación reporta ${howMany(figures.reported, 'factura')} (numberOfInvoices) y ${say.money(data.collected)} (amountCollected); la lista está vacía`,
  },
})

export const payoutMismatch = defineCheck({
  code: 'PAYOUT_MISMATCH',
  badge: PAYOUT_BADGE,
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'overpaid', less: 'owed' },
  isAboutFigures: true,
  amount: 'difference',
  gap: 'payout',
  check: (facts) => {
    const settlement = judgedSettlement(facts)
    if (settlement === null) return NOTHING
    const { rule, payout } = payoutReading(settlement, facts.policy)
    if (payout === null || size(minus(settlement.payout, payout)) <= facts.policy.tolerance) return NOTHING
    return observed(THE_SETTLEMENT, inCop(settlement.payout, payout), { rule })
  },
  title: { en: 'Payout is not collected - fees + adjustments', es: 'El abono no es recaudo - comisiones + ajustes' },
  when: 'P is not A - F + J (fees deducted) or A + J (fees billed apart), from the reported figures',
  message: {
    en: ({ figures, data }, say) =>
      `the operator paid out ${say.money(figures.reported)} (paymentAmount); its own figures give ${say.money(figures.expected)} (${data.rule})`,
    es: ({ figures, data }, say) =>
      `el operador abonó ${say.money(figures.reported)} (paymentAmount); sus propias cifras dan ${say.money(figures.expected)} (${payoutRuleInWords(data.rule, 'es')})`,
  },
})

const within = (
  field: 'payout' | 'collected',
  reported: Centavos,
  expected: Centavos,
  { policy: { tolerance } }: SlotFacts,
) => {
  const gap = size(minus(reported, expected))
  if (gap === 0n || gap > tolerance) return NOTHING
  return observed(settlementField(field), inCop(reported, expected), { field, gap })
}

const payoutWithin = (facts: SlotFacts) => {
  const settlement = judgedSettlement(facts)
  if (settlement === null) return NOTHING
  const { payout } = payoutReading(settlement, facts.policy)
  return payout === null ? NOTHING : within('payout', settlement.payout, payout, facts)
}

const collectedWithin = (facts: SlotFacts) => {
  const settlement = judgedWithList(facts)
  if (settlement === null || isListEmpty(settlement, facts.pull.list)) return NOTHING
  return within('collected', settlement.collected, facts.totals.collected, facts)
}

export const withinTolerance = defineCheck({
  code: 'WITHIN_TOLERANCE',
  severity: 'info',
  acts: 'nobody',
  amount: 'difference',
  /** A difference within the tolerance of the policy is reported anyway. */
  check: (facts) => [...payoutWithin(facts), ...collectedWithin(facts)],
  title: { en: 'A difference within the tolerance', es: 'Diferencia dentro de la tolerancia' },
  when: 'payout or collected differ by no more than `toleranceCop`',
  message: {
    en: ({ data: { field, gap } }, say) =>
      `${say.field(field)} is off by ${say.money(gap)}, which the setting toleranceCop allows`,
    es: ({ data: { field, gap } }, say) =>
      `${say.field(field)} difiere en ${say.money(gap)}, lo que permite el parámetro toleranceCop`,
  },
})
