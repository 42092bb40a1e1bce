import type { Row } from '../../src/core/cell.ts'
import type { FeesSummary, WithheldSum } from '../../src/rules/account/fees-summary.ts'
import { column, ledger } from './ledger.ts'

interface MonthContext {
  readonly merchant: string
  readonly month: string
}

interface WithholdingLine extends WithheldSum {
  readonly method: string
}

/** One line for each month, method and withholding of the tariff; nothing is written where nothing is withheld. */
export const FEES_WITHHOLDING_LEDGER = ledger<WithholdingLine, MonthContext>('fees-withholdings.csv', [
  column('merchant', { of: (_, { merchant }) => merchant, meaning: 'whose fees they are' }),
  column('month', { of: (_, { month }) => month, meaning: 'the month of the settlement dates' }),
  column('method', { of: ({ method }) => method, meaning: 'the payment method; empty where it is absent' }),
  column('withholding', { of: ({ name }) => name, meaning: 'its name in the tariff' }),
  column('withheld', {
    of: ({ sum }) => sum,
    meaning: 'what it comes to, of settlements that were compared; part of `withheld` in `fees-methods.csv`',
  }),
])

export const feesWithholdingRows = ({ methods }: FeesSummary, context: MonthContext): readonly Row[] =>
  methods.flatMap(({ method, withholdings }) =>
    withholdings.map((one) => FEES_WITHHOLDING_LEDGER.row({ method, ...one }, context)),
  )
