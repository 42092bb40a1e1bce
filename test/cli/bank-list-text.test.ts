import { expect, test } from 'vitest'
import type { BankListReport } from '../../reports/documents/bank/bank-list-report.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { bankListReport } from '../../src/questions/bank-list.ts'
import { cop, slot } from '../core/a.ts'
import { anEntry } from '../core/bank/a-bank.ts'

const ONE = slot('2026-03-12')
const NUMBERS = Array.from({ length: 41 }, (_, index) => index + 1)
const REPORT: BankListReport = {
  merchant: 'default',
  covered: [{ account: '001', from: ONE.date, to: slot('2026-03-20').date }],
  gaps: [],
  payouts: [
    {
      slot: ONE,
      payout: cop(98_000),
      arrival: {
        kind: 'missing',
        lastDay: slot('2026-03-17').date,
        through: slot('2026-03-17').date,
        isComplete: true,
        laterCredits: [],
        takenBack: [],
      },
    },
  ],
  withoutCredit: [],
  ties: NUMBERS.map((number) => ({
    number,
    at: 0 as never,
    by: 'cuadre',
    reason: 'exact sums',
    payouts: [
      { slot: ONE, payout: cop(1_000) },
      { slot: slot('2026-03-13'), payout: cop(500) },
    ],
    entries: ['5bb6e3b5501d1e22'],
    undone: null,
  })),
  entries: new Map(),
  unknownCredits: [anEntry('fc0586ca77', '2026-03-13', 250_000)],
  reversals: [],
  isComplete: true,
}
test('a gap says what is missing, or by how much the balances differ', () => {
  const [after, before] = [slot('2026-01-30').date, slot('2026-02-02').date]
  const balances = { reported: cop(1_000_000), expected: cop(1_075_000) }
  const gaps = [
    { account: '001', after, before, balances, isWithin: false },
    { account: '001', after, before, balances, isWithin: true },
    { account: '001', after, before, balances: null, isWithin: false },
  ]
  const of = (language: 'en' | 'es') =>
    terminalText(bankListReport({ ...REPORT, gaps }, false), { width: 200, language, colour: false })
  expect(of('en')).toContain(`The balance of 2026-01-30 and the opening one of 2026-02-02 differ by COP 75,000 (001)

Another file has other entries of 2026-01-30 to 2026-02-02: the closing balances differ by COP 75,000 (001)

No statement covers the days after 2026-01-30 and before 2026-02-02 (001)`)
  expect(of('es')).toContain(`El saldo del 30/01/2026 y el inicial del 02/02/2026 difieren en $ 75.000 (001)

Otro archivo tiene otros movimientos del 30/01/2026 al 02/02/2026: los saldos finales difieren en $ 75.000 (001)

Ningún extracto cubre los días después del 30/01/2026 y antes del 02/02/2026 (001)`)
})
