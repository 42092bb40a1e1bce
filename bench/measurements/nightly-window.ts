import { inFolder } from '../folder.ts'
import type { Line, Measurement } from '../line.ts'
import { invoicesOf, type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { type TwoNights, twoNights } from '../two-nights.ts'
import { asMegabytes, asSeconds } from '../wording.ts'

/** The seven days that a night reads again, with five slots each. */
const SLOTS = 35
/** One percent, every night. */
const GROWTH_MAX = 0.01

/**
 * The growth of the database in an ordinary night without changes: with the same cursors, and with new ones every
 * night.
 */
export const nightlyWindow: Measurement = {
  name: 'nightly window',
  measure: async ({ aDay: invoices }) => [
    ...(await growth(`unchanged week of ${invoices} invoices`, invoices, {})),
    ...(await growth('the same with new cursors every night', invoices, { freshCursors: true })),
  ],
}

const growth = async (name: string, invoices: number, also: Partial<Scene>): Promise<readonly Line[]> => {
  const scene = sceneOf(SLOTS, Math.ceil(invoices / SLOTS), also)
  const taken = await night(scene)
  const { bytes, grown, changes, first, second } = taken
  const versions = Object.entries(changes).filter(([table]) => table.includes('version'))
  return [
    {
      name: `${name}: growth of the file`,
      figure: grown,
      unit: 'bytes',
      needed: { atMost: Math.floor(bytes * GROWTH_MAX) },
      detail: `${((100 * grown) / bytes).toFixed(2)} % of ${asMegabytes(bytes / 2 ** 20)}, ${invoicesOf(scene)} invoices; ${asSeconds(second.wallMs)} after ${asSeconds(first.wallMs)}`,
    },
    {
      name: `${name}: version rows`,
      figure: versions.reduce((sum, [, rows]) => sum + rows, 0),
      unit: 'rows',
      needed: { atMost: 0 },
      detail: Object.entries(changes)
        .map(([table, rows]) => `${table} ${rows}`)
        .join(', '),
    },
  ]
}

const night = async (scene: Scene): Promise<TwoNights> => {
  let taken: TwoNights | null = null
  await serving(scene, async (service) => {
    taken = await inFolder((folder) => twoNights(service, scene, folder))
  })
  if (taken === null) throw new Error('the two nights were not measured')
  return taken
}
