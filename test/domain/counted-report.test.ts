import { expect, test } from 'vitest'
import { countedReportOf, differenceIn } from '../../src/domain/assessment/counted-report.ts'
import { inCop } from '../../src/domain/findings/discrepancy.ts'
import { aDiscrepancy, aReport } from '../reports/a-slot.ts'
import { cop } from './a.ts'

test('a mark has the difference of the figures, and equal marks are one', () => {
  const figures = inCop(cop(3), cop(5))
  const discrepancies = [aDiscrepancy({ id: 'a', figures }), aDiscrepancy({ id: 'b', figures })]
  const [first, second] = countedReportOf(aReport({ discrepancies })).discrepancies
  if (first === undefined) throw new Error('nothing was marked')
  expect(first).toBe(second)
  expect([differenceIn({ figures }), differenceIn(first)]).toEqual([cop(-2), cop(-2)])
})
