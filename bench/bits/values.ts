import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'

/** The readable contents of a database: for each table and index a digest, or why it cannot be read. */
export type Values = ReadonlyMap<string, string>

interface Schema {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

/**
 * Reads every table by its rows and every index by its entries, since a search by an index sees the index's contents.
 * With `only` it reads a single one: no other read touches its pages.
 */
export const valuesIn = (path: string, only: string | null): Values => {
  try {
    const sqlite = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return readAll(sqlite, only)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    return new Map([['file', String(error)]])
  }
}

const readAll = (sqlite: Database.Database, only: string | null): Values => {
  const objects = sqlite.prepare<[], Schema>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  const values = new Map([['sqlite_schema', JSON.stringify(objects)]])
  for (const object of objects) {
    if (only !== null && object.name !== only) continue
    const query = queryOf(sqlite, object)
    if (query !== null) values.set(object.name, digestOf(sqlite, query))
  }
  return values
}

/**
 * Undone work leaves gaps in the numbers of pulls and listings, and repeated deliveries in those of an inbox: how far
 * these counters are ahead does not matter.
 */
const COUNTERS = `SELECT name, iif(name IN ('pull', 'date_listing', 'event', 'conflict'), 0, seq) FROM sqlite_sequence`

const queryOf = (sqlite: Database.Database, { type, name, tbl_name, sql }: Schema): string | null => {
  if (name === 'sqlite_sequence') return COUNTERS
  // Who writes is no fact: the next run puts its own token there.
  if (name === 'writer') return null
  if (type === 'table') return `SELECT rowid, * FROM "${name}"`
  if (type !== 'index') return null
  const columns = sqlite.prepare<[string], string>('SELECT name FROM pragma_index_info(?)').pluck().all(name)
  const where = /\bWHERE\b.*$/s.exec(sql ?? '')?.[0] ?? ''
  return `SELECT ${columns.map((column) => `"${column}"`).join(', ')}, rowid FROM "${tbl_name}" INDEXED BY "${name}" ${where}`
}

const digestOf = (sqlite: Database.Database, query: string): string => {
  const hash = createHash('sha256')
  try {
    for (const row of sqlite.prepare(query).raw().safeIntegers().iterate()) hash.update(JSON.stringify(row, asText))
    return hash.digest('hex')
  } catch (error) {
    return String(error)
  }
}

/** Compressed bytes are compared after decompression: name and time in the gzip header do not matter. */
const asText = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`
  if (isBytes(value)) return unpacked(Buffer.from(value.data)).toString('hex')
  return value
}

const isBytes = (value: unknown): value is { readonly data: number[] } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer' && 'data' in value

const unpacked = (bytes: Buffer): Buffer => {
  try {
    return gunzipSync(bytes)
  } catch {
    return bytes
  }
}

/** Whether the present contents equal the former ones. */
export const isAlike = (before: Values, now: Values): boolean =>
  [...now].every(([name, value]) => before.get(name) === value)
