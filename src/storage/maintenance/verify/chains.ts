import { brokenChains } from '../../chain/broken-chains.ts'
import { sqlCount, type VerificationPart } from './verification-part.ts'

/** Checks that acts and sightings are linked row to row: none was altered, removed or inserted. */
export const chains: VerificationPart = {
  name: 'decisions and states of discrepancies',
  check: async ({ sqlite, db }, report) => {
    for (const { table, row } of brokenChains({ db }))
      report({
        en: `${table} ${row} is not tied to the one before it`,
        es: `la fila ${row} de ${table} no está unida a la anterior`,
      })
    return sqlCount(sqlite, 'SELECT (SELECT count(*) FROM act) + (SELECT count(*) FROM sighting)')
  },
}
