import type { KnownDiscrepancy } from '../src/domain/findings/disposition.ts'
import type { PastPull } from '../src/domain/pull/pull.ts'
import { hideDocuments } from '../src/pipeline/mask/hide-documents.ts'
import { findDiscrepancies, type Targets } from '../src/pipeline/query/find-discrepancies.ts'
import { nothingPulled, THIS_MERCHANT } from '../src/pipeline/query/nothing-pulled.ts'
import { type QueryContext, readDatabase } from '../src/pipeline/query/read-database.ts'

/** Returns the selected discrepancies; none without a database. Only reads. */
export const listDiscrepancies = async (
  context: QueryContext,
  targets: Targets,
): Promise<readonly KnownDiscrepancy[]> =>
  (await readDatabase(context, (store) => findDiscrepancies(hideDocuments(store), targets, context.zone))) ?? []

/** Whether anything was ever pulled. */
export const isAnythingPulled = async (context: QueryContext): Promise<boolean> =>
  (await readDatabase(context, async (store) => (await store.slots.states()).some(({ pull }) => pull !== null))) ??
  false

/** One discrepancy, and every pull of its slot, oldest first. */
export interface DiscrepancyDetails extends KnownDiscrepancy {
  readonly pulls: readonly PastPull[]
}

export const showDiscrepancy = async (context: QueryContext, id: string): Promise<DiscrepancyDetails> => {
  const shown = await readDatabase(context, async (store) => {
    const [known] = await findDiscrepancies(hideDocuments(store), { kind: 'ids', ids: [id] }, context.zone)
    return known === undefined ? null : { ...known, pulls: await store.pulls.history(known.discrepancy.slot) }
  })
  if (shown === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  return shown
}
