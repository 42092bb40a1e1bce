import { describe, expect, test } from 'vitest'
import type { Cycle } from '../../../src/core/slot.ts'
import {
  cycleLabel,
  feesExceedCollected,
  negativeAmount,
  negativePayout,
  readingContradicted,
  settlementError,
  settlementMissing,
  settlementOverdue,
  slotEcho,
  unknownCycle,
} from '../../../src/rules/checks/settlement.ts'
import { aList, aPolicy, aPull, aSettlement, at, cop, slot, someFacts, someTotals } from '../../core/a.ts'
import { reported, table } from './table.ts'

/** Cycle 11 of 12 March is 16:00Z; overdue 24 hours later, stuck 120 hours later. */
const readAt = (time: string) => ({ pull: aPull({ at: at(time) }) })
const HOUR = readAt('2026-03-12T16:00:00Z')
const ALMOST_OVERDUE = readAt('2026-03-13T15:59:59.999Z')
const OVERDUE = readAt('2026-03-13T16:00:00Z')
const ALMOST_STUCK = readAt('2026-03-17T15:59:59.999Z')
const STUCK = readAt('2026-03-17T16:00:00Z')

const none = { settlement: null }
const missing = (severity: string, tail: string) => [
  'SETTLEMENT_MISSING',
  severity,
  'settlement',
  null,
  100_000,
  null,
  `1 invoice of COP 100,000 counts here and the service has no settlement${tail}`,
]
table('invoices that count belong to a settlement', settlementMissing, [
  ['they do', OVERDUE, null],
  ['asked for before its hour', { ...none, ...readAt('2026-03-12T08:00:00Z') }, missing('info', ' yet')],
  ['at its hour', { ...none, ...HOUR }, missing('info', ' yet')],
  ['a millisecond before it is overdue', { ...none, ...ALMOST_OVERDUE }, missing('info', ' yet')],
  ['overdue to the millisecond', { ...none, ...OVERDUE }, missing('error', ' more than 24 hours after its cycle')],
  [
    'overdue by another policy',
    { ...none, ...HOUR, policy: aPolicy({ overdueHours: 0 }) },
    missing('error', ' more than 0 hours after its cycle'),
  ],
  [
    'two of them',
    { ...none, ...HOUR, totals: someTotals({ counted: 2 }) },
    [...missing('info', '').slice(0, -1), '2 invoices of COP 100,000 count here and the service has no settlement yet'],
  ],
  ['nothing counts', { ...none, ...STUCK, totals: someTotals({ counted: 0, collected: cop(0) }) }, null],
])

const processing = reported({ status: 'processing' })
const late = (severity: string, status: string, hours: number) => [
  'SETTLEMENT_OVERDUE',
  severity,
  'settlement',
  status,
  null,
  null,
  `still ${status} more than ${hours} hours after its cycle`,
]
table('a settlement becomes final in time', settlementOverdue, [
  ['in process at its hour', { ...processing, ...HOUR }, null],
  ['a millisecond before it is overdue', { ...processing, ...ALMOST_OVERDUE }, null],
  ['overdue to the millisecond', { ...processing, ...OVERDUE }, late('warning', 'processing', 24)],
  ['a millisecond before it is stuck', { ...processing, ...ALMOST_STUCK }, late('warning', 'processing', 24)],
  ['stuck to the millisecond', { ...processing, ...STUCK }, late('error', 'processing', 120)],
  ['in a status nobody documented', { ...reported({ status: 'held' }), ...STUCK }, late('error', 'held', 120)],
  [
    'paid, where only credited is final',
    { ...reported({ status: 'paid' }), ...OVERDUE, policy: aPolicy({ finalStatuses: ['credited'] }) },
    late('warning', 'paid', 24),
  ],
  ['final', { ...reported({ status: 'paid' }), ...STUCK }, null],
  ['failed: told otherwise', { ...reported({ status: 'error' }), ...STUCK }, null],
  ['missing: told otherwise', { ...none, ...STUCK }, null],
  ['of another slot', { ...reported({ cycle: '13', status: 'processing' }), ...STUCK }, null],
])

table('a failed settlement is told', settlementError, [
  [
    'failed',
    reported({ status: 'error' }),
    ['SETTLEMENT_ERROR', 'error', 'settlement', 'error', null, null, 'the operator marked this payout as failed'],
  ],
  ['not failed', {}, null],
  ['of another slot', reported({ cycle: '13', status: 'error' }), null],
  ['no settlement', none, null],
])

const echo = (date: string, cycle: string) => [
  'SLOT_ECHO',
  'error',
  'settlement',
  `${date} cycle ${cycle}`,
  '2026-03-12 cycle 11',
  null,
  `asked for 2026-03-12 cycle 11, the service answered for ${date} cycle ${cycle}; its figures are not compared`,
]
const alias = (cycleAliases: Record<string, string>) => ({ policy: aPolicy({ cycleAliases }) })
table('the settlement that answers is the one that was asked for', slotEcho, [
  ['it is', {}, null],
  ['of another date', reported({ date: '2026-03-11' }), echo('2026-03-11', '11')],
  ['of another date that is none', reported({ date: '12/03/2026' }), echo('12/03/2026', '11')],
  ['of another known cycle', reported({ cycle: '13' }), echo('2026-03-12', '13')],
  [
    'of another cycle the user added',
    { ...reported({ cycle: '21' }), policy: aPolicy({ extraCycles: ['21' as Cycle] }) },
    echo('2026-03-12', '21'),
  ],
  ['under an unknown label: told otherwise', reported({ cycle: '1' }), null],
  ['under an unknown label, of another date', reported({ date: '2026-03-11', cycle: '1' }), echo('2026-03-11', '1')],
  ['under an alias', { ...reported({ cycle: '11:00' }), ...alias({ '11:00': '11' }) }, null],
  [
    'under an alias of another known cycle',
    { ...reported({ cycle: '13:00' }), ...alias({ '13:00': '13' }) },
    echo('2026-03-12', '13:00'),
  ],
  [
    'asked for under an alias',
    { slot: slot('2026-03-12', '11:00'), ...reported({}), ...alias({ '11:00': '11' }) },
    null,
  ],
  ['an inherited name is no alias', { ...reported({ cycle: 'constructor' }), ...alias({}) }, null],
  ['no settlement', none, null],
])

const label = (text: string) => [
  'CYCLE_LABEL',
  'warning',
  `cycle:${text}`,
  text,
  '11',
  null,
  `cycle 11 answers under the label ${text}; if they are the same, set cycleAliases to {"${text}":"11"}`,
]
const ofInvoices = (text: string) => ({ ownSlots: { label: text, outside: [] } })
table('an unknown label is most likely another spelling', cycleLabel, [
  ['its own', {}, null],
  ['of the settlement', reported({ cycle: '1' }), label('1')],
  ['a number written otherwise is another label', reported({ cycle: '011' }), label('011')],
  ['of all invoices', ofInvoices('11:00'), label('11:00')],
  ['of all invoices, without a settlement', { ...none, ...ofInvoices('11:00') }, label('11:00')],
  ['of both: told once', { ...reported({ cycle: '11:00' }), ...ofInvoices('11:00') }, label('11:00')],
  ['one of each', { ...reported({ cycle: '1' }), ...ofInvoices('11:00') }, [label('1'), label('11:00')]],
  [
    'a number',
    reported({ extra: '{"cycle":11}' }),
    [
      'CYCLE_LABEL',
      'warning',
      'settlement.cycle',
      '11',
      null,
      null,
      'the settlement gives its cycle as the number 11; it is read as text',
    ],
  ],
  ['an alias', { ...reported({ cycle: '11:00' }), ...alias({ '11:00': '11' }) }, null],
  ['an alias of another known cycle: an echo', { ...reported({ cycle: '13:00' }), ...alias({ '13:00': '13' }) }, null],
  ['another known cycle: an echo', reported({ cycle: '13' }), null],
  ['on a settlement of another date: an echo', reported({ cycle: '1', date: '2026-03-11' }), null],
])

table('a cycle nobody listed was asked for', unknownCycle, [
  ['a documented one', {}, null],
  ['one the user added', { slot: slot('2026-03-12', '1'), policy: aPolicy({ extraCycles: ['1' as Cycle] }) }, null],
  [
    'another',
    { slot: slot('2026-03-12', '1') },
    ['UNKNOWN_CYCLE', 'info', 'cycle:1', '1', null, null, 'cycle 1 is in neither cycles nor extraCycles'],
  ],
])

table('a payout below zero', negativePayout, [
  ['zero', reported({ payout: cop(0) }), null],
  [
    'a centavo below',
    reported({ payout: cop(-0.01) }),
    ['NEGATIVE_PAYOUT', 'warning', 'settlement.payout', -0.01, 0, -0.01],
  ],
  ['of another slot', reported({ cycle: '13', payout: cop(-1) }), null],
  ['no settlement', none, null],
])

table('fees are a part of what was collected', feesExceedCollected, [
  ['all of it', reported({ fees: cop(100_000) }), null],
  [
    'a centavo more',
    reported({ fees: cop(100_000.01) }),
    ['FEES_EXCEED_COLLECTED', 'warning', 'settlement.fees', 100_000.01, 100_000, 0.01],
  ],
  [
    'fees on a centavo',
    reported({ collected: cop(0.01) }),
    ['FEES_EXCEED_COLLECTED', 'warning', 'settlement.fees', 2_000, 0.01, 1_999.99],
  ],
  ['fees where nothing was collected', reported({ collected: cop(0) }), null],
  ['fees on less than nothing: told otherwise', reported({ collected: cop(-1) }), null],
  ['of another slot', reported({ cycle: '13', fees: cop(100_001) }), null],
  ['no settlement', none, null],
])

const negative = (field: string, value: number) => ['NEGATIVE_AMOUNT', 'error', `settlement.${field}`, value, 0, value]
table('collected, fees and the number of invoices are not negative', negativeAmount, [
  ['zero', { settlement: aSettlement({ collected: cop(0), fees: cop(0), invoiceCount: 0 }) }, null],
  ['collected', reported({ collected: cop(-0.01) }), negative('collected', -0.01)],
  ['fees', reported({ fees: cop(-1) }), negative('fees', -1)],
  ['the number of invoices', reported({ invoiceCount: -1 }), negative('invoiceCount', -1)],
  [
    'all three',
    reported({ collected: cop(-1), fees: cop(-2), invoiceCount: -3 }),
    [negative('collected', -1), negative('fees', -2), negative('invoiceCount', -3)],
  ],
  ['adjustments and payout may be', reported({ adjustments: cop(-1), payout: cop(-1) }), null],
  ['of another slot', reported({ cycle: '13', fees: cop(-1), invoiceCount: -1 }), null],
  ['no settlement', none, null],
])

table('a pinned reading is what settlements fit', readingContradicted, [
  ['they do', {}, null],
  [
    'one fits another',
    { contradictions: [{ setting: 'adjustments', inForce: 'add', fitting: ['subtract', 'ignore'] }] },
    [
      'READING_CONTRADICTED',
      'warning',
      'settlement.adjustments',
      'subtract ignore',
      'add',
      null,
      'this settlement fits: adjustments are subtracted from the payout, or ignore; the setting adjustments says: adjustments are added to the payout; see cuadre readings',
    ],
  ],
])

describe('the pesos of a gateway settlement that was not paid out', () => {
  const unchecked = aPolicy({ gateway: 'unchecked' })
  const malformed = aPull({ at: STUCK.pull.at, list: aList({ malformed: 1 }) })
  test.each([
    ['late', settlementOverdue, { status: 'processing' }, STUCK, cop(7)],
    ['failed', settlementError, { status: 'error' }, {}, cop(7)],
    ['with a negative payout, as a size', settlementError, { status: 'error', payout: cop(-7) }, {}, cop(7)],
    ['late, with a record that cannot be read', settlementOverdue, { status: 'processing' }, { pull: malformed }, null],
  ] as const)('are its reported payout where policy leaves it unchecked: %s', (_, rule, instead, facts, amount) => {
    const settlement = reported({ gateway: true, payout: cop(7), ...instead })
    const found = rule.check?.(someFacts({ ...settlement, ...facts, policy: unchecked }))
    expect(found?.map((one) => one.amount)).toEqual([amount])
  })
})
