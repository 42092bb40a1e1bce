import type { Instant } from '../../core/calendar/calendar.ts'
import { type Act, type Decision, type Recovery, sumOfRecoveries } from '../../core/findings/act.ts'
import { differenceOf, type Finding, isOpen } from '../../core/findings/discrepancy.ts'
import { type Amount, amountOf, type Centavos, minus, sumOf, ZERO } from '../../core/money.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'
import { groupCases, pesosOfCase } from '../assessment/case.ts'
import { isPayable, type KnownDiscrepancy } from './disposition.ts'
import { answerKindOf } from './position-of.ts'

/** What became of a claim. `changed`: the settlement no longer shows it, its numbers are others, or a later letter asks for it. */
export const CLAIM_STATES = ['claimed', 'open', 'paid', 'accepted', 'changed'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** A case that was asked of the operator. asked = recovered + accepted + changed + left. */
export interface Claim {
  /** Null where it was claimed without a letter. */
  readonly letter: number | null
  readonly slot: Slot
  readonly case: string
  readonly at: Instant
  readonly by: string
  /** The operator's number for it. */
  readonly ticket: string | null
  /** The day by which a letter asked for an answer, and the day that the operator promised. */
  readonly answerBy: SlotDate | null
  readonly promisedFor: SlotDate | null
  readonly state: ClaimState
  /** It is claimed, or was until its date: what comes late pays it, too. */
  readonly isPayable: boolean
  readonly asked: Centavos
  readonly recoveries: readonly Recovery[]
  readonly recovered: Centavos
  readonly accepted: Centavos
  readonly changed: Centavos
  readonly left: Centavos
}

type ClaimAct = Extract<Decision, { kind: 'claim' }>
type LetterAct = ClaimAct & Required<Pick<ClaimAct, 'letter'>>

const isClaim = (act: Act): act is ClaimAct => act.kind === 'claim'
const isOfLetter = (act: ClaimAct): act is LetterAct => act.letter !== undefined

/** The claims among all findings of some settlements, oldest first; those that are about no sum are none. */
export const claimsIn = (known: readonly KnownDiscrepancy[]): readonly Claim[] =>
  [...groupBy(known, ({ discrepancy }) => discrepancy.case).values()]
    .flatMap(claimsOfCase)
    .toSorted((a, b) => a.at - b.at)

const claimsOfCase = (of: readonly [KnownDiscrepancy, ...KnownDiscrepancy[]]): readonly Claim[] => {
  const acts = of.flatMap(({ steps }) => steps.flatMap(({ act }) => act ?? [])).toSorted((a, b) => a.number - b.number)
  const claims = acts.filter(isClaim)
  const letters = groupBy(claims.filter(isOfLetter), ({ letter }) => letter.number)
  // A claim with a letter is that of its letter: what was said of it later, as its ticket, is no claim of its own.
  const asked =
    letters.size > 0 ? [...letters.values()] : claims.length > 0 ? [claims as [ClaimAct, ...ClaimAct[]]] : []
  return asked.flatMap((ofLetter, at) => {
    const until = asked[at + 1]?.[0].number ?? Number.POSITIVE_INFINITY
    return claimOf(of, ofLetter, acts, until) ?? []
  })
}

/** `until`: the number with which a later letter asked for it again. */
const claimOf = (
  of: readonly [KnownDiscrepancy, ...KnownDiscrepancy[]],
  claims: readonly [ClaimAct, ...ClaimAct[]],
  acts: readonly Act[],
  until: number,
): Claim | null => {
  const [first] = claims
  const { letter } = first
  const [group] = groupCases(of.map(({ discrepancy }) => discrepancy))
  const within = acts.filter(({ number }) => number >= first.number && number < until)
  const said = within.filter(isClaim)
  const last = said.reduce((_, act) => act, first)
  // What is claimed again without a letter is asked for as it was then.
  const then = owedOf(of.flatMap((one) => shownBefore(one, letter === undefined ? last : first)))
  const asked = letter === undefined ? then : askedBy(claims.filter(isOfLetter))
  if (group === undefined || asked === null) return null
  const recoveries = within.flatMap((act) =>
    act.kind === 'settle' && isInForce(act, acts) && act.recovery.sum > ZERO ? [act.recovery] : [],
  )
  const recovered = sumOfRecoveries(recoveries)
  const rest = minus(asked, recovered)
  const state = until < Number.POSITIVE_INFINITY ? 'changed' : stateOf(group.state)
  const now = owedOf([group.first, ...group.others])
  const still = above(rest, above(then ?? ZERO, now ?? ZERO))
  const left = state === 'claimed' || state === 'open' ? still : ZERO
  const accepted = state === 'accepted' ? still : ZERO
  return {
    ...{ letter: letter?.number ?? null, slot: group.first.slot, case: group.first.case },
    ...{ at: first.at, by: first.by, ticket: said.findLast(({ ticket }) => ticket !== null)?.ticket ?? null },
    // That of the latest reminder.
    answerBy: claims.reduce((_, act) => act).letter?.answerBy ?? null,
    promisedFor: last.until?.date ?? null,
    isPayable: state !== 'changed' && of.some(isPayable),
    ...{ state, asked, recoveries, recovered, accepted, left },
    changed: minus(minus(rest, accepted), left),
  }
}

/** The finding as the act met it; none where it was not shown. */
const shownBefore = ({ steps }: KnownDiscrepancy, act: Act): Finding | [] =>
  steps.findLast(({ sighting }) => sighting !== null && sighting.after < act.number)?.sighting?.finding ?? []

/** Null where no sum is to come: what was paid too much is asked about, and not owed. */
const owedOf = (shown: readonly Finding[]): Centavos | null => {
  const isTooMuch = (found: Finding): boolean => answerKindOf(found, differenceOf(found.figures)) === 'tooMuch'
  return shown.some(isTooMuch) ? null : pesosOfCase(shown)
}

/** By how much the first is more than the second. */
const above = (a: Centavos, b: Centavos): Centavos => (a > b ? minus(a, b) : ZERO)

const askedBy = (claims: readonly LetterAct[]): Centavos => sumOf(claims.map(({ letter }) => letter.asked))

/** No person took it back. */
const isInForce = ({ number, discrepancy }: Act, acts: readonly Act[]): boolean =>
  !acts.some(
    (act) => act.kind === 'reopen' && !act.isAutomatic && act.discrepancy === discrepancy && act.number > number,
  )

const stateOf = (state: Parameters<typeof isOpen>[0]['state']): ClaimState =>
  state === 'resolved' ? 'changed' : isOpen({ state }) ? 'open' : (state as Exclude<ClaimState, 'changed'>)

/** Claims by letter, the oldest first; those without a letter come last. */
export const byLetter = (claims: readonly Claim[]): readonly (readonly [Claim, ...Claim[]])[] =>
  [...groupBy(claims, ({ letter }) => letter)].toSorted(([a], [b]) => (a ?? 1e9) - (b ?? 1e9)).map(([, of]) => of)

/** The day by which it should be answered or paid; null where none was named. */
export const dueDayOf = ({ promisedFor, answerBy }: Pick<Claim, 'promisedFor' | 'answerBy'>): SlotDate | null =>
  promisedFor ?? answerBy

export const isPastDay = (claim: Pick<Claim, 'promisedFor' | 'answerBy' | 'left'>, today: SlotDate): boolean => {
  const day = dueDayOf(claim)
  return claim.left > ZERO && day !== null && day < today
}

/** What was paid elsewhere of claims in a month. */
export interface RecoveredMonth extends Amount {
  readonly month: string
}

/** By the month of the payment, newest first. */
export const recoveredByMonth = (recoveries: readonly Pick<Recovery, 'on' | 'sum'>[]): readonly RecoveredMonth[] =>
  [
    ...groupBy(
      recoveries.filter(({ sum }) => sum > ZERO),
      ({ on }) => on.slice(0, 7),
    ),
  ]
    .map(([month, of]) => ({ month, ...amountOf(of) }))
    .toSorted((a, b) => compareText(b.month, a.month))
