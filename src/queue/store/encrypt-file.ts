import { createCipheriv, createDecipheriv, createHash, pbkdf2, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CuadreError } from '../../std/errors.ts'
import { type Piece, writeNew } from '../../std/files/whole-file.ts'

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
export const encryptFile = async (from: string, to: string, password: string): Promise<string> => {
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

/** Checks the SHA-256 of the file before any of it is used. */
export const decryptFile = async (from: string, to: string, password: string, sha256: string): Promise<void> => {
  if ((await digestOf(from)) !== sha256) throw notTheSame()
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

const notTheSame = (): CuadreError =>
  new CuadreError(
    'STORE_DAMAGED',
    {
      en: 'what the store handed out is not the database that was given to it',
      es: 'lo que entregó el almacén no es la base de datos que se le dio',
    },
    {
      en: 'look at the store: its objects are never changed; an older one can be put in force with "cuadre queue give"',
      es: 'revise el almacén: sus objetos nunca cambian; uno anterior se puede poner en vigor con "cuadre queue give"',
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
