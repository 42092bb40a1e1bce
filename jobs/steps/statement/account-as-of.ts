import type { AccountAsOf, RegisteredDecision } from '../../../reports/statements/statement.ts'
import { type Days, type Instant, isWithin, monthOf } from '../../../src/core/calendar/calendar.ts'
import { compareAmounts } from '../../../src/core/findings/discrepancy.ts'
import { ZERO } from '../../../src/core/money.ts'
import type { Moment } from '../../../src/core/past-run.ts'
import { addDays, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import type { ClosedBefore } from '../../../src/rules/account/account-item.ts'
import { businessDaysRead } from '../../../src/rules/account/business-days-read.ts'
import { type AccountFacts, accountItems, operatorAccount } from '../../../src/rules/account/operator-account.ts'
import { positionOf } from '../../../src/rules/account/position-of.ts'
import { type CountedReport, closingOf, isUnfinished } from '../../../src/rules/assessment/slot-report.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import type { Store } from '../../../src/store/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { timesOfSettlements } from '../query/fees-of-days.ts'
import { judgedAtMoment } from '../query/judged-at-moment.ts'
import { accountFacts } from '../report/account-facts.ts'
import { settlementsInDatabase } from '../report/counted-reports.ts'
import type { QueryContext } from '../run/context.ts'

/** What was signed of the settlements before an account, and which of them were not at rest then. */
interface SignedBefore extends ClosedBefore {
  readonly slots: readonly Slot[]
}

/**
 * What was signed of the settlements before an account that begins on this day; null where the day before is open. One that was at
 * rest then, and is now, is as it was signed; but for those of `days`, which are read whole.
 */
export const closedBefore = async (
  store: Store,
  context: QueryContext,
  from: SlotDate,
  days: Days | null = null,
): Promise<SignedBefore | null> => {
  const through = addDays(from, -1)
  const closing = closingOf(await store.periods.closings(), through)
  if (closing === null) return null
  const now = await store.slots.statesAndRest({ policy: context.settings.policy, zone: context.zone, days })
  const slots = now.states.map(({ slot }) => slot)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, async (then) => {
    const judgedAt = await judgedAtMoment(then.store, then.moment.at)
    const known = await settlementsInDatabase(then.context, then.store, judgedAt, { until: through, slots })
    const times = await timesOfSettlements(then.store, then.context, known)
    return { from, items: accountItems({ ...known, times }), slots: known.states.map(({ slot }) => slot) }
  })
}

/** The account with the operator from this database, and the facts for its first sentence. */
export const accountAsOf = async (
  store: Store,
  context: QueryContext,
  moment: Moment,
  days: Days,
): Promise<AccountAsOf & { readonly businessDays: number }> => {
  const facts = await factsOf(store, context, moment.at, days)
  const ofDays = facts.reports.filter(({ slot: { date } }) => isWithin(date, days))
  return {
    account: operatorAccount(facts, days),
    position: positionOf(ofDays),
    businessDays: businessDaysRead(ofDays),
    moment,
    policy: context.settings.policy,
    chargebacks: facts.chargebacks,
    unfinished: ofDays.filter(({ verdict }) => isUnfinished(verdict)).map(({ slot, verdict }) => ({ slot, verdict })),
  }
}

/** All of it is known at one moment. */
export interface RangeAccountFacts extends AccountFacts {
  readonly reports: readonly CountedReport[]
}

/**
 * The facts of the account over some days, as for `statement`: as of the closing of their last day, and as known at the
 * moment of the store when the last day is open, also when earlier days are closed.
 */
export const rangeAccountFacts = async (
  store: Store,
  context: QueryContext,
  days: Days,
): Promise<RangeAccountFacts> => {
  const closing = closingOf(await store.periods.closings(), days.to)
  if (closing === null) return factsOf(store, context, context.now(), days)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
    factsOf(then.store, then.context, then.context.now(), days),
  )
}

/**
 * As known at a moment, with what was due by the last day and never read. The settlements of its months are read whole; what is
 * at rest of other months adds nothing.
 */
const factsOf = async (
  store: Store,
  context: QueryContext,
  at: Instant,
  { from, to }: Days,
): Promise<RangeAccountFacts> => {
  const days = { from: monthOf(from).from, to: monthOf(to).to }
  const signed = await closedBefore(store, context, from, days)
  const known = await settlementsInDatabase(context, store, await judgedAtMoment(store, at), {
    until: to,
    days,
    slots: signed?.slots ?? [],
  })
  return { ...(await accountFacts(store, context, known)), closedBefore: signed }
}

/**
 * What people decided by then about cases of settlements of some days, and, where the day before them is closed, about earlier ones after
 * that closing: as restatements, it stands in the first open days. Oldest first; notes are none.
 */
export const decisionsOfDays = async (store: Store, days: Days): Promise<readonly RegisteredDecision[]> => {
  const signed = closingOf(await store.periods.closings(), addDays(days.from, -1))
  const decisions: RegisteredDecision[] = []
  for (const slot of await store.dispositions.slots()) {
    const after = isWithin(slot.date, days) ? 0 : slot.date < days.from ? signed?.number : undefined
    if (after === undefined) continue
    decisions.push(...(await decisionsOfSlot(store, slot)).filter(({ act }) => act.number > after))
  }
  return decisions.toSorted((a, b) => a.act.number - b.act.number)
}

/**
 * A decision on a case is an act on each of its findings, all at one moment: one row, with the pesos of the case as they were then. A
 * claim and its ticket may be of one moment: the second act on a finding is another decision.
 */
const decisionsOfSlot = async (store: Store, slot: Slot): Promise<readonly RegisteredDecision[]> => {
  const known = new Map((await store.findings.all([slot])).map((one) => [one.id, one]))
  const decided: (RegisteredDecision & { readonly key: string })[] = []
  for (const [id, steps] of await store.findings.timelines(slot)) {
    let amount: RegisteredDecision['amount'] = null
    const before: string[] = []
    for (const { act, sighting } of steps) {
      amount = sighting?.finding?.amount ?? amount
      if (act === null || act.kind === 'note') continue
      const of = known.get(id)?.case ?? id
      const moment = `${of} ${act.kind} ${act.at} ${act.by}`
      before.push(moment)
      const nth = before.filter((one) => one === moment).length
      decided.push({ slot, case: of, amount, act, key: `${moment} ${nth}` })
    }
  }
  return [...groupBy(decided, ({ key }) => key).values()].map((acts) => {
    // Of a settled case one act has the sum.
    const { key: _, ...one } = acts.find(({ act }) => act.kind === 'settle' && act.recovery.sum > ZERO) ?? acts[0]
    const ofCase = known.get(one.case)?.caseAmount ?? null
    const largest = acts.map(({ amount }) => amount).toSorted((a, b) => compareAmounts(b, a))[0] ?? null
    return { ...one, amount: acts.some(({ amount }) => amount === ofCase) ? ofCase : largest }
  })
}
