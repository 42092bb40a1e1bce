import { expect, test } from 'vitest'
import type { BankListReport } from '../../reports/documents/bank/bank-list-report.ts'
import { bankListText } from '../../src/cli/commands/bank/bank-list-text.ts'
import { cop, slot } from '../domain/a.ts'
import { anEntry } from '../domain/bank/a-bank.ts'

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
      arrival: { kind: 'missing', lastDay: slot('2026-03-17').date, isComplete: true, laterCredits: [], takenBack: [] },
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
const screen = (all: boolean, language: 'en' | 'es' = 'en') =>
  bankListText(REPORT, all, { width: 80, language, colour: false })

test('each list says what its columns are', () => {
  expect(screen(false)).toContain(`Not arrived:
  Settlement     Payout  Where it is          Last day
  2026-03-12 11  98,000  missing at the bank  2026-03-17`)
  expect(screen(false, 'es')).toContain(`Consignaciones del operador que ningún abono explica:
  Consignación  Día             COP
  fc0586ca      13/03/2026  250.000`)
})

test('ties are listed where all is asked for, with the payout they stand for, and none is left out', () => {
  expect(screen(false)).not.toContain('Tied')
  const told = screen(true)
  expect(told.match(/1,500 {2}5bb6e3b5 {2}cuadre/g)).toHaveLength(41)
  expect(told).not.toMatch(/and \d+ more/)
})

test('payouts for which no credit is expected are in the bridge where there are any', () => {
  expect(screen(false)).not.toContain('no credit is expected')
  const withoutCredit = [{ slot: ONE, payout: cop(-20_000), kind: 'negative' as const }]
  const bridge = (language: 'en' | 'es') =>
    bankListText({ ...REPORT, withoutCredit }, false, { width: 90, language, colour: false })
  expect(bridge('en')).toMatch(/negative payouts: no credit is expected +1 +-20,000\npaid out +2 +78,000/)
  expect(bridge('es')).toMatch(
    /abonos negativos: no se espera consignación +1 +-20\.000\nabonado por el operador +2 +78\.000/,
  )
})

test('a gap says what is missing, or by how much the balances differ', () => {
  const [after, before] = [slot('2026-01-30').date, slot('2026-02-02').date]
  const balances = { reported: cop(1_000_000), expected: cop(1_075_000) }
  const gaps = [
    { account: '001', after, before, balances, isWithin: false },
    { account: '001', after, before, balances, isWithin: true },
    { account: '001', after, before, balances: null, isWithin: false },
  ]
  const of = (language: 'en' | 'es') =>
    bankListText({ ...REPORT, gaps }, false, { width: 200, language, colour: false })
  expect(of('en')).toContain(`The balance of 2026-01-30 and the opening one of 2026-02-02 differ by COP 75,000  001
Another file has other entries of 2026-01-30 to 2026-02-02: the closing balances differ by COP 75,000  001
No statement covers the days after 2026-01-30 and before 2026-02-02  001`)
  expect(of('es')).toContain(`El saldo del 30/01/2026 y el inicial del 02/02/2026 difieren en $ 75.000  001
Otro archivo tiene otros movimientos del 30/01/2026 al 02/02/2026: los saldos finales difieren en $ 75.000  001
Ningún extracto cubre los días después del 30/01/2026 y antes del 02/02/2026  001`)
})
