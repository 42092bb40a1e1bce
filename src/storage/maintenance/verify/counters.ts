import { type Part, sqlCount } from './part.ts'

/** Their rows are numbered 1, 2, 3, ... and never deleted. */
const WITHOUT_GAP = ['run', 'moment', 'merchant_name', 'sighting', 'assessment', 'audit_pack', 'link']
/** What was undone leaves a gap in these. */
const WITH_GAPS = ['pull', 'date_listing']
/** A counter this far ahead counts nothing that was undone. */
const LARGEST_GAP = 1_000_000

interface Counter {
  readonly name: string
  readonly seq: number
}

/** SQLite's own counters: the next row of a table gets the number that follows. */
export const counters: Part = {
  name: 'counters',
  look: async ({ sqlite }, tell) => {
    const found = sqlite.prepare<[], Counter>('SELECT name, seq FROM sqlite_sequence').all()
    const ahead = (table: string): number =>
      Number(found.find(({ name }) => name === table)?.seq ?? 0) -
      sqlCount(sqlite, `SELECT coalesce(max(rowid), 0) FROM "${table}"`)
    for (const table of WITHOUT_GAP) {
      const gaps = sqlCount(sqlite, `SELECT coalesce(max(rowid), 0) - count(*) FROM "${table}"`)
      if (ahead(table) !== 0 || gaps !== 0) tell(`the rows of ${table} are not numbered without a gap`)
    }
    for (const table of WITH_GAPS) {
      const gap = ahead(table)
      if (!(gap >= 0 && gap <= LARGEST_GAP)) tell(`the counter of ${table} does not follow its rows`)
    }
    const known = new Set([...WITHOUT_GAP, ...WITH_GAPS])
    for (const { name } of found) if (!known.delete(name)) tell('there is a counter of no table')
    return found.length
  },
}
