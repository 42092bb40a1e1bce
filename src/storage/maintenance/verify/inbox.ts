import { asFault } from '../../connection/fault.ts'
import { openInboxToRead } from '../../inbox/inbox-database.ts'
import { pagesOfFile } from './pages-of-file.ts'
import { sqlCount } from './part.ts'
import type { Verified } from './verify.ts'

/** What the inbox holds, as far as SQLite can say; null when nothing ever was in it. */
export const verifyInbox = (path: string): Verified | null => {
  const sqlite = openInboxToRead(path)
  if (sqlite === null) return null
  try {
    const damage: string[] = []
    const pages = pagesOfFile(sqlite, (line) => damage.push(line))
    const looked = [
      { what: 'pages of the inbox', number: pages },
      { what: 'notifications', number: sqlCount(sqlite, 'SELECT count(*) FROM event') },
    ]
    return { looked, damage, damages: damage.length, upTo: null }
  } catch (error) {
    throw asFault(error, path)
  } finally {
    sqlite.close()
  }
}
