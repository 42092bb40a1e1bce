import { join } from 'node:path'
import { bytesOf, type Changes, changesBetween, copyDatabase } from './database.ts'
import { databaseIn, filesIn, job } from './job.ts'
import type { Sample } from './measure.ts'
import type { Scene } from './scene.ts'
import type { Serving } from './serving.ts'
import { stampsOf, writtenAgain } from './written-files.ts'

/** Two runs over the same slots, one after the other, and the changes by the second one. */
export interface TwoNights {
  readonly first: Sample
  readonly second: Sample
  readonly bytes: number
  readonly grown: number
  readonly changes: Changes
  readonly rewritten: number
}

/**
 * Runs the job twice in that folder; when the scene's nights differ, the service shows the second one before the second
 * run.
 */
export const twoNights = async (service: Serving, scene: Scene, folder: string): Promise<TwoNights> => {
  const [database, earlier] = [databaseIn(folder), join(folder, 'earlier.db')]
  const first = await job(service.baseUrl, scene, folder)
  copyDatabase(database, earlier)
  const stamps = stampsOf(filesIn(folder))
  if (scene.freshCursors || scene.changed > 0) await service.show({ ...scene, night: 2 })
  const second = await job(service.baseUrl, scene, folder)
  copyDatabase(database, join(folder, 'later.db'))
  return {
    first,
    second,
    bytes: bytesOf(earlier),
    grown: bytesOf(join(folder, 'later.db')) - bytesOf(earlier),
    changes: changesBetween(earlier, database),
    rewritten: writtenAgain(stamps, stampsOf(filesIn(folder))).length,
  }
}
