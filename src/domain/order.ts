import type { Finding } from './discrepancy.ts'

/** By code unit, so that the order is the same under every host language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order in which discrepancies of a slot are listed (SPEC, section 5). */
export const byCodeAndSubject = (a: Pick<Finding, 'code' | 'subject'>, b: Pick<Finding, 'code' | 'subject'>): number =>
  compareText(a.code, b.code) || compareText(a.subject, b.subject)
