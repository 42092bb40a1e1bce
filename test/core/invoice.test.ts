import { describe, expect, test } from 'vitest'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { counts, type Invoice, isPaid } from '../../src/core/invoice.ts'
import type { Policy } from '../../src/core/policy.ts'
import { type InvoiceVersion, invoiceChanges, type ListedInvoice } from '../../src/core/pull/invoice-in-pull.ts'
import type { Departure } from '../../src/core/pull/pull.ts'
import {
  fieldsMatching,
  ownSlotOf,
  type UnlistedInvoice,
  unlistedBySlot,
} from '../../src/core/pull/unlisted-invoice.ts'
import { isOfDelay, isOfUnpaid } from '../../src/rules/assessment/slot-report.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, cop, slot } from './a.ts'

const counted = aPolicy()
const excluded = aPolicy({ chargebacks: 'excluded' })

describe('an invoice counts when it is paid, or charged back where policy counts those', () => {
  const ROWS: readonly (readonly [string, Invoice, isPaid: boolean, counted: boolean, excluded: boolean])[] = [
    ['paid', aPaidInvoice(), true, true, true],
    ['chargeback', aPaidInvoice({ status: 'chargeback' }), true, true, false],
    ['a chargeback without a sum', anUnpaidInvoice({ status: 'chargeback' }), false, false, false],
    ['ready', anUnpaidInvoice(), false, false, false],
    ['cancelled', anUnpaidInvoice({ status: 'cancelled' }), false, false, false],
    ['a status nobody documented, with a sum', { ...aPaidInvoice(), status: 'held' }, false, false, false],
    ['PAID is not paid', { ...aPaidInvoice(), status: 'PAID' }, false, false, false],
  ]
  test.each(ROWS)('%s', (_, invoice, paid, whenCounted, whenExcluded) => {
    expect([isPaid(invoice), counts(invoice, counted), counts(invoice, excluded)]).toEqual([
      paid,
      whenCounted,
      whenExcluded,
    ])
  })
})

const INVOICE = aPaidInvoice({ reference: 'ARR-7', contract: '00077', customerDocument: '77', paymentId: null })

test.each([
  ['ARR-7', 'exact', ['reference']],
  ['ARR', 'exact', []],
  ['ARR', 'beginning', ['reference']],
  ['77', 'exact', ['customerDocument']],
  ['000', 'beginning', ['contract']],
] as const)('%s, %s', (text, mode, fields) => expect(fieldsMatching(INVOICE, { text, mode })).toEqual(fields))

test('a sum is looked for in what was asked for and in what was paid', () => {
  expect(fieldsMatching({ ...INVOICE, paid: null }, { mode: 'sum', sum: INVOICE.amount })).toEqual(['amount'])
  expect(fieldsMatching({ ...INVOICE, paid: INVOICE.amount }, { mode: 'sum', sum: INVOICE.amount })).toEqual([
    'amount',
    'paid',
  ])
})

test.each<[found: readonly [Discrepancy['code'], Discrepancy['state'], Discrepancy['severity']], saysOf: string]>([
  [['SETTLEMENT_OVERDUE', 'open', 'warning'], 'delay'],
  [['SETTLEMENT_OVERDUE', 'new', 'error'], 'delay'],
  [['SETTLEMENT_MISSING', 'open', 'error'], 'delay'],
  [['SETTLEMENT_MISSING', 'open', 'info'], 'neither'],
  [['SETTLEMENT_MISSING', 'claimed', 'error'], 'neither'],
  [['SETTLEMENT_OVERDUE', 'resolved', 'error'], 'neither'],
  [['SETTLEMENT_VANISHED', 'open', 'error'], 'gone'],
  [['SETTLEMENT_VANISHED', 'accepted', 'error'], 'neither'],
  [['SETTLEMENT_CHANGED', 'open', 'error'], 'neither'],
  [['PAYOUT_MISMATCH', 'open', 'error'], 'neither'],
  [['OF_AN_OLDER_VERSION', 'open', 'error'], 'neither'],
])('%j is about what should be there by now: %s', ([code, state, severity], saysOf) => {
  const found = { code, state, severity }
  expect([isOfUnpaid(found), isOfDelay(found)]).toEqual([saysOf !== 'neither', saysOf === 'delay'])
})

const DATE = slot().date
const stray = (ownDate: string | null, ownCycle: string | null, date = DATE): UnlistedInvoice => ({
  date,
  invoiceId: 'inv-1',
  status: 'paid',
  paid: cop(1),
  ownDate,
  ownCycle,
  listedIn: [],
})
/** Read whole: three cycles of the day, and one of the day after. */
const READ = [slot('2026-03-12', '11'), slot('2026-03-12', '13'), slot('2026-03-12', '14'), slot('2026-03-13', '20')]

const ROWS: readonly (readonly [string, UnlistedInvoice, Partial<Policy>, filedIn: string | null])[] = [
  ['the slot it names was read', stray(DATE, '13'), {}, '2026-03-12 cycle 13'],
  ['it names a slot that was not', stray(DATE, '15'), {}, '2026-03-12 cycle 14'],
  ['it names no cycle', stray(DATE, null), {}, '2026-03-12 cycle 14'],
  ['it names no date', stray(null, '13'), {}, '2026-03-12 cycle 14'],
  ['it names a slot of another date', stray('2026-03-13', '20'), {}, '2026-03-12 cycle 14'],
  [
    'it names another label of a cycle',
    stray(DATE, '11:00'),
    { cycleAliases: { '11:00': '11' } },
    '2026-03-12 cycle 11',
  ],
  ['nothing of its date was read', stray('2026-03-14', '11', slot('2026-03-14').date), {}, null],
]

test.each(ROWS)('where a stray is filed: %s', (_, one, policy, filedIn) => {
  expect([...unlistedBySlot([one], READ, aPolicy(policy))]).toEqual(filedIn === null ? [] : [[filedIn, [one]]])
})

test('several are filed in one slot', () => {
  expect(
    unlistedBySlot([stray(DATE, '13'), stray(DATE, '13')], READ, aPolicy()).get('2026-03-12 cycle 13'),
  ).toHaveLength(2)
})

test.each([
  [stray(DATE, '14'), { date: DATE, cycle: '14' }],
  [stray('2026-03-13', '14'), null],
  [stray(DATE, null), null],
])('which slot of the date it names', (one, named) => {
  expect(ownSlotOf(one)).toEqual(named)
})

const version = (from: number, to: number | null, instead = {}): InvoiceVersion => ({
  invoice: aPaidInvoice(instead),
  from,
  to,
})
const departure = (pull: number, instead: Partial<Departure> = {}) => ({
  pull,
  departure: { invoiceId: 'inv-1', status: 'paid', ownDate: '2026-03-12', ownCycle: '11', ...instead },
})
const PULLS = { slot: slot('2026-03-12', '11'), first: 2, last: 9 }
const POLICY = aPolicy({ cycleAliases: { '11:00': '11' } })

/** The database's facts about one invoice, and its changes by the pulls from 3 to 9. */
const CASES: readonly (readonly [string, Partial<ListedInvoice>, readonly string[]])[] = [
  ['there from the first pull on', { versions: [version(2, null)] }, []],
  ['it came with a later pull', { versions: [version(3, null)] }, ['3 added']],
  ['it came with the last pull', { versions: [version(9, null)] }, ['9 added']],
  ['it left with the last pull', { versions: [version(2, 9)] }, ['9 left']],
  ['it comes later than is known', { versions: [version(10, null)] }, []],
  ['it leaves later than is known', { versions: [version(2, 10)] }, []],
  ['it says something else later than is known', { versions: [version(2, 10), version(10, null)] }, []],
  ['it left', { versions: [version(2, 5)] }, ['5 left']],
  ['it left and came back', { versions: [version(2, 5), version(6, null)] }, ['5 left', '6 came back']],
  [
    'it says something else',
    { versions: [version(2, 5), version(5, null, { paid: cop(1), customerName: 'Otra' })] },
    ['5 customerName (hidden) paid 10000000>100'],
  ],
  [
    'other flaws and other undocumented fields',
    { versions: [version(2, 5), version(5, null, { flaws: ['contract'], extra: '{}' })] },
    ['5 extra (hidden) flaws >contract'],
  ],
  [
    'nobody answers for it',
    { versions: [version(2, 5)], departures: [departure(5, { status: null, ownDate: null })] },
    ['5 left null'],
  ],
  ['it names its slot still', { versions: [version(2, 5)], departures: [departure(6)] }, ['5 left paid']],
  [
    'it names another date',
    { versions: [version(2, 5)], departures: [departure(5, { ownDate: '2026-03-13' })] },
    ['5 moved 2026-03-13 11'],
  ],
  [
    'it names another cycle',
    { versions: [version(2, 5)], departures: [departure(5, { ownCycle: '13' })] },
    ['5 moved 2026-03-12 13'],
  ],
  [
    'it names its slot still, with a time and another label of the cycle',
    { versions: [version(2, 5)], departures: [departure(5, { ownDate: '2026-03-12T00:00:00', ownCycle: '11:00' })] },
    ['5 left paid'],
  ],
  [
    'it named no slot, and names now the one that it is in',
    { versions: [version(2, 5, { ownDate: null, ownCycle: null })], departures: [departure(5)] },
    ['5 left paid'],
  ],
  [
    'it always named another slot',
    { versions: [version(2, 5, { ownCycle: '13' })], departures: [departure(5, { ownCycle: '13' })] },
    ['5 moved 2026-03-12 13'],
  ],
  [
    'it names another date and no cycle',
    { versions: [version(2, 5)], departures: [departure(5, { ownDate: '2026-03-13', ownCycle: null })] },
    ['5 left paid'],
  ],
  [
    'what was read before it left again says nothing of that',
    { versions: [version(2, 5), version(6, 8)], departures: [departure(5, { ownCycle: '13' })] },
    ['5 moved 2026-03-12 13', '6 came back', '8 left'],
  ],
]

describe('what pulls changed about an invoice', () => {
  test.each(CASES)('%s', (_what, listed, expected) => {
    const told = invoiceChanges({ versions: [], departures: [], ...listed }, PULLS, POLICY).map((change) => {
      switch (change.kind) {
        case 'added':
          return `${change.pull} ${change.isBack ? 'came back' : 'added'}`
        case 'left':
          return [change.pull, 'left', ...(change.became === null ? [] : [change.became.status])].map(String).join(' ')
        case 'moved':
          return `${change.pull} moved ${change.became.ownDate} ${change.became.ownCycle}`
        default:
          return `${change.pull} ${change.fields
            .map(({ field, isPersonal, before, now }) => `${field} ${isPersonal ? '(hidden)' : `${before}>${now}`}`)
            .join(' ')}`
      }
    })
    expect(told).toEqual(expected)
  })

  test('what is personal is never told', () => {
    const [change] = invoiceChanges(
      { versions: [version(2, 5), version(5, null, { customerDocument: '77' })], departures: [] },
      PULLS,
      POLICY,
    )
    expect(change).toMatchObject({ fields: [{ field: 'customerDocument', before: null, now: null }] })
  })
})
