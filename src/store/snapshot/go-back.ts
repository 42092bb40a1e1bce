import type Database from 'better-sqlite3'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { AsOf, Moment } from '../../core/past-run.ts'
import { CuadreError } from '../../std/errors.ts'
import { type EndOfRow, NUMBERS_OF_RUNS, TABLE_RECORDS } from '../tables.ts'

/*
 * The database as of a past moment: the same tables, under the same names, without later rows. SQLite resolves a name
 * first among the temporary tables and views of a connection, so that every unchanged statement of the store reads the
 * past. The file itself is opened read-only. Writes of checks go to temporary tables, which are kept in memory.
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
  for (const [table, { past }] of TABLE_RECORDS) {
    if (past === 'shows all') continue
    if ('copies' in past) copy(sqlite, table, at(place, past.copies))
    else
      view(
        sqlite,
        table,
        `SELECT ${columnsOf(sqlite, table, place, past.end)} FROM main.${table} WHERE ${at(place, past.shows)}`,
      )
  }
  setKeysApart(sqlite)
  return { number: place.number, at: asOf.kind === 'time' ? asOf.at : lastKnownAt(sqlite, place) }
}

/** A view takes no values: the numbers of the place are written into its text. */
const at = (place: Place, condition: string): string =>
  condition.replace(
    /:(number|until|firstUnknownRun)/g,
    (_, name: 'number' | 'until' | 'firstUnknownRun') => `${place[name]}`,
  )

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

const columnsOf = (sqlite: Database.Database, table: string, place: Place, end: EndOfRow | undefined): string =>
  sqlite
    .prepare<[string], string>(`SELECT name FROM pragma_table_info(?, 'main')`)
    .pluck()
    .all(table)
    .map((name) =>
      end?.columns.includes(name) ? `CASE WHEN ${at(place, end.known)} THEN ${name} END AS ${name}` : name,
    )
    .join(', ')

const view = (sqlite: Database.Database, name: string, select: string): void => {
  sqlite.exec(`CREATE TEMP VIEW ${name} AS ${select}`)
}

/** Makes a temporary table like the one of that name, with its indexes and some of its rows. */
const copy = (sqlite: Database.Database, table: string, rows: string): void => {
  const made = sqlite
    .prepare<[string], string>(
      `SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type DESC`,
    )
    .pluck()
    .all(table)
  const [create = '', ...indexes] = made
  sqlite.exec(create.replace(/^CREATE TABLE/, 'CREATE TEMP TABLE'))
  sqlite.exec(`INSERT INTO temp.${table} SELECT * FROM main.${table} WHERE ${rows}`)
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
  copy(sqlite, 'key_reach', 'false')
  if (reached >= last) {
    sqlite.prepare('INSERT INTO temp.key_reach (id, version) VALUES (1, ?)').run(last)
    return
  }
  copy(sqlite, 'key', 'false')
  copy(sqlite, 'shared_key', 'false')
}

/** The moment of the last known row: that of the number itself, or the end of a run. */
const lastKnownAt = (sqlite: Database.Database, { at, until }: Place): Instant => {
  const ended = sqlite.prepare<[], number | null>('SELECT max(ended_at) FROM run').pluck().get() ?? at
  return until === null ? Math.max(at, ended) : Math.min(until, Math.max(at, ended))
}
