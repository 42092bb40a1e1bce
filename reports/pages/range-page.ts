import type { Days } from '../../src/core/calendar/calendar.ts'

/** The pages over several days, by folder: the account with the operator, fees against the tariff, and what tenants owe. */
export const RANGE_PAGES = [
  { kind: 'statement', file: 'statement.html' },
  { kind: 'fees', file: 'fees.html' },
  { kind: 'receivables', file: 'receivables.html' },
] as const

export interface RangePage {
  readonly kind: (typeof RANGE_PAGES)[number]['kind']
  readonly days: Days
  /** Relative to the index page. */
  readonly path: string
}
