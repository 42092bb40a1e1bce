import { expect, test } from 'vitest'
import { invoiceChangesInSpanish } from '../../src/questions/history.ts'

test.each([
  [[['changed', 1]], '1 factura cambiada'],
  [[['altered', 2]], '2 facturas cambiadas'],
  [
    [
      ['added', 1],
      ['left', 2],
      ['moved', 1],
    ],
    '1 factura agregada, 2 retiradas, 1 movida',
  ],
] as const)('%j: %s', (counts, text) => {
  expect(invoiceChangesInSpanish(counts)).toBe(text)
})
