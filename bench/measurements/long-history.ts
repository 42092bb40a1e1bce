import { inFolder } from '../folder.ts'
import { job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { interleaved, medianOf, type Sample } from '../measure.ts'
import type { Spread } from '../plan.ts'
import { type Scene, sceneOf } from '../scene.ts'
import { type Serving, serving } from '../serving.ts'
import { asSeconds } from '../wording.ts'

/** The night of one day, with a short and a long history: stored data must not cost time every night. */
export const longHistory: Measurement = {
  name: 'long history',
  measure: async ({ history: { short, long, rounds } }) => {
    const taken = await serving(sceneOf(long.slots, long.invoices), (service) =>
      interleaved(rounds, {
        short: () => lastNight(service, short),
        long: () => lastNight(service, long),
      }),
    )
    const figure = medianOf(taken, (round) => round.long.wallMs / round.short.wallMs)
    const took = (sample: (round: (typeof taken)[number]) => Sample): string =>
      asSeconds(medianOf(taken, (round) => sample(round).wallMs))
    return [
      {
        name: `night of one day with ${long.slots} settlements stored, over one with ${short.slots}`,
        figure,
        unit: '',
        needed: { atMost: 3 },
        detail: `${took((round) => round.long)} against ${took((round) => round.short)}; by CPU time ${medianOf(taken, (round) => round.long.cpuMs / round.short.cpuMs).toFixed(2)}`,
      },
    ]
  },
}

/** Reads all days, then the last of them again. */
const lastNight = (service: Serving, { slots, invoices }: Spread): Promise<Sample> =>
  inFolder(async (folder) => {
    const all = sceneOf(slots, invoices)
    await job(service.baseUrl, all, folder)
    return job(service.baseUrl, lastDayOf(all), folder)
  })

const lastDayOf = (scene: Scene): Scene => {
  const last = scene.slots.at(-1)?.date
  return { ...scene, slots: scene.slots.filter(({ date }) => date === last) }
}
