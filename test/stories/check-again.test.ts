import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slot } from '../core/a.ts'
import { rowsOf } from '../store/keeping.ts'
import { trials } from '../trials.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement } from './told.ts'

const DATES = ['2026-03-10', '2026-03-11', '2026-03-12'] as const
const CYCLES = ['11', '13'] as const
const PLAIN = { xlsx: false, ...policy({ cycles: CYCLES.map((cycle) => slot(DATES[0], cycle).cycle) }) }

/** The figures of one settlement of the service. */
interface Figures {
  readonly date: string
  readonly cycle: string
  readonly invoices: readonly number[]
  readonly chargeback: boolean
  readonly shared: boolean
  readonly status: string
  readonly adjustments: number
  readonly payout: 'usual' | 'collected' | 'zero' | 'off'
  /** The error of the settlement's number of invoices. */
  readonly count: number
}

const answer = ({ service }: Nights, one: Figures): void => {
  const { date, cycle, chargeback, shared, status, adjustments, payout, count } = one
  const invoices: Told[] = one.invoices.map((n) =>
    paid(date, cycle, n, {
      paymentAmount: 1_000_000,
      ...(chargeback && n === 1 ? { status: 'chargeback' } : {}),
      ...(shared && n === 2 ? { paymentId: 'P-shared', reference: 'R-shared' } : {}),
    }),
  )
  const reported = settlement(date, cycle, invoices, {
    status,
    adjustments,
    gateway: payout !== 'usual' && payout !== 'off',
  })
  const collected = Number(reported.amountCollected) + count * 1_000_000
  const usual = collected - Number(reported.fees) + adjustments
  const payouts = { usual, off: usual + 7, collected, zero: 0 }
  service.tell(date, cycle, {
    settlement: {
      ...reported,
      amountCollected: collected,
      numberOfInvoices: invoices.length + count,
      paymentAmount: payouts[payout],
    },
    invoices,
  })
}

const figures: fc.Arbitrary<Figures> = fc.record({
  date: fc.constantFrom(...DATES),
  cycle: fc.constantFrom(...CYCLES),
  invoices: fc.subarray([1, 2, 3]),
  chargeback: fc.boolean(),
  shared: fc.boolean(),
  status: fc.constantFrom('processing', 'credited', 'credited', 'error'),
  adjustments: fc.constantFrom(0, 0, -1_000_000, -2_000_000, 500_000),
  payout: fc.constantFrom('usual', 'collected', 'zero', 'off'),
  count: fc.constantFrom(0, 0, 1, -1),
})

/** The rows written by checks: nothing else changes when the same pulls are checked again. */
const checked = ({ folder }: Nights) => {
  const { sighting, assessment } = rowsOf(join(folder, 'cuadre.db'))
  return { sighting, assessment }
}

/** A settlement without errors, unless given. */
const inOrder = (date: string, cycle: string, instead: Partial<Figures> = {}): Figures => ({
  date,
  cycle,
  invoices: [1, 2],
  chargeback: false,
  shared: false,
  status: 'credited',
  adjustments: 0,
  payout: 'usual',
  count: 0,
  ...instead,
})

const [FIRST, SECOND, THIRD] = DATES

describe('a reading assesses all that it touches', () => {
  test.each<[string, readonly Figures[], Figures, string, RegExp]>([
    [
      'the next gateway settlement, when one comes to stand before it',
      [inOrder(THIRD, '11', { payout: 'collected' })],
      inOrder(SECOND, '11', { payout: 'zero' }),
      THIRD,
      /GATEWAY_READING,warning,.*the previous gateway settlement fitted: zero/,
    ],
    [
      'the next gateway settlement, when the one before it is paid otherwise',
      [inOrder(FIRST, '11', { payout: 'zero' }), inOrder(THIRD, '11', { payout: 'zero' })],
      inOrder(FIRST, '11', { payout: 'collected' }),
      THIRD,
      /GATEWAY_READING,warning,.*the previous gateway settlement fitted: all that was collected/,
    ],
    [
      'the next gateway settlement, when the one before it fits no reading any more',
      [
        inOrder(FIRST, '11', { payout: 'zero' }),
        inOrder(SECOND, '11', { payout: 'collected' }),
        inOrder(THIRD, '11', { payout: 'zero' }),
      ],
      inOrder(SECOND, '11', { payout: 'off' }),
      THIRD,
      /GATEWAY_READING,info,/,
    ],
    [
      'an adjustment, when the chargeback that explains it is read later',
      [inOrder(THIRD, '11', { adjustments: -1_000_000 })],
      inOrder(FIRST, '11', { chargeback: true }),
      THIRD,
      /ADJUSTMENT,/,
    ],
    [
      'an adjustment, when another one comes to stand before it',
      [inOrder(FIRST, '11', { chargeback: true }), inOrder(THIRD, '11', { adjustments: -1_000_000 })],
      inOrder(SECOND, '11', { adjustments: -1_000_000 }),
      THIRD,
      /ADJUSTMENT,/,
    ],
    [
      'an adjustment, when its chargeback is paid after all',
      [inOrder(FIRST, '11', { chargeback: true }), inOrder(THIRD, '11', { adjustments: -1_000_000 })],
      inOrder(FIRST, '11'),
      THIRD,
      /ADJUSTMENT,/,
    ],
    [
      'what shares a payment with it',
      [inOrder(FIRST, '11'), inOrder(THIRD, '11', { shared: true })],
      inOrder(FIRST, '11', { shared: true }),
      THIRD,
      /DUPLICATE_PAYMENT,error,/,
    ],
    [
      'a settlement that lacks what it lists too much',
      [inOrder(SECOND, '11', { count: 1 })],
      inOrder(SECOND, '13', { count: -1 }),
      SECOND,
      /COLLECTED_MISMATCH,.*CARRIED_OVER/,
    ],
  ])('%s', async (_, before, then, date, row) => {
    const nights = await startNights('2026-03-12 22:30')
    for (const one of before) answer(nights, one)
    await nights.run({ from: FIRST, to: THIRD }, PLAIN)
    nights.clock('2026-03-13 22:30')
    answer(nights, then)
    await nights.run({ date: then.date, cycles: [then.cycle] }, PLAIN)
    const known = checked(nights)
    const file = readFileSync(join(nights.folder, 'out', date, 'discrepancies.csv'), 'utf8')
    expect(file).toMatch(row)
    await nights.check({}, PLAIN)
    expect(checked(nights)).toEqual(known)
    expect(readFileSync(join(nights.folder, 'out', date, 'discrepancies.csv'), 'utf8')).toBe(file)
  })

  test('whatever was read, in whatever order, a check of everything finds nothing that the run did not', async () => {
    const night = fc.record({ changes: fc.array(figures, { maxLength: 3 }), date: fc.constantFrom(...DATES) })
    await fc.assert(
      fc.asyncProperty(fc.array(night, { minLength: 2, maxLength: 3 }), async (all) => {
        const nights = await startNights('2026-03-12 22:30')
        for (const [index, { changes, date }] of all.entries()) {
          nights.clock(`2026-03-${13 + index} 22:30`)
          for (const change of changes) answer(nights, change)
          await nights.run({ date }, PLAIN)
          const before = checked(nights)
          await nights.check({}, PLAIN)
          expect(checked(nights)).toEqual(before)
        }
        rmSync(nights.folder, { recursive: true, force: true })
      }),
      { numRuns: trials(3), endOnFailure: true },
    )
  })
})
