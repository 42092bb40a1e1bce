export type Severity = 'error' | 'warning' | 'info'

/** A finding. A member that is absent is not determined by the contract, and not compared. */
export interface Finding {
  readonly code: string
  readonly severity?: Severity
  readonly subject: string
  readonly unit?: 'COP' | 'invoices' | null
  /** Centavos for COP, a number for invoices, else text. */
  readonly reported?: number | string | null
  readonly expected?: number | string | null
  /** Centavos. */
  readonly amount?: number | null
  /** What decides whether a decision ends, where `reported` is left open. */
  readonly words?: string
}

export const keyOf = ({ code, subject }: Pick<Finding, 'code' | 'subject'>): string => `${code} ${subject}`

export const inPesos = (
  code: string,
  severity: Severity,
  subject: string,
  [reported, expected]: readonly [number, number],
  amount: number | null,
): Finding => ({ code, severity, subject, unit: 'COP', reported, expected, amount })

export const inText = (
  code: string,
  severity: Severity,
  subject: string,
  reported: string | null,
  expected: string | null,
  amount: number | null,
): Finding => ({ code, severity, subject, unit: null, reported, expected, amount })

/** The size of the difference of two figures. */
export const size = (one: number, other: number): number => Math.abs(one - other)
