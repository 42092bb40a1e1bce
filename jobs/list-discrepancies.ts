import type { Discrepancy } from '../src/core/findings/discrepancy.ts'
import type { PastPull } from '../src/core/pull/pull.ts'
import type { ClaimPayment, KnownDiscrepancy } from '../src/rules/account/disposition.ts'
import { hideDocuments } from './steps/mask/mask-store.ts'
import { findDiscrepancies, paymentsOfClaim, shownInCases, type Targets } from './steps/query/find-discrepancies.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { type QueryContext, readDatabase } from './steps/query/read-database.ts'

/** Returns the selected discrepancies; none without a database. Only reads. */
export const listDiscrepancies = async (
  context: QueryContext,
  targets: Targets,
): Promise<readonly KnownDiscrepancy[]> =>
  (await readDatabase(context, (store) => findDiscrepancies(hideDocuments(store), targets, context.zone))) ?? []

/**
 * The selected discrepancies, and what else is shown of the cases of those that are not resolved: a case is listed whole.
 */
export const listCases = async (context: QueryContext, targets: Targets): Promise<readonly KnownDiscrepancy[]> =>
  (await readDatabase(context, async (store) => {
    const shown = hideDocuments(store)
    const found = await findDiscrepancies(shown, targets, context.zone)
    const isResolved = ({ discrepancy }: KnownDiscrepancy): boolean => discrepancy.state === 'resolved'
    const whole = await shownInCases(
      shown,
      found.filter((one) => !isResolved(one)),
    )
    return [...whole, ...found.filter(isResolved)]
  })) ?? []

/** Whether anything was ever pulled. */
export const isAnythingPulled = async (context: QueryContext): Promise<boolean> =>
  (await readDatabase(context, async (store) => (await store.slots.states()).some(({ pull }) => pull !== null))) ??
  false

/** One discrepancy, the findings of its case, and every pull of its slot, oldest first. */
export interface DiscrepancyDetails extends KnownDiscrepancy {
  readonly findings: readonly Discrepancy[]
  readonly pulls: readonly PastPull[]
  /** Of a claim: what may have paid it elsewhere. */
  readonly payments: readonly ClaimPayment[]
}

export const showDiscrepancy = async (context: QueryContext, id: string): Promise<DiscrepancyDetails> => {
  const shown = await readDatabase(context, async (store, { settings }) => {
    const shownStore = hideDocuments(store)
    const [known] = await findDiscrepancies(shownStore, { kind: 'ids', ids: [id] }, context.zone)
    if (known === undefined) return null
    const { discrepancy } = known
    const findings = (await shownStore.findings.all()).filter((one) => one.case === discrepancy.case)
    const payments = await paymentsOfClaim(store, { policy: settings.policy, zone: context.zone }, discrepancy)
    return { ...known, findings, pulls: await store.pulls.history(discrepancy.slot), payments }
  })
  if (shown === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  return shown
}
