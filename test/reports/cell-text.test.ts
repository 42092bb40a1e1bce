import { expect, test } from 'vitest'
import { cellText } from '../../reports/fees/cell-text.ts'
import type { Cell } from '../../src/core/cell.ts'
import { cop } from '../core/a.ts'

test.each<[what: string, cell: Cell, english: string, spanish: string]>([
  ['nothing', null, '', ''],
  ['a sum', cop(1_234.5), '1,234.50', '1.234,50'],
  ['a number', 12_345, '12,345', '12.345'],
  ['a rate', { decimal: '0.0279' }, '2.79 %', '2,79 %'],
  ['a text', 'pse', 'pse', 'pse'],
])('a cell of %s', (_, cell, english, spanish) => {
  expect([cellText(cell, 'en'), cellText(cell, 'es')]).toEqual([english, spanish])
})
