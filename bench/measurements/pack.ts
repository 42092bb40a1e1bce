import { join } from 'node:path'
import { inFolder } from '../folder.ts'
import { databaseIn, job } from '../job.ts'
import type { Line, Measurement } from '../line.ts'
import { measured, medianOf, type Sample } from '../measure.ts'
import type { Plan } from '../plan.ts'
import { type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, asSeconds } from '../wording.ts'

/** One slot as evidence: into a folder, into a zip, as a masked copy, and the verification of the folder. */
export const pack: Measurement = {
  name: 'evidence pack',
  measure: async (plan) => {
    const taken = await packs(plan)
    return [
      lineOf(`evidence pack of ${plan.aDay} invoices, folder`, taken, 'folder'),
      memoryOf('its peak memory', taken),
      lineOf('the same as a zip', taken, 'zip'),
      lineOf('the same as a masked zip', taken, 'masked'),
      lineOf('proof of the folder', taken, 'proof'),
    ]
  },
}

type Packs = Readonly<Record<'folder' | 'zip' | 'masked' | 'proof', Sample>>

const packs = async ({ rounds, aDay }: Plan): Promise<readonly Packs[]> => {
  const scene = sceneOf(1, aDay)
  const taken: Packs[] = []
  await inFolder(async (folder) => {
    await serving(scene, async ({ baseUrl }) => void (await job(baseUrl, scene, folder)))
    for (let round = 0; round < rounds; round += 1) taken.push(await inFolder((at) => onePack(scene, folder, at)))
  })
  return taken
}

const onePack = async ({ slots: [slot] }: Scene, database: string, folder: string): Promise<Packs> => {
  if (slot === undefined) throw new Error('a scene of one slot has one')
  const audit = (...words: readonly string[]): Promise<Sample> =>
    measured({ file: '../src/cli/main.js', args: ['audit', ...words, '--json'], folder })
  const make = (out: string, ...more: readonly string[]): Promise<Sample> =>
    audit(slot.date, slot.cycle, '--db', databaseIn(database), '--out', join(folder, out), ...more)
  return {
    folder: await make('pack'),
    zip: await make('pack.zip'),
    masked: await make('masked.zip', '--mask'),
    proof: await audit('--verify', join(folder, 'pack')),
  }
}

const lineOf = (name: string, taken: readonly Packs[], which: keyof Packs): Line => ({
  name,
  figure: medianOf(taken, (packs) => packs[which].wallMs),
  unit: 'ms',
  needed: null,
  detail: `${asSeconds(medianOf(taken, (packs) => packs[which].cpuMs))} of CPU, ${asMegabytes(medianOf(taken, (packs) => packs[which].peakMb))}`,
})

const memoryOf = (name: string, taken: readonly Packs[]): Line => ({
  name,
  figure: medianOf(taken, ({ folder }) => folder.peakMb),
  unit: 'MB',
  needed: { atMost: 200 },
  detail: 'of the whole process',
})
