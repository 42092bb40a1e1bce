import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf } from '../measure.ts'
import { sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, asSeconds } from '../wording.ts'

/** A slot ten times as large takes about ten times as long, and no more memory. */
export const tenTimesAsLarge: Measurement = {
  name: 'ten times as large',
  measure: async ({ large: { from, to, rounds } }) => {
    const [small, large] = [sceneOf(1, from), sceneOf(1, to)]
    const taken = await serving(small, (smaller) =>
      serving(large, (larger) =>
        interleaved(rounds, {
          small: () => inFolder((folder) => job(smaller.baseUrl, small, folder)),
          large: () => inFolder((folder) => job(larger.baseUrl, large, folder)),
        }),
      ),
    )
    const [smallPeak, largePeak] = [
      medianOf(taken, (round) => round.small.peakMb),
      medianOf(taken, (round) => round.large.peakMb),
    ]
    const memory = `${asMegabytes(largePeak)} against ${asMegabytes(smallPeak)}`
    return [
      {
        name: `time at ${to} over time at ${from}`,
        figure: medianOf(taken, (round) => round.large.wallMs / round.small.wallMs),
        unit: '',
        needed: { atMost: 10.5 },
        detail: `${asSeconds(medianOf(taken, (round) => round.large.wallMs))} against ${asSeconds(medianOf(taken, (round) => round.small.wallMs))}; by CPU time ${medianOf(taken, (round) => round.large.cpuMs / round.small.cpuMs).toFixed(2)}`,
      },
      {
        name: `peak memory at ${to}`,
        figure: largePeak,
        unit: 'MB',
        needed: { atMost: 220 },
        detail: memory,
      },
      {
        name: `peak memory at ${to} over that at ${from}`,
        figure: medianOf(taken, (round) => round.large.peakMb / round.small.peakMb),
        unit: '',
        needed: { atMost: 1.3 },
        detail: memory,
      },
    ]
  },
}
