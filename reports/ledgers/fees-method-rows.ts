import type { Row } from '../../src/core/cell.ts'
import { type Centavos, ZERO } from '../../src/core/money.ts'
import type { FeesSummary, MethodCost, MethodSum } from '../../src/rules/account/fees-summary.ts'
import { column, ledger } from './ledger.ts'

interface MonthContext {
  readonly merchant: string
  readonly month: string
}

/** A method of a month; `method` is null in the rounding line. */
interface MethodLine extends Omit<MethodSum, 'method'> {
  readonly line: 'method' | 'rounding' | 'not-compared'
  readonly method: string | null
  readonly cost: Pick<MethodCost, 'fee' | 'tax' | 'withheld' | 'expected'> | null
}

/** One line for each month and method. */
export const FEES_METHOD_LEDGER = ledger<MethodLine, MonthContext>('fees-methods.csv', [
  column('merchant', { of: (_, { merchant }) => merchant, meaning: 'whose fees they are' }),
  column('month', { of: (_, { month }) => month, meaning: 'the month of the settlement dates' }),
  column('line', {
    of: ({ line }) => line,
    meaning:
      '`method`: of settlements that were compared; `rounding`: what rounding whole settlements adds to them; `not-compared`: of settlements that were not',
  }),
  column('method', { of: ({ method }) => method, meaning: 'the payment method; empty where it is absent' }),
  column('payments', { of: ({ payments }) => payments, meaning: 'listed payments that count' }),
  column('paid', { of: ({ paid }) => paid, meaning: 'what they come to' }),
  column('fee', { of: ({ cost }) => cost?.fee ?? null, meaning: 'by the tariff, without its tax' }),
  column('tax', { of: ({ cost }) => cost?.tax ?? null, meaning: 'the tax on it' }),
  column('withheld', { of: ({ cost }) => cost?.withheld ?? null, meaning: 'what is withheld in addition to it' }),
  column('expected', { of: ({ cost }) => cost?.expected ?? null, meaning: 'fee, tax and withheld' }),
])

/** The lines of a month. Methods and rounding add up to its expected fees, all lines to its payments. */
const methodLines = (summary: FeesSummary): readonly MethodLine[] => [
  ...summary.methods.map(({ method, payments, paid, ...cost }) => ({
    line: 'method' as const,
    method,
    payments,
    paid,
    cost,
  })),
  ...(summary.methods.length === 0 ? [] : [roundingLine(summary.rounding)]),
  ...summary.methodsNotCompared.map((sum) => ({ line: 'not-compared' as const, ...sum, cost: null })),
]

const roundingLine = (rounding: Centavos): MethodLine => ({
  line: 'rounding',
  method: null,
  payments: 0,
  paid: ZERO,
  cost: { fee: ZERO, tax: ZERO, withheld: ZERO, expected: rounding },
})

export const feesMethodRows = (summary: FeesSummary, context: MonthContext): readonly Row[] =>
  methodLines(summary).map((line) => FEES_METHOD_LEDGER.row(line, context))
