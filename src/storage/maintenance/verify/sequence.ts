import { sqlCount, type VerificationPart } from './verification-part.ts'

/**
 * The tables with the numbers of each kind. A pull is of a slot, or a listing of a whole date; acts include importing a
 * bank file, tying payouts to its entries, and voiding it.
 */
const KEPT = {
  pull: ['pull', 'date_listing'],
  act: ['act', 'bank_file', 'bank_tie', 'bank_void'],
  policy: ['policy'],
} as const

const numbersOf = (tables: readonly string[]): string =>
  tables.map((table) => `SELECT number FROM ${table} WHERE number IS NOT NULL`).join(' UNION ALL ')

/**
 * Checks that the event sequence has no gap, and that every number belongs to a row of its kind: a pull, an act of a
 * person, a change of policy.
 */
export const sequence: VerificationPart = {
  name: 'numbers of the sequence',
  check: async ({ sqlite }, report) => {
    const number = sqlCount(sqlite, 'SELECT count(*) FROM moment')
    const last = sqlCount(sqlite, 'SELECT max(number) FROM moment')
    if (number !== last)
      report({
        en: `the sequence has come to ${last}, and holds ${number} moments`,
        es: `la secuencia llegó a ${last}, y tiene ${number} momentos`,
      })
    for (const [kind, tables] of Object.entries(KEPT)) {
      const kept = numbersOf(tables)
      const lost = sqlite
        .prepare<[string], number>(`SELECT number FROM moment WHERE kind = ? AND number NOT IN (${kept})`)
        .pluck()
        .all(kind)
      for (const one of lost)
        report({
          en: `moment ${one} is a ${kind} that is not there`,
          es: `el momento ${one} es una fila de ${kind} que no está`,
        })
      const strange = sqlite
        .prepare<[string], number>(
          `SELECT kept.number FROM (${kept}) AS kept JOIN moment ON moment.number = kept.number WHERE moment.kind <> ?`,
        )
        .pluck()
        .all(kind)
      for (const one of strange)
        report({
          en: `moment ${one} is not the ${kind} it was`,
          es: `el momento ${one} no es la fila de ${kind} que era`,
        })
    }
    return number
  },
}
