import type { JobContext } from '../run/context.ts'
import { nothingPulled, THIS_MERCHANT } from './nothing-pulled.ts'
import { readDatabase } from './read-database.ts'

/**
 * Refuses a job that needs what was pulled, before anything is written: where there is no database, and where the one
 * there cannot be read as it is, such as an older one. It is opened for that.
 */
export const requireDatabase = async (job: JobContext): Promise<void> => {
  const isThere = await readDatabase(job, async () => true)
  if (isThere === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
}
