import { describe, expect, test } from 'vitest'
import type { Severity } from '../../src/core/findings/discrepancy.ts'
import { type Change, changesToNotify, runTransition } from '../../src/core/findings/timeline.ts'
import type { Code } from '../../src/rules/registry.ts'
import { slot } from './a.ts'

const change = (code: Code, before: Severity | null, after: Severity | null): Change => ({
  id: 'x',
  slot: slot(),
  code,
  before,
  after,
})

describe('what is told of a change', () => {
  test.each<[Code, Severity | null, Severity | null, string]>([
    ['COUNT_MISMATCH', null, 'error', 'appeared'],
    ['COUNT_MISMATCH', 'error', 'error', ''],
    ['COUNT_MISMATCH', 'error', null, 'resolved'],
    ['COUNT_MISMATCH', null, null, ''],
    ['CHARGEBACK', null, 'warning', 'appeared'],
    ['CHARGEBACK', 'warning', null, 'resolved'],
    ['SETTLEMENT_MISSING', 'info', 'error', 'worse'],
    ['SETTLEMENT_OVERDUE', 'warning', 'error', 'worse'],
    ['SETTLEMENT_OVERDUE', 'error', 'warning', ''],
    ['CHARGEBACK', null, null, ''],
    ['CHARGEBACK', 'info', 'warning', ''],
    ['UNDERPAID', null, 'warning', ''],
    ['UNDERPAID', 'warning', null, ''],
  ])('%s from %s to %s: %s', (code, before, after, expected) => {
    const told = changesToNotify([change(code, before, after)], ['CHARGEBACK', 'SETTLEMENT_OVERDUE'])
    const where = Object.entries(told).flatMap(([name, changes]) => (changes.length > 0 ? [name] : []))
    expect(where.join(' ')).toBe(expected)
  })
})

describe('what a run is beside the one before it', () => {
  const ran = (exitCode: number | null) => ({
    end: exitCode === null ? null : { at: 0, exitCode, outcome: '' },
  })
  test.each([
    [null, 0, 'as-before'],
    [null, 5, 'stopped'],
    [ran(0), 3, 'as-before'],
    [ran(3), 5, 'stopped'],
    [ran(5), 5, 'as-before'],
    [ran(5), 4, 'stopped'],
    [ran(5), 0, 'recovered'],
    [ran(null), 3, 'recovered'],
    [ran(null), 5, 'stopped'],
  ] as const)('%j, then %d: %s', (previous, exitCode, expected) => {
    expect(runTransition(previous, exitCode)).toBe(expected)
  })
})
