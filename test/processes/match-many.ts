// 100,000 dues against 100,000 payments in a process of its own, whose heap a test limits.
import { fromCentavos, minus, ZERO } from '../../src/core/money.ts'
import { receivablesOf } from '../../src/receivables/standing.ts'
import { slot } from '../core/a.ts'

const MANY = 100_000
const centavos = (at: number) => fromCentavos(100_000_000 + (at % 7) * 5_000_000)
const date = (text: string) => slot(text).date
const dues = Array.from({ length: MANY }, (_, at) => ({
  ...{ key: `d${at}`, dueId: `d${at}`, reference: null, contract: `C${at >> 1}`, document: `${at >> 2}` },
  ...{ amount: centavos(at), dueDate: date('2026-10-05'), month: '2026-10', concept: `${at & 1}`, owner: null },
  ...{ row: at, file: 1, fileName: 'october.csv' },
}))
const payments = dues.map(({ contract, document, amount }, at) => ({
  ...{
    id: `p${at}`,
    reference: null,
    contract,
    document,
    paid: minus(amount, at % 50 === 0 ? fromCentavos(1_000_000) : ZERO),
  },
  ...{ paidOn: date('2026-10-03'), paidAt: '2026-10-03 10:00:00', channel: 'pse', isChargedBack: false, slot: null },
}))
const rules = {
  ...{ receivableWindowDays: { before: 20, after: 60 }, receivableGraceDays: 5, receivableToleranceCop: ZERO },
}
const found = receivablesOf({ dues, payments, ties: [], rules, asOf: date('2026-10-20'), unread: [] })
const states = new Map()
for (const { state } of found.dues) states.set(state, (states.get(state) ?? 0) + 1)
process.stdout.write(JSON.stringify(Object.fromEntries(states)))
