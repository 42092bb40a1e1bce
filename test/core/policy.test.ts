import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Schedule } from '../../src/core/fees/tariff.ts'
import { type Centavos, fromCentavos } from '../../src/core/money.ts'
import { NO_CLAIMS } from '../../src/core/notifications/notification.ts'
import { type Assumption, assumptionsOf, DEFAULT_POLICY } from '../../src/core/policy.ts'
import type { Cycle, SlotDate } from '../../src/core/slot.ts'
import { subsetsOf } from '../../src/core/subsets.ts'
import {
  type Assessment,
  assess,
  type ReuseFacts,
  reusableTotals,
  type StoredFacts,
} from '../../src/rules/assessment/assess.ts'
import {
  aContext,
  aPaidInvoice,
  aPolicy,
  aPull,
  aSettlement,
  at,
  cop,
  invoiceInPull,
  NOTHING_AROUND,
  slot,
  someTotals,
} from './a.ts'

const A_SCHEDULE: Schedule = {
  from: '2026-01-01' as SlotDate,
  methods: {},
  tax: null,
  withholdings: [],
  rounding: 'none',
  to: 'peso',
  proposed: null,
}

const shown = (assumptions: readonly Assumption[]) => assumptions.map(({ setting, value }) => [setting, value.en])

test('what api.md leaves open is assumed so, in the order of the specification', () => {
  expect(shown(assumptionsOf(DEFAULT_POLICY))).toEqual([
    ['adjustments', 'add'],
    ['postpaidFees', 'not-deducted'],
    ['gateway', 'candidates'],
    ['chargebacks', 'counted'],
    ['collectedBasis', 'paid'],
    ['toleranceCop', '0'],
    ['taxOnFeesRate', 'none'],
    ['tariff', 'none'],
    ['tariffDate', 'payment'],
    ['feesToleranceCop', 'half a peso an invoice'],
    ['pinnedReadings', 'none'],
    ['finalStatuses', 'paid credited'],
    ['cycles', '11 13 16 18 20'],
    ['extraCycles', ''],
    ['cycleAliases', '{}'],
    ['timeZone', 'America/Bogota'],
    ['graceMinutes', '120'],
    ['overdueHours', '24'],
    ['stuckHours', '120'],
  ])
})

test('another policy prints its own values', () => {
  const policy = aPolicy({
    tolerance: cop(0.5),
    feesTolerance: cop(2),
    pinnedReadings: { gateway: { by: 'Ana', at: '2026-03-12' as SlotDate } },
    tariff: [A_SCHEDULE],
    taxOnFeesRate: 19,
    extraCycles: ['1', '21'] as Cycle[],
    cycleAliases: { '11:00': '11' },
    graceMinutes: 0,
  })
  const values = new Map(assumptionsOf(policy).map(({ setting, value }) => [setting, value.en]))
  expect(values.get('toleranceCop')).toBe('0.5')
  expect(values.get('taxOnFeesRate')).toBe('19')
  expect([values.get('tariff'), values.get('feesToleranceCop'), values.get('pinnedReadings')]).toEqual([
    'from 2026-01-01',
    '2',
    'gateway',
  ])
  expect(values.get('extraCycles')).toBe('1 21')
  expect(values.get('cycleAliases')).toBe('{"11:00":"11"}')
  expect(values.get('graceMinutes')).toBe('0')
})

test('every part of the policy is printed as an assumption, and says what it means', () => {
  const policy = aPolicy({ bankText: ['PAYCO'], taxId: '900123456' })
  const settings = assumptionsOf(policy).map(({ setting }) => setting.replace(/olerance(Cop)$/, 'olerance'))
  expect(settings.toSorted()).toEqual(Object.keys(DEFAULT_POLICY).toSorted())
  for (const { meaning } of assumptionsOf(policy)) expect(meaning).not.toBe('')
})

test('what has a word of its own has one in Spanish', () => {
  const valuesOf = (policy: typeof DEFAULT_POLICY) =>
    new Map(assumptionsOf(policy).map(({ setting, value }) => [setting, value.es]))
  const usual = valuesOf(DEFAULT_POLICY)
  expect(['taxOnFeesRate', 'tariff', 'feesToleranceCop', 'pinnedReadings'].map((name) => usual.get(name))).toEqual([
    'ninguno',
    'ninguna',
    'medio peso por factura',
    'ninguno',
  ])
  expect(valuesOf(aPolicy({ tariff: [A_SCHEDULE] })).get('tariff')).toBe('desde el 01/01/2026')
})

const search = (worths: readonly number[], sum: number) => {
  const { sets, isComplete } = subsetsOf(
    worths,
    (worth): Centavos => fromCentavos(BigInt(worth)),
    fromCentavos(BigInt(sum)),
  )
  return [sets.map((set) => set.join('+')), isComplete ? 'complete' : 'incomplete']
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const times = (number: number, worth: number) => range(1, number).map(() => worth)

test.each<[what: string, worths: readonly number[], sum: number, sets: readonly string[]]>([
  ['nothing to choose from', [], 5, []],
  ['one alone', [5], 5, ['5']],
  ['none that fits', [3, 4], 5, []],
  ['each once', [5], 10, []],
  ['one larger than the sum has no part', [9, 2, 3], 5, ['3+2']],
  ['the smallest set first, in whatever order they stand', [1, 2, 3, 5], 5, ['5', '3+2']],
  ['all that fit', [4, 1, 3, 2, 6], 6, ['6', '4+2', '3+2+1']],
  ['two of one worth are two', [3, 3], 3, ['3', '3']],
  ['all together', [1, 2, 3], 6, ['3+2+1']],
  ['twelve sets are all told', times(12, 1), 1, times(12, 1).map(String)],
  ['more than all of them together: no set need be tried', times(60, 7), 421, []],
  ['less than the least two of them: no pair need be tried', range(300, 599), 600, []],
])('%s', (_, worths, sum, sets) => {
  expect(search(worths, sum)).toEqual([sets, 'complete'])
})

test.each<[what: string, worths: readonly number[], sum: number, number: number]>([
  ['more than twelve sets', times(13, 1), 1, 12],
  ['more sets of two than twelve', times(6, 1), 2, 12],
  ['twelve sets of one, and another of two', [...times(12, 5), 3, 2], 5, 12],
  ['too many steps', range(1_000, 1_400).map((n) => 2 * n), 9_001, 0],
])('%s: not all are told', (_, worths, sum, number) => {
  const [sets, isComplete] = search(worths, sum)
  expect([sets?.length, isComplete]).toEqual([number, 'incomplete'])
})

const ASSESSED: Assessment = {
  slot: slot(),
  pullId: 7,
  verdict: 'reconciled',
  totals: someTotals(),
  rulebook: '1 0.1.0',
}
const FACTS: ReuseFacts = {
  pull: aPull({ id: 9, contentId: 7 }),
  assessment: ASSESSED,
  rulebook: '1 0.1.0',
  isShowing: false,
  departures: new Map(),
  notificationClaims: NO_CLAIMS,
  wasClosed: false,
}
const departure = { invoiceId: 'a', status: null, ownDate: null, ownCycle: null }
const claim = {
  kind: 'invoice',
  webhookId: 'w-1',
  receivedAt: 1,
  invoiceId: 'a',
  status: 'paid',
  amount: null,
  paid: null,
} as const

test.each<[string, Partial<ReuseFacts>, boolean]>([
  ['the same content, the same rules, nothing found', {}, true],
  ['the latest pull with that content was checked', { assessment: { ...ASSESSED, pullId: 8 } }, true],
  ['the day is closed, or was', { wasClosed: true }, false],
  ['never checked', { assessment: null }, false],
  ['other rules', { rulebook: '2 0.1.0' }, false],
  ['what was checked is older than the content', { assessment: { ...ASSESSED, pullId: 6 } }, false],
  ['this very pull was checked: somebody asks for it again', { assessment: { ...ASSESSED, pullId: 9 } }, false],
  ['something was found', { isShowing: true }, false],
  ['something had left the list', { departures: new Map([['a', departure]]) }, false],
  ['a notification names an invoice', { notificationClaims: { ...NO_CLAIMS, claims: [claim] } }, false],
])('%s', (_, instead, isReused) => {
  expect(reusableTotals({ ...FACTS, ...instead })).toBe(isReused ? ASSESSED.totals : null)
})

/** At any hour, with any settlement: once a list was found without flaws, its totals suffice. */
test('a flawless list folded before is judged as if it were folded again', () => {
  const invoice = fc.record({
    paid: fc.integer({ min: 1, max: 1_000_000 }),
    method: fc.constantFrom('pse', 'card', 'breb'),
  })
  const later = fc.constantFrom('2026-03-12T17:00:00Z', '2026-03-14T00:00:00Z', '2026-04-30T00:00:00Z')
  const status = fc.constantFrom('credited', 'processing', 'error')
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 8 }), later, status, fc.boolean(), (list, time, status, isThere) => {
      const invoices = list.map(({ paid, method }, index) => {
        const id = `inv-${index}`
        const money = { amount: cop(paid), paid: cop(paid) }
        return invoiceInPull({ current: aPaidInvoice({ id, ...money, paymentMethod: method }), id })
      })
      const collected = cop(list.reduce((sum, { paid }) => sum + paid, 0))
      const settlement = isThere
        ? aSettlement({ status, collected, fees: cop(0), payout: collected, invoiceCount: list.length })
        : null
      const stored: StoredFacts = { ...NOTHING_AROUND, settlement }
      // The first invoice could not be read at the baseline.
      const unreadable = { atBaseline: new Set(invoices.slice(0, 1).map(({ id }) => id)), now: new Set<string>() }
      const context = aContext({ pull: aPull({ at: at(time) }), unreadable })
      const first = assess(context)
      for (const one of invoices) first.add(one)
      const folded = first.finish(stored)
      expect(assess(context, folded.totals).finish(stored)).toEqual(folded)
    }),
  )
})
