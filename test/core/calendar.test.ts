import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type BankStatement, entryAhead, throughToday } from '../../src/core/bank/bank-statement.ts'
import { businessDaysBetween, holidayOn, isHoliday } from '../../src/core/calendar/business-days.ts'
import { instantIn, isDue, monthOf, monthsEndingWithin, wholeHoursBetween } from '../../src/core/calendar/calendar.ts'
import { addDays, asSlotDate, daysBetween, nameOf, type SlotDate } from '../../src/core/slot.ts'
import { daysToPayoutByMonth } from '../../src/rules/account/days-to-payout.ts'
import { NO_FEES, noMoney, someMoney, someTotals } from '../reports/a-slot.ts'
import { aPolicy, aSettlement, at, BOGOTA, cop, slot } from './a.ts'

describe('a slot is due when its hour and the grace have come', () => {
  const ROWS: readonly (readonly [cycle: string, grace: number, now: string, isDue: boolean])[] = [
    ['11', 120, '2026-03-12T17:59:59.999Z', false],
    ['11', 120, '2026-03-12T18:00:00Z', true],
    ['20', 120, '2026-03-13T02:59:59.999Z', false],
    ['20', 120, '2026-03-13T03:00:00Z', true],
    ['11', 0, '2026-03-12T15:59:59.999Z', false],
    ['11', 0, '2026-03-12T16:00:00Z', true],
    ['1A', 120, '2026-03-13T06:59:59.999Z', false],
    ['1A', 120, '2026-03-13T07:00:00Z', true],
  ]
  test.each(ROWS)('cycle %s, %i minutes of grace, at %s', (cycle, graceMinutes, now, due) => {
    expect(isDue(slot('2026-03-12', cycle), aPolicy({ graceMinutes }), BOGOTA, at(now))).toBe(due)
  })
})

test.each([
  ['2026-03-12T16:00:00Z', '2026-03-12T16:59:59.999Z', 0],
  ['2026-03-12T16:00:00Z', '2026-03-12T17:00:00Z', 1],
  ['2026-03-12T16:00:00Z', '2026-03-14T15:30:00Z', 47],
])('whole hours from %s to %s: %i', (from, to, hours) => expect(wholeHoursBetween(at(from), at(to))).toBe(hours))

const date = (text: string): SlotDate => {
  const found = asSlotDate(text)
  if (found === null) throw new Error(text)
  return found
}

test.each([
  [2025, '01-01 01-06 03-24 04-17 04-18 05-01 06-02 06-23 06-30 07-20 08-07 08-18 10-13 11-03 11-17 12-08 12-25'],
  [
    2026,
    '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-13 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
  ],
  [
    2027,
    '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-12 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
  ],
])('the holidays of %d', (year, expected) => {
  const days = daysBetween(date(`${year}-01-01`), date(`${year}-12-31`))
  const found = days.filter(isHoliday).map((day) => day.slice(5))
  expect(found.join(' ')).toBe(expected)
})

test.each([
  ['2026-03-12', '2026-03-12', 0],
  ['2026-03-12', '2026-03-13', 0],
  ['2026-03-12', '2026-03-14', 1],
  ['2026-03-12', '2026-03-17', 2],
  ['2026-03-31', '2026-04-06', 1],
  ['2026-03-12', '2026-03-01', 0],
])('after %s and before %s are %d', (after, before, expected) => {
  expect(businessDaysBetween(date(after), date(before))).toBe(expected)
})

test('what is not a date is refused with its text', () => {
  expect(() => isHoliday('year-01-02' as SlotDate)).toThrow(RangeError)
})

// From tables of Easter: the earliest, the latest, the two exceptions of the rule, and years before and after a turn of
// the century.
test.each([
  '1818-03-22',
  '1886-04-25',
  '1899-04-02',
  '1900-04-15',
  '1943-04-25',
  '1954-04-18',
  '1961-04-02',
  '1981-04-19',
  '2000-04-23',
  '2008-03-23',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2100-03-28',
  '2200-04-06',
  '2285-03-22',
  '2299-04-16',
  '2300-04-08',
  '2400-04-16',
])('two days before Easter, %s, is Good Friday', (easter) => {
  expect(holidayOn(addDays(date(easter), -2))).toBe('good-friday')
})

test.each([
  ['2026-03-12', '2026-03-01', '2026-03-31'],
  ['2026-03-01', '2026-03-01', '2026-03-31'],
  ['2026-03-31', '2026-03-01', '2026-03-31'],
  ['2026-02-28', '2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-01', '2028-02-29'],
  ['2026-04-30', '2026-04-01', '2026-04-30'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
])('%s lies in the month from %s to %s', (day, from, to) => {
  expect(monthOf(slot(day).date)).toEqual({ from, to })
})

test.each([
  ['2026-03-05', '2026-03-30', []],
  ['2026-03-05', '2026-03-31', ['2026-03']],
  ['2026-03-31', '2026-03-31', ['2026-03']],
  ['2025-12-15', '2026-03-01', ['2025-12', '2026-01', '2026-02']],
])('from %s to %s these months end: %j', (from, to, months) => {
  const ending = monthsEndingWithin({ from: slot(from).date, to: slot(to).date })
  expect(ending.map((month) => month.from.slice(0, 7))).toEqual(months)
  for (const month of ending) expect(month).toEqual(monthOf(month.from))
})

const HOUR_MS = 3_600_000

describe('the moment of a text in ISO 8601', () => {
  test.each<[text: string, utc: string]>([
    ['2026-03-12T10:20:30Z', '2026-03-12T10:20:30.000Z'],
    ['2026-03-12t10:20:30z', '2026-03-12T10:20:30.000Z'],
    ['2026-03-12 10:20:30Z', '2026-03-12T10:20:30.000Z'],
    ['2026-03-12T10:20Z', '2026-03-12T10:20:00.000Z'],
    ['2026-03-12T00:00:00Z', '2026-03-12T00:00:00.000Z'],
    ['2026-03-12T23:59:59Z', '2026-03-12T23:59:59.000Z'],
    ['2026-03-12T09:09:09Z', '2026-03-12T09:09:09.000Z'],
    ['2026-03-12T10:20:30.5Z', '2026-03-12T10:20:30.000Z'],
    ['2026-03-12T10:20:30,059Z', '2026-03-12T10:20:30.000Z'],
    ['2026-03-12T10:20:30.123456789-05:00', '2026-03-12T15:20:30.000Z'],
    ['2026-03-12T10:20:30-05:00', '2026-03-12T15:20:30.000Z'],
    ['2026-03-12T10:20:30+05:30', '2026-03-12T04:50:30.000Z'],
    ['2026-03-12T10:20:30-0530', '2026-03-12T15:50:30.000Z'],
    ['2026-03-12T10:20:30+05', '2026-03-12T05:20:30.000Z'],
    ['2026-03-12T10:20+05', '2026-03-12T05:20:00.000Z'],
    ['2026-03-12T22:00:00-23:59', '2026-03-13T21:59:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1583-01-01T00:00:00Z', '1583-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s', (text, utc) => expect(new Date(instantIn(text)).toISOString()).toBe(utc))

  test.each([
    'yesterday',
    '',
    '2026-03-12',
    '2026-03-12T10',
    '2026-03-12T10:20:30',
    '2026-03-12T10:20',
    '2026/03-12T10:20:30Z',
    '2026-03/12T10:20:30Z',
    '2026-03-12T10.20:30Z',
    '2026-03-12_10:20:30Z',
    '2026-03-12T10:20.30Z',
    '2026-03-12T10:20:3Z',
    '2026-03-12T24:00:00Z',
    '2026-03-12T10:60:00Z',
    '2026-03-12T10:20:60Z',
    '2026-03-12T1/:20:30Z',
    '2026-03-12T1::20:30Z',
    '2026-03-12T/1:20:30Z',
    '2026-03-12T10:20:30.Z',
    '2026-03-12T10:20:30.-05:00',
    '2026-03-12T10:20:30;5Z',
    '2026-03-12T10:20:30.5xZ',
    '2026-03-12T10:20:30X',
    '2026-03-12T10:20:30Zx',
    '2026-03-12T10:20:30x05:00',
    '2026-03-12T10:20:30+5',
    '2026-03-12T10:20:30+05:0',
    '2026-03-12T10:20:30+05:000',
    '2026-03-12T10:20:30+050',
    '2026-03-12T10:20:30+05000',
    '2026-03-12T10:20:30+24:00',
    '2026-03-12T10:20:30+05:60',
    '2026-03-12T10:20:30+05.30',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-03-00T00:00:00Z',
    '2026-03-32T00:00:00Z',
    '1582-12-31T00:00:00Z',
    '0026-03-12T00:00:00Z',
    '20x6-03-12T00:00:00Z',
    '2026-03-12T10:20:30٠Z',
  ])('is none: %j', (text) => expect(instantIn(text)).toBeNaN())

  test('is that of the clock of the place, less its offset', () => {
    const moments = fc.date({ min: new Date('1583-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.integer({ min: -23, max: 23 }), (moment, hours) => {
        const whole = Math.floor(moment.getTime() / 1_000) * 1_000
        const clock = new Date(whole + hours * HOUR_MS).toISOString().slice(0, 19)
        const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
        expect(instantIn(`${clock}${offset}`)).toBe(whole)
      }),
    )
  })
})

const day = (text: string) => slot(text, '11').date
const TODAY = day('2026-03-20')

const statement = (from: string, to: string, days: readonly string[]): BankStatement => ({
  account: '1',
  number: null,
  from: day(from),
  to: day(to),
  opening: null,
  closing: null,
  entries: days.map((one, index) => ({
    bookedOn: day(one),
    valueOn: null,
    value: cop(1),
    text: '',
    reference: null,
    position: index + 1,
  })),
})

describe('a bank statement with days to come', () => {
  it.each([
    ['of the past', ['2026-03-19'], undefined],
    ['of a week ahead', ['2026-03-27'], undefined],
    ['of eight days ahead', ['2026-03-20', '2026-03-28'], 2],
    ['of other years', ['2062-03-19'], 1],
  ])('entries %s', (_, days, expected) => {
    expect(entryAhead([statement('2026-03-01', '2026-03-20', days)], TODAY)?.position).toBe(expected)
  })

  it.each([
    ['ends in the past', '2026-03-01', '2026-03-19', ['2026-03-18'], '2026-03-19'],
    ['ends today', '2026-03-01', '2026-03-20', [], '2026-03-20'],
    ['names the whole month', '2026-03-01', '2026-03-31', ['2026-03-18'], '2026-03-20'],
    ['has an entry of the next business day', '2026-03-01', '2026-03-31', ['2026-03-24', '2026-03-23'], '2026-03-20'],
    ['begins after today', '2026-03-22', '2026-03-31', [], '2026-03-22'],
  ])('covers days through today: one that %s', (_, from, to, days, expected) => {
    expect(throughToday(statement(from, to, days), TODAY).to).toBe(expected)
  })

  it.each([
    ['ends today', '2026-03-20', ['2026-03-20'], 9],
    ['names the whole month', '2026-03-31', ['2026-03-20'], 9],
    ['has an entry of the next business day', '2026-03-24', ['2026-03-20', '2026-03-24'], null],
  ])('closes with the balance of its last day: one that %s', (_, to, days, closing) => {
    const one = { ...statement('2026-03-01', to, days), closing: cop(9) }
    expect(throughToday(one, TODAY).closing).toBe(closing === null ? null : cop(closing))
  })
})

const FIRST = at('2026-02-02T03:30:00Z')

const aReport = (date: string, cycle: string, instead: object = {}) => ({
  slot: slot(date, cycle),
  verdict: 'reconciled' as const,
  settlement: null,
  money: someMoney(),
  fees: NO_FEES,
  totals: someTotals(1, 1_000),
  pulledAt: FIRST,
  ...instead,
})

type Report = ReturnType<typeof aReport>

/** Settlements that were paid out this many days after their date; null: not yet. */
const table = (...rows: readonly (readonly [Report, number | null])[]) => {
  const times = rows.map(([{ slot: of }, days]) => {
    const paidOn: SlotDate | null = days === null ? null : addDays(of.date, days)
    return [
      nameOf(of),
      { paidOn, acceptedOn: null, acceptedAtBankOn: null, recoveries: [], recoveriesAtBank: [], statuses: [] },
    ] as const
  })
  return daysToPayoutByMonth(
    rows.map(([report]) => report),
    new Map(times),
    BOGOTA,
  )
}

const waiting = { money: someMoney({ notCompared: 'not-final', difference: null }) }

describe('the days from a settlement date to the payout', () => {
  it('are told by month, newest first, with half of them, the longest and what is open', () => {
    const { months, total, unknown } = table(
      [aReport('2026-03-10', '11'), 1],
      [aReport('2026-03-10', '13'), 4],
      [aReport('2026-03-11', '11'), 2],
      [aReport('2026-03-12', '11', waiting), null],
      [aReport('2026-02-10', '11'), 0],
    )
    expect(months).toEqual([
      { month: '2026-03', paidOut: 3, median: 2, longest: 4, open: 1 },
      { month: '2026-02', paidOut: 1, median: 0, longest: 0, open: 0 },
    ])
    expect([total, unknown]).toEqual([{ paidOut: 4, median: 1.5, longest: 4, open: 1 }, 0])
  })

  it.each([
    ['a failure nobody accepted', { money: someMoney({ notCompared: 'failed', difference: null }) }, 1],
    ['a failure that was accepted', { money: someMoney({ notCompared: 'failed', state: 'accepted' }) }, 0],
    ['invoices without a settlement', { money: { ...noMoney, notCompared: 'no-settlement' as const } }, 1],
    ['an empty slot', { money: { ...noMoney, notCompared: 'no-settlement' as const }, totals: someTotals(0, 0) }, 0],
    ['a slot never read', { money: noMoney, totals: null }, 0],
  ])('count %s as open or not', (_what, instead, open) => {
    expect(table([aReport('2026-03-10', '11', instead), null]).total).toEqual({
      paidOut: 0,
      median: null,
      longest: null,
      open,
    })
  })

  it('are known of a settlement that could not be compared, and every settlement is counted or said to be left out', () => {
    const settled = { settlement: aSettlement() }
    const { total, unknown, leftOut } = table(
      [aReport('2026-03-10', '11', settled), 1],
      [
        aReport('2026-03-10', '13', { ...settled, money: someMoney({ notCompared: 'malformed', difference: null }) }),
        2,
      ],
      [aReport('2026-03-10', '16', { ...settled, ...waiting }), null],
      [aReport('2026-01-20', '11', settled), 0],
      [aReport('2026-03-11', '11', { ...settled, money: someMoney({ notCompared: 'echo', difference: null }) }), null],
      [
        aReport('2026-03-11', '13', { ...settled, money: someMoney({ notCompared: 'unread', difference: null }) }),
        null,
      ],
    )
    expect([total.paidOut, total.open, unknown, leftOut]).toEqual([2, 1, 1, 2])
  })

  it('are not known of what was final before the first reading', () => {
    const { months, unknown } = table([aReport('2026-01-20', '11'), 0], [aReport('2026-01-31', '11'), 1])
    expect([months, unknown]).toEqual([[{ month: '2026-01', paidOut: 1, median: 1, longest: 1, open: 0 }], 1])
  })

  it('are known of the day of the oldest reading itself, whatever was read later', () => {
    const { months, unknown } = table(
      [aReport('2026-02-01', '11'), 0],
      [aReport('2026-02-10', '11', { pulledAt: at('2026-02-10T20:00:00Z') }), 0],
    )
    expect([months, unknown]).toEqual([[{ month: '2026-02', paidOut: 2, median: 0, longest: 0, open: 0 }], 0])
  })

  it('have no month where nothing was paid out and nothing is open', () => {
    const never = { money: noMoney, totals: null, pulledAt: null }
    const { months } = table([aReport('2026-03-10', '11'), 1], [aReport('2026-04-10', '11', never), null])
    expect(months.map(({ month }) => month)).toEqual(['2026-03'])
    expect(table([aReport('2026-04-10', '11', never), null])).toMatchObject({ months: [], unknown: 0, leftOut: 0 })
    expect(daysToPayoutByMonth([aReport('2026-03-10', '11')], new Map(), BOGOTA).months).toEqual([])
  })

  it('are those of the last twelve months, and so is the total', () => {
    const dates = Array.from(
      { length: 14 },
      (_, n) => `${2026 + Math.floor((n + 2) / 12)}-${String(((n + 2) % 12) + 1).padStart(2, '0')}-10`,
    )
    const { months, total } = table(...dates.map((date) => [aReport(date, '11'), 1] as const))
    expect([months.length, months[0]?.month, months.at(-1)?.month, total.paidOut]).toEqual([
      12,
      '2027-04',
      '2026-05',
      12,
    ])
  })
})
