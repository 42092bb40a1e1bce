import { expect, test } from 'vitest'
import { caseTable } from '../../reports/documents/case-table.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { caseLines } from '../../src/rules/account/to-do.ts'
import { BOGOTA } from '../bogota.ts'
import { cop } from '../core/a.ts'
import { aDiscrepancy } from './a-slot.ts'

const one = (id: string, pesos: number, instead: Partial<Discrepancy> = {}): Discrepancy =>
  aDiscrepancy({ id, amount: cop(pesos), caseAmount: cop(pesos), ...instead })

/** Two to do, four chargebacks that are one line, and one of a check from outside. */
const FOUND = [
  one('a', 5),
  one('b', 7, { code: 'PAYOUT_MISMATCH' }),
  ...['c', 'd', 'e', 'f'].map((id) => one(id, 1, { code: 'CHARGEBACK', severity: 'warning' })),
  one('g', 2, { code: 'OF_OTHERS', severity: 'warning' }),
]

const rowsOf = (most?: number): readonly string[] =>
  caseTable({
    ...{
      lines: caseLines(FOUND),
      title: null,
      zone: BOGOTA,
      isOfOne: true,
      messageOf: () => ({ en: 'says', es: 'dice' }),
    },
    ...(most === undefined ? {} : { most }),
  }).groups.flatMap(({ lines }) =>
    lines.map(({ cells }) =>
      cells
        .slice(0, 2)
        .map((cell) => (cell !== null && typeof cell === 'object' && 'en' in cell ? cell.en : `${cell}`))
        .join(' '),
    ),
  )

test('a group of several has its total, of all its cases, also where a screen shows only some', () => {
  expect(rowsOf()).toEqual([
    '700 Payout is not collected - fees + adjustments',
    '500 Collected differs from the sum of the invoices',
    '1200 total of 2',
    '400 4 x Chargeback',
    '200 OF_OTHERS',
    '600 total of 5',
  ])
  expect(rowsOf(1)).toEqual([
    '700 Payout is not collected - fees + adjustments',
    '1200 total of 2, the first 1 shown',
    '600 total of 5, none shown',
  ])
})
