import { describe, expect, test } from 'vitest'
import type { ChargedSettlement } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { changeDays } from '../../../../src/core/fees/fit/schedule-runs.ts'
import type { Schedule, TariffDate } from '../../../../src/core/fees/tariff.ts'
import { addDays, type SlotDate } from '../../../../src/core/slot.ts'
import { CARD, card, charged, days, history, type Payments, PSE, propose, pse, settlement, told } from './a-history.ts'
import { FIRST, rate, schedule } from './a-schedule.ts'
import { PLAIN_ZONE } from './generate.ts'

const runOf = (settlements: readonly ChargedSettlement[], one: Schedule) => ({
  settlements,
  fit: { schedule: one, loose: [], fits: [], count: 0, alike: [] },
})

describe('rates that change', () => {
  /** Three payments: two days before, the day before, and the day itself. */
  const three = (at: number): Payments =>
    [...pse(at), ...card(at), ...pse(at + 3)].slice(0, 3).map(([, sum]) => ['pse', sum])
  const LATER = { pse: rate(3100, 0) }
  const CHANGE = addDays(FIRST, 12)
  const TWO = [schedule(PSE), schedule(LATER, { from: CHANGE })]

  test.each<[TariffDate, first: string, last: string, proposed: TariffDate | null]>([
    ['settlement', '2026-03-14', '2026-03-14', 'settlement'],
    ['payment', '2026-03-14', '2026-03-14', 'payment'],
  ])('by the date of the %s', (date, first, last, proposed) => {
    const found = propose(history(TWO, days(26, three), {}, date))
    expect(told(found)).toEqual({ refusal: null, rates: [['pse 2900 0'], ['pse 3100 0']], fits: 26, off: [] })
    expect(found.schedules[1]).toMatchObject({ schedule: { from: first }, fromLast: last })
    expect(found.tariffDate).toBe(proposed)
  })

  test('on a day without settlements: each of the days from the last one to the next', () => {
    const all = history(TWO, days(26, pse)).filter(({ slot: { date } }) => date < '2026-03-12' || date > '2026-03-17')
    const [before, after] = [all.slice(0, 10), all.slice(10)]
    const runs = [runOf(before, schedule(PSE)), runOf(after, schedule(LATER))] as const
    expect(changeDays(all, runs, 'settlement', PLAIN_ZONE)).toEqual({
      first: '2026-03-12' as SlotDate,
      last: '2026-03-18' as SlotDate,
      count: 20,
    })
    const { schedules } = propose(all)
    expect(schedules.map(({ schedule: { from }, fromLast }) => [from, fromLast])).toEqual([
      ['2026-02-28', '2026-02-28'],
      ['2026-03-11', '2026-03-16'],
    ])
  })

  /** A settlement a day, with payments this many days earlier, and a change on one day by the date of payments. */
  const paidBefore = (daysBefore: number, change: SlotDate) => {
    const dated = days(90, pse).map((payments, at) => settlement(at, payments, (date) => addDays(date, -daysBefore)))
    const all = charged([schedule(PSE), schedule(LATER, { from: change })], dated, 'payment')
    const first = addDays(change, daysBefore)
    const [before, after] = [
      all.filter(({ slot: { date } }) => date < first),
      all.filter(({ slot: { date } }) => date >= first),
    ]
    return changeDays(all, [runOf(before, schedule(PSE)), runOf(after, schedule(LATER))], 'payment', PLAIN_ZONE)
  }
  // Tried days start 15 before the last settlement of the old schedule; counted settlements are from there to 16 days
  // after the first of the new one.
  test.each<[daysBefore: number, first: string, last: string, count: number]>([
    [0, '2026-04-01', '2026-04-01', 33],
    [15, '2026-04-01', '2026-04-01', 33],
    [16, '2026-04-01', '2026-04-01', 33],
    [17, '2026-04-02', '2026-04-02', 32],
  ])('payments of %i days before their settlement: on %s', (daysBefore, first, last, count) => {
    expect(paidBefore(daysBefore, '2026-04-01' as SlotDate)).toEqual({ first, last, count })
  })

  test('a month begins with its first day, where that is as good as the others', () => {
    const all = history([schedule(PSE), schedule(LATER, { from: '2026-04-02' as SlotDate })], days(60, pse)).filter(
      ({ slot: { date } }) => date < '2026-03-28' || date > '2026-04-04',
    )
    expect(propose(all).schedules[1]).toMatchObject({ schedule: { from: '2026-04-01' }, fromLast: '2026-04-03' })
  })
})

describe('settlements that no schedule fits', () => {
  const NEW = { pse: rate(3100, 0) }
  /** Some settlements of one schedule, then some of another. */
  const oneThen = (first: number, then: number, [old, later]: readonly [Schedule['methods'], Schedule['methods']]) =>
    history([schedule(old), schedule(later, { from: addDays(FIRST, first) })], days(first + then, pse))

  test.each<
    [what: string, settlements: readonly ChargedSettlement[], gaps: readonly string[], off: number, fits: number]
  >([
    ['five at the end are a range', oneThen(14, 5, [PSE, NEW]), ['2026-03-16 to 2026-03-20: 5'], 0, 14],
    ['four are off', oneThen(14, 4, [PSE, NEW]), [], 4, 14],
    ['six at the beginning', oneThen(6, 14, [PSE, NEW]), ['2026-03-02 to 2026-03-07: 6'], 0, 14],
    [
      'at both ends',
      history(
        [schedule(PSE), schedule(NEW, { from: addDays(FIRST, 6) }), schedule(PSE, { from: addDays(FIRST, 24) })],
        days(30, pse),
      ),
      ['2026-03-02 to 2026-03-07: 6', '2026-03-26 to 2026-03-31: 6'],
      0,
      18,
    ],
    [
      'six in the middle are off',
      history(
        [schedule(PSE), schedule(NEW, { from: addDays(FIRST, 14) }), schedule(PSE, { from: addDays(FIRST, 20) })],
        days(34, pse),
      ),
      [],
      6,
      28,
    ],
  ])('%s', (_, settlements, gaps, off, fits) => {
    const found = propose(settlements)
    expect(found.gaps.map(({ from, to, settlements }) => `${from.date} to ${to.date}: ${settlements}`)).toEqual(gaps)
    expect([found.deviations.length, found.fits, found.refusal]).toEqual([off, fits, null])
  })

  /**
   * After sixteen settlements of both methods some with one method each, in turn; those of PSE are off by different
   * sums.
   */
  const inTurn = (number: number): readonly ChargedSettlement[] => {
    const of = (at: number): Payments => (at < 16 ? [...pse(at), ...card(at)] : at % 2 === 0 ? pse(at) : card(at))
    const off = Object.fromEntries(
      Array.from({ length: number }, (_, at) => [16 + at, at % 2 === 0 ? 1_000 + at * 777 : 0]),
    )
    return history([schedule({ ...PSE, ...CARD })], days(16 + number, of), off)
  }
  test.each<[number, gaps: readonly number[], off: number]>([
    [9, [9], 0],
    [10, [10], 0],
  ])('of %i settlements those by one method are off', (number, gaps, off) => {
    const found = propose(inTurn(number))
    expect([found.gaps.map(({ settlements }) => settlements), found.deviations.length]).toEqual([gaps, off])
  })

  test('one method is off where another fits: a schedule in which it is open', () => {
    const of = (at: number): Payments => (at < 16 ? [...pse(at), ...card(at)] : at % 3 === 0 ? pse(at) : card(at))
    const off = { 18: 1_000, 21: 1_777, 24: 2_554, 27: 3_331, 30: 4_108 }
    const found = propose(history([schedule({ ...PSE, ...CARD })], days(31, of), off))
    expect(told(found)).toEqual({
      refusal: null,
      rates: [['card 800 2.79', 'pse 2900 0'], ['card 800 2.79']],
      fits: 26,
      off: [],
    })
    expect([found.open, found.gaps]).toEqual([5, []])
    expect(found.schedules.map(({ loose }) => loose)).toEqual([
      [],
      [{ method: 'pse', reason: 'unclear', with: [], settlements: 5, payments: 8 }],
    ])
  })

  test('thirty before the others', () => {
    const off = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at, 1_000 + at * at * 777]))
    const found = propose(history([schedule(PSE)], days(42, pse), off))
    expect(found.gaps).toMatchObject([{ settlements: 30 }])
    expect([found.refusal, found.fits, found.deviations, found.schedules.length]).toEqual([null, 12, [], 1])
  })

  /** The last settlements fit; of those before, this many are off, never two in a row. */
  const scattered = (number: number): readonly ChargedSettlement[] => {
    const places = Array.from({ length: number }, (_, at) => Math.floor(at / 2) * 5 + (at % 2 === 0 ? 1 : 3))
    return history([schedule(PSE)], days(60, pse), Object.fromEntries(places.map((at) => [at, 1_000 + at * at * 777])))
  }
  test.each<[off: number, refusal: string | null, fits: number]>([
    [18, null, 42],
    [19, 'no-majority', 0],
  ])('%i of sixty, though nearly all of the last fit', (number, refusal, fits) => {
    const found = propose(scattered(number))
    expect([found.refusal, found.fits, found.deviations.length]).toEqual([refusal, fits, refusal === null ? number : 0])
  })
})
