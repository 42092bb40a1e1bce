import {
  byGravity,
  compareAmounts,
  type Discrepancy,
  type DiscrepancyState,
  type Finding,
  isOpen,
  leftOf,
  SEVERITIES,
  type Severity,
  subjectOf,
  subjectText,
  theInvoice,
} from '../../core/findings/discrepancy.ts'
import { type Centavos, sumOf, ZERO } from '../../core/money.ts'
import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'
import { CODES_OF_DIFFERENCE } from '../account/settlement-money.ts'
import { recordOf } from '../registry.ts'

/** What a person decides about: the findings of one settlement that one event made (SPEC, section 1). */
export interface Case {
  /** The id of its gravest finding when it was first shown. It never changes. */
  readonly case: string
  /** The pesos that moved; null when none of its findings is about a sum. */
  readonly caseAmount: Centavos | null
}

/** A finding of a slot, with all that its case follows from. */
export interface PastFinding extends Pick<Finding, 'code' | 'subject' | 'amount'> {
  readonly id: string
  readonly isShown: boolean
  /** How it was first shown, and the last number of the event sequence then. */
  readonly first: {
    readonly severity: Severity
    readonly amount: Centavos | null
    readonly after: number
    /** What was reported and expected, as it is stored: sums in centavos. */
    readonly figures: readonly [reported: string | null, expected: string | null]
  }
  /** The pull with which the slot had changed when it was first shown; null at the first reading, and when nothing had changed. */
  readonly change: number | null
  /** The pulls of later changes of the slot that changed its numbers too. */
  readonly laterChanges: readonly number[]
}

/** The case of each finding of a slot, by the id of the finding. */
export const casesOf = (findings: readonly PastFinding[]): ReadonlyMap<string, Case> => {
  const ordered = findings.toSorted(byFirstShown)
  const events = eventsOf(ordered)
  return new Map(
    [...groupBy(ordered, events).values()].flatMap((of) => {
      const one = caseOf(of)
      return of.map(({ id }) => [id, one] as const)
    }),
  )
}

/** First shown first; of those that were first shown together, the gravest. */
const byFirstShown = (a: PastFinding, b: PastFinding): number =>
  a.first.after - b.first.after ||
  SEVERITIES.indexOf(b.first.severity) - SEVERITIES.indexOf(a.first.severity) ||
  compareAmounts(b.first.amount, a.first.amount) ||
  compareText(a.code, b.code) ||
  compareText(a.subject, b.subject)

/** Its findings in the order of `byFirstShown`; what is resolved says nothing of its pesos while something is not. */
const caseOf = (of: readonly [PastFinding, ...PastFinding[]]): Case => {
  const shown = of.filter(({ isShown }) => isShown)
  return { case: of[0].id, caseAmount: pesosOfCase(shown.length > 0 ? shown : of) }
}

/** The change of the payout, unless more than that is not as it should be at the bank; or else the largest sum. */
export const pesosOfCase = (findings: readonly Pick<Finding, 'code' | 'subject' | 'amount'>[]): Centavos | null => {
  const change = findings.find((one) => isOfFigures(one) && one.subject === PAYOUT && one.amount !== null)
  const counted = change === undefined ? findings : [change, ...findings.filter(isAtBank)]
  return counted.reduce<Centavos | null>(
    (largest, { amount }) => (compareAmounts(amount, largest) > 0 ? amount : largest),
    null,
  )
}

const PAYOUT = 'settlement.payout'

type Named = Pick<PastFinding, 'code' | 'subject' | 'first'>

/** Whether it is about the figures of a settlement, or about what changed since they were final. */
const isOfFigures = ({ code }: Pick<Named, 'code'>): boolean => {
  const record = recordOf(code)
  if (record?.event !== undefined || record?.follows !== undefined) return record.event === 'figures'
  return record?.isAboutFigures === true || record?.isChange === true
}

const FIGURES = 'figures'

/**
 * The event of each finding, as text. What changed between two readings is one event: all that is shown of the figures with
 * that change, and what else is shown of the same invoices and fields. Where the numbers of an earlier finding about the
 * figures changed as well, it is the event of that finding. What is shown at the first reading, and what is shown without a
 * change of the slot, is told apart by what it is about; but what the bank shows of the payout before a re-issue is of the re-issue.
 */
const eventsOf = (ordered: readonly PastFinding[]): ((one: PastFinding) => string) => {
  const twins = new Map<string, PastFinding>()
  for (const one of ordered) {
    const other = namedBy(one)?.[1]
    if (other !== undefined && !twins.has(other)) twins.set(other, one)
  }
  /** A rent paid twice is of the event of the reference that both payments have, where that was known first. */
  const leading = (one: PastFinding): PastFinding => {
    const twin = recordOf(one.code)?.dependsOn === 'receivables' ? twins.get(thingOf(one)) : undefined
    return twin !== undefined && twin.first.after <= one.first.after ? twin : one
  }
  const reissue = reissueOf(ordered)
  const touched = new Set<string>()
  const eventOfChange = new Map<number, string>()
  const eventOf = (one: PastFinding): string => {
    const { change } = one
    const isOfChange = change !== null && (isOfFigures(one) || touched.has(`${change} ${leaderOf(one)}`))
    if (isOfChange) return eventOfChange.get(change) ?? `change ${change}`
    return reissue !== undefined && isAtBank(one) ? eventOf(reissue) : ownEventOf(leading(one))
  }
  for (const one of ordered.filter(isOfFigures))
    for (const change of [one.change ?? [], one.laterChanges].flat())
      for (const thing of [FIGURES, thingOf(one)]) touched.add(`${change} ${thing}`)
  for (const one of ordered.filter(isOfFigures)) {
    const event = eventOf(one)
    for (const change of one.laterChanges) if (!eventOfChange.has(change)) eventOfChange.set(change, event)
  }
  return eventOf
}

/** Whether it is about the arrival of the payout at the bank. */
const isAtBank = ({ code }: Pick<Named, 'code'>): boolean => recordOf(code)?.event === 'bank'

/**
 * The change of the payout to which the findings about its arrival belong: when the first of them was shown, the bank had exactly
 * what the payout was at its first final reading. Not where the figures differed as well, since then both sums are owed.
 */
const reissueOf = (ordered: readonly PastFinding[]): PastFinding | undefined => {
  const first = ordered.find(isAtBank)
  const arrived = first?.first.figures[0] ?? '0'
  if (first === undefined || arrived === '0') return undefined
  const known = ordered.filter((one) => one.first.after <= first.first.after)
  if (known.some(({ code }) => CODES_OF_DIFFERENCE.has(code))) return undefined
  return known.find(
    ({ code, subject, first: { figures } }) =>
      subject === PAYOUT && recordOf(code)?.isChange === true && figures[1] === arrived,
  )
}

/** The invoice, or the field of the settlement, that it is about. */
const thingOf = (one: Named): string => {
  const { subject } = one
  const named = namedBy(one)
  if (named !== null) return named[0]
  const of = subjectOf(subject)
  return of.kind === 'invoice' ? subjectText(theInvoice(of.id)) : subject
}

/** The invoices of a finding that names two. */
const namedBy = ({ code, first }: Named): readonly [string, string] | null => {
  const [reported, expected] = first.figures
  if (recordOf(code)?.namesInvoices !== true || reported === null || expected === null) return null
  return [subjectText(theInvoice(reported)), subjectText(theInvoice(expected))]
}

/** What must have changed for the finding to belong to the change. */
const leaderOf = (one: Named): string | null => {
  const record = recordOf(one.code)
  if (record?.follows !== undefined) return record.follows
  return record?.event === undefined ? thingOf(one) : null
}

const ownEventOf = (one: Named): string => {
  if (isOfFigures(one)) return FIGURES
  const event = recordOf(one.code)?.event
  const { kind } = subjectOf(one.subject)
  if (event !== undefined) return `${event} ${kind === 'settlement' ? kind : thingOf(one)}`
  return kind === 'invoice' || namedBy(one) !== null ? thingOf(one) : `${one.code} ${one.subject}`
}

export type CaseMember = Pick<
  Discrepancy,
  'case' | 'caseAmount' | 'slot' | 'code' | 'subject' | 'severity' | 'state' | 'amount' | 'recovered'
>

/** A case with its findings: those that are not resolved, where there are any. */
export interface CaseGroup<D> {
  /** Its pesos; while it is open or claimed, what is left of them after what was paid elsewhere. */
  readonly amount: Centavos | null
  /** Open while a finding of it is. Findings for information count only where it has no others. */
  readonly state: DiscrepancyState
  /** Its gravest finding. */
  readonly first: D
  /** Its other findings, the gravest first. */
  readonly others: readonly D[]
}

/** The cases of findings of several slots, by gravity and then by pesos. */
export const groupCases = <D extends CaseMember>(findings: readonly D[]): readonly CaseGroup<D>[] =>
  [...groupBy(findings, (one) => one.case).values()].map(groupOf).toSorted(byCaseGravity)

/** Nothing is left of it to ask for. */
const ENDED: ReadonlySet<DiscrepancyState> = new Set(['accepted', 'paid', 'resolved'])

/** What is left of the pesos of a case after what was paid elsewhere; null when it is not about a sum. */
export const restOfCase = (findings: readonly Pick<Discrepancy, 'caseAmount' | 'recovered'>[]): Centavos | null =>
  leftOf({
    amount: findings[0]?.caseAmount ?? null,
    recovered: sumOf(findings.map(({ recovered }) => recovered ?? ZERO)),
  })

const groupOf = <D extends CaseMember>(of: readonly [D, ...D[]]): CaseGroup<D> => {
  const shown = of.filter(({ state }) => state !== 'resolved')
  const [first = of[0], ...others] = (shown.length > 0 ? shown : of).toSorted(byGravity)
  const state = stateOf(shown)
  return { amount: ENDED.has(state) ? first.caseAmount : restOfCase([first, ...others]), state, first, others }
}

const byCaseGravity = <D extends CaseMember>(a: CaseGroup<D>, b: CaseGroup<D>): number =>
  SEVERITIES.indexOf(b.first.severity) - SEVERITIES.indexOf(a.first.severity) ||
  compareAmounts(b.amount, a.amount) ||
  byGravity(a.first, b.first)

const stateOf = (shown: readonly CaseMember[]): DiscrepancyState => {
  const grave = shown.filter(({ severity }) => severity !== 'info')
  const [first, ...others] = new Set((grave.length > 0 ? grave : shown).map(({ state }) => state))
  if (first === undefined) return 'resolved'
  if (others.length === 0) return first
  return [first, ...others].some((state) => isOpen({ state })) ? 'open' : 'claimed'
}
