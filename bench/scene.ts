import { addDays, type SlotDate } from '../src/core/slot.ts'
import { programAt, whileServing } from './tool.ts'

/** One slot of the simulated service. */
export interface SceneSlot {
  readonly date: SlotDate
  readonly cycle: string
  readonly invoices: number
}

/** The data that the local server serves on one night. The same scene always has the same bytes. */
export interface Scene {
  readonly slots: readonly SceneSlot[]
  /** Delay of every answer in ms. */
  readonly latencyMs: number
  /** Nights differ in their cursors and changed invoices, if the scene has any. */
  readonly night: number
  /** Whether cursors differ from night to night, as a service's opaque cursors may. */
  readonly freshCursors: boolean
  /** Share of the invoices that differ on every night but the first. */
  readonly changed: number
}

/** Far enough in the past, so that every slot is due. */
const FIRST_DAY = '2024-03-04' as SlotDate

/** api.md, Limits: the five cycles of a day. */
const CYCLES = ['11', '13', '16', '18', '20']

/** This many slots with this many invoices, five a day from the first day on. */
export const sceneOf = (slots: number, invoices: number, also: Partial<Scene> = {}): Scene => ({
  slots: Array.from({ length: slots }, (_, index) => ({
    date: addDays(FIRST_DAY, Math.floor(index / CYCLES.length)),
    cycle: CYCLES[index % CYCLES.length] ?? '',
    invoices,
  })),
  ...{ latencyMs: 0, night: 1, freshCursors: false, changed: 0 },
  ...also,
})

export const invoicesOf = (scene: Scene): number => scene.slots.reduce((sum, slot) => sum + slot.invoices, 0)

/** The flags of the job for exactly these slots: whole days by range, part of one day by cycles. */
export const flagsFor = ({ slots }: Scene): string[] => {
  const first = slots[0]?.date ?? FIRST_DAY
  const last = slots.at(-1)?.date ?? first
  if (slots.length % CYCLES.length === 0) return ['--from', first, '--to', last]
  if (first !== last) throw new Error('a scene is whole days, or part of one day')
  return ['--date', first, ...slots.flatMap(({ cycle }) => ['--cycle', cycle])]
}

/** Serves a scene during `work`, on a port that was free or a given one: a database belongs to one address. */
export const serving = <T>(scene: Scene, work: (baseUrl: string) => Promise<T>, port = '0'): Promise<T> =>
  whileServing<{ port: number }, T>([programAt('server.js'), JSON.stringify(scene), port], { cwd: '.' }, (told) =>
    work(`http://127.0.0.1:${told.port}/v1`),
  )
