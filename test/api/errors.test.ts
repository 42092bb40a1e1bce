import { expect, it } from 'vitest'
import { isApiFault, SlotMovedFault, UnusableIdFault } from '../../src/api/errors.ts'
import { SLOT } from './samples.ts'

it('knows its own', () => {
  expect(isApiFault(new SlotMovedFault(SLOT))).toBe(true)
  expect(isApiFault(new UnusableIdFault())).toBe(true)
  expect(isApiFault(new Error('ours'))).toBe(false)
  expect(isApiFault('text')).toBe(false)
})

it('a slot that moves is named', () => {
  expect(new SlotMovedFault(SLOT).message).toBe(
    'The settlement of 2026-03-12 cycle 11 changed while its invoices were read, twice',
  )
})
