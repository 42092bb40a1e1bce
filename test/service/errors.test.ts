import { expect, it } from 'vitest'
import { isServiceError, slotMoved, unusableId } from '../../src/service/http/errors.ts'
import { SLOT } from './samples.ts'

it('knows its own', () => {
  expect(isServiceError(slotMoved(SLOT))).toBe(true)
  expect(isServiceError(unusableId())).toBe(true)
  expect(isServiceError(new Error('ours'))).toBe(false)
  expect(isServiceError('text')).toBe(false)
})

it('a slot that moves is named', () => {
  expect(slotMoved(SLOT).message).toBe(
    'The settlement of 2026-03-12 cycle 11 changed while its invoices were read, twice',
  )
})
