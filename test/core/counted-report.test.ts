import { expect, test } from 'vitest'
import { inCop } from '../../src/core/findings/discrepancy.ts'
import { countedReportOf, differenceIn } from '../../src/rules/assessment/slot-report.ts'
import { aDiscrepancy, aReport } from '../reports/a-slot.ts'
import { cop } from './a.ts'

test('a mark has the case and the difference of the figures', () => {
  const figures = inCop(cop(3), cop(5))
  const discrepancies = [aDiscrepancy({ id: 'a', case: 'c', figures })]
  const [first] = countedReportOf(aReport({ discrepancies })).discrepancies
  if (first === undefined) throw new Error('nothing was marked')
  expect([first.case, 'recovered' in first]).toEqual(['c', false])
  const recovered = [aDiscrepancy({ recovered: cop(4) })]
  expect(countedReportOf(aReport({ discrepancies: recovered })).discrepancies[0]?.recovered).toBe(cop(4))
  expect([differenceIn({ figures }), differenceIn(first)]).toEqual([cop(-2), cop(-2)])
})
