import type { Cell, Row } from '../../src/core/cell.ts'
import { type Centavos, minus } from '../../src/core/money.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import { type AccountSection, accountLines } from '../statements/account-lines.ts'
import { csvColumn, ledger } from './ledger.ts'

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
  csvColumn('merchant', (_, { merchant }) => merchant, 'whose account it is'),
  csvColumn('from', (_, { from }) => from, 'the first settlement date'),
  csvColumn('to', (_, { to }) => to, 'the last settlement date'),
  csvColumn(
    'section',
    ({ section }) => section,
    '`account` (opening to closing), `closing` (what the closing balance consists of), `settlement` (each in the closing balance), `restated` (each of closed days that is another one since), `beside` (not included in the account), `bank` (from paid out to not arrived, where statements of the bank are known), `bank-open` (what has not arrived), `method` (collected, by payment method)',
  ),
  csvColumn(
    'line',
    ({ line }) => line,
    'the line; for a settlement, why it is open, and for `restated` what it is: `added`, `changed` or `gone`; for `method`, the payment method',
  ),
  csvColumn('date', ({ date }) => cell(date), 'of a settlement: its date'),
  csvColumn('cycle', ({ cycle }) => cell(cycle), 'of a settlement: its cycle'),
  csvColumn(
    'state',
    ({ state }) => cell(state),
    'of a settlement: `open`, `claimed` or `tolerated`; while it is in process `claimed` or `accepted` where a person did so because it is late, and `none` otherwise',
  ),
  csvColumn('number', ({ number }) => cell(number), 'how many settlements; of `chargebacks` and `method` invoices'),
  csvColumn(
    'expected',
    ({ expected }) => cell(expected),
    'of a settlement: its expected payout; of `restated` by how much it changed, as the other sums of that row',
  ),
  csvColumn(
    'paid_out',
    ({ paidOut }) => cell(paidOut),
    'of a settlement: what was paid out by the end of the range; empty while nothing was',
  ),
  csvColumn(
    'accepted',
    ({ accepted }) => cell(accepted),
    'of a settlement: what a person accepted of its difference; negative where too much was paid',
  ),
  csvColumn(
    'recovered',
    ({ recovered }) => cell(recovered),
    'of a settlement: what was paid of it elsewhere after a claim',
  ),
  csvColumn(
    'amount',
    ({ amount }) => amount,
    'as it enters the sum: what is taken off is negative; of a settlement its balance: expected - paid_out - accepted - recovered',
  ),
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
