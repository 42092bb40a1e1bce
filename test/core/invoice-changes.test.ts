import { describe, expect, test } from 'vitest'
import { type InvoiceVersion, invoiceChanges, type ListedInvoice } from '../../src/core/pull/invoice-in-pull.ts'
import type { Departure } from '../../src/core/pull/pull.ts'
import { aPaidInvoice, aPolicy, cop, slot } from './a.ts'

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
