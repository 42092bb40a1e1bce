import { describe, expect, test } from 'vitest'
import {
  byGravity,
  type Finding,
  identityText,
  type Severity,
  sameFinding,
} from '../../src/core/findings/discrepancy.ts'
import { cop, slot } from './a.ts'

const finding: Finding = {
  code: 'COLLECTED_MISMATCH',
  severity: 'error',
  subject: 'settlement',
  figures: { unit: 'COP', reported: cop(2), expected: cop(1) },
  message: 'two and one',
  data: null,
  amount: null,
  causes: [],
}

describe('a discrepancy is the same tomorrow', () => {
  test('by merchant, date, cycle, code and subject, joined by line feeds', () => {
    expect(identityText('default', slot(), finding)).toBe('default\n2026-03-12\n11\nCOLLECTED_MISMATCH\nsettlement')
  })

  test('whatever its figures, severity and message', () => {
    const other: Finding = { ...finding, severity: 'info', message: 'other', figures: { ...finding.figures } }
    expect(identityText('default', slot(), other)).toBe(identityText('default', slot(), finding))
  })

  test('and no other is', () => {
    const texts = [
      identityText('default', slot(), finding),
      identityText('other', slot(), finding),
      identityText('default', slot('2026-03-13'), finding),
      identityText('default', slot('2026-03-12', '1'), finding),
      identityText('default', slot(), { ...finding, code: 'COUNT_MISMATCH' }),
      identityText('default', slot(), { ...finding, subject: 'list' }),
    ]
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('nothing about a finding has changed', () => {
  const OTHERWISE: readonly (readonly [string, Partial<Finding>, same: boolean])[] = [
    ['alike', {}, true],
    ['figures written anew', { figures: { unit: 'COP', reported: cop(2), expected: cop(1) } }, true],
    ['another severity', { severity: 'warning' }, false],
    ['another amount', { amount: cop(1) }, false],
    ['another message', { message: 'other' }, false],
    ['other causes', { causes: [{ code: 'ROUNDING', detail: '', invoices: [], candidates: 1, tiedWith: [] }] }, false],
    ['another unit', { figures: { unit: 'invoices', reported: null, expected: null } }, false],
    ['other reported', { figures: { unit: 'COP', reported: cop(2.01), expected: cop(1) } }, false],
    ['other expected', { figures: { unit: 'COP', reported: cop(2), expected: null } }, false],
  ]
  test.each(OTHERWISE)('%s', (_, instead, same) => expect(sameFinding(finding, { ...finding, ...instead })).toBe(same))

  test('another unit, of figures that are both absent', () => {
    const [money, texts] = (['COP', null] as const).map((unit) => ({
      ...finding,
      figures: { unit, reported: null, expected: null },
    }))
    expect(money && texts && sameFinding(money, texts)).toBe(false)
  })
})

test('a list for people begins with the gravest, then the most pesos; a sum of zero comes before none', () => {
  const one = (id: string, severity: Severity, pesos: number | null, cycle = '11') => ({
    id,
    severity,
    amount: pesos === null ? null : cop(pesos),
    slot: slot('2026-03-12', cycle),
    code: id.slice(0, 1),
    subject: 'settlement',
  })
  const listed = [
    one('warning', 'warning', 9_000),
    one('b', 'error', 0),
    one('c', 'error', null),
    one('d', 'error', 5),
    one('a2', 'error', 5, '13'),
    one('a1', 'error', 5),
    one('info', 'info', null),
  ]
  for (const inAnyOrder of [listed, listed.toReversed()])
    expect(inAnyOrder.toSorted(byGravity).map(({ id }) => id)).toEqual(['a1', 'd', 'a2', 'b', 'c', 'warning', 'info'])
})
