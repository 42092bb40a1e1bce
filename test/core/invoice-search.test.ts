import { expect, test } from 'vitest'
import { fieldsMatching } from '../../src/core/pull/unlisted-invoice.ts'
import { aPaidInvoice } from './a.ts'

const INVOICE = aPaidInvoice({ reference: 'ARR-7', contract: '00077', customerDocument: '77', paymentId: null })

test.each([
  ['ARR-7', 'exact', ['reference']],
  ['ARR', 'exact', []],
  ['ARR', 'beginning', ['reference']],
  ['77', 'exact', ['customerDocument']],
  ['000', 'beginning', ['contract']],
] as const)('%s, %s', (text, mode, fields) => expect(fieldsMatching(INVOICE, { text, mode })).toEqual(fields))
