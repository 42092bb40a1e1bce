import { describe, expect, it } from 'vitest'
import { addDays, nameOf, type SlotDate } from '../../src/core/slot.ts'
import { daysToPayoutByMonth } from '../../src/rules/account/days-to-payout.ts'
import { NO_FEES, noMoney, someMoney, someTotals } from '../reports/a-slot.ts'
import { aSettlement, at, BOGOTA, slot } from './a.ts'

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
