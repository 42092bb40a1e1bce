export type Severity = 'error' | 'warning' | 'info'

/** What does not add up. A member that is absent is one that the contract does not decide: it is not compared. */
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

/** Figures in which two sides differ. */
export const size = (one: number, other: number): number => Math.abs(one - other)
