import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSUMED } from '../../src/sandbox/assumptions.ts'
import {
  CYCLES,
  easterOf,
  expectedSlot,
  holidaysOf,
  isBusinessDay,
  METHODS,
  paymentWindow,
  shiftBusinessDays,
} from '../../src/sandbox/settlements/calendar.ts'
import { addDays } from '../../src/sandbox/time/clock.ts'

describe('Colombian holidays', () => {
  // Ley 51 de 1983 and, from 2026 on, Ley 2578 de 2026.
  test('of 2026, with 9 July kept on Monday the 13th', () => {
    expect(holidaysOf(2026)).toEqual([
      ...[
        '2026-01-01',
        '2026-01-12',
        '2026-03-23',
        '2026-04-02',
        '2026-04-03',
        '2026-05-01',
        '2026-05-18',
        '2026-06-08',
      ],
      ...[
        '2026-06-15',
        '2026-06-29',
        '2026-07-13',
        '2026-07-20',
        '2026-08-07',
        '2026-08-17',
        '2026-10-12',
        '2026-11-02',
      ],
      ...['2026-11-16', '2026-12-08', '2026-12-25'],
    ])
  })

  test('of 2025, when 9 July was a day like others', () => {
    expect(holidaysOf(2025)).toEqual([
      ...[
        '2025-01-01',
        '2025-01-06',
        '2025-03-24',
        '2025-04-17',
        '2025-04-18',
        '2025-05-01',
        '2025-06-02',
        '2025-06-23',
      ],
      ...[
        '2025-06-30',
        '2025-07-20',
        '2025-08-07',
        '2025-08-18',
        '2025-10-13',
        '2025-11-03',
        '2025-11-17',
        '2025-12-08',
      ],
      '2025-12-25',
    ])
  })

  test.each([
    [2026, '2026-07-09', true],
    [2026, '2026-07-13', false],
    [2027, '2027-07-12', false],
    [2029, '2029-07-09', false],
    [2025, '2025-07-14', true],
  ])('%d: %s is a business day: %s', (_year, day, expected) => {
    expect(isBusinessDay(day)).toBe(expected)
  })

  test.each([
    [2000, '2000-04-23'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2038, '2038-04-25'],
  ])('Easter of %d is %s', (year, easter) => {
    expect(easterOf(year)).toBe(easter)
  })

  test('business days are counted over weekends and holidays, both ways', () => {
    expect(shiftBusinessDays('2026-07-10', 1)).toBe('2026-07-14')
    expect(shiftBusinessDays('2026-07-14', -1)).toBe('2026-07-10')
    expect(shiftBusinessDays('2026-04-01', 2)).toBe('2026-04-07')
    expect(shiftBusinessDays('2026-03-14', 0)).toBe('2026-03-16')
  })
})

describe('the calendars of the payment methods', () => {
  const slots = fc.record({
    method: fc.constantFrom(...METHODS),
    day: fc.integer({ min: 0, max: 730 }).map((days) => addDays('2026-01-01', days)),
    cycle: fc.constantFrom(...CYCLES),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('a payment made in the window of a slot is expected in that slot', () => {
    fc.assert(
      fc.property(slots, ({ method, day, cycle, place }) => {
        const calendar = ASSUMED.calendars[method]
        const window = paymentWindow(calendar, { date: day, cycle })
        fc.pre(window !== undefined)
        const paidAt = window.until - Math.floor(place * (window.until - window.after - 1))
        expect(expectedSlot(calendar, paidAt)).toEqual({ date: day, cycle })
      }),
    )
  })

  test('a payment is expected on a business day, in a cycle of its method, after it was made', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), fc.integer({ min: 0, max: 63_000_000 }), (method, seconds) => {
        const calendar = ASSUMED.calendars[method]
        const paidAt = Date.UTC(2026, 0, 1) + seconds * 1_000
        const { date, cycle } = expectedSlot(calendar, paidAt)
        expect(isBusinessDay(date)).toBe(true)
        expect(calendar.cycles).toContain(cycle)
        expect(Date.parse(`${date}T${cycle}:00:00-05:00`)).toBeGreaterThan(paidAt)
      }),
    )
  })
})
