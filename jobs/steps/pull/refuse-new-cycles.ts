import { existsSync } from 'node:fs'
import { expectedCycles } from '../../../src/core/calendar/calendar.ts'
import type { Cycle } from '../../../src/core/slot.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext, JobRequest } from '../run/context.ts'

/** The error for a cycle that is in neither the settings nor the database. A pull of it could never be removed. */
const unknownCycle = (cycle: Cycle, known: readonly Cycle[]): CuadreError =>
  new CuadreError(
    'UNKNOWN_CYCLE',
    {
      en: `cycle ${cycle} is not known; known are ${known.join(', ')}`,
      es: `no se conoce el ciclo ${cycle}; se conocen ${known.join(', ')}`,
    },
    {
      en: 'correct it, add it to extraCycles in the settings, or read it anyway with --force',
      es: 'corríjalo, agréguelo a extraCycles en los parámetros, o léalo de todos modos con --force',
    },
  )

/** The check when there is no database yet: only the settings list cycles. */
export const refuseCyclesNotInSettings = ({ settings }: JobContext, request: JobRequest): void => {
  if (!existsSync(settings.db)) refuseAll(request, expectedCycles(settings.policy))
}

/** Accepts the cycles of the settings and those that the database holds. */
export const refuseNewCycles = async (
  { settings }: Pick<JobContext, 'settings'>,
  store: Store,
  request: JobRequest,
): Promise<void> => {
  if (request.cycles.length === 0) return
  const stored = (await store.slots.states()).map(({ slot }) => slot.cycle)
  refuseAll(request, [...new Set([...expectedCycles(settings.policy), ...stored])])
}

const refuseAll = ({ cycles, force = false }: JobRequest, known: readonly Cycle[]): void => {
  const strange = cycles.find((cycle) => !known.includes(cycle))
  if (strange !== undefined && !force) throw unknownCycle(strange, known)
}
