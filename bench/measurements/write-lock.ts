import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { inFolder } from '../folder.ts'
import { databaseIn, job } from '../job.ts'
import type { Measurement } from '../line.ts'
import { pathOf } from '../measure.ts'
import { type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'

/** How long another user of the database waits while a run writes to it. */
export const writeLock: Measurement = {
  name: 'write lock',
  measure: async ({ spread: { large }, rounds }) => {
    const scene = sceneOf(large.slots, large.invoices)
    const waits = await serving(scene, async ({ baseUrl }) => {
      const taken: number[] = []
      for (let round = 0; round < Math.min(rounds, 2); round += 1) taken.push(...(await asked(baseUrl, scene)))
      return taken.sort((a, b) => a - b)
    })
    return [
      {
        name: 'longest wait of another process for the write lock',
        figure: waits.at(-1) ?? 0,
        unit: 'ms',
        needed: { atMost: 200 },
        detail: `asked ${waits.length} times; 99 of 100 waited at most ${(waits[Math.floor(waits.length * 0.99)] ?? 0).toFixed(0)} ms`,
      },
    ]
  },
}

const asked = (baseUrl: string, scene: Scene): Promise<readonly number[]> =>
  inFolder(async (folder) => {
    const asker = fork(pathOf('lock-asker.js'), [databaseIn(folder)])
    try {
      await job(baseUrl, scene, folder)
      return await waitsOf(asker)
    } finally {
      asker.kill()
    }
  })

const waitsOf = async (asker: ChildProcess): Promise<readonly number[]> => {
  const answer = once(asker, 'message')
  asker.send('stop')
  const [waits] = (await answer) as [readonly number[]]
  if (waits.length === 0) throw new Error('the database was never there to ask for')
  return waits
}
