import type Database from 'better-sqlite3'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { AsOf, Moment } from '../../core/past-run.ts'
import { CuadreError } from '../../std/errors.ts'

/*
 * The database as of a past moment: the same tables, under the same names, without later rows. SQLite resolves a name
 * first among the temporary tables and views of a connection, so that every unchanged statement of the store reads the
 * past. The file itself is opened read-only. Writes of checks go to temporary tables, which are kept in memory.
 *
 * Versions, pages, answers and departures need no view: they are always read as of a pull.
 */

/** The rows known at a number of the event sequence, for tables without such a number. */
interface Place extends Moment {
  /** Runs from this ordinal on had not begun; null when all had. */
  readonly firstUnknownRun: number | null
  /** Attempts and ends of runs after this moment were not known; null when all were. */
  readonly until: Instant | null
}

/**
 * Makes a connection read the database as of a past moment. The connection must be read-only and must not be used for
 * anything else.
 */
export const goBack = (sqlite: Database.Database, merchant: string, asOf: AsOf): Moment => {
  const place = placeOf(sqlite, merchant, asOf)
  // Copied rows may refer to rows that are not copied.
  sqlite.pragma('foreign_keys = OFF')
  for (const table of NUMBERED) view(sqlite, table, `SELECT * FROM main.${table} WHERE number <= ${place.number}`)
  for (const [table, column] of WITH_A_NUMBERED)
    view(sqlite, table, `SELECT * FROM main.${table} WHERE ${column} <= ${place.number}`)
  view(sqlite, 'pull', pullsAt(place))
  view(sqlite, 'run', runsAt(sqlite, place))
  view(sqlite, 'audit_pack', packsAt(place))
  for (const [table, rows] of WRITTEN_BY_CHECKS) copy(sqlite, table, rows(place.number))
  copy(sqlite, 'link', null)
  setKeysApart(sqlite)
  return { number: place.number, at: asOf.kind === 'time' ? asOf.at : lastKnownAt(sqlite, place) }
}

/** Tables whose rows have a number of the event sequence. */
const NUMBERED = ['moment', 'policy', 'act', 'date_listing', 'bank_file', 'bank_tie', 'bank_void']

/** Tables whose rows were written with a row of those, and refer to it. */
const WITH_A_NUMBERED: readonly (readonly [table: string, column: string])[] = [
  ['bank_statement', 'file'],
  ['bank_entry', 'file'],
  ['bank_text', 'file'],
  ['bank_tie_payout', 'tie'],
  ['bank_tie_entry', 'tie'],
]

/** Tables whose rows hold the last number of the event sequence when they were written: `after`. */
const WRITTEN_BY_CHECKS: readonly (readonly [table: string, rows: (number: number) => string])[] = [
  ['sighting', (number) => `WHERE after <= ${number}`],
  ['assessment', (number) => `WHERE after <= ${number}`],
  ['discrepancy', (number) => `WHERE id IN (SELECT discrepancy FROM main.sighting WHERE after <= ${number})`],
]

const placeOf = (sqlite: Database.Database, merchant: string, asOf: AsOf): Place => {
  const moment = momentOf(sqlite, asOf)
  // A period may be closed although nothing in it could be read. That is a past moment as well.
  const isBegun = sqlite
    .prepare<[string, number]>(`SELECT 1 FROM moment WHERE merchant = ? AND kind IN ('pull', 'act') AND number <= ?`)
    .get(merchant, moment?.number ?? 0)
  if (moment === undefined || isBegun === undefined) {
    throw new CuadreError(
      'AS_OF_TOO_EARLY',
      { en: 'nothing had been pulled yet as of then', es: 'para entonces aún no se había leído nada' },
      {
        en: 'give a later time, or a number that "cuadre history" shows',
        es: 'indique una hora posterior, o un número que muestre "cuadre history"',
      },
    )
  }
  const next = sqlite
    .prepare<[number], Moment>('SELECT number, at FROM moment WHERE number > ? ORDER BY number LIMIT 1')
    .get(moment.number)
  const ends = [next?.at ?? null, asOf.kind === 'time' ? asOf.at : null].filter((end) => end !== null)
  const until = ends.length === 0 ? null : Math.min(...ends)
  return { ...moment, until, firstUnknownRun: firstUnknownRun(sqlite, moment.number, until) }
}

const momentOf = (sqlite: Database.Database, asOf: AsOf): Moment | undefined => {
  const last = sqlite.prepare<[], Moment>('SELECT number, at FROM moment ORDER BY number DESC LIMIT 1').get()
  if (asOf.kind === 'time') {
    return sqlite
      .prepare<[number], Moment>('SELECT number, at FROM moment WHERE at <= ? ORDER BY number DESC LIMIT 1')
      .get(asOf.at)
  }
  if (last !== undefined && asOf.number > last.number) {
    throw new CuadreError(
      'AS_OF_TOO_LATE',
      {
        en: `the last number of the database is ${last.number}, so there is no ${asOf.number}`,
        es: `el último número de la base de datos es ${last.number}: no hay ${asOf.number}`,
      },
      { en: `give a number up to ${last.number}, or a time`, es: `indique un número hasta ${last.number}, o una hora` },
    )
  }
  return sqlite
    .prepare<[number], Moment>('SELECT number, at FROM moment WHERE number <= ? ORDER BY number DESC LIMIT 1')
    .get(asOf.number)
}

/** Numbers that belong to runs. The number of an act or a policy belongs to none. */
const NUMBERS_OF_RUNS = `SELECT run, number FROM main.pull WHERE state = 'closed'
  UNION ALL SELECT run, number FROM main.date_listing WHERE number IS NOT NULL`

/**
 * Runs follow one another. The first that used a later policy, or that has only later numbers, or that has none and
 * started later, had not started then, and neither had those after it.
 */
const firstUnknownRun = (sqlite: Database.Database, number: number, until: Instant | null): number | null =>
  sqlite
    .prepare<{ number: number; until: number | null }, number | null>(
      `SELECT min(ordinal) FROM (
         SELECT run.ordinal, run.at, run.policy_number, min(numbered.number) AS first
         FROM run LEFT JOIN (${NUMBERS_OF_RUNS}) numbered ON numbered.run = run.id GROUP BY run.ordinal)
       WHERE policy_number > :number OR first > :number OR (first IS NULL AND at > :until)`,
    )
    .pluck()
    .get({ number, until }) ?? null

const pullsAt = ({ number, firstUnknownRun, until }: Place): string => {
  const known =
    firstUnknownRun === null ? '' : `AND (SELECT ordinal FROM main.run WHERE run.id = run) < ${firstUnknownRun}`
  const ended = until === null ? '' : `AND closed_at <= ${until}`
  return `SELECT * FROM main.pull
    WHERE (state = 'closed' AND number <= ${number}) OR (state = 'incomplete' ${known} ${ended})`
}

/** A pack has no number: it records the end of the sequence at that time, and its own time. */
const packsAt = ({ number, until }: Place): string =>
  `SELECT * FROM main.audit_pack WHERE after <= ${number} ${until === null ? '' : `AND at <= ${until}`}`

/** The columns that were known of a run before it ended. */
const AT_ITS_BEGINNING = ['ordinal', 'id', 'merchant', 'job', 'at', 'version', 'policy_number']

const runsAt = (sqlite: Database.Database, { number, firstUnknownRun, until }: Place): string => {
  const hadEnded = `${until === null ? '' : `ended_at <= ${until} AND`}
    run.id NOT IN (SELECT run FROM (${NUMBERS_OF_RUNS}) WHERE number > ${number})`
  const columns = columnsOf(sqlite, 'run').map((name) =>
    AT_ITS_BEGINNING.includes(name) ? name : `CASE WHEN ${hadEnded} THEN ${name} END AS ${name}`,
  )
  const known = firstUnknownRun === null ? '' : `WHERE ordinal < ${firstUnknownRun}`
  return `SELECT ${columns.join(', ')} FROM main.run ${known}`
}

const columnsOf = (sqlite: Database.Database, table: string): readonly string[] =>
  sqlite.prepare<[string], string>(`SELECT name FROM pragma_table_info(?, 'main')`).pluck().all(table)

const view = (sqlite: Database.Database, name: string, select: string): void => {
  sqlite.exec(`CREATE TEMP VIEW ${name} AS ${select}`)
}

/** Makes a temporary table like the one of that name, with its indexes and some of its rows. */
const copy = (sqlite: Database.Database, table: string, rows: string | null): void => {
  const made = sqlite
    .prepare<[string], string>(
      `SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type DESC`,
    )
    .pluck()
    .all(table)
  const [create = '', ...indexes] = made
  sqlite.exec(create.replace(/^CREATE TABLE/, 'CREATE TEMP TABLE'))
  if (rows !== null) sqlite.exec(`INSERT INTO temp.${table} SELECT * FROM main.${table} ${rows}`)
  for (const index of indexes) sqlite.exec(index.replace(/^(CREATE (?:UNIQUE )?INDEX) /, '$1 temp.'))
}

/**
 * The keys that two records share now, or shared later, include those that they shared then, and only records that were
 * current then are compared. So the keys of the database can be used while they are up to date. Otherwise they are
 * rebuilt in a separate table.
 */
const setKeysApart = (sqlite: Database.Database): void => {
  const last = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM version').pluck().get() ?? 0
  const reached = sqlite.prepare<[], number>('SELECT version FROM main.key_reach').pluck().get() ?? 0
  copy(sqlite, 'key_reach', null)
  if (reached >= last) {
    sqlite.prepare('INSERT INTO temp.key_reach (id, version) VALUES (1, ?)').run(last)
    return
  }
  copy(sqlite, 'key', null)
  copy(sqlite, 'shared_key', null)
}

/** The moment of the last known row: that of the number itself, or the end of a run. */
const lastKnownAt = (sqlite: Database.Database, { at, until }: Place): Instant => {
  const ended = sqlite.prepare<[], number | null>('SELECT max(ended_at) FROM run').pluck().get() ?? at
  return until === null ? Math.max(at, ended) : Math.min(until, Math.max(at, ended))
}
