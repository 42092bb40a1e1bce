import { type Difference, type Discrepancy, type Finding, isOpen, leftOf } from '../../core/findings/discrepancy.ts'
import { type Centavos, size, sumOfKnown, ZERO } from '../../core/money.ts'
import { groupCases } from '../assessment/case.ts'
import { differenceIn, type FiguresOrDifference, type SlotAnswer } from '../assessment/slot-report.ts'
import { bucketOf, codesIn, recordOf } from '../registry.ts'
import {
  ANSWER_KINDS,
  type AnswerKind,
  BUCKETS,
  type Bucket,
  DIFFERENCE_STATES,
  type DifferenceState,
  FINDING_BUCKETS,
  type Placed,
  type Position,
  placedTogether,
} from './position.ts'
import { decisionOf, isAboutMoney } from './settlement-money.ts'

/** The part of a slot's report that its position needs. Its discrepancies may be `DiscrepancyMark`s. */
export type MoneyReport = Pick<SlotAnswer, 'verdict' | 'settlement' | 'money' | 'fees' | 'totals' | 'isNeverAsked'> & {
  readonly discrepancies: readonly FoundMark[]
}

type FoundMark = Pick<
  Discrepancy,
  'case' | 'caseAmount' | 'slot' | 'code' | 'subject' | 'severity' | 'state' | 'amount' | 'recovered'
> &
  FiguresOrDifference

/** The position of some settlements (SPEC, section 7). */
export const positionOf = (reports: readonly MoneyReport[]): Position => placedTogether(reports.flatMap(placedIn))

const placedIn = (report: MoneyReport): readonly Placed[] => {
  const settlement = settlementIn(report)
  const findings = foundIn(report)
  const money = [settlement, ...differencesIn(report), ...findings]
  return [
    ...money,
    ...answerIn(money),
    ...countsIn(report, isNamed(report, settlement, findings)),
    ...invoicesIn(report),
  ]
}

/** SPEC, section 7, the first answer. */
export const KIND_OF: Readonly<Partial<Record<Bucket, AnswerKind>>> = {
  ...{ failed: 'notArrived', inProcess: 'notArrived', bankMissing: 'notArrived', bankLess: 'notArrived' },
  ...{ owed: 'tooLittle', feesTooMuch: 'tooLittle', adjustmentsTaken: 'tooLittle' },
  ...{ overpaid: 'tooMuch', feesTooLittle: 'tooMuch', bankMore: 'tooMuch' },
  ...{ unread: 'notJudged', noSettlement: 'notJudged', gone: 'notJudged', notComparable: 'notJudged' },
}

/** The kind of the first answer that has the pesos of a finding; null where none has. */
export const answerKindOf = (found: Pick<Finding, 'code' | 'severity'>, difference: Difference): AnswerKind | null => {
  const bucket = bucketOf(found, difference)
  return bucket === null ? null : (KIND_OF[bucket] ?? null)
}

const answerIn = (money: readonly Placed[]): readonly Placed[] => {
  const open = money.filter(({ state }) => state === 'open')
  if (open.length === 0) return []
  const hasNotArrived = open.some(({ bucket }) => bucket === 'bankMissing')
  const kindOf = ({ bucket, sum }: Placed): AnswerKind | undefined => {
    const kind = KIND_OF[bucket]
    // Of a payout that never came to the bank nothing was too much, and what else it may be is one question.
    if (hasNotArrived && (bucket === 'overpaid' || kind === 'notJudged')) return undefined
    return kind === 'notJudged' && (sum ?? ZERO) === ZERO ? 'notRead' : kind
  }
  return ANSWER_KINDS.flatMap((kind) => {
    const ofKind = open.filter((placed) => kindOf(placed) === kind)
    return ofKind.length === 0 ? [] : { bucket: kind, state: 'open', sum: sumOfKnown(ofKind.map(({ sum }) => sum)) }
  })
}

/** Pesos that the operator owes of a settlement, and the cases that a claim of them is about. */
export interface OwedSum {
  readonly bucket: Bucket
  readonly sum: Centavos
  readonly cases: readonly string[]
}

/** What of a settlement has not arrived, was paid too little or charged too much, and is open or claimed: the parts of these sums of its position. */
export const owedIn = (report: MoneyReport, state: 'open' | 'claimed'): readonly OwedSum[] => {
  const about = report.discrepancies.filter(
    (one) => isAboutMoney(one, report.money) && (state === 'open' ? isOpen(one) : one.state === state),
  )
  const cases = [...new Set(about.map((one) => one.case))]
  const money = [settlementIn(report), ...differencesIn(report)].map((placed) => ({ ...placed, cases }))
  const found = foundIn(report).map(({ found: one, ...placed }) => ({ ...placed, cases: [one.case] }))
  return [...money, ...found].flatMap(({ bucket, sum, cases: of, ...one }) =>
    CLAIMABLE.includes(bucket) && one.state === state && of.length > 0 && sum !== null && sum > ZERO
      ? [{ bucket, sum, cases: of }]
      : [],
  )
}

const CLAIMABLE = BUCKETS.filter((bucket) => KIND_OF[bucket] === 'notArrived' || KIND_OF[bucket] === 'tooLittle')

/** A gateway payout that the policy leaves unchecked was not compared either. */
const settlementIn = (report: MoneyReport): Placed => {
  const { money, settlement, totals, verdict, discrepancies } = report
  const { state, listed, notCompared } = money
  if (verdict === 'not-due') return { bucket: 'notDue', state: 'none', sum: null }
  const [payout, counted] = [settlement?.payout ?? null, totals?.counted ?? 0]
  /** Or the reported payout, when what is expected is unknown. */
  const expected = money.expected ?? payout
  if (notCompared === 'unread') return { bucket: 'unread', state: report.isNeverAsked ? 'none' : 'open', sum: payout }
  if (notCompared === 'failed') return { bucket: 'failed', state, sum: expected }
  if (notCompared === 'not-final') return { bucket: 'inProcess', state, sum: expected }
  if (notCompared === 'no-settlement') {
    const gone = discrepancies.find((one) => isOpen(one) && GONE.has(one.code))
    if (gone !== undefined) return { bucket: 'gone', state: 'open', sum: gone.amount }
    return counted > 0 ? { bucket: 'noSettlement', state, sum: listed } : { bucket: 'empty', state: 'none', sum: null }
  }
  if (notCompared === null && money.expected !== null)
    return { bucket: 'compared', state: decisionAbout(report), sum: money.expected }
  return { bucket: 'notComparable', state: hasOpenFigures(report) ? 'open' : 'none', sum: payout }
}

const GONE = codesIn(['gone'])

/** About the errors of a settlement; none where it agrees. */
const decisionAbout = ({ discrepancies }: MoneyReport): DifferenceState => {
  const errors = discrepancies.filter(({ severity, state }) => severity === 'error' && state !== 'resolved')
  return errors.length === 0 ? 'none' : decisionOf(errors)
}

const differencesIn = ({ money: { difference, shares } }: MoneyReport): readonly Placed[] =>
  // Of nearly all settlements.
  difference === ZERO
    ? []
    : DIFFERENCE_STATES.flatMap((state): readonly Placed[] => {
        const share = state === 'none' ? ZERO : shares[state]
        return share === ZERO ? [] : [{ bucket: share < ZERO ? 'owed' : 'overpaid', state, sum: size(share) }]
      })

/** The findings that have pesos of their own. What was paid elsewhere of a claim is no part of what is claimed. */
const foundIn = (report: MoneyReport): readonly (Placed & { readonly found: FoundMark })[] =>
  report.discrepancies.flatMap((found): readonly (Placed & { readonly found: FoundMark })[] => {
    const bucket = bucketOf(found, differenceIn(found))
    if (bucket === null || !FINDING_BUCKETS.includes(bucket) || found.state === 'resolved') return []
    const left = leftOf(found)
    if (isOpen(found))
      return isMoot(bucket, report) || left === ZERO ? [] : [{ bucket, state: 'open', sum: left, found }]
    return [{ bucket, state: decisionOf([found]), sum: found.state === 'claimed' ? left : found.amount, found }]
  })

/** Fees that are not compared now; adjustments that a gateway reading leaves out of the payout. */
const isMoot = (bucket: Bucket, { fees, money: { parts } }: MoneyReport): boolean =>
  bucket === 'adjustmentsTaken'
    ? parts?.adjustments === ZERO
    : (bucket === 'feesTooMuch' || bucket === 'feesTooLittle') && fees.difference === null

/** Whether a bucket of money covers the open errors of the settlement. */
const isNamed = ({ money }: MoneyReport, { bucket, state }: Placed, findings: readonly Placed[]): boolean =>
  bucket === 'unread' ||
  (bucket === 'compared' ? money.state === 'open' : state === 'open') ||
  findings.some((one) => one.state === 'open' && (one.bucket === 'feesTooMuch' || one.bucket === 'feesTooLittle'))

const countsIn = (report: MoneyReport, isCovered: boolean): readonly Placed[] => {
  const errors = openErrorsOf(report)
  if (errors.length === 0) return []
  const uncovered = groupCases(errors).filter(({ first, others }) => ![first, ...others].some(isInAmount)).length
  const moot = errors.filter((one) => bucketOf(one, null) === 'adjustmentsTaken' && isMoot('adjustmentsTaken', report))
  const count = (bucket: Bucket, number: number): readonly Placed[] =>
    number === 0 ? [] : [{ bucket, state: 'open', sum: null, number }]
  const hasChanged = errors.some(({ code }) => CHANGED.has(code))
  return [
    ...count('changed', !isCovered && hasChanged ? 1 : 0),
    ...count('otherFigures', !isCovered && !hasChanged && hasOpenFigures(report) ? 1 : 0),
    ...count('otherErrors', uncovered + moot.length),
  ]
}

/** Of findings that compare a settlement with its own past. */
const CHANGED = codesIn(['changed', 'gone'])

const invoicesIn = ({ totals }: MoneyReport): readonly Placed[] => {
  if (totals === null) return []
  const { counted, listed } = totals
  return [
    { bucket: 'counted', state: 'none', sum: null, number: counted },
    { bucket: 'notCounted', state: 'none', sum: null, number: listed.invoices - counted },
  ]
}

const openErrorsOf = ({ discrepancies }: MoneyReport) =>
  discrepancies.filter((one) => one.severity === 'error' && isOpen(one))

const hasOpenFigures = (report: MoneyReport): boolean => openErrorsOf(report).some(isAboutFigures)

const isAboutFigures = ({ code }: FoundMark): boolean => {
  const record = recordOf(code)
  return record?.isAboutFigures === true || record?.bucket === 'failed'
}

const isInAmount = (found: FoundMark): boolean => isAboutFigures(found) || recordOf(found.code)?.bucket !== undefined
