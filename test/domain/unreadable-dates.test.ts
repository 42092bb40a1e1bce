import { expect, test } from 'vitest'
import { gatherFieldNotes } from '../../src/domain/pull/field-notes.ts'
import { anUnpaidInvoice, aPaidInvoice, invoiceInPull } from './a.ts'

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

test.each([
  '2026-03-11T09:58:00-05:00',
  '2026-03-11T09:58:00.123Z',
  '2026-03-11T09:58',
  '2026-03-11 09:58:00',
  '2026-02-28',
])('a time of creation can be read: %s', (createdAt) => {
  expect(missingIn({ createdAt })).toEqual({})
})

test('of a paid invoice its own finding says so; an expiration need not be there', () => {
  expect(missingIn({ paymentDate: 'soon', ownDate: 'later', expirationDate: 'soon' })).toEqual({})
  const notes = gatherFieldNotes()
  notes.add(invoiceInPull({ current: anUnpaidInvoice({ paymentDate: 'soon' }) }))
  expect(Object.fromEntries(notes.result().missing)).toEqual({ paymentDate: 1 })
})
