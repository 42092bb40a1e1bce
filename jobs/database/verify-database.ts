import { existsSync } from 'node:fs'
import { verifyInbox } from '../../src/store/maintenance/verify/file.ts'
import type { DatabaseVerification } from '../../src/store/maintenance/verify/verification-part.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { answerReader } from '../steps/pull/read-slot.ts'
import type { JobContext } from '../steps/run/context.ts'

/** Verifies everything in the database and the inbox, while others may write. Damage is reported, not thrown. */
export const verifyDatabase = async ({
  settings: { db, inbox },
  version,
  signal,
}: Pick<JobContext, 'settings' | 'version' | 'signal'>): Promise<DatabaseVerification> => {
  const database = await verifyDatabaseFile(db, answerReader(version), signal)
  const inboxReport = existsSync(inbox) ? verifyInbox(inbox) : null
  if (inboxReport === null) return database
  return {
    checked: [...database.checked, ...inboxReport.checked],
    damage: [
      ...database.damage,
      ...inboxReport.damage.map(({ en, es }) => ({ en: `the inbox: ${en}`, es: `las notificaciones: ${es}` })),
    ],
    damages: database.damages + inboxReport.damages,
    upTo: database.upTo,
  }
}
