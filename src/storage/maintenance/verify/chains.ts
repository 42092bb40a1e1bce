import { brokenChains } from '../../chain/broken-chains.ts'
import { type Part, sqlCount } from './part.ts'

/** Checks that acts and sightings are linked row to row: none was altered, removed or inserted. */
export const chains: Part = {
  name: 'decisions and states of discrepancies',
  look: async ({ sqlite, db }, tell) => {
    for (const { table, row } of brokenChains({ db })) tell(`${table} ${row} is not tied to the one before it`)
    return sqlCount(sqlite, 'SELECT (SELECT count(*) FROM act) + (SELECT count(*) FROM sighting)')
  },
}
