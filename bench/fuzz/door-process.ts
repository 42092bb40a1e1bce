/* One door in a separate process: main.ts sends its place in the list, and receives the result. */
import { doorMakers } from './doors.ts'
import { runDoor } from './run-door.ts'
import { openInputNote } from './watch-inputs.ts'

export interface DoorTask {
  readonly index: number
  readonly count: number
  readonly seed: number
  readonly corpus: readonly Buffer[]
  readonly note: string
  readonly folder: string
  readonly database: string
}

// The parent is gone, so there is nobody to report to.
process.once('disconnect', () => process.exit())
process.once('message', async (task: DoorTask) => {
  const make = doorMakers(task.folder, task.database)[task.index]
  if (make === undefined) throw new Error(`there is no door ${task.index}`)
  const result = await runDoor(await make(), { ...task, note: openInputNote(task.note) })
  process.send?.(result, () => process.exit())
})
