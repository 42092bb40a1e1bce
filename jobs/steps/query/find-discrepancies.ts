import { type Discrepancy, type DiscrepancyFilter, passesFilter } from '../../../src/core/findings/discrepancy.ts'
import type { TimelineStep } from '../../../src/core/findings/timeline.ts'
import { ZERO } from '../../../src/core/money.ts'
import { compareSlots, uniqueSlots } from '../../../src/core/slot.ts'
import {
  type ClaimPayment,
  claimOfPayment,
  isPayable,
  type KnownDiscrepancy,
} from '../../../src/rules/account/disposition.ts'
import { unexplainedOf } from '../../../src/rules/assessment/chargeback-account.ts'
import { CHECKS, nextOfUnknownCode } from '../../../src/rules/registry.ts'
import { CuadreError, usageError } from '../../../src/std/errors.ts'
import type { Store } from '../../../src/store/store.ts'
import { readChargebackAccount } from '../assess/merchant-facts.ts'
import { type BankRules, bankInDatabase } from '../bank/bank-in-database.ts'
import type { QueryContext } from '../run/context.ts'

/** Selects discrepancies: by id or its first digits, or by a filter. */
export type Targets =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: DiscrepancyFilter }

type Context = Pick<QueryContext, 'zone' | 'checks'>

/** Returns the selected discrepancies, each once, with their timelines. Throws when an id or a code is unknown. */
export const findDiscrepancies = async (
  store: Store,
  targets: Targets,
  context: Context,
): Promise<readonly KnownDiscrepancy[]> => {
  const all = await store.findings.all()
  const selected =
    targets.kind === 'filter'
      ? selectedBy(targets.filter, all, context)
      : [...new Set(targets.ids.map((id) => named(id, all)))]
  return withTimelines(store, selected)
}

/** A code is known when a check has it, or a finding: the check may be of another program. */
export const selectedBy = (
  filter: DiscrepancyFilter,
  all: readonly Discrepancy[],
  { zone, checks = CHECKS }: Context,
): readonly Discrepancy[] => {
  const known = new Set([...checks, ...all].map(({ code }) => code))
  const unknown = filter.codes.find((code) => !known.has(code))
  if (unknown !== undefined)
    throw usageError(
      { en: 'a code is not known', es: 'un código no es conocido' },
      nextOfUnknownCode(unknown, [...known]),
    )
  return all.filter((one) => passesFilter(filter, zone, one))
}

const named = (id: string, all: readonly Discrepancy[]): Discrepancy => {
  const [found, another] = all.filter((one) => one.id.startsWith(id))
  if (found === undefined) {
    throw new CuadreError(
      'UNKNOWN_DISCREPANCY',
      { en: `no discrepancy has the id ${id}`, es: `ninguna novedad tiene el id ${id}` },
      { en: 'see "cuadre discrepancies list"', es: 'vea "cuadre discrepancies list"' },
    )
  }
  if (another !== undefined) {
    throw new CuadreError(
      'AMBIGUOUS_ID',
      {
        en: `more than one discrepancy has an id that begins with ${id}`,
        es: `el id de más de una novedad empieza por ${id}`,
      },
      { en: 'give more of its digits', es: 'escriba más dígitos' },
    )
  }
  return found
}

/** The findings of the cases of these that are not resolved. */
export const shownInCases = async (
  store: Store,
  named: readonly KnownDiscrepancy[],
): Promise<readonly KnownDiscrepancy[]> => {
  const cases = new Set(named.map(({ discrepancy }) => discrepancy.case))
  const shown: Discrepancy[] = []
  for (const slot of uniqueSlots(named.map(({ discrepancy }) => discrepancy.slot)))
    shown.push(...(await store.findings.ofSlot(slot)).filter((one) => cases.has(one.case) && one.state !== 'resolved'))
  return withTimelines(store, shown)
}

/** Adds the timeline of each discrepancy. */
export const withTimelines = async (
  store: Store,
  discrepancies: readonly Discrepancy[],
): Promise<readonly KnownDiscrepancy[]> => {
  const timelines = new Map<string, readonly TimelineStep[]>()
  for (const slot of uniqueSlots(discrepancies.map((one) => one.slot)))
    for (const [id, steps] of await store.findings.timelines(slot)) timelines.set(id, steps)
  return discrepancies.map((discrepancy) => ({ discrepancy, steps: timelines.get(discrepancy.id) ?? [] }))
}

/**
 * The later adjustments and credits that nothing explains and that are exactly what is left of this claim, and of no other: a person may say
 * that one of them paid it.
 */
export const paymentsOfClaim = async (
  store: Store,
  rules: BankRules,
  known: KnownDiscrepancy,
): Promise<readonly ClaimPayment[]> => {
  if (!isPayable(known)) return []
  const { discrepancy: claim } = known
  const states = await store.slots.states()
  const { adjustments } = await readChargebackAccount(store, states, rules.policy)
  const bank = await bankInDatabase(store, states, rules)
  const payments: readonly ClaimPayment[] = [
    ...adjustments
      .filter(({ slot, isPaidOut }) => isPaidOut && compareSlots(slot, claim.slot) > 0)
      .map(
        (one) => ({ by: { kind: 'adjustment', slot: one.slot }, on: one.slot.date, left: unexplainedOf(one) }) as const,
      ),
    ...(bank?.unknownCredits ?? [])
      .filter(({ bookedOn }) => bookedOn >= claim.slot.date)
      .map(({ id, bookedOn, value }) => ({ by: { kind: 'entry', entry: id }, on: bookedOn, left: value }) as const),
  ]
  const all = await withTimelines(
    store,
    (await store.findings.all()).filter(({ state }) => state !== 'resolved'),
  )
  return payments.filter((payment) => payment.left > ZERO && claimOfPayment(payment, all) === claim.case)
}
