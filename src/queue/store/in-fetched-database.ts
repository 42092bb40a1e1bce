import { createCipheriv, createDecipheriv, createHash, pbkdf2, randomBytes } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CuadreError } from '../../std/errors.ts'
import { removeLeftovers, temporaryName } from '../../std/files/leftover-files.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { type Piece, writeNew } from '../../std/files/whole-file.ts'
import { flagsOfNight } from '../night-name.ts'
import type { StoredDatabase } from './database-store.ts'

/** The format of "openssl enc -aes-256-cbc -pbkdf2 -iter 600000 -salt", so that the file can be read without Cuadre. */
const MAGIC = Buffer.from('Salted__')
const SALT_BYTES = 8
const HEAD_BYTES = MAGIC.length + SALT_BYTES
const ITERATIONS = 600_000

const cipherKey = async (password: string, salt: Buffer) => {
  const bytes = await promisify(pbkdf2)(password, salt, ITERATIONS, 48, 'sha256')
  return [bytes.subarray(0, 32), bytes.subarray(32)] as const
}

/** Returns the SHA-256 of the written file. */
const encryptFile = async (from: string, to: string, password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES)
  const cipher = createCipheriv('aes-256-cbc', ...(await cipherKey(password, salt)))
  const source = createReadStream(from)
  const encrypted = pipeline(source, cipher)
  const pieces = async function* (): AsyncGenerator<Piece> {
    yield { text: Buffer.concat([MAGIC, salt]), rows: 0 }
    for await (const chunk of cipher) yield { text: chunk, rows: 0 }
  }
  const [{ sha256 }] = await Promise.all([writeNew(to, pieces()), encrypted])
  return sha256
}

const decryptFile = async (from: string, to: string, password: string): Promise<void> => {
  const decipher = createDecipheriv('aes-256-cbc', ...(await cipherKey(password, await saltOf(from))))
  const decrypted = pipeline(createReadStream(from, { start: HEAD_BYTES }), decipher)
  const pieces = async function* (): AsyncGenerator<Piece> {
    for await (const chunk of decipher) yield { text: chunk, rows: 0 }
  }
  try {
    await Promise.all([writeNew(to, pieces()), decrypted])
  } catch (error) {
    throw error instanceof Error && /decrypt/i.test(error.message) ? wrongKey(error) : error
  }
}

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

const saltOf = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    await file.read(head, 0, HEAD_BYTES, 0)
    return head.subarray(MAGIC.length)
  } finally {
    await file.close()
  }
}

const notTheSame = (merchant: string, { number }: Generation): CuadreError =>
  new CuadreError(
    'STORE_DAMAGED',
    {
      en: 'what the store handed out is not the database that was given to it',
      es: 'lo que entregó el almacén no es la base de datos que se le dio',
    },
    {
      en: `look at the store: its objects are never changed; an older one that you decrypted, or a backup, is put in force with: cuadre queue give --merchant ${merchant} --over ${number}`,
      es: `revise el almacén: sus objetos nunca cambian; uno anterior que usted descifre, o una copia, se pone en vigor con: cuadre queue give --merchant ${merchant} --over ${number}`,
    },
  )

const wrongKey = (cause: Error): CuadreError =>
  new CuadreError(
    'WRONG_DATABASE_KEY',
    {
      en: 'the database of the store cannot be decrypted with this key',
      es: 'la base de datos del almacén no se puede descifrar con esta clave',
    },
    {
      en: 'set CUADRE_DATABASE_KEY to the key with which it was given',
      es: 'ponga en CUADRE_DATABASE_KEY la clave con la que se dio',
    },
    { cause },
  )

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
  /** The name of the night that is to be done in it; absent without one. */
  readonly night?: string
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
  { store, key, merchant, current, night = '', create, signal }: FetchedDatabase,
  db: string,
): Promise<void> => {
  if (current === null && create) return
  if (current === null) throw notInStore(merchant, flagsOfNight(night))
  const encrypted = `${db}.enc`
  try {
    await store.fetch(current.object, encrypted, signal)
    // Before any of it is used.
    if ((await digestOf(encrypted)) !== current.sha256) throw notTheSame(merchant, current)
    await decryptFile(encrypted, db, key)
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

const notInStore = (merchant: string, flags: string): CuadreError =>
  new CuadreError(
    'NOT_IN_STORE',
    {
      en: `the store has no database of merchant ${merchant}`,
      es: `el almacén no tiene base de datos del comercio ${merchant}`,
    },
    {
      en: `give it the one you have: cuadre queue give --merchant ${merchant}; or begin with an empty one: cuadre enqueue${flags} --merchant ${merchant} --create --again`,
      es: `dele la que usted tiene: cuadre queue give --merchant ${merchant}; o empiece con una vacía: cuadre enqueue${flags} --merchant ${merchant} --create --again`,
    },
  )
