import type { Zone } from '../../domain/calendar/calendar.ts'
import { type Discrepancy, type DiscrepancyFilter, passesFilter } from '../../domain/findings/discrepancy.ts'
import type { KnownDiscrepancy } from '../../domain/findings/disposition.ts'
import type { TimelineStep } from '../../domain/findings/timeline.ts'
import { uniqueSlots } from '../../domain/slot.ts'
import { CuadreError } from '../../std/errors.ts'
import type { Store } from '../../storage/store.ts'

/** Selects discrepancies: by id or its first digits, or by a filter. */
export type Targets =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'filter'; readonly filter: DiscrepancyFilter }

/** Returns the selected discrepancies, each once, with their timelines. Throws when an id is unknown. */
export const findDiscrepancies = async (
  store: Store,
  targets: Targets,
  zone: Zone,
): Promise<readonly KnownDiscrepancy[]> => {
  const all = await store.findings.all()
  const selected =
    targets.kind === 'filter'
      ? all.filter((one) => passesFilter(targets.filter, zone, one))
      : [...new Set(targets.ids.map((id) => named(id, all)))]
  return withTimelines(store, selected)
}

const named = (id: string, all: readonly Discrepancy[]): Discrepancy => {
  const [found, another] = all.filter((one) => one.id.startsWith(id))
  if (found === undefined) {
    throw new CuadreError(
      'UNKNOWN_DISCREPANCY',
      { en: `no discrepancy has the id ${id}`, es: `ningún hallazgo tiene el id ${id}` },
      { en: 'see "cuadre discrepancies list"', es: 'vea "cuadre discrepancies list"' },
    )
  }
  if (another !== undefined) {
    throw new CuadreError(
      'AMBIGUOUS_ID',
      {
        en: `more than one discrepancy has an id that begins with ${id}`,
        es: `el id de más de un hallazgo empieza por ${id}`,
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
