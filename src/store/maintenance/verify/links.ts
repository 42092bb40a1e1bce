import type Database from 'better-sqlite3'
import type { Both } from '../../../std/both.ts'
import { chainOf, linkDigests, linkOf, versionDigests } from '../../chain/chain.ts'
import type { MerchantDatabase } from '../../connection/merchant-database.ts'
import { factsOf } from '../../dispositions/acts.ts'
import { SIGHTING_COLUMNS } from '../../findings/shown.ts'
import { sightingFacts } from '../../findings/write-findings.ts'
import { act, sighting } from '../../schema.ts'
import { isLinkKind, LINK_KINDS, type LinkKind, linkedRowsOf } from '../../tables.ts'
import { inTurns, sqlCount, type VerificationPart } from './verification-part.ts'

interface LinkRow {
  readonly id: number
  readonly kind: string
  readonly row: number
  readonly digest: Buffer
  readonly chain: Buffer
  /** Whether the link is the last one of its row, which counts. */
  readonly isLast: 0 | 1
}

/** Links read at a time. */
const LINKS_PER_SLICE = 500

/** Checks rows that no answer proves: each link must follow the previous one, and its row must have the same facts. */
export const links: VerificationPart = async ({ sqlite, slot }, report, signal) => {
  for (const kind of LINK_KINDS)
    for (const row of unlinked(sqlite, kind))
      report({ en: `${kind} ${row} is not in the chain`, es: `la fila ${row} de ${kind} no está en la cadena` })
  const digestOf = linkDigests(sqlite)
  const readings = versionDigests(sqlite, linkedReadings(sqlite, slot), slot)
  const asked = slot === null ? null : rowsOf(sqlite, slot)
  const checkLink = (link: LinkRow): void => {
    if (link.isLast === 0 || asked?.has(`${link.kind} ${link.row}`) === false) return
    const now = isLinkKind(link.kind) ? digestOf(link.kind, link.row) : readings.get(link.row)
    if (now === undefined || !equal(now, link.digest)) report(changedRowText(link))
  }
  let previous: Buffer | null = null
  let checked = 0
  const slices = inTurns(
    {
      sqlite,
      start: 0,
      size: LINKS_PER_SLICE,
      read: (after: number) => slice(sqlite, after),
      positionOf: ({ id }) => id,
    },
    signal,
  )
  for await (const rows of slices) {
    for (const link of rows) {
      const chain = chainOf(previous, link.kind, link.row, link.digest)
      if (!equal(chain, link.chain))
        report({
          en: `link ${link.id} of the chain does not follow the one before it`,
          es: `el eslabón ${link.id} de la cadena no sigue al anterior`,
        })
      previous = link.chain
      checkLink(link)
    }
    checked += rows.length
  }
  return checked
}

const changedRowText = ({ kind, row }: LinkRow): Both<string> =>
  kind === 'reading'
    ? {
        en: `the invoices of pull ${row} are not those that were kept`,
        es: `las facturas de la lectura ${row} no son las que se guardaron`,
      }
    : { en: `${kind} ${row} is not what was kept`, es: `la fila ${row} de ${kind} no es la que se guardó` }

/** A damaged cell may have another type. */
const equal = (digest: Buffer, kept: unknown): boolean => Buffer.isBuffer(kept) && digest.equals(kept)

const unlinked = (sqlite: Database.Database, kind: LinkKind): readonly number[] => {
  const { row, when = 'true' } = linkedRowsOf(kind)
  const query = `SELECT ${row} FROM ${kind} WHERE ${when} EXCEPT SELECT row FROM link WHERE kind = ?`
  return sqlite.prepare<[string], number>(query).pluck().all(kind)
}

const linkedReadings = (sqlite: Database.Database, slot: number | null): readonly number[] =>
  sqlite
    .prepare<{ slot: number | null }, number>(
      `SELECT link.row FROM link JOIN pull ON pull.id = link.row
       WHERE kind = 'reading' AND (:slot IS NULL OR pull.slot = :slot)`,
    )
    .pluck()
    .all({ slot })

/** The rows behind the facts of one slot, by kind and number. */
const rowsOf = (sqlite: Database.Database, slot: number): ReadonlySet<string> => {
  const rows = (kind: string, query: string): readonly string[] =>
    sqlite
      .prepare<{ slot: number }, number>(query)
      .pluck()
      .all({ slot })
      .map((row) => `${kind} ${row}`)
  return new Set([
    ...LINK_KINDS.flatMap((kind) => rows(kind, linkedRowsOf(kind).ofSlot ?? 'SELECT 1 WHERE :slot IS NULL')),
    ...rows('reading', 'SELECT id FROM pull WHERE slot = :slot'),
  ])
}

const slice = (sqlite: Database.Database, after: number): readonly LinkRow[] =>
  sqlite
    .prepare<[number], LinkRow>(
      `SELECT id, kind, row, digest, chain,
         NOT EXISTS (SELECT 1 FROM link AS later WHERE later.kind = link.kind AND later.row = link.row AND later.id > link.id) AS isLast
       FROM link WHERE id > ? ORDER BY id LIMIT ${LINKS_PER_SLICE}`,
    )
    .all(after)

/** Checks that acts and sightings are linked row to row: none was altered, removed or inserted. */
export const chains: VerificationPart = async ({ sqlite, db }, report) => {
  for (const { table, row } of brokenChains({ db }))
    report({
      en: `${table} ${row} is not tied to the one before it`,
      es: `la fila ${row} de ${table} no está unida a la anterior`,
    })
  return sqlCount(sqlite, 'SELECT (SELECT count(*) FROM act) + (SELECT count(*) FROM sighting)')
}

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
  for (const row of db.select(SIGHTING_COLUMNS).from(sighting).orderBy(sighting.id).all())
    yield { row: row.id, chain: row.chain, facts: sightingFacts(row) }
}
