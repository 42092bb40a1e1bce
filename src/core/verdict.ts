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

/** The verdicts of settlements that a person or another reading must see to, gravest first. */
export const GRAVE_VERDICTS: readonly Verdict[] = ['failed', 'discrepant', 'exceptions', 'incomplete', 'not-pulled']

const GRAVEST_VERDICT_FIRST: readonly Verdict[] = [
  ...GRAVE_VERDICTS,
  ...VERDICTS.filter((verdict) => !GRAVE_VERDICTS.includes(verdict)),
]

/** Null for none. */
export const gravestVerdict = (verdicts: readonly Verdict[]): Verdict | null =>
  GRAVEST_VERDICT_FIRST.find((verdict) => verdicts.includes(verdict)) ?? null

/** The facts that decide a verdict. */
export interface VerdictFacts {
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
export const verdictOf = (facts: VerdictFacts): Verdict => {
  if (facts.lastAttemptIncomplete) return 'incomplete'
  if (!facts.read) return facts.due ? 'not-pulled' : 'not-due'
  if (facts.hasFailed) return 'failed'
  if (facts.openFigureErrors > 0) return 'discrepant'
  if (facts.openErrors > 0) return 'exceptions'
  if (isProvisional(facts)) return 'provisional'
  if (facts.counted === 0 && facts.settlement !== 'of-sums') return 'empty'
  return facts.decidedErrors > 0 ? 'accepted' : 'reconciled'
}

/** Whether there are invoices that count but no settlement, or a settlement that may still change. */
const isProvisional = ({ settlement, settlementFinal, counted }: VerdictFacts): boolean =>
  settlement === 'absent' ? counted > 0 : !settlementFinal

/** Whether an ordinary night need not read the slot again. */
export const isSettled = (verdict: Verdict): boolean =>
  verdict === 'reconciled' || verdict === 'accepted' || verdict === 'empty'
