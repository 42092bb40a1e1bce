import { describe, expect, test } from 'vitest'
import { firstFinal, gatherInTransit, isInTransit, type Payment } from '../../src/core/in-transit.ts'
import type { SettlementInPull } from '../../src/core/pull/pull.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { aPolicy, aSettlement, at, BOGOTA, cop, slot } from './a.ts'

/** The end of March 2026, and the end of the month before. */
const AT = slot('2026-03-31').date
const FROM = slot('2026-02-28').date

interface Settled extends Payment {
  readonly settledOn: string | null
}

const payment = (paidOn: string | null, settledOn: string | null, instead: Partial<Payment> = {}): Settled => ({
  invoiceId: 'inv-1',
  reference: 'ref-1',
  contract: '00000',
  paymentDate: paidOn,
  paidOn: paidOn as SlotDate | null,
  method: 'pse',
  paid: cop(1_000),
  date: settledOn,
  cycle: '11',
  settlementStatus: settledOn === null ? null : 'credited',
  isSettled: false,
  settledOn,
  ...instead,
})

const on = (day: SlotDate, payment: Settled): Payment => ({
  ...payment,
  isSettled: payment.settledOn !== null && payment.settledOn <= day,
})

const gathered = (...payments: Settled[]) => {
  const fold = gatherInTransit(AT, FROM)
  for (const one of payments) fold.add(on(FROM, one), on(AT, one))
  return fold.result()
}

/** The figures that one payment adds to: opening, paid, settled, closing. */
const ROWS: readonly (readonly [string, string | null, string | null, parts: string])[] = [
  ['paid and settled in the month', '2026-03-10', '2026-03-11', 'paid settled'],
  ['paid on the last day and settled on it', '2026-03-31', '2026-03-31', 'paid settled'],
  ['paid on the last day and settled on the next', '2026-03-31', '2026-04-01', 'paid closing'],
  ['paid in the month, in a slot that is not final', '2026-03-30', null, 'paid closing'],
  ['paid the month before and settled in this', '2026-02-28', '2026-03-01', 'opening settled'],
  ['paid the month before and settled in the next', '2026-02-27', '2026-04-02', 'opening closing'],
  ['paid long ago, in a slot that is not final', '2025-12-01', null, 'opening closing'],
  ['paid and settled before', '2026-02-27', '2026-02-28', ''],
  ['paid afterwards', '2026-04-01', '2026-04-02', ''],
  ['paid afterwards, in a slot that is not final', '2026-04-01', null, ''],
  ['settled before it was paid, both in the month', '2026-03-12', '2026-03-11', 'paid settled'],
  ['settled the month before it was paid', '2026-03-12', '2026-02-11', 'paid settled'],
  ['settled in the month and paid afterwards', '2026-04-02', '2026-03-31', ''],
  ['nobody knows when, in a slot that is not final', null, null, 'undated'],
  ['nobody knows when, settled afterwards', null, '2026-04-01', 'undated'],
  ['nobody knows when, settled', null, '2026-03-31', ''],
]

describe('what is in transit', () => {
  test.each(ROWS)('%s', (_, paidOn, settledOn, parts) => {
    const one = payment(paidOn, settledOn)
    const { rollForward, total, undated } = gathered(one)
    const { openingDay, ...amounts } = rollForward
    const { closing } = amounts
    const sums = Object.entries({ ...amounts, undated })
    expect(sums.filter(([, sum]) => sum.number > 0).map(([name]) => name)).toEqual(
      parts.split(' ').filter((part) => part !== ''),
    )
    for (const [, sum] of sums) expect(sum.sum).toBe(cop(1_000 * sum.number))
    expect([total, isInTransit(on(AT, one), AT)]).toEqual([closing, parts.includes('closing')])
  })

  test('by method and by age, the whole is the sum of its parts', () => {
    const told = gathered(
      payment('2026-03-31', null),
      payment('2026-03-30', null, { method: 'card', paid: cop(2_000.5) }),
      payment('2026-03-29', null, { method: null }),
      payment('2026-03-28', null),
      payment('2026-03-27', null),
      payment('2026-03-24', null),
      payment('2026-03-23', null),
      payment('2026-03-01', null),
      payment('2026-02-28', null, { method: 'card' }),
      payment('2026-03-28', '2026-03-29'),
    )
    expect(told.total).toEqual({ number: 9, sum: cop(10_000.5) })
    expect([...told.byMethod]).toEqual([
      ['pse', { number: 6, sum: cop(6_000) }],
      ['card', { number: 2, sum: cop(3_000.5) }],
      ['(none)', { number: 1, sum: cop(1_000) }],
    ])
    expect(told.byAge).toEqual([
      { from: 0, to: 1, number: 2, sum: cop(3_000.5) },
      { from: 2, to: 3, number: 2, sum: cop(2_000) },
      { from: 4, to: 7, number: 2, sum: cop(2_000) },
      { from: 8, to: 30, number: 2, sum: cop(2_000) },
      { from: 31, to: null, number: 1, sum: cop(1_000) },
    ])
  })

  const before = on(FROM, payment('2026-02-20', null))
  const CHANGES: readonly (readonly [string, Payment | null, Payment | null, sums: readonly number[]])[] = [
    ['taken back since', before, null, [1_000, -1_000, 0, 0]],
    ['names another sum since', before, { ...before, paid: cop(1_500) }, [1_000, 500, 0, 1_500]],
    ['settled then, and in another settlement now', { ...before, isSettled: true }, before, [0, 0, -1_000, 1_000]],
    ['settled then, and taken back since', { ...before, isSettled: true }, null, [0, -1_000, -1_000, 0]],
  ]
  test.each(CHANGES)('%s: the roll-forward says so', (_, then, now, sums) => {
    const fold = gatherInTransit(AT, FROM)
    fold.add(then, now)
    const { opening, paid, earlier, settled, closing } = fold.result().rollForward
    expect(paid.number).toBe(0)
    expect([opening, earlier, settled, closing].map(({ sum }) => sum)).toEqual(sums.map(cop))
  })

  test('sums that do not add up are our mistake: the money of a payment changed while it was gathered', () => {
    const sums = [1, 2, 3, 4, 5, 6, 7, 8].map(cop)
    const shifting = payment('2026-03-30', null)
    Object.defineProperty(shifting, 'paid', { get: () => sums.shift() })
    const fold = gatherInTransit(AT, FROM)
    fold.add(null, shifting)
    expect(() => fold.result()).toThrow('the roll-forward from 2026-02-28 to 2026-03-31 does not add up')
  })
})

describe('the day on which the money of the slot of 2026-03-12 left transit', () => {
  const first = (instant: string, instead = {}): SettlementInPull => ({
    settlement: aSettlement(instead),
    pull: 1,
    at: at(instant),
    isFirstPull: true,
  })
  const later = (instant: string, instead = {}): SettlementInPull => ({
    ...first(instant, instead),
    isFirstPull: false,
  })
  const processing = { status: 'processing' }
  const [BEFORE, SAME, AFTER] = ['2026-03-11', '2026-03-12', '2026-03-13']

  const CASES: readonly (readonly [
    rule: string,
    readSince: string,
    readings: readonly SettlementInPull[],
    day: string | null,
  ])[] = [
    ['none without a settlement', AFTER, [], null],
    ['none while it was never read final', AFTER, [first('2026-03-14T15:00:00Z', processing)], null],
    [
      'none while it answered for another slot',
      AFTER,
      [first('2026-03-14T15:00:00Z', { date: '2026-03-11' }), later('2026-03-15T15:00:00Z', { cycle: '13' })],
      null,
    ],
    [
      'its own, if it was final at its first reading and is older than the database',
      AFTER,
      [first('2026-03-14T15:00:00Z')],
      SAME,
    ],
    ['of the reading, if it is as old as the database', SAME, [first('2026-03-14T15:00:00Z')], '2026-03-14'],
    ['of the reading, if it is younger than the database', BEFORE, [first('2026-03-14T15:00:00Z')], '2026-03-14'],
    [
      'of the reading that was final, if an earlier one was not, however old the slot is',
      AFTER,
      [first('2026-03-14T15:00:00Z', processing), later('2026-03-15T15:00:00Z')],
      '2026-03-15',
    ],
    [
      'of the reading, if the first pull of the slot found no settlement, however old the slot is',
      AFTER,
      [later('2026-03-15T15:00:00Z')],
      '2026-03-15',
    ],
    [
      'of the first final reading, whatever later ones say',
      BEFORE,
      [first('2026-03-14T15:00:00Z'), later('2026-03-15T15:00:00Z', processing), later('2026-03-16T15:00:00Z')],
      '2026-03-14',
    ],
    ['in the zone: the last moment of a day', BEFORE, [first('2026-03-15T04:59:59.999Z')], '2026-03-14'],
    ['in the zone: the first moment of the next', BEFORE, [first('2026-03-15T05:00:00Z')], '2026-03-15'],
  ]
  test.each(CASES)('%s', (_, readSince, readings, day) => {
    const known = { policy: aPolicy(), zone: BOGOTA, readSince: slot(readSince).date }
    expect(firstFinal(slot('2026-03-12'), readings, known)?.day ?? null).toBe(day)
  })
})
