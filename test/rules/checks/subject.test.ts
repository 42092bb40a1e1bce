import { describe, expect, test } from 'vitest'
import {
  type Subject,
  settlementField,
  subjectOf,
  subjectText,
  THE_LIST,
  THE_SETTLEMENT,
  theBankEntry,
  theInvoice,
} from '../../../src/core/findings/discrepancy.ts'

const SUBJECTS: readonly (readonly [string, Subject])[] = [
  ['settlement', THE_SETTLEMENT],
  ['settlement.payout', settlementField('payout')],
  ['list', THE_LIST],
  ['invoice:inv-1', theInvoice('inv-1')],
  ['invoice:a.b:c\nd', theInvoice('a.b:c\nd')],
  ['invoice:inv.1.paymentMethod', theInvoice('inv.1', 'paymentMethod')],
  ['payment:p:1', { kind: 'payment', id: 'p:1' }],
  ['reference:list', { kind: 'reference', reference: 'list' }],
  ['field:status=A=B', { kind: 'field', field: 'status=A=B' }],
  ['cycle:11:00', { kind: 'cycle', label: '11:00' }],
  ['record:0123456789ab', { kind: 'record', digest: '0123456789ab' }],
  ['webhook:w.1', { kind: 'webhook', id: 'w.1' }],
  ['bank:3456-2026-03-09', theBankEntry('3456-2026-03-09')],
  ['fees:2026-03', { kind: 'fees', month: '2026-03' }],
]

/** Subjects of checks from outside, or invalid ones. */
const OTHERS = ['', ':', 'settlements', 'tenant:x', 'List']

describe('a subject', () => {
  test.each(SUBJECTS)('is written %j, and read back', (text, subject) => {
    expect(subjectText(subject)).toBe(text)
    expect(subjectOf(text)).toEqual(subject)
  })

  test.each(OTHERS)('that is none of ours, %j, stays as it is', (text) => {
    expect(subjectOf(text)).toEqual({ kind: 'other', text })
    expect(subjectText(subjectOf(text))).toBe(text)
  })
})
