import { describe, expect, test } from 'vitest'
import { isAllZero, type Settlement, sameSettlement } from '../../src/core/settlement.ts'
import { aSettlement, cop } from './a.ts'

const ZEROS = { invoiceCount: 0, collected: cop(0), fees: cop(0), adjustments: cop(0), payout: cop(0) }

describe('a settlement held still when its ten values did', () => {
  const OTHERWISE: readonly Partial<Settlement>[] = [
    { date: '2026-03-13' },
    { cycle: '13' },
    { status: 'paid' },
    { invoiceCount: 2 },
    { collected: cop(0.01) },
    { fees: cop(0.01) },
    { feesPostpaid: true },
    { adjustments: cop(0.01) },
    { gateway: true },
    { payout: cop(0.01) },
  ]
  test.each(OTHERWISE)('not with %o', (instead) => {
    expect(sameSettlement(aSettlement(), aSettlement(instead))).toBe(false)
  })

  test('what is undocumented may move', () => {
    expect(sameSettlement(aSettlement(), aSettlement({ extra: '{"at":1}' }))).toBe(true)
  })

  test('an absence is like an absence, and like nothing else', () => {
    expect(sameSettlement(null, null)).toBe(true)
    expect(sameSettlement(null, aSettlement(ZEROS))).toBe(false)
    expect(sameSettlement(aSettlement(ZEROS), null)).toBe(false)
  })
})

describe('a settlement of zeros', () => {
  test('has no invoices and no money, whatever its flags', () => {
    expect(isAllZero(aSettlement({ ...ZEROS, feesPostpaid: true, gateway: true }))).toBe(true)
  })

  const OTHERWISE: readonly Partial<Settlement>[] = [
    { invoiceCount: 1 },
    { collected: cop(0.01) },
    { fees: cop(0.01) },
    { adjustments: cop(-0.01) },
    { payout: cop(-0.01) },
  ]
  test.each(OTHERWISE)('is none with %o', (instead) => {
    expect(isAllZero(aSettlement({ ...ZEROS, ...instead }))).toBe(false)
  })
})
