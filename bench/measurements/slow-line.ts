import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf } from '../measure.ts'
import { sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asSeconds } from '../wording.ts'
import { yardstick } from '../yardstick.ts'

const LATENCY_MS = 20
const AT_ONCE = 4

/** Over a real network every page costs a round trip: writing must overlap with it, and slots must share it. */
export const slowLine: Measurement = {
  name: `${LATENCY_MS} ms latency`,
  measure: async ({ distant: { invoices, rounds } }) => {
    const four = sceneOf(AT_ONCE, invoices, { latencyMs: LATENCY_MS })
    const one = { ...four, slots: four.slots.slice(0, 1) }
    const taken = await serving(four, ({ baseUrl }) =>
      interleaved(rounds, {
        drain: () => yardstick('drain.js', baseUrl, one),
        one: () => inFolder((folder) => job(baseUrl, one, folder)),
        four: () => inFolder((folder) => job(baseUrl, four, folder)),
      }),
    )
    const [drain, alone, together] = [
      medianOf(taken, (round) => round.drain.wallMs),
      medianOf(taken, (round) => round.one.wallMs),
      medianOf(taken, (round) => round.four.wallMs),
    ]
    return [
      {
        name: `at ${LATENCY_MS} ms: one slot of ${invoices} over drain`,
        figure: medianOf(taken, (round) => round.drain.wallMs / round.one.wallMs),
        unit: '',
        needed: { atLeast: 0.8 },
        detail: `drain ${asSeconds(drain)}, job ${asSeconds(alone)}`,
      },
      {
        name: `at ${LATENCY_MS} ms: rate of ${AT_ONCE} slots over one`,
        figure: medianOf(taken, (round) => (AT_ONCE * round.one.wallMs) / round.four.wallMs),
        unit: '',
        needed: { atLeast: 2.5 },
        detail: `${AT_ONCE} slots ${asSeconds(together)}, one ${asSeconds(alone)}`,
      },
    ]
  },
}
