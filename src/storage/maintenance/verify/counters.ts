import { sqlCount, type VerificationPart } from './verification-part.ts'

/** Tables whose rows are numbered 1, 2, 3, ... and never deleted. */
const WITHOUT_GAP = ['run', 'moment', 'merchant_name', 'sighting', 'assessment', 'audit_pack', 'link']
/** Tables in which undone work leaves gaps. */
const WITH_GAPS = ['pull', 'date_listing']
/** A counter further ahead than this does not come from undone work. */
const GAP_MAX = 1_000_000

interface Counter {
  readonly name: string
  readonly seq: number
}

/** Checks SQLite's own counters, which determine the number of the next row. */
export const counters: VerificationPart = {
  name: 'counters',
  check: async ({ sqlite }, report) => {
    const found = sqlite.prepare<[], Counter>('SELECT name, seq FROM sqlite_sequence').all()
    const ahead = (table: string): number =>
      Number(found.find(({ name }) => name === table)?.seq ?? 0) -
      sqlCount(sqlite, `SELECT coalesce(max(rowid), 0) FROM "${table}"`)
    for (const table of WITHOUT_GAP) {
      const gaps = sqlCount(sqlite, `SELECT coalesce(max(rowid), 0) - count(*) FROM "${table}"`)
      if (ahead(table) !== 0 || gaps !== 0)
        report({
          en: `the rows of ${table} are not numbered without a gap`,
          es: `las filas de ${table} no están numeradas sin huecos`,
        })
    }
    for (const table of WITH_GAPS) {
      const gap = ahead(table)
      if (!(gap >= 0 && gap <= GAP_MAX))
        report({
          en: `the counter of ${table} does not follow its rows`,
          es: `el contador de ${table} no sigue a sus filas`,
        })
    }
    const known = new Set([...WITHOUT_GAP, ...WITH_GAPS])
    for (const { name } of found)
      if (!known.delete(name))
        report({ en: 'there is a counter of no table', es: 'hay un contador que no es de ninguna tabla' })
    return found.length
  },
}
