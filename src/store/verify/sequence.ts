import { type Part, sqlCount } from './part.ts'

/** The one sequence has no gap, and every number of it is what it says: a closed pull, an act of a person, a change of policy. */
export const sequence: Part = {
  name: 'moments of the sequence',
  look: async ({ sqlite }, tell) => {
    const number = sqlCount(sqlite, 'SELECT count(*) FROM moment')
    const last = sqlCount(sqlite, 'SELECT max(number) FROM moment')
    if (number !== last) tell(`the sequence has come to ${last}, and holds ${number} moments`)
    for (const kind of ['pull', 'act', 'policy'] as const) {
      const lost = sqlite
        .prepare<[string], number>(
          `SELECT number FROM moment WHERE kind = ?
             AND NOT EXISTS (SELECT 1 FROM ${kind} AS kept WHERE kept.number = moment.number)`,
        )
        .pluck()
        .all(kind)
      for (const one of lost) tell(`moment ${one} is a ${kind} that is not there`)
      const strange = sqlite
        .prepare<[string], number>(
          `SELECT kept.number FROM ${kind} AS kept JOIN moment ON moment.number = kept.number WHERE moment.kind <> ?`,
        )
        .pluck()
        .all(kind)
      for (const one of strange) tell(`moment ${one} is not the ${kind} it was`)
    }
    return number
  },
}
