import type { Changes } from '../database.ts'
import { inFolder } from '../folder.ts'
import type { Line, Measurement } from '../line.ts'
import { medianOf } from '../measure.ts'
import type { Plan } from '../plan.ts'
import { type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { type TwoNights, twoNights } from '../two-nights.ts'
import { asMegabytes, asSeconds } from '../wording.ts'

/** The cost of reading the same slot again: without changes, with new cursors, with some changed invoices. */
export const secondNight: Measurement = {
  name: 'second night',
  measure: async (plan) => [
    ...unchanged(plan, await nights(plan, {})),
    freshCursors(plan, await nights({ ...plan, rounds: 1 }, { freshCursors: true })),
    someChanged(await nights({ ...plan, rounds: 1 }, { changed: CHANGED })),
  ],
}

const CHANGED = 0.01

const nights = async ({ ordinary, rounds }: Plan, also: Partial<Scene>): Promise<TwoNights[]> => {
  const scene = sceneOf(1, ordinary, also)
  const taken: TwoNights[] = []
  await serving(scene, async (service) => {
    for (let round = 0; round < rounds; round += 1) taken.push(await inFolder((at) => twoNights(service, scene, at)))
  })
  return taken
}

const ratio = (taken: readonly TwoNights[]): number =>
  medianOf(taken, ({ first, second }) => second.wallMs / first.wallMs)

const times = (taken: readonly TwoNights[]): string =>
  `${asSeconds(medianOf(taken, ({ second }) => second.wallMs))} after ${asSeconds(medianOf(taken, ({ first }) => first.wallMs))}`

const rowsIn = (changes: Changes): number => Object.values(changes).reduce((sum, rows) => sum + rows, 0)

const worded = (changes: Changes): string =>
  Object.entries(changes)
    .map(([table, rows]) => `${table} ${rows}`)
    .join(', ') || 'none'

const unchanged = ({ ordinary }: Plan, taken: readonly TwoNights[]): readonly Line[] => {
  const changes = taken[0]?.changes ?? {}
  const versions = Object.entries(changes).filter(([table]) => table.includes('version'))
  return [
    {
      name: 'unchanged re-pull over first run',
      figure: ratio(taken),
      unit: '',
      needed: { atMost: 0.33 },
      detail: `${times(taken)}; by CPU time ${medianOf(taken, ({ first, second }) => second.cpuMs / first.cpuMs).toFixed(2)}`,
    },
    {
      name: 'unchanged re-pull: files written again',
      figure: Math.max(...taken.map(({ rewritten }) => rewritten)),
      unit: 'files',
      needed: { atMost: 0 },
      detail: 'manifest aside',
    },
    {
      name: 'unchanged re-pull: row changes a slot',
      figure: Math.max(...taken.map(({ changes }) => rowsIn(changes))),
      unit: 'rows',
      needed: { atMost: 10 },
      detail: worded(changes),
    },
    {
      name: 'unchanged re-pull: version rows',
      figure: versions.reduce((sum, [, rows]) => sum + rows, 0),
      unit: 'rows',
      needed: { atMost: 0 },
      detail: 'added, altered or removed',
    },
    {
      name: 'database bytes per invoice',
      figure: medianOf(taken, ({ bytes }) => bytes / ordinary),
      unit: 'bytes',
      needed: { atMost: 500 },
      detail: `${asMegabytes(medianOf(taken, ({ bytes }) => bytes / 2 ** 20))} after one run, evidence and keys included`,
    },
  ]
}

const freshCursors = ({ ordinary }: Plan, taken: readonly TwoNights[]): Line => ({
  name: 'growth per invoice when only the cursors changed',
  figure: medianOf(taken, ({ grown }) => grown / ordinary),
  unit: 'bytes',
  needed: null,
  detail: `${times(taken)}; rows: ${worded(taken[0]?.changes ?? {})}`,
})

const someChanged = (taken: readonly TwoNights[]): Line => ({
  name: `re-pull with ${CHANGED * 100} % of the invoices changed, over first run`,
  figure: ratio(taken),
  unit: '',
  needed: null,
  detail: `${times(taken)}; rows: ${worded(taken[0]?.changes ?? {})}`,
})
