import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Line, Measurement } from '../line.ts'
import { interleaved, medianOf, type Sample } from '../measure.ts'
import { invoicesOf, type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, asSeconds, perSecond } from '../wording.ts'
import { yardstick } from '../yardstick.ts'

/** The cost of storing, checking and reporting in addition to reading: the night as used, and without the workbook. */
export const wholeJob: Measurement = {
  name: 'whole job over drain and parse',
  measure: async ({ ordinary, rounds }) => {
    const scene = sceneOf(1, ordinary)
    const taken = await serving(scene, ({ baseUrl }) =>
      interleaved(rounds, {
        drain: () => yardstick('drain.js', baseUrl, scene),
        usual: () => inFolder((folder) => job(baseUrl, scene, folder, true)),
        plain: () => inFolder((folder) => job(baseUrl, scene, folder)),
      }),
    )
    const drainTook = medianOf(taken, ({ drain }) => drain.wallMs)
    const pairs = (which: 'usual' | 'plain') => taken.map((round) => ({ drain: round.drain, job: round[which] }))
    return [
      ...linesOf(`night of ${ordinary} invoices`, scene, pairs('usual'), drainTook, { wall: 0.2, cpu: 5 }),
      ...linesOf(`the same without the workbook`, scene, pairs('plain'), drainTook, { wall: 0.25, cpu: null }),
    ]
  },
}

interface Pair {
  readonly drain: Sample
  readonly job: Sample
}

const linesOf = (
  name: string,
  scene: Scene,
  pairs: readonly Pair[],
  drainTook: number,
  needed: { readonly wall: number; readonly cpu: number | null },
): readonly Line[] => {
  const took = medianOf(pairs, ({ job }) => job.wallMs)
  const cpu = medianOf(pairs, ({ job }) => job.cpuMs)
  return [
    {
      name: `${name}: rate over drain and parse`,
      figure: medianOf(pairs, ({ drain, job }) => drain.wallMs / job.wallMs),
      unit: '',
      needed: { atLeast: needed.wall },
      detail: `drain ${asSeconds(drainTook)}, job ${asSeconds(took)}, ${perSecond(invoicesOf(scene), took)}`,
    },
    {
      name: `${name}: CPU time over that of drain and parse`,
      figure: medianOf(pairs, ({ drain, job }) => job.cpuMs / drain.cpuMs),
      unit: '',
      needed: needed.cpu === null ? null : { atMost: needed.cpu },
      detail: `drain ${asSeconds(medianOf(pairs, ({ drain }) => drain.cpuMs))}, job ${asSeconds(cpu)}`,
    },
    {
      name: `${name}: peak memory`,
      figure: medianOf(pairs, ({ job }) => job.peakMb),
      unit: 'MB',
      needed: { atMost: 220 },
      detail: `drain ${asMegabytes(medianOf(pairs, ({ drain }) => drain.peakMb))}`,
    },
  ]
}
