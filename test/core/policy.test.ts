import { expect, test } from 'vitest'
import type { Schedule } from '../../src/core/fees/tariff.ts'
import { type Assumption, assumptionsOf, DEFAULT_POLICY } from '../../src/core/policy.ts'
import type { Cycle, SlotDate } from '../../src/core/slot.ts'
import { aPolicy, cop } from './a.ts'

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
  const policy = aPolicy({ bankText: ['PAYCO'] })
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
