import { expect, it } from 'vitest'
import { explanation } from '../../reports/documents/explanation.ts'
import { figures } from '../../src/cli/commands/questions/figures.ts'
import { chargebackAccount, chargebackBalance } from '../../src/domain/assessment/chargeback-account.ts'
import type { Arrival } from '../../src/domain/bank/payout-arrivals.ts'
import type { Language } from '../../src/i18n/language.ts'
import { aPolicy, cop, slot } from '../domain/a.ts'
import { aReport, someMoney } from '../reports/a-slot.ts'

/** The first line of `explain` about a settlement that agrees, and of which the bank shows this. */
const standing = (arrival: Arrival | null, language: Language): string => {
  const report = aReport({ verdict: 'exceptions', money: someMoney({ difference: cop(0), state: 'none' }) })
  const facts = { report, isChecked: true, invoices: [], moreInvoices: 0, pulls: [], chargebacks: NONE, asOf: null }
  const lines = figures(explanation({ ...facts, arrival }, aPolicy()), 200, language)
  return lines[0] ?? ''
}
const NONE = chargebackBalance(chargebackAccount([], [], aPolicy()), { from: slot().date, to: slot().date })
const { date } = slot()
const arrived = (banked: bigint): Arrival => ({
  kind: 'arrived',
  tie: 7,
  banked: cop(Number(banked)),
  tied: cop(44_590_000),
  on: date,
  parts: [{ on: date, sum: cop(Number(banked)) }],
})
const missing: Arrival = { kind: 'missing', lastDay: date, isComplete: true, laterCredits: [], takenBack: [] }

it.each([
  [null, 'The figures agree. COP 44,590,000 was paid out.', 'Las cifras cuadran. Se abonaron $ 44.590.000.'],
  [
    arrived(44_590_000n),
    'The figures agree. COP 44,590,000 was paid out.',
    'Las cifras cuadran. Se abonaron $ 44.590.000.',
  ],
  [
    missing,
    'The figures agree. The operator reports COP 44,590,000 as paid out, which did not arrive at the bank.',
    'Las cifras cuadran. El operador reporta abonados $ 44.590.000, que no han llegado al banco.',
  ],
  [
    arrived(44_580_000n),
    'The figures agree. The operator reports COP 44,590,000 as paid out; COP 44,580,000 arrived at the bank.',
    'Las cifras cuadran. El operador reporta abonados $ 44.590.000; al banco llegaron $ 44.580.000.',
  ],
] as const)('what the bank shows stands on top: %#', (arrival, english, spanish) => {
  expect([standing(arrival, 'en'), standing(arrival, 'es')]).toEqual([english, spanish])
})

it('the list is compared where the policy leaves only the payout unchecked', () => {
  const money = someMoney({ expected: null, parts: null, difference: null, state: 'none' })
  const report = aReport({ money, payout: { rule: 'unchecked', payout: null, fromCollected: false } })
  const facts = { report, isChecked: true, invoices: [], moreInvoices: 0, pulls: [], chargebacks: NONE, asOf: null }
  const lines = figures(explanation({ ...facts, arrival: null }, aPolicy({ gateway: 'unchecked' })), 200, 'en')
  const rows = lines.filter((line) => /^(invoices|collected|paid out)/.test(line)).map((line) => line.split(/ {2,}/))
  expect(rows).toEqual([
    ['invoices', '24', '23', '+1'],
    ['collected', '45,200,000', '43,350,000', '+1,850,000'],
    ['paid out', '44,590,000'],
  ])
})
