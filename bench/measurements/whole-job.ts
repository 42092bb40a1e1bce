import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf } from '../measure.ts'
import { invoicesOf, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asSeconds, perSecond } from '../wording.ts'
import { yardstick } from '../yardstick.ts'

/** What keeping, checking and reporting cost on top of reading. */
export const wholeJob: Measurement = {
  name: 'whole job over drain and parse',
  measure: async ({ ordinary, rounds }) => {
    const scene = sceneOf(1, ordinary)
    const taken = await serving(scene, ({ baseUrl }) =>
      interleaved(rounds, {
        drain: () => yardstick('drain.js', baseUrl, scene),
        job: () => inFolder((folder) => job(baseUrl, scene, folder)),
      }),
    )
    const cpu = medianOf(taken, (round) => round.drain.cpuMs / round.job.cpuMs)
    const took = medianOf(taken, (round) => round.job.wallMs)
    return [
      {
        name: `whole job over drain and parse, ${ordinary} invoices`,
        figure: medianOf(taken, (round) => round.drain.wallMs / round.job.wallMs),
        unit: '',
        needed: { atLeast: 0.2 },
        detail: `drain ${asSeconds(medianOf(taken, (round) => round.drain.wallMs))}, job ${asSeconds(took)}, ${perSecond(invoicesOf(scene), took)}; by CPU time ${cpu.toFixed(2)}`,
      },
    ]
  },
}
