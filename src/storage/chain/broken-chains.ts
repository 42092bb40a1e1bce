import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { factsOf } from '../dispositions/act-row.ts'
import { sightingFacts } from '../findings/write-findings.ts'
import { act, sighting } from '../schema.ts'
import { linkOf } from './link-of.ts'

type BrokenLink = { readonly table: 'act' | 'sighting'; readonly row: number }

/** The first act and the first sighting that are not linked to the previous one. */
export const brokenChains = (database: Pick<MerchantDatabase, 'db'>): readonly BrokenLink[] => [
  ...firstBroken('act', actsIn(database)),
  ...firstBroken('sighting', sightingsIn(database)),
]

interface Link {
  readonly row: number
  readonly chain: string
  readonly facts: readonly (string | number | null)[]
}

const firstBroken = (table: BrokenLink['table'], links: Iterable<Link>): readonly BrokenLink[] => {
  let previous: string | null = null
  for (const { row, chain, facts } of links) {
    if (chain !== linkOf(previous, facts)) return [{ table, row }]
    previous = chain
  }
  return []
}

function* actsIn({ db }: Pick<MerchantDatabase, 'db'>): Generator<Link> {
  for (const row of db.select().from(act).orderBy(act.number).all())
    yield { row: row.number, chain: row.chain, facts: factsOf(row) }
}

function* sightingsIn({ db }: Pick<MerchantDatabase, 'db'>): Generator<Link> {
  for (const row of db.select().from(sighting).orderBy(sighting.id).all())
    yield { row: row.id, chain: row.chain, facts: sightingFacts(row) }
}
