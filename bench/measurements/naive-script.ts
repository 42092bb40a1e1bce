import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf } from '../measure.ts'
import { sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, asSeconds } from '../wording.ts'
import { yardstick } from '../yardstick.ts'

/** The whole job against the usual first script, which checks nothing and keeps no history. */
export const naiveScript: Measurement = {
  name: 'naive script',
  measure: async ({ ordinary, rounds }) => {
    const scene = sceneOf(1, ordinary)
    const taken = await serving(scene, ({ baseUrl }) =>
      interleaved(rounds, {
        naive: () => yardstick('naive.js', baseUrl, scene),
        job: () => inFolder((folder) => job(baseUrl, scene, folder)),
      }),
    )
    const [naive, whole] = [
      medianOf(taken, (round) => round.naive.wallMs),
      medianOf(taken, (round) => round.job.wallMs),
    ]
    const [naivePeak, wholePeak] = [
      medianOf(taken, (round) => round.naive.peakMb),
      medianOf(taken, (round) => round.job.peakMb),
    ]
    return [
      {
        name: `how many times as fast as a naive script, ${ordinary} invoices`,
        figure: medianOf(taken, (round) => round.naive.wallMs / round.job.wallMs),
        unit: '',
        needed: { atLeast: 2 },
        detail: `naive ${asSeconds(naive)}, job ${asSeconds(whole)}`,
      },
      {
        name: 'peak memory over that of the naive script',
        figure: medianOf(taken, (round) => round.job.peakMb / round.naive.peakMb),
        unit: '',
        needed: { atMost: 1 },
        detail: `naive ${asMegabytes(naivePeak)}, job ${asMegabytes(wholePeak)}`,
      },
    ]
  },
}
