import { describe, expect, test } from 'vitest'
import {
  firstFinal,
  listingsOf,
  type PaymentListing,
  paidOutBy,
  paymentStateOn,
  settledBy,
} from '../../src/core/in-transit.ts'
import type { Invoice } from '../../src/core/invoice.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { InvoiceVersion } from '../../src/core/pull/invoice-in-pull.ts'
import type { SettlementInPull } from '../../src/core/pull/pull.ts'
import { addDays, type Slot, type SlotDate } from '../../src/core/slot.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, aSettlement, at, BOGOTA, cop, slot } from './a.ts'

const FIRST_DAY = slot('2026-03-12').date
const [A, B] = [slot('2026-03-12'), slot('2026-03-13')]

/** One night of a slot: the status of its settlement, and the invoice in its list; null when the slot was not read. */
type Night = readonly [settlement: 'credited' | 'processing', invoice: Invoice | null] | null

const paid = aPaidInvoice()
const corrected = aPaidInvoice({ paid: cop(5) })
const charged = aPaidInvoice({ status: 'chargeback' })
const cancelled = anUnpaidInvoice({ status: 'cancelled' })

const dayOf = (night: number): SlotDate => addDays(FIRST_DAY, night - 1)

/** The versions that the nights of a slot leave; the pull of night n has the id n. */
const versionsOf = (nights: readonly Night[]): readonly InvoiceVersion[] => {
  const versions: InvoiceVersion[] = []
  nights.forEach((night, index) => {
    const last = versions.at(-1)
    if (night === null || (last?.to === null && last.invoice === night[1])) return
    if (last?.to === null) versions.splice(-1, 1, { ...last, to: index + 1 })
    if (night[1] !== null) versions.push({ invoice: night[1], from: index + 1, to: null })
  })
  return versions
}

const settlementsIn = (nights: readonly Night[], { date, cycle }: Slot): readonly SettlementInPull[] =>
  nights.flatMap((night, index) => {
    const settlement = night && aSettlement({ date, cycle, status: night[0] })
    const instant = at(`${dayOf(index + 1)}T22:30:00-05:00`)
    return settlement === null ? [] : [{ settlement, pull: index + 1, at: instant, isFirstPull: false }]
  })

const listedIn = (slot: Slot, nights: readonly Night[], policy: Policy, unpaid: boolean): readonly PaymentListing[] =>
  listingsOf(versionsOf(nights), {
    slot,
    policy,
    final: firstFinal(slot, settlementsIn(nights, slot), { policy, zone: BOGOTA, readSince: FIRST_DAY }),
    dayOf,
    unpaidSince: new Set(unpaid ? [paid.id] : []),
  })

const stateAfter = (night: number, listings: readonly PaymentListing[], isElsewhere: boolean): string => {
  const state = paymentStateOn(dayOf(night), listings, isElsewhere)
  if (state === null) return 'none'
  return state.isSettled ? 'settled' : 'transit'
}

interface Story {
  readonly a: readonly Night[]
  readonly b?: readonly Night[]
  readonly excluded?: true
  /** Read by its id after it left slot A, it was no longer paid. */
  readonly unpaid?: true
  /** The service lists it in a settlement that was not read. */
  readonly elsewhere?: true
  readonly states: string
}

const STORIES: Readonly<Record<string, Story>> = {
  'settled with its settlement': {
    a: [
      ['processing', paid],
      ['credited', paid],
    ],
    states: 'transit settled',
  },
  'left the list of a final settlement, and was not listed again': {
    a: [
      ['processing', paid],
      ['credited', paid],
      ['credited', null],
    ],
    states: 'transit settled settled',
  },
  'left before the settlement was final, and was not listed again': {
    a: [
      ['processing', paid],
      ['processing', null],
      ['credited', null],
    ],
    states: 'transit transit settled',
  },
  'the same, and the service lists it in a settlement not read yet': {
    a: [
      ['processing', paid],
      ['processing', null],
      ['credited', null],
    ],
    elsewhere: true,
    states: 'transit transit transit',
  },
  'left with the pull that read the settlement final': {
    a: [
      ['processing', paid],
      ['credited', null],
    ],
    elsewhere: true,
    states: 'transit transit',
  },
  'left before the settlement was final, and came back': {
    a: [
      ['processing', paid],
      ['processing', null],
      ['processing', paid],
      ['credited', paid],
    ],
    states: 'transit transit transit settled',
  },
  'left, and was not paid any more': {
    a: [
      ['processing', paid],
      ['processing', null],
      ['credited', null],
    ],
    unpaid: true,
    states: 'transit none none',
  },
  'moved before the first settlement was final': {
    a: [
      ['processing', paid],
      ['processing', null],
      ['credited', null],
      ['credited', null],
      ['credited', null],
    ],
    b: [null, null, null, ['processing', paid], ['credited', paid]],
    states: 'transit transit transit transit settled',
  },
  'moved after the first settlement was final: in transit again from the pull that listed it in the other': {
    a: [
      ['credited', paid],
      ['credited', null],
      ['credited', null],
      ['credited', null],
    ],
    b: [null, null, ['processing', paid], ['credited', paid]],
    states: 'settled settled transit settled',
  },
  'listed in both: the later one decides from the pull that listed it there': {
    a: [
      ['credited', paid],
      ['credited', paid],
      ['credited', paid],
    ],
    b: [null, ['processing', paid], ['credited', paid]],
    states: 'settled transit settled',
  },
  'a settlement that is not final any more': {
    a: [
      ['credited', paid],
      ['processing', paid],
      ['credited', paid],
    ],
    states: 'settled settled settled',
  },
  'added to a settlement that was final': {
    a: [
      ['credited', null],
      ['credited', paid],
    ],
    states: 'transit settled',
  },
  'charged back before the settlement was final, and counted': {
    a: [
      ['processing', paid],
      ['processing', charged],
      ['credited', charged],
    ],
    states: 'transit transit settled',
  },
  'charged back before the settlement was final, and excluded': {
    a: [
      ['processing', paid],
      ['processing', charged],
      ['credited', charged],
    ],
    excluded: true,
    states: 'transit none none',
  },
  'charged back after the settlement was final, and excluded': {
    a: [
      ['processing', paid],
      ['credited', paid],
      ['credited', charged],
    ],
    excluded: true,
    states: 'transit settled settled',
  },
  'cancelled before the settlement was final': {
    a: [
      ['processing', paid],
      ['processing', cancelled],
    ],
    states: 'transit none',
  },
  'left before the settlement was final, and came back cancelled': {
    a: [
      ['processing', paid],
      ['processing', null],
      ['processing', cancelled],
      ['credited', cancelled],
    ],
    states: 'transit transit none none',
  },
  'read as cancelled first, and paid later': {
    a: [
      ['processing', cancelled],
      ['processing', paid],
      ['credited', paid],
    ],
    states: 'transit transit settled',
  },
  'never read as paid': { a: [['credited', cancelled]], states: 'none' },
}

describe('where a payment stood at the end of each night', () => {
  test.each(Object.entries(STORIES))('%s', (_, { a, b = [], excluded, unpaid, elsewhere, states }) => {
    const policy = aPolicy({ chargebacks: excluded === true ? 'excluded' : 'counted' })
    const listings = [...listedIn(A, a, policy, unpaid === true), ...listedIn(B, b, policy, false)]
    expect(a.map((_, index) => stateAfter(index + 1, listings, elsewhere === true)).join(' ')).toBe(states)
  })

  test('it says what was listed that night, and before the first night what was listed first', () => {
    const nights: readonly Night[] = [
      ['processing', paid],
      ['processing', corrected],
    ]
    const listings = listedIn(A, nights, aPolicy(), false)
    const told = [0, 1, 2].map((night) => paymentStateOn(dayOf(night), listings, false))
    expect(told.map((state) => [state?.isListed, state?.listing.invoice.paid])).toEqual([
      [false, paid.paid],
      [true, paid.paid],
      [true, corrected.paid],
    ])
  })
})

test('a list of a pull whose day is not known, as of then, says nothing', () => {
  const listed = { slot: A, policy: aPolicy(), final: null, dayOf: () => null, unpaidSince: new Set<string>() }
  expect(listingsOf([{ invoice: paid, from: 7, to: null }], listed)).toEqual([])
})

test('an invoice in two lists stands in the last of them, in whatever order they come', () => {
  const listing = (cycle: string, to: SlotDate | null): PaymentListing => ({
    slot: slot(FIRST_DAY, cycle),
    invoice: paid,
    from: FIRST_DAY,
    to,
    takenBackOn: null,
    settledOn: null,
    finalOn: null,
  })
  const cycleOf = (listings: readonly PaymentListing[]) =>
    paymentStateOn(addDays(FIRST_DAY, 3), listings, false)?.listing.slot.cycle
  const [early, late] = [listing('11', null), listing('20', null)]
  expect([cycleOf([early, late]), cycleOf([late, early])]).toEqual(['20', '20'])
  const [ends, endsBefore] = [listing('11', addDays(FIRST_DAY, 5)), listing('20', addDays(FIRST_DAY, 4))]
  expect([cycleOf([ends, endsBefore]), cycleOf([endsBefore, ends])]).toEqual(['20', '20'])
  const [first, last] = [listing('11', addDays(FIRST_DAY, 1)), listing('20', addDays(FIRST_DAY, 2))]
  expect([cycleOf([first, last]), cycleOf([last, first])]).toEqual(['20', '20'])
})

test.each<[what: string, readOn: string | null, arrivedOn: string | undefined, paidOutOn: string | null]>([
  ['had arrived before its status was read', '2026-03-14', '2026-03-12', '2026-03-12'],
  ['arrived on the day of the reading', '2026-03-14', '2026-03-14', '2026-03-14'],
  ['arrived later', '2026-03-14', '2026-03-16', '2026-03-14'],
  ['is not known to the bank', '2026-03-14', undefined, '2026-03-14'],
  ['was never read as final, and arrived', null, '2026-03-12', null],
  ['was never read as final', null, undefined, null],
])('the day from which a payout counts as paid out that %s', (_, readOn, arrivedOn, paidOutOn) => {
  const first = readOn === null ? null : { pull: 7, day: slot(readOn).date }
  const paidOut = paidOutBy(first, arrivedOn === undefined ? undefined : slot(arrivedOn).date)
  expect(paidOut).toEqual(paidOutOn === null ? null : { pull: 7, day: paidOutOn })
})

test.each([
  ['is settled on the day of the bank', null, B.date, { pull: 7, day: B.date }],
  ['waits without a credit', null, undefined, null],
  ['is settled as usual once it is final', { pull: 3, day: B.date }, A.date, { pull: 3, day: A.date }],
])('a list that was tied before its settlement was final %s', (_, final, arrivedOn, expected) => {
  expect(settledBy(final, 7, arrivedOn)).toEqual(expected)
})
