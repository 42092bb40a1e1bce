import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { provePack } from '../../src/print/pack/proof.ts'
import { openSource } from '../../src/print/pack/source.ts'
import { verifyInbox } from '../../src/store/maintenance/verify/file.ts'
import type { AnswerReader } from '../../src/store/maintenance/verify/verification-part.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import type { Target } from './flips.ts'

const NEVER = new AbortController().signal

/** A database, checked by "db verify". */
export const databaseTarget = (path: string, reader: AnswerReader): Target =>
  sqliteTarget(path, async () => (await verifyDatabaseFile(path, reader, NEVER)).damages > 0)

/** An inbox, checked by "db verify". */
export const inboxTarget = (path: string): Target =>
  sqliteTarget(path, async () => (verifyInbox(path)?.damages ?? 0) > 0)

const sqliteTarget = (path: string, isDamaged: () => Promise<boolean>): Target => {
  const { pageSize, owners } = pagesOf(path)
  const before = valuesIn(path, null)
  return {
    paths: [path],
    objectAt: (_path, byte) => owners[Math.floor(byte / pageSize)] ?? FREE,
    outcomeOf: async (object) => {
      const only = object === FREE || object === 'sqlite_schema' ? null : object
      if (isAlike(before, valuesIn(path, only))) return 'harmless'
      return (await isSeen(isDamaged)) ? 'seen' : 'unseen'
    },
  }
}

/** A refused file counts as detected, as does reported damage. */
const isSeen = async (isDamaged: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await isDamaged()
  } catch (error) {
    if (error instanceof Error && error.name === 'CuadreError') return true
    throw error
  }
}

const FREE = 'free pages'

/** The table or index of each page, by position. */
const pagesOf = (path: string): { readonly pageSize: number; readonly owners: readonly string[] } => {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true })
  try {
    const pageSize = Number(sqlite.pragma('page_size', { simple: true }))
    const owners = Array.from({ length: statSync(path).size / pageSize }, () => FREE)
    const pages = sqlite.prepare<[], { pageno: number; name: string }>('SELECT pageno, name FROM dbstat').all()
    for (const { pageno, name } of pages) owners[pageno - 1] = name
    return { pageSize, owners }
  } finally {
    sqlite.close()
  }
}

/** The readable contents of a database: for each table and index a digest, or why it cannot be read. */
type Values = ReadonlyMap<string, string>

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
const valuesIn = (path: string, only: string | null): Values => {
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
const isAlike = (before: Values, now: Values): boolean => [...now].every(([name, value]) => before.get(name) === value)

/** An evidence pack, as a folder or zip, checked by "audit --verify" without a separate digest. */
export const packTarget = async (path: string): Promise<Target> => {
  const before = await contentOf(path)
  return {
    paths: filesOf(path),
    objectAt: (file) => relative(path, file) || basename(path),
    outcomeOf: async () => {
      if ((await contentOf(path)) === before) return 'harmless'
      return (await isRefused(path)) ? 'seen' : 'unseen'
    },
  }
}

const filesOf = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
        .sort()

const isRefused = async (path: string): Promise<boolean> => {
  try {
    return (await provePack(path, null, NEVER)).problems.length > 0
  } catch (error) {
    if (error instanceof Error && error.name === 'CuadreError') return true
    throw error
  }
}

/** The names, kinds and bytes that a reader gets from the pack; when it cannot be read, the error. */
const contentOf = async (path: string): Promise<string> => {
  try {
    const source = await openSource(path)
    try {
      const files: string[] = []
      for await (const { name, kind, open } of source.all()) {
        const hash = createHash('sha256')
        if (kind === 'file') for await (const chunk of open()) hash.update(chunk)
        files.push(`${kind} ${name} ${hash.digest('hex')}`)
      }
      return files.sort().join('\n')
    } finally {
      source.close()
    }
  } catch (error) {
    return String(error)
  }
}
