import type { Cell, Row } from '../../src/core/cell.ts'
import { type Centavos, minus } from '../../src/core/money.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import { type AccountSection, accountLines } from '../statements/account-lines.ts'
import { column, ledger } from './ledger.ts'

/** A line of the account, a settlement of the closing balance, or a payment method. */
interface StatementEntry {
  readonly section: AccountSection | 'settlement' | 'restated' | 'method'
  readonly line: string
  readonly date?: string
  readonly cycle?: string
  readonly state?: string
  readonly number?: number | null
  readonly expected?: Centavos
  readonly paidOut?: Centavos | null
  readonly accepted?: Centavos
  readonly recovered?: Centavos
  readonly amount: Centavos
}

interface StatementContext {
  readonly merchant: string
  readonly from: string
  readonly to: string
}

const cell = (value: Cell | undefined): Cell => value ?? null

export const STATEMENT_LEDGER = ledger<StatementEntry, StatementContext>('statement.csv', [
  column('merchant', { of: (_, { merchant }) => merchant, meaning: 'whose account it is' }),
  column('from', { of: (_, { from }) => from, meaning: 'the first settlement date' }),
  column('to', { of: (_, { to }) => to, meaning: 'the last settlement date' }),
  column('section', {
    of: ({ section }) => section,
    meaning:
      '`account` (opening to closing), `closing` (what the closing balance consists of), `settlement` (each in the closing balance), `restated` (each of closed days that is another one since), `beside` (not included in the account), `bank` (from paid out to not arrived, where statements of the bank are known), `bank-open` (what has not arrived), `method` (collected, by payment method)',
  }),
  column('line', {
    of: ({ line }) => line,
    meaning:
      'the line; for a settlement, why it is open, and for `restated` what it is: `added`, `changed` or `gone`; for `method`, the payment method',
  }),
  column('date', { of: ({ date }) => cell(date), meaning: 'of a settlement: its date' }),
  column('cycle', { of: ({ cycle }) => cell(cycle), meaning: 'of a settlement: its cycle' }),
  column('state', {
    of: ({ state }) => cell(state),
    meaning:
      'of a settlement: `open`, `claimed` or `tolerated`; while it is in process `claimed` or `accepted` where a person did so because it is late, and `none` otherwise',
  }),
  column('number', {
    of: ({ number }) => cell(number),
    meaning: 'how many settlements; of `chargebacks` and `method` invoices',
  }),
  column('expected', {
    of: ({ expected }) => cell(expected),
    meaning:
      'of a settlement: its expected payout; of `restated` by how much it changed, as the other sums of that row',
  }),
  column('paid_out', {
    of: ({ paidOut }) => cell(paidOut),
    meaning: 'of a settlement: what was paid out by the end of the range; empty while nothing was',
  }),
  column('accepted', {
    of: ({ accepted }) => cell(accepted),
    meaning: 'of a settlement: what a person accepted of its difference; negative where too much was paid',
  }),
  column('recovered', {
    of: ({ recovered }) => cell(recovered),
    meaning: 'of a settlement: what was paid of it elsewhere after a claim',
  }),
  column('amount', {
    of: ({ amount }) => amount,
    meaning:
      'as it enters the sum: what is taken off is negative; of a settlement its balance: expected - paid_out - accepted - recovered',
  }),
])

/** The lines of the account, the settlements of the closing balance, and collected by payment method. */
export const statementRows = (account: OperatorAccount, merchant: string): readonly Row[] => {
  const { from, to } = account
  const lines = accountLines(account).map(
    ({ name, section, number, amount }): StatementEntry => ({ section, line: name, number, amount }),
  )
  const entries = [
    ...lines.filter(({ section }) => section === 'account' || section === 'closing'),
    ...account.items.map(
      ({ slot, kind, state, expected, paidOut, accepted, recovered, balance }): StatementEntry => ({
        section: 'settlement',
        line: kind,
        ...slot,
        state,
        expected,
        paidOut,
        accepted,
        recovered,
        amount: balance,
      }),
    ),
    ...(account.restated?.settlements ?? []).map(
      ({ slot, kind, due, paidOut, accepted }): StatementEntry => ({
        section: 'restated',
        line: kind,
        ...slot,
        expected: due,
        paidOut,
        accepted,
        amount: minus(minus(due, paidOut), accepted),
      }),
    ),
    ...lines.filter(({ section }) => section !== 'account' && section !== 'closing'),
    ...account.due.byMethod.map(
      ({ method, invoices, sum }): StatementEntry => ({
        section: 'method',
        line: method ?? '',
        number: invoices,
        amount: sum,
      }),
    ),
  ]
  return entries.map((entry) => STATEMENT_LEDGER.row(entry, { merchant, from, to }))
}
