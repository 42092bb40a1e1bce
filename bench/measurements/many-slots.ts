import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf, type Sample } from '../measure.ts'
import { invoicesOf, type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, perSecond } from '../wording.ts'

/** A backfill of small slots against a few large ones: the cost of a slot apart from its invoices. */
export const manySlots: Measurement = {
  name: 'many small slots',
  measure: async ({ spread: { small, large, rounds } }) => {
    const [many, few] = [sceneOf(small.slots, small.invoices), sceneOf(large.slots, large.invoices)]
    const taken = await serving(many, (manyServed) =>
      serving(few, (fewServed) =>
        interleaved(rounds, {
          many: () => inFolder((folder) => job(manyServed.baseUrl, many, folder)),
          few: () => inFolder((folder) => job(fewServed.baseUrl, few, folder)),
        }),
      ),
    )
    const told = (scene: Scene, sample: (round: (typeof taken)[number]) => Sample): string => {
      const peak = medianOf(taken, (round) => sample(round).peakMb)
      return `${perSecond(
        invoicesOf(scene),
        medianOf(taken, (round) => sample(round).wallMs),
      )} in ${asMegabytes(peak)}`
    }
    return [
      {
        name: `rate of ${small.slots} slots of ${small.invoices} over ${large.slots} of ${large.invoices}`,
        figure: medianOf(taken, (round) => rate(many, round.many) / rate(few, round.few)),
        unit: '',
        needed: { atLeast: 0.8 },
        detail: `${told(many, (round) => round.many)} against ${told(few, (round) => round.few)}; by CPU time ${medianOf(taken, (round) => round.few.cpuMs / round.many.cpuMs).toFixed(2)}`,
      },
    ]
  },
}

const rate = (scene: Scene, { wallMs }: Sample): number => invoicesOf(scene) / wallMs
