import { inFolder } from './folder.ts'
import { measured, type Sample } from './measure.ts'
import type { Scene } from './scene.ts'

/** One of the small programs that read the scene's first slot in their own way: `drain.js` or `naive.js`. */
export const yardstick = (file: string, baseUrl: string, { slots: [slot] }: Scene): Promise<Sample> =>
  inFolder(async (folder) => {
    if (slot === undefined) throw new Error('a yardstick needs a slot')
    const sample = await measured({ file, args: [baseUrl, slot.date, slot.cycle], folder })
    if (Number(sample.stdout) === slot.invoices) return sample
    throw new Error(`${file} read ${sample.stdout.trim()} of ${slot.invoices} invoices`)
  })
