import { existsSync } from 'node:fs'
import { answerReader } from '../src/pipeline/pull/answer-reader.ts'
import type { JobContext } from '../src/pipeline/run/context.ts'
import { verifyInbox } from '../src/storage/maintenance/verify/inbox.ts'
import { type Verified, verifyBooks } from '../src/storage/maintenance/verify/verify.ts'

/** Everything the books and the inbox hold is looked at, while others write. Damage is told, not thrown. */
export const verifyAll = async ({
  settings: { db, inbox },
  version,
  signal,
}: Pick<JobContext, 'settings' | 'version' | 'signal'>): Promise<Verified> => {
  const books = await verifyBooks(db, answerReader(version), signal)
  const told = existsSync(inbox) ? verifyInbox(inbox) : null
  if (told === null) return books
  return {
    looked: [...books.looked, ...told.looked],
    damage: [...books.damage, ...told.damage.map((line) => `the inbox: ${line}`)],
    damages: books.damages + told.damages,
    upTo: books.upTo,
  }
}
