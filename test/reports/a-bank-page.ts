import type { BankPageFacts } from '../../reports/pages/bank-page.tsx'
import type { Arrival } from '../../src/core/bank/payout-arrivals.ts'
import { PLAIN_START } from '../../src/std/start.ts'
import { cop, slot } from '../core/a.ts'
import { anEntry } from '../core/bank/a-bank.ts'

const day = (date: string) => slot(date).date

const MISSING = {
  lastDay: day('2026-03-06'),
  through: day('2026-03-06'),
  isComplete: true,
  laterCredits: [],
  takenBack: [],
}

/** Payouts of days from 1 March, each with what the bank shows of it. */
export const payoutsOf = (...arrivals: readonly Arrival[]): BankPageFacts['payouts'] =>
  arrivals.map((arrival, place) => ({ slot: slot(`2026-03-0${place + 1}`), payout: cop(100 + place), arrival }))

export const arrived = (banked: number): Arrival => ({
  ...{ kind: 'arrived', tie: 3, banked: cop(banked), tied: cop(banked), on: day('2026-03-03'), parts: [] },
})

/** A page of the bank with a payout of every kind. */
export const aBankPage = (instead: Partial<BankPageFacts> = {}): BankPageFacts => ({
  merchant: 'default',
  merchants: [],
  start: PLAIN_START,
  language: 'en',
  asOf: '2026-03-12 22:30:00',
  pages: new Set([day('2026-03-01'), day('2026-03-03')]),
  covered: [
    { account: '001-1', from: day('2026-03-01'), to: day('2026-03-04') },
    { account: '001-1', from: day('2026-03-06'), to: day('2026-03-10') },
  ],
  gaps: [],
  payouts: payoutsOf(
    arrived(100),
    arrived(90),
    { kind: 'missing', ...MISSING },
    { kind: 'on-the-way', lastDay: day('2026-03-31') },
    {
      kind: 'unconfirmed',
      credit: anEntry('e-6aaaaaaa', '2026-03-08', 99),
      mayBe: [{ kind: '4x1000' }, { kind: 'charge', entry: 'e-5' }],
    },
    { kind: 'unconfirmed', credit: anEntry('e-9aaaaaaa', '2026-03-08', 111), mayBe: [] },
    {
      kind: 'candidates',
      candidates: [{ payouts: [], credits: [anEntry('e-7aaaaaaa', '2026-03-07', 106)] }],
    },
    { kind: 'not-covered' },
  ),
  withoutCredit: [],
  ties: [],
  entries: new Map(),
  unknownCredits: [anEntry('e-8aaaaaaa', '2026-03-09', 7)],
  reversals: [{ credit: anEntry('e-1', '2026-03-07', 3), debit: anEntry('e-2', '2026-03-08', -3) }],
  isComplete: true,
  ...instead,
})
