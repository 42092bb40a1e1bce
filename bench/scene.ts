import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type SlotDate } from '../src/core/slot.ts'
import { inFolder, programAt, whileServing } from './tool.ts'

/** One slot of the simulated service. */
export interface SceneSlot {
  readonly date: SlotDate
  readonly cycle: string
  readonly invoices: number
}

/** What the local server serves. The same slots always have the same bytes. */
export type Scene = readonly SceneSlot[]

/** The clock of every command (the setting `clock`): the evening of the last day of a scene, when all of it is due. */
export const CLOCK = '2026-03-13T03:30:00Z'
export const LAST_DAY = '2026-03-12' as SlotDate

/** api.md, Limits: the five cycles of a day. */
const CYCLES = ['11', '13', '16', '18', '20']

/** This many slots with this many invoices each, five a day up to the last day; fewer than five are of that day. */
export const sceneOf = (slots: number, invoices: number): Scene => {
  const days = Math.ceil(slots / CYCLES.length)
  return Array.from({ length: slots }, (_, index) => ({
    date: addDays(LAST_DAY, 1 - days + Math.floor(index / CYCLES.length)),
    cycle: CYCLES[index % CYCLES.length] ?? '',
    invoices,
  }))
}

export const invoicesOf = (scene: Scene): number => scene.reduce((sum, { invoices }) => sum + invoices, 0)

/** The flags of the job for exactly these slots: whole days by range, part of one day by cycles. */
export const flagsFor = (scene: Scene): readonly string[] =>
  scene.length % CYCLES.length === 0
    ? ['--from', scene[0]?.date ?? LAST_DAY, '--to', LAST_DAY]
    : ['--date', LAST_DAY, ...scene.flatMap(({ cycle }) => ['--cycle', cycle])]

/** Serves a scene during `work`; it goes by a file, since thousands of slots are too long for a command line. */
export const serving = <T>(scene: Scene, work: (baseUrl: string) => Promise<T>): Promise<T> =>
  inFolder((folder) => {
    const file = join(folder, 'scene.json')
    writeFileSync(file, JSON.stringify(scene))
    return whileServing<{ port: number }, T>([programAt('server.js'), file], { cwd: folder }, ({ port }) =>
      work(`http://127.0.0.1:${port}/v1`),
    )
  })
