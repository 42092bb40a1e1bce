import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runTimes } from '../../src/core/calendar/calendar.ts'
import { inCop } from '../../src/core/findings/discrepancy.ts'
import type { Invoice } from '../../src/core/invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import { gatherFieldNotes } from '../../src/core/pull/field-notes.ts'
import { type ListFacts, type QuarantinedRecord, unreadableIds } from '../../src/core/pull/pull.ts'
import { countedIn, Tally, type Totals } from '../../src/core/pull/tally.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import type { Cycle } from '../../src/core/slot.ts'
import { partsOfRulebook, rulebookOf } from '../../src/rules/assessment/assess.ts'
import { type Gaps, gapsOf } from '../../src/rules/assessment/gaps.ts'
import { countErrors, countedReportOf, differenceIn } from '../../src/rules/assessment/slot-report.ts'
import { CHECKS } from '../../src/rules/registry.ts'
import { repeatedMember } from '../../src/std/json/repeated-member.ts'
import { aDiscrepancy, aReport } from '../reports/a-slot.ts'
import {
  aList,
  anUnpaidInvoice,
  aPaidInvoice,
  aPolicy,
  aSettlement,
  cop,
  invoiceInPull,
  slot,
  someTotals,
} from './a.ts'

const record = (item: number, invoiceId: string | null): QuarantinedRecord => ({
  field: 'amount',
  reason: 'is not a number',
  reference: null,
  digest: 'c94d690f6000',
  invoiceId,
  page: 1,
  item,
})

test('the unreadable invoices of a list are those of its quarantined records that show an id', () => {
  expect([...unreadableIds([record(1, 'inv-1'), record(2, null), record(3, 'inv-3'), record(4, 'inv-1')])]).toEqual([
    'inv-1',
    'inv-3',
  ])
})

test('a mark has the case and the difference of the figures', () => {
  const figures = inCop(cop(3), cop(5))
  const discrepancies = [aDiscrepancy({ id: 'a', case: 'c', figures })]
  const [first] = countedReportOf(aReport({ discrepancies })).discrepancies
  if (first === undefined) throw new Error('nothing was marked')
  expect([first.case, 'recovered' in first]).toEqual(['c', false])
  const recovered = [aDiscrepancy({ recovered: cop(4) })]
  expect(countedReportOf(aReport({ discrepancies: recovered })).discrepancies[0]?.recovered).toBe(cop(4))
  expect([differenceIn({ figures }), differenceIn(first)]).toEqual([cop(-2), cop(-2)])
})

test('errors that wait for somebody, those of them about figures, and those that a person decided', () => {
  expect(
    countErrors([
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'new' },
      { code: 'COUNT_MISMATCH', severity: 'error', state: 'open' },
      { code: 'DUPLICATE_PAYMENT', severity: 'error', state: 'open' },
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'accepted' },
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'claimed' },
      { code: 'PAYOUT_MISMATCH', severity: 'error', state: 'resolved' },
      { code: 'ADJUSTMENT', severity: 'warning', state: 'open' },
    ]),
  ).toEqual({ open: 3, openFigures: 2, decided: 2 })
})

const missingIn = (instead: Parameters<typeof aPaidInvoice>[0]) => {
  const notes = gatherFieldNotes()
  notes.add(invoiceInPull({ current: aPaidInvoice(instead) }))
  return Object.fromEntries(notes.result().missing)
}

test.each(['yesterday', '2026-02-30T10:00:00Z', '2026-02-30', '2026-3-1', '2026-03-11T25:00:00Z', '20260311'])(
  'a time of creation that is none is unreadable: %s',
  (createdAt) => {
    expect(missingIn({ createdAt })).toEqual({ createdAt: 1 })
  },
)

const judged = (text: string): string | null => repeatedMember(Buffer.from(text), JSON.parse(text))
const twice = (name: string): string => `an object has the member ${name} twice`

describe('an object', () => {
  test.each<[string, string, string]>([
    ['with another value', '{"cursor":"a","count":1,"cursor":null}', 'cursor'],
    ['with the same value', '{"fees":1,"fees":1}', 'fees'],
    ['with an escaped name', '{"cursor":"a","curs\\u006fr":null}', 'cursor'],
    ['deep within', '{"items":[{"id":"a"},{"id":"b","x":[{"y":{"z":1,"z":2}}]}]}', 'z'],
    ['after a nested object', '{"fees":{"fees":1},"fees":2}', 'fees'],
    ['with spaces', '{\n\t"fees" : 1,\r\n "fees"\t: 2 }', 'fees'],
    ['after texts of braces and quotes', '{"fees":"}{\\"","x":"\\\\","y":"{\\"fees\\":1}","fees":2}', 'fees'],
    ['named like a part of every object', '{"a":{"__proto__":1,"__proto__":2}}', '__proto__'],
    ['in a list of lists', '[[[{"id":"a"}],[{"id":"a","id":"b"}]]]', 'id'],
    ['with as many colons in texts', '{"a":":","a":"\\":"}', 'a'],
  ])('has a member twice: %s', (_, text, name) => {
    expect(judged(text)).toBe(twice(name))
  })

  test.each<[string, string]>([
    ['once in each of two objects', '{"items":[{"id":"a"},{"id":"b"}],"id":"c"}'],
    ['within itself', '{"a":{"a":{"a":1}}}'],
    ['within texts', '{"a":"\\"a\\":1","b":"{\\"a\\" : 2}","c":":","d":" : x","e":"\\\\"}'],
    ['as values', '{"a":"b","b":"a","c":["a","a","a"]}'],
    ['in another case', '{"fees":1,"Fees":2}'],
    ['empty', '{"":{"":[{},[],""]}}'],
    ['that are numbers', '{"1":1,"01":2,"1.0":3,"10":4}'],
  ])('has no member twice: names %s', (_, text) => {
    expect(judged(text)).toBeNull()
  })

  test.each([
    ['of a person', 'Ana Peña'],
    ['of digits', '1032456789'],
    ['without end', 'x'.repeat(41)],
  ])('has a member with a name %s twice, which is not told', (_, name) => {
    expect(judged(`{"${name}":1,"${name}":2}`)).toBe('an object has the member twice')
  })
})

test.each(['7', '"a:"', 'null', '[]', '["\\":",":"]'])('%s has no members', (text) => {
  expect(judged(text)).toBeNull()
})

test('any depth is followed', () => {
  const nested = (inner: string) => `${'{"a":['.repeat(100_000)}${inner}${']}'.repeat(100_000)}`
  expect(judged(nested('{"b":1}'))).toBeNull()
  expect(judged(nested('{"b":1,"b":1}'))).toBe(twice('b'))
})

const tallied = (list: readonly (Invoice | null)[], policy: Partial<Policy> = {}): Totals => {
  const tally = new Tally(aPolicy(policy))
  for (const current of list) tally.add(invoiceInPull({ current }))
  return tally.totals()
}
const LIST = [
  aPaidInvoice({ id: 'a', amount: cop(100), paid: cop(90), paymentMethod: 'pse' }),
  aPaidInvoice({ id: 'b', amount: cop(10), paid: cop(10), paymentMethod: null }),
  aPaidInvoice({ id: 'c', amount: cop(1), paid: cop(2), paymentMethod: 'card', status: 'chargeback' }),
  anUnpaidInvoice({ id: 'd', amount: cop(0.5) }),
  anUnpaidInvoice({ id: 'e', amount: cop(0.25), paid: cop(0.25), status: 'held', paymentMethod: 'pse' }),
  null,
]

describe('a list is folded once', () => {
  const POLICIES: readonly (readonly [string, Partial<Policy>, counted: number, collected: number])[] = [
    ['what was paid', {}, 3, 102],
    ['what was asked for, by policy', { collectedBasis: 'amount' }, 3, 111],
    ['without chargebacks, by policy', { chargebacks: 'excluded' }, 2, 100],
    ['both', { collectedBasis: 'amount', chargebacks: 'excluded' }, 2, 110],
  ]
  test.each(POLICIES)('collected is %s', (_, policy, counted, collected) => {
    const totals = tallied(LIST, policy)
    expect([totals.counted, totals.collected]).toEqual([counted, cop(collected)])
  })
})

/** Larger than a double holds, as are the sums of large lists. */
const money = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(fromCentavos)
const anInvoice = fc
  .record({
    status: fc.constantFrom('paid', 'chargeback', 'ready', 'cancelled', 'held'),
    amount: money,
    paid: money,
    paymentMethod: fc.constantFrom('pse', 'card', null),
  })
  .map((instead): Invoice => ({ ...aPaidInvoice(), ...instead }))
const aBasis = fc.record({
  chargebacks: fc.constantFrom('counted' as const, 'excluded' as const),
  collectedBasis: fc.constantFrom('paid' as const, 'amount' as const),
})

const total = (list: readonly Invoice[], of: (invoice: Invoice) => bigint | null): bigint => {
  let sumOf = 0n
  for (const invoice of list) sumOf += of(invoice) ?? 0n
  return sumOf
}

test('the sums are those of plain BigInt arithmetic, in whatever order the list comes', () => {
  const shuffled = fc
    .array(anInvoice, { maxLength: 30 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
  fc.assert(
    fc.property(shuffled, aBasis, ([list, inAnyOrder], policy) => {
      const statuses = policy.chargebacks === 'counted' ? ['paid', 'chargeback'] : ['paid']
      const counting = list.filter(({ status }) => statuses.includes(status))
      const totals = tallied(inAnyOrder, policy)
      expect(totals.kept).toBe(list.length)
      expect(totals.counted).toBe(counting.length)
      expect(totals.collected).toBe(total(counting, (invoice) => invoice[policy.collectedBasis]))
      expect(totals.listed.amount).toBe(total(list, ({ amount }) => amount))
      expect(totals.listed.paid).toBe(total(list, ({ paid }) => paid))
      for (const [status, sums] of totals.byStatus) {
        const ofStatus = list.filter((invoice) => invoice.status === status)
        expect([sums.invoices, sums.amount, sums.paid]).toEqual([
          ofStatus.length,
          total(ofStatus, ({ amount }) => amount),
          total(ofStatus, ({ paid }) => paid),
        ])
      }
      const methods = [...totals.byMethod.values()]
      expect(methods.reduce((number, { invoices }) => number + invoices, 0)).toBe(counting.length)
      expect(methods.reduce((sums, { paid }) => sums + paid, 0n)).toBe(total(counting, ({ paid }) => paid))
    }),
  )
})

test('a list folded under one policy is counted again under another', () => {
  const tally = new Tally(aPolicy())
  tally.add(invoiceInPull({ current: aPaidInvoice({ id: 'a', amount: cop(5), paid: cop(4) }) }))
  tally.add(invoiceInPull({ current: aPaidInvoice({ id: 'b', status: 'chargeback', amount: cop(30), paid: cop(20) }) }))
  tally.add(invoiceInPull({ current: anUnpaidInvoice({ id: 'c', amount: cop(700) }) }))
  const under = (instead: Parameters<typeof aPolicy>[0]) => countedIn(tally.totals(), aPolicy(instead))
  expect(under({})).toEqual({ counted: 2, collected: cop(24) })
  expect(under({ chargebacks: 'excluded' })).toEqual({ counted: 1, collected: cop(4) })
  expect(under({ collectedBasis: 'amount' })).toEqual({ counted: 2, collected: cop(35) })
})

type Row = readonly [
  story: string,
  settlement: Partial<Settlement> | null,
  list: Partial<ListFacts>,
  policy: Partial<Policy>,
  gaps: Gaps,
]

const NONE: Gaps = { payout: null, list: null }
const AGREES = { collected: cop(0), count: 0 }

const ROWS: readonly Row[] = [
  ['agrees', {}, {}, {}, { payout: cop(0), list: AGREES }],
  ['paid too little', { payout: cop(97_000) }, {}, {}, { payout: cop(-1_000), list: AGREES }],
  ['one invoice more', { invoiceCount: 2 }, {}, {}, { payout: cop(0), list: { collected: cop(0), count: 1 } }],
  ['a record cannot be read', {}, { malformed: 1 }, {}, { payout: cop(0), list: null }],
  ['a gateway left unchecked', { gateway: true }, {}, { gateway: 'unchecked' }, { payout: null, list: AGREES }],
  ['not final', { status: 'processing' }, {}, {}, NONE],
  ['no settlement', null, {}, {}, NONE],
]

test.each(ROWS)('the gaps that causes close: %s', (_, settlement, list, policy, gaps) => {
  const read = { slot: slot(), settlement: settlement && aSettlement(settlement), list: aList(list) }
  expect(gapsOf(read, someTotals(), aPolicy(policy))).toEqual(gaps)
})

const cycles = (...labels: string[]) => labels as Cycle[]

test.each<[string, Partial<Policy>, readonly string[]]>([
  ['the five cycles', {}, ['30 13 * * *', '30 15 * * *', '30 18 * * *', '30 20 * * *', '30 22 * * *']],
  ['less grace', { cycles: cycles('11'), graceMinutes: 0 }, ['30 11 * * *']],
  ['past midnight', { cycles: cycles('23'), graceMinutes: 60 }, ['30 0 * * *']],
  ['a label that is no hour falls due when the day is over', { cycles: cycles('1A') }, ['30 2 * * *']],
  ['two labels of one hour are one run', { cycles: cycles('11'), extraCycles: cycles('11:00') }, ['30 13 * * *']],
])('%s', (_, instead, times) => {
  expect(runTimes(aPolicy(instead))).toEqual(times)
})

test('a rulebook names the policy, the version and the checks from outside', () => {
  const [first] = CHECKS
  if (first === undefined) throw new Error('there are no checks')
  const outside = (code: string) => ({ ...first, code })
  expect(rulebookOf(3, '0.1.0')).toBe('3 0.1.0')
  expect(rulebookOf(3, '0.1.0', [...CHECKS, outside('RENT_B'), outside('RENT_A')])).toBe('3 0.1.0 RENT_A RENT_B')
})

test('its policy and version are read back, also where it has neither', () => {
  expect(partsOfRulebook('3 0.1.0 RENT_A')).toEqual({ policyNumber: 3, version: '0.1.0' })
  expect(partsOfRulebook('3')).toEqual({ policyNumber: 3, version: '' })
})
