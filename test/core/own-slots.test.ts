import { expect, test } from 'vitest'
import type { Invoice } from '../../src/core/invoice.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/policy.ts'
import { gatherOwnSlots } from '../../src/core/pull/invoice-in-pull.ts'
import { anUnpaidInvoice, aPaidInvoice, aPolicy, aSettlement, invoiceInPull, slot } from './a.ts'

const names = (id: string, ownDate: string | null, ownCycle: string | null): Invoice =>
  aPaidInvoice({ id, ownDate, ownCycle })
const here = (id: string) => names(id, '2026-03-12', '11')
const labelled = (id: string, ownCycle: string) => names(id, '2026-03-12', ownCycle)

const ALIASES = aPolicy({ cycleAliases: { '11:00': '11', '13:00': '13' } })

const ROWS: readonly (readonly [
  story: string,
  invoices: readonly (Invoice | null)[],
  policy: Policy,
  label: string | null,
  outside: readonly string[],
])[] = [
  ['an empty list', [], DEFAULT_POLICY, null, []],
  ['all name this slot', [here('a'), here('b')], DEFAULT_POLICY, null, []],
  ['some name none', [here('a'), anUnpaidInvoice({ id: 'b' })], DEFAULT_POLICY, null, []],
  ['one names another cycle', [here('a'), labelled('b', '13')], DEFAULT_POLICY, null, ['b']],
  ['one names another date', [here('a'), names('b', '2026-03-13', '11')], DEFAULT_POLICY, null, ['b']],
  ['one names another date and no cycle', [here('a'), names('b', '2026-03-13', null)], DEFAULT_POLICY, null, ['b']],
  ['all name another known cycle', [labelled('a', '13'), labelled('b', '13')], DEFAULT_POLICY, null, ['a', 'b']],
  ['all carry one unknown label', [labelled('a', '1'), labelled('b', '1')], DEFAULT_POLICY, '1', []],
  ['all that name a cycle carry it', [labelled('a', '1'), names('b', '2026-03-12', null)], DEFAULT_POLICY, '1', []],
  ['one of them has left', [labelled('a', '1'), null], DEFAULT_POLICY, '1', []],
  ['an unknown label on some only', [here('a'), labelled('b', '1')], DEFAULT_POLICY, null, ['b']],
  ['two unknown labels', [labelled('a', '1'), labelled('b', '2')], DEFAULT_POLICY, null, ['a', 'b']],
  [
    'an unknown label, and one names another date',
    [labelled('a', '1'), names('b', '2026-03-13', '1')],
    DEFAULT_POLICY,
    '1',
    ['b'],
  ],
  ['a date with a time behind it', [names('a', '2026-03-12T00:00:00Z', '11')], DEFAULT_POLICY, null, []],
  ['another date with a time behind it', [names('a', '2026-03-13 00:00', '11')], DEFAULT_POLICY, null, ['a']],
  ['an alias', [labelled('a', '11:00'), here('b')], ALIASES, null, []],
  ['all carry an alias of another cycle', [labelled('a', '13:00'), labelled('b', '13:00')], ALIASES, null, ['a', 'b']],
]

test.each(ROWS)('%s', (_, invoices, policy, label, outside) => {
  const gathered = gatherOwnSlots(slot(), policy)
  for (const current of invoices) gathered.add(invoiceInPull({ current }))
  const result = gathered.result(null)
  expect([result.label, result.outside.map(({ invoiceId }) => invoiceId)]).toEqual([label, outside])
})

test('under the unknown label that the settlement itself carries an invoice is not outside', () => {
  const gathered = gatherOwnSlots(slot(), DEFAULT_POLICY)
  for (const current of [here('a'), labelled('b', '1'), labelled('c', '2'), names('d', '2026-03-13', '1')])
    gathered.add(invoiceInPull({ current }))
  const outside = (cycle: string) => gathered.result(aSettlement({ cycle })).outside.map(({ invoiceId }) => invoiceId)
  expect(outside('1')).toEqual(['c', 'd'])
  expect(outside('11')).toEqual(['b', 'c', 'd'])
  expect(outside('13')).toEqual(['b', 'c', 'd'])
})
