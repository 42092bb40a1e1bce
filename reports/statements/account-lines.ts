import { type Amount, plus as addUp, type Centavos, negate, ZERO } from '../../src/core/money.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import type { Language } from '../../src/words/language.ts'

/**
 * `account` runs from opening to closing, `closing` has the parts of the closing, `beside` is in no sum of the account.
 * `bank` runs from paid out to not arrived, `bank-open` has the parts of the latter.
 */
export type AccountSection = 'account' | 'closing' | 'beside' | 'bank' | 'bank-open'

/** A line of the account with the operator. */
export interface AccountLine {
  /** Its name in files and documents. */
  readonly name: string
  readonly section: AccountSection
  readonly label: Readonly<Record<Language, string>>
  /** Whether it is a sum of lines above it. */
  readonly isTotal: boolean
  /** The number of settlements (of chargebacks: invoices); null when the line has none. */
  readonly number: number | null
  /** As it enters the sum: deductions are negative. */
  readonly amount: Centavos
}

interface Definition extends Omit<AccountLine, 'number' | 'amount' | 'isTotal'> {
  readonly isTotal?: boolean
  /** Hidden from people when its figure is 0. */
  readonly isOptional?: boolean
  /** Null when the account has no such line. */
  readonly of: (account: OperatorAccount) => Figure | null
}

type Figure = Pick<AccountLine, 'number' | 'amount'>

const sum = (amount: Centavos, number: number | null = null): Figure => ({ number, amount })
const plus = ({ number, sum: amount }: Amount): Figure => ({ number, amount })
const less = ({ number, sum: amount }: Amount): Figure => ({ number, amount: negate(amount) })

const DEFINITIONS: readonly Definition[] = [
  {
    name: 'opening',
    section: 'account',
    label: {
      en: 'Opening: due before and not paid out',
      es: 'Saldo inicial: pendiente de abono de períodos anteriores',
    },
    isTotal: true,
    of: ({ opening }) => sum(opening),
  },
  {
    name: 'collected',
    section: 'account',
    label: { en: 'Collected', es: 'Recaudo' },
    of: ({ due }) => sum(due.collected, due.settlements),
  },
  {
    name: 'fees_deducted',
    section: 'account',
    label: { en: 'Fees deducted', es: 'Comisiones descontadas' },
    of: ({ due }) => sum(negate(due.feesDeducted)),
  },
  {
    name: 'adjustments_explained',
    section: 'account',
    label: { en: 'Adjustments explained', es: 'Ajustes explicados' },
    of: ({ due }) => sum(due.adjustmentsExplained),
  },
  {
    name: 'adjustments_not_explained_taken',
    section: 'account',
    label: { en: 'Adjustments not explained: taken off', es: 'Ajustes sin explicar: descontados' },
    of: ({ due }) => less(due.adjustmentsNotExplained.taken),
  },
  {
    name: 'adjustments_not_explained_brought',
    section: 'account',
    label: { en: 'Adjustments not explained: added', es: 'Ajustes sin explicar: sumados' },
    isOptional: true,
    of: ({ due }) => plus(due.adjustmentsNotExplained.brought),
  },
  {
    name: 'adjustments_of_failed',
    section: 'account',
    label: { en: 'Adjustments of settlements that failed', es: 'Ajustes de liquidaciones fallidas' },
    isOptional: true,
    of: ({ due: { adjustmentsOfFailed } }) => (adjustmentsOfFailed === ZERO ? null : sum(adjustmentsOfFailed)),
  },
  {
    name: 'kept_by_gateway',
    section: 'account',
    label: { en: 'Kept by the gateway', es: 'No girado por la pasarela' },
    isOptional: true,
    of: ({ due: { keptByGateway } }) => (keptByGateway === null ? null : sum(negate(keptByGateway))),
  },
  {
    name: 'restated_collected',
    section: 'account',
    label: { en: 'Restatements of closed days: collected', es: 'Reexpresiones de fechas cerradas: recaudo' },
    isOptional: true,
    of: ({ restated }) => restated && sum(restated.collected, restated.added),
  },
  {
    name: 'restated_fees_deducted',
    section: 'account',
    label: { en: 'Restatements of closed days: fees', es: 'Reexpresiones de fechas cerradas: comisiones' },
    isOptional: true,
    of: ({ restated }) => restated && sum(negate(restated.feesDeducted)),
  },
  {
    name: 'restated_adjustments',
    section: 'account',
    label: { en: 'Restatements of closed days: adjustments', es: 'Reexpresiones de fechas cerradas: ajustes' },
    isOptional: true,
    of: ({ restated }) => restated && sum(restated.adjustments),
  },
  {
    name: 'restated_kept_by_gateway',
    section: 'account',
    label: {
      en: 'Restatements of closed days: kept by the gateway',
      es: 'Reexpresiones de fechas cerradas: no girado por la pasarela',
    },
    isOptional: true,
    of: ({ restated }) => restated && sum(negate(restated.keptByGateway)),
  },
  {
    name: 'due',
    section: 'account',
    label: { en: 'Due on these days', es: 'Por abonar del período' },
    isTotal: true,
    of: ({ due }) => sum(due.sum, due.settlements),
  },
  {
    name: 'paid_out',
    section: 'account',
    label: { en: 'Paid out, according to the operator', es: 'Abonado, según el operador' },
    of: ({ paidOut }) => less(paidOut.ofRange),
  },
  {
    name: 'paid_out_of_before',
    section: 'account',
    label: { en: 'Paid out, of what was due before', es: 'Abonado de saldos anteriores' },
    isOptional: true,
    of: ({ paidOut }) => less(paidOut.ofBefore),
  },
  {
    name: 'restated_paid_out',
    section: 'account',
    label: { en: 'Restatements of closed days: paid out', es: 'Reexpresiones de fechas cerradas: abonado' },
    isOptional: true,
    of: ({ restated }) => restated && sum(negate(restated.paidOut)),
  },
  {
    name: 'accepted_underpaid',
    section: 'account',
    label: { en: 'Accepted differences: paid too little', es: 'Diferencias aceptadas: abonado de menos' },
    isOptional: true,
    of: ({ accepted }) => less(accepted.underpaid),
  },
  {
    name: 'accepted_overpaid',
    section: 'account',
    label: { en: 'Accepted differences: paid too much', es: 'Diferencias aceptadas: abonado de más' },
    isOptional: true,
    of: ({ accepted }) => plus(accepted.overpaid),
  },
  {
    name: 'accepted_failed',
    section: 'account',
    label: { en: 'Accepted failures', es: 'Liquidaciones fallidas aceptadas' },
    isOptional: true,
    of: ({ accepted }) => less(accepted.failed),
  },
  {
    name: 'recovered',
    section: 'account',
    label: { en: 'Recovered: claims paid elsewhere', es: 'Recuperado: reclamaciones pagadas por otra vía' },
    isOptional: true,
    of: ({ recovered }) => less(recovered),
  },
  {
    name: 'restated_accepted',
    section: 'account',
    label: { en: 'Restatements of closed days: accepted', es: 'Reexpresiones de fechas cerradas: aceptado' },
    isOptional: true,
    of: ({ restated }) => restated && sum(negate(restated.accepted)),
  },
  {
    name: 'closing',
    section: 'account',
    label: { en: 'Closing: still to be paid out', es: 'Saldo final: pendiente de abono' },
    isTotal: true,
    of: ({ closing, items }) => sum(closing, items.length),
  },
  {
    name: 'in_process',
    section: 'closing',
    label: { en: 'In process', es: 'En proceso' },
    of: ({ closingParts }) => plus(closingParts['in-process']),
  },
  {
    name: 'failed',
    section: 'closing',
    label: { en: 'Failed', es: 'Fallidas' },
    of: ({ closingParts }) => plus(closingParts.failed),
  },
  {
    name: 'underpaid',
    section: 'closing',
    label: { en: 'Paid too little', es: 'Abonado de menos' },
    of: ({ closingParts }) => plus(closingParts.underpaid),
  },
  {
    name: 'overpaid',
    section: 'closing',
    label: { en: 'Paid too much', es: 'Abonado de más' },
    of: ({ closingParts }) => less(closingParts.overpaid),
  },
  {
    name: 'not_compared',
    section: 'beside',
    label: { en: 'Not compared, by the payout reported', es: 'Sin comparar, por el abono reportado' },
    of: ({ beside }) => plus(beside.notCompared),
  },
  {
    name: 'not_read',
    section: 'beside',
    label: {
      en: 'Not read, or not read whole; by the payout last read, if any',
      es: 'Sin consultar, o no leídas completas; por el último abono leído, si lo hay',
    },
    isOptional: true,
    of: ({ beside }) => plus(beside.notRead),
  },
  {
    name: 'not_read_before',
    section: 'beside',
    label: {
      en: 'Not read, of earlier days; by the payout last read, if any',
      es: 'Sin consultar, de fechas anteriores; por el último abono leído, si lo hay',
    },
    isOptional: true,
    of: ({ beside }) => plus(beside.notReadBefore),
  },
  {
    name: 'no_settlement',
    section: 'beside',
    label: { en: 'No settlement yet, by what was collected', es: 'Aún sin liquidación, por el recaudo' },
    of: ({ beside }) => plus(beside.noSettlement),
  },
  {
    name: 'fees_not_deducted',
    section: 'beside',
    label: { en: 'Fees not deducted from payouts', es: 'Comisiones no descontadas de los abonos' },
    of: ({ beside }) => sum(beside.feesNotDeducted),
  },
  {
    name: 'fees_charged',
    section: 'beside',
    label: { en: 'Fees charged, where compared with the tariff', es: 'Comisiones cobradas, comparadas con la tarifa' },
    of: ({ beside: { fees } }) => fees && plus(fees.charged),
  },
  {
    name: 'fees_expected',
    section: 'beside',
    label: { en: 'Fees expected by the tariff', es: 'Comisiones esperadas según la tarifa' },
    of: ({ beside: { fees } }) => fees && sum(fees.expected),
  },
  {
    name: 'fees_too_much',
    section: 'beside',
    label: { en: 'Fees charged above the tariff', es: 'Comisiones cobradas por encima de la tarifa' },
    isOptional: true,
    of: ({ beside: { fees } }) => fees && plus(fees.tooMuch),
  },
  {
    name: 'fees_too_little',
    section: 'beside',
    label: { en: 'Fees charged below the tariff', es: 'Comisiones cobradas por debajo de la tarifa' },
    isOptional: true,
    of: ({ beside: { fees } }) => fees && less(fees.tooLittle),
  },
  {
    name: 'fees_within_tolerance',
    section: 'beside',
    label: { en: 'Fee differences within the tolerance', es: 'Diferencias de comisiones dentro de la tolerancia' },
    isOptional: true,
    of: ({ beside: { fees } }) => fees && plus(fees.withinTolerance),
  },
  {
    name: 'fees_not_compared',
    section: 'beside',
    label: { en: 'Fees not compared with the tariff', es: 'Comisiones sin comparar con la tarifa' },
    isOptional: true,
    of: ({ beside: { fees } }) => fees && plus(fees.notCompared),
  },
  {
    name: 'fees_invoiced',
    section: 'beside',
    label: {
      en: 'Fees invoiced by the operator: base and IVA',
      es: 'Comisiones facturadas por el operador: base e IVA',
    },
    of: ({ beside: { invoiced } }) => invoiced && plus(invoiced),
  },
  {
    name: 'fees_invoiced_difference',
    section: 'beside',
    label: { en: 'Invoiced less fees without withholdings', es: 'Facturado menos comisiones sin retenciones' },
    of: ({ beside: { invoiced } }) => invoiced && sum(invoiced.difference),
  },
  {
    name: 'chargebacks',
    section: 'beside',
    label: { en: 'Chargebacks', es: 'Contracargos' },
    of: ({ beside: { chargebacks } }) => sum(chargebacks.paid, chargebacks.seen),
  },
  {
    name: 'chargebacks_debited',
    section: 'beside',
    label: { en: 'Of these chargebacks, debited by adjustments', es: 'De estos contracargos, debitados por ajustes' },
    isOptional: true,
    of: ({ beside: { chargebacks } }) => plus(chargebacks.debited),
  },
  {
    name: 'chargebacks_not_debited',
    section: 'beside',
    label: { en: 'Chargebacks not debited yet', es: 'Contracargos aún no debitados' },
    of: ({ beside: { chargebacks } }) => plus(chargebacks.notDebited),
  },
  {
    name: 'chargebacks_not_debited_before',
    section: 'beside',
    label: {
      en: 'Chargebacks of earlier days not debited yet',
      es: 'Contracargos de fechas anteriores aún no debitados',
    },
    isOptional: true,
    of: ({ beside: { chargebacks } }) => plus(chargebacks.notDebitedBefore),
  },
  {
    name: 'bank_unknown_credits',
    section: 'beside',
    label: {
      en: 'Credits of the operator at the bank that no payout explains, by the last day',
      es: 'Consignaciones del operador en el banco que ningún abono explica, al cierre',
    },
    isOptional: true,
    of: ({ bank }) => bank && plus(bank.unknownCredits),
  },
  {
    name: 'bank_opening',
    section: 'bank',
    label: { en: 'Paid out before, and not arrived by then', es: 'Abonado antes y aún sin llegar' },
    isTotal: true,
    of: ({ bank }) => bank && plus(bank.opening),
  },
  {
    name: 'bank_paid_out',
    section: 'bank',
    label: { en: 'Paid out, compared or not', es: 'Abonado, comparado o no' },
    of: ({ bank }) => bank && plus(bank.paidOut),
  },
  {
    name: 'bank_arrived',
    section: 'bank',
    label: { en: 'Arrived at the bank', es: 'Llegó al banco' },
    of: ({ bank }) => bank && less(bank.arrived),
  },
  {
    name: 'bank_accepted_less',
    section: 'bank',
    label: { en: 'Accepted: missing or short at the bank', es: 'Aceptado: falta en el banco o llegó de menos' },
    isOptional: true,
    of: ({ bank }) => bank && less(bank.acceptedLess),
  },
  {
    name: 'bank_accepted_more',
    section: 'bank',
    label: { en: 'Accepted: too much at the bank', es: 'Aceptado: de más en el banco' },
    isOptional: true,
    of: ({ bank }) => bank && plus(bank.acceptedMore),
  },
  {
    name: 'bank_recovered',
    section: 'bank',
    label: { en: 'Recovered: claims paid elsewhere', es: 'Recuperado: reclamaciones pagadas por otra vía' },
    isOptional: true,
    of: ({ bank }) => bank && less(bank.recovered),
  },
  {
    name: 'bank_negative',
    section: 'bank',
    label: {
      en: 'Negative payouts: no credit is expected',
      es: 'Abonos negativos: no se espera consignación en el banco',
    },
    isOptional: true,
    of: ({ bank }) => bank && less(bank.negativePayouts),
  },
  {
    name: 'bank_echo',
    section: 'bank',
    label: {
      en: 'Answers for another settlement: no credit is expected',
      es: 'Respuestas de otra liquidación: no se espera consignación en el banco',
    },
    isOptional: true,
    of: ({ bank }) => bank && less(bank.echoes),
  },
  {
    name: 'bank_not_covered',
    section: 'bank',
    label: { en: 'On days without a bank statement', es: 'De fechas sin extracto del banco' },
    isOptional: true,
    of: ({ bank }) => bank && less(bank.notCovered),
  },
  {
    name: 'bank_closing',
    section: 'bank',
    label: { en: 'Not arrived by the last day', es: 'Pendiente de llegar al banco al cierre' },
    isTotal: true,
    of: ({ bank }) => bank && plus(bank.closing),
  },
  {
    name: 'bank_on_the_way',
    section: 'bank-open',
    label: { en: 'On the way', es: 'En camino' },
    of: ({ bank }) => bank && plus(bank.onTheWay),
  },
  {
    name: 'bank_missing',
    section: 'bank-open',
    label: { en: 'Missing at the bank', es: 'Falta en el banco' },
    of: ({ bank }) => bank && plus(bank.missing),
  },
  {
    name: 'bank_undecided',
    section: 'bank-open',
    label: { en: 'More than one possible match', es: 'Con más de un cruce posible' },
    isOptional: true,
    of: ({ bank }) => bank && plus(bank.undecided),
  },
  {
    name: 'bank_arrived_less',
    section: 'bank-open',
    label: { en: 'Arrived with less than was paid out', es: 'Llegó menos de lo abonado' },
    isOptional: true,
    of: ({ bank }) => bank && plus(bank.arrivedLess),
  },
  {
    name: 'bank_arrived_more',
    section: 'bank-open',
    label: { en: 'Arrived with more than was paid out', es: 'Llegó más de lo abonado' },
    isOptional: true,
    of: ({ bank }) => bank && less(bank.arrivedMore),
  },
]

/** The names of all lines, for people. */
export const ACCOUNT_LABELS = DEFINITIONS.map(({ label }) => label)

/** All lines of the account. */
export const accountLines = (account: OperatorAccount): readonly AccountLine[] =>
  DEFINITIONS.flatMap((definition) => lineOf(definition, account) ?? [])

/** A line of several accounts side by side; a figure is null when an account has no such line. */
export interface AccountRow extends Omit<AccountLine, 'number' | 'amount'> {
  readonly figures: readonly (Figure | null)[]
}

/** The lines that people see: optional ones only when at least one account has a figure other than 0. */
export const accountRows = (accounts: readonly OperatorAccount[]): readonly AccountRow[] =>
  DEFINITIONS.flatMap(({ of, isOptional, isTotal = false, name, section, label }) => {
    const figures = accounts.map(of)
    const isShown = figures.some((figure) => figure !== null && (!isOptional || isAny(figure)))
    return isShown ? [{ name, section, label, isTotal, figures }] : []
  })

/**
 * Joins the two lines of payouts into one. Over several months a payout of the month before is one of the range, so
 * only the sum of the two lines equals the total in the last column.
 */
export const withPaidOutTogether = (rows: readonly AccountRow[]): readonly AccountRow[] => {
  const ofBefore = rows.find(({ name }) => name === 'paid_out_of_before')?.figures ?? []
  return rows
    .filter(({ name }) => name !== 'paid_out_of_before')
    .map((row) =>
      row.name === 'paid_out'
        ? { ...row, figures: row.figures.map((figure, at) => addFigures(figure, ofBefore[at] ?? null)) }
        : row,
    )
}

const addFigures = (a: Figure | null, b: Figure | null): Figure | null =>
  a === null || b === null ? (a ?? b) : sum(addUp(a.amount, b.amount), (a.number ?? 0) + (b.number ?? 0))

/** Whether a line says more than 0. */
export const isAny = (figure: Figure | null): boolean =>
  figure !== null && (figure.amount !== ZERO || (figure.number ?? 0) !== 0)

const lineOf = (
  { of, isTotal = false, name, section, label }: Definition,
  account: OperatorAccount,
): AccountLine | null => {
  const figure = of(account)
  return figure && { name, section, label, isTotal, ...figure }
}
