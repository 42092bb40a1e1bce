import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { verifyInbox } from '../../src/store/maintenance/verify/inbox.ts'
import type { AnswerReader } from '../../src/store/maintenance/verify/verification-part.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import type { Target } from './flips.ts'
import { isAlike, valuesIn } from './values.ts'

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
