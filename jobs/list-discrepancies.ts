import type { DiscrepancyDetails, SelectedDiscrepancies } from '../reports/documents/discrepancies.ts'
import type { Discrepancy, DiscrepancyFilter } from '../src/core/findings/discrepancy.ts'
import type { KnownDiscrepancy } from '../src/rules/account/disposition.ts'
import { hideDocuments } from './steps/mask/mask-store.ts'
import {
  findDiscrepancies,
  paymentsOfClaim,
  selectedBy,
  shownInCases,
  type Targets,
} from './steps/query/find-discrepancies.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import type { QueryContext } from './steps/run/context.ts'

/** Returns the selected discrepancies; none without a database. Only reads. */
export const listDiscrepancies = async (context: QueryContext, targets: Targets): Promise<SelectedDiscrepancies> => {
  const { merchant } = context.settings
  const isResolved = ({ discrepancy }: KnownDiscrepancy): boolean => discrepancy.state === 'resolved'
  const selected = await readDatabase(context, async (store) => {
    const shown = hideDocuments(store)
    const found = await findDiscrepancies(shown, targets, context)
    const open = await shownInCases(
      shown,
      found.filter((one) => !isResolved(one)),
    )
    const isAnythingPulled = (await store.slots.daysRead()) !== null
    return { merchant, isAnythingPulled, found, whole: [...open, ...found.filter(isResolved)] }
  })
  if (selected === null && targets.kind === 'filter') selectedBy(targets.filter, [], context)
  return selected ?? { merchant, isAnythingPulled: false, found: [], whole: [] }
}

/** The same without their histories: those that the filter selects, with what else is shown of the cases of those that are not resolved. */
export const selectDiscrepancies = async (
  context: QueryContext,
  filter: DiscrepancyFilter,
): Promise<readonly Discrepancy[]> => {
  const selected = await readDatabase(context, async (store) => {
    const all = await hideDocuments(store).findings.all()
    const found = new Set(selectedBy(filter, all, context))
    const cases = new Set([...found].filter(({ state }) => state !== 'resolved').map((one) => one.case))
    return all.filter((one) => (one.state === 'resolved' ? found.has(one) : cases.has(one.case)))
  })
  return selected ?? []
}

export const showDiscrepancy = async (context: QueryContext, id: string): Promise<DiscrepancyDetails> => {
  const shown = await readDatabase(context, async (store, { settings }) => {
    const shownStore = hideDocuments(store)
    const [known] = await findDiscrepancies(shownStore, { kind: 'ids', ids: [id] }, context)
    if (known === undefined) return null
    const { discrepancy } = known
    const findings = (await shownStore.findings.all()).filter((one) => one.case === discrepancy.case)
    const payments = await paymentsOfClaim(store, { policy: settings.policy, zone: context.zone }, known)
    return { ...known, findings, pulls: await store.pulls.history(discrepancy.slot), payments }
  })
  if (shown === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  return shown
}
