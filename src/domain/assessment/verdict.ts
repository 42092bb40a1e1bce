/** The verdicts in the order in which they are decided: the first that fits counts (SPEC, section 3). */
export const VERDICTS = [
  'not-due',
  'not-pulled',
  'incomplete',
  'failed',
  'discrepant',
  'exceptions',
  'provisional',
  'empty',
  'accepted',
  'reconciled',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** The facts that decide a verdict. */
export interface Standing {
  readonly due: boolean
  /** There is a whole pull of the slot. */
  readonly read: boolean
  /** Whether the last attempt was not read whole. */
  readonly lastAttemptIncomplete: boolean
  readonly settlement: 'absent' | 'of-zeros' | 'of-sums'
  /** The settlement's status is `error`. */
  readonly hasFailed: boolean
  readonly settlementFinal: boolean
  readonly counted: number
  readonly openErrors: number
  /** Open errors about figures that disagree or could not be compared. */
  readonly openFigureErrors: number
  readonly decidedErrors: number
}

/** A slot that was not read whole is never reported as agreeing. */
export const verdictOf = (standing: Standing): Verdict => {
  if (standing.lastAttemptIncomplete) return 'incomplete'
  if (!standing.read) return standing.due ? 'not-pulled' : 'not-due'
  if (standing.hasFailed) return 'failed'
  if (standing.openFigureErrors > 0) return 'discrepant'
  if (standing.openErrors > 0) return 'exceptions'
  if (isProvisional(standing)) return 'provisional'
  if (standing.counted === 0 && standing.settlement !== 'of-sums') return 'empty'
  return standing.decidedErrors > 0 ? 'accepted' : 'reconciled'
}

/** Whether there are invoices that count but no settlement, or a settlement that may still change. */
const isProvisional = ({ settlement, settlementFinal, counted }: Standing): boolean =>
  settlement === 'absent' ? counted > 0 : !settlementFinal

/** Whether an ordinary night need not read the slot again. */
export const isSettled = (verdict: Verdict): boolean =>
  verdict === 'reconciled' || verdict === 'accepted' || verdict === 'empty'
