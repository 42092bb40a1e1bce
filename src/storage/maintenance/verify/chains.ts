import { brokenChains } from '../../chain/broken-chains.ts'
import { type Part, sqlCount } from './part.ts'

/** What people did, and what was seen of discrepancies, is tied row to row: none was altered, taken out or put in since. */
export const chains: Part = {
  name: 'decisions and states of discrepancies',
  look: async ({ sqlite, db }, tell) => {
    for (const { table, row } of brokenChains({ db })) tell(`${table} ${row} is not tied to the one before it`)
    return sqlCount(sqlite, 'SELECT (SELECT count(*) FROM act) + (SELECT count(*) FROM sighting)')
  },
}
