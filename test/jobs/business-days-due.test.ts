import { expect, test } from 'vitest'
import { businessDaysDue } from '../../jobs/steps/query/business-days-due.ts'
import { slot } from '../core/a.ts'

test('a business day counts once, from its first settlement that is due', () => {
  const report = (date: string, cycle: string, verdict: 'empty' | 'not-due') => ({ slot: slot(date, cycle), verdict })
  const friday = [report('2026-03-13', '11', 'empty'), report('2026-03-13', '20', 'not-due')]
  const saturday = report('2026-03-14', '11', 'empty')
  const tuesday = report('2026-03-17', '11', 'not-due')
  expect(businessDaysDue([...friday, saturday, tuesday])).toBe(1)
  expect(businessDaysDue([])).toBe(0)
})
