/* One door, in a process of its own: main.ts sends which, and is sent how it went. */
import { doorsIn } from './doors.ts'
import { openInputNote } from './input-note.ts'
import { runDoor } from './run-door.ts'

export interface DoorTask {
  readonly name: string
  readonly count: number
  readonly seed: number
  readonly corpus: readonly Buffer[]
  readonly note: string
  readonly folder: string
  readonly database: string
}

// Nobody is left to tell.
process.once('disconnect', () => process.exit())
process.once('message', async (task: DoorTask) => {
  const doors = await doorsIn(task.folder, task.database)
  const door = doors.find(({ name }) => name === task.name)
  if (door === undefined) throw new Error(`there is no door ${task.name}`)
  const result = await runDoor(door, { ...task, note: openInputNote(task.note) })
  process.send?.(result, () => process.exit())
})
