import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CuadreError } from '../../std/errors.ts'
import { removeLeftovers, temporaryName } from '../../std/files/leftover-files.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import type { StoredDatabase } from './database-store.ts'
import { decryptFile, encryptFile } from './encrypt-file.ts'

/** One stored state of a database, which never changes. */
export interface Generation {
  /** 1, 2, 3, ... of the merchant. */
  readonly number: number
  readonly object: string
  readonly sha256: string
}

export interface FetchedDatabase extends StoredDatabase {
  readonly merchant: string
  /** The path of the database without a store; the work uses a folder next to it. */
  readonly db: string
  /** The current generation; null when the merchant has none. */
  readonly current: Generation | null
  /** Whether a merchant without one may start with an empty database. */
  readonly create: boolean
  readonly signal: AbortSignal
}

/**
 * Fetches the current database, works in it, and stores it as the next generation, which the caller makes current. No
 * copy remains on this machine.
 */
export const inFetchedDatabase = async <T>(
  asked: FetchedDatabase,
  work: (db: string) => Promise<T>,
  isWorthKeeping: (done: T) => boolean,
): Promise<{ readonly done: T; readonly next: Generation | null }> => {
  const home = dirname(asked.db)
  makeFolder(home)
  await removeLeftovers(home)
  const folder = join(home, temporaryName(asked.merchant))
  makeFolder(folder)
  try {
    const db = join(folder, basename(asked.db))
    await fetchDatabase(asked, db)
    const done = await work(db)
    const isKept = existsSync(db) && isWorthKeeping(done)
    return { done, next: isKept ? await giveDatabase(asked, db) : null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fetches a database to a path that does not exist yet. */
export const fetchDatabase = async (
  { store, key, merchant, current, create, signal }: FetchedDatabase,
  db: string,
): Promise<void> => {
  if (current === null && create) return
  if (current === null) throw notInStore(merchant)
  const encrypted = `${db}.enc`
  try {
    await store.fetch(current.object, encrypted, signal)
    await decryptFile(encrypted, db, key, current.sha256)
  } finally {
    await rm(encrypted, { force: true })
  }
}

/** The name contains the digest, so that two workers with the same number never overwrite each other. */
export const giveDatabase = async (
  { store, key, merchant, current, signal }: FetchedDatabase,
  db: string,
): Promise<Generation> => {
  const journal = `${db}-wal`
  if (existsSync(journal) && statSync(journal).size > 0)
    throw new Error(`the database of merchant ${merchant} still has a journal`)
  const encrypted = `${db}.${temporaryName('enc')}`
  try {
    const sha256 = await encryptFile(db, encrypted, key)
    const number = (current?.number ?? 0) + 1
    const object = `${merchant}/${String(number).padStart(6, '0')}-${sha256}.db.enc`
    await store.give(encrypted, object, signal)
    return { number, object, sha256 }
  } finally {
    await rm(encrypted, { force: true })
  }
}

const notInStore = (merchant: string): CuadreError =>
  new CuadreError(
    'NOT_IN_STORE',
    {
      en: `the store has no database of merchant ${merchant}`,
      es: `el almacén no tiene base de datos del comercio ${merchant}`,
    },
    {
      en: `give it the one you have: cuadre queue give --merchant ${merchant}; or begin with an empty one: cuadre enqueue --merchant ${merchant} --create --again`,
      es: `dele la que usted tiene: cuadre queue give --merchant ${merchant}; o empiece con una vacía: cuadre enqueue --merchant ${merchant} --create --again`,
    },
  )
