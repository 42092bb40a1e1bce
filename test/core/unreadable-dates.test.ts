import { expect, test } from 'vitest'
import { gatherFieldNotes } from '../../src/core/pull/field-notes.ts'
import { aPaidInvoice, invoiceInPull } from './a.ts'

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
