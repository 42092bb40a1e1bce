/* One door in a separate process: main.ts sends its name, and receives the result. */
import { doorsIn } from './doors.ts'
import { runDoor } from './run-door.ts'
import { openInputNote } from './watch-inputs.ts'

export interface DoorTask {
  readonly name: string
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
  const doors = await doorsIn(task.folder, task.database)
  const door = doors.find(({ name }) => name === task.name)
  if (door === undefined) throw new Error(`there is no door ${task.name}`)
  const result = await runDoor(door, { ...task, note: openInputNote(task.note) })
  process.send?.(result, () => process.exit())
})
