import { constants, createReadStream, type Dirent } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { ENTRIES_MAX } from './manifest.ts'

/** An entry of a pack whose contents are not read yet. */
export interface PackFileSource {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly bytes: number
  readonly open: () => AsyncIterable<Uint8Array>
}

/** An untrusted pack as found on disk. */
export interface PackSource {
  readonly find: (name: string) => Promise<PackFileSource | null>
  readonly all: () => AsyncIterable<PackFileSource>
  readonly close: () => void
}

export const openSource = async (path: string): Promise<PackSource> => {
  const found = await stat(path).catch(() => null)
  if (found === null) throw notFound({ en: `there is no pack ${path}`, es: `no existe el paquete ${path}` })
  if (found.isDirectory()) return folderSource(path)
  if (found.isFile()) return zipSource(path)
  throw notFound({ en: `${path} is neither a folder nor a file`, es: `${path} no es una carpeta ni un archivo` })
}

const notFound = (message: Both<string>): CuadreError =>
  new CuadreError('PACK_NOT_FOUND', message, {
    en: 'name the folder or the .zip file of a pack',
    es: 'indique la carpeta o el archivo .zip de un paquete',
  })

const folderSource = (path: string): PackSource => ({
  find: async (name) => {
    const found = await lstat(join(path, name)).catch(() => null)
    return found === null
      ? null
      : { name, kind: kindOf(found), bytes: found.size, open: () => chunksOf(join(path, name)) }
  },
  all: () => filesBelow(path, ''),
  close: () => {},
})

/** Links are not followed: a file outside the folder is not part of the pack. */
async function* filesBelow(path: string, folder: string): AsyncGenerator<PackFileSource> {
  const entries: readonly Dirent[] = await readdir(join(path, folder), { withFileTypes: true }).catch(
    (error: unknown) => {
      throw new CuadreError(
        'PACK_DAMAGED',
        {
          en: `${join(path, folder)} cannot be read: ${wordsOf(error)}`,
          es: `no se puede leer ${join(path, folder)}: ${wordsOf(error)}`,
        },
        NEXT,
        {
          cause: error,
        },
      )
    },
  )
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    const file = join(path, name)
    const found = await lstat(file)
    yield { name, kind: kindOf(found), bytes: found.size, open: () => chunksOf(file) }
    if (found.isDirectory()) yield* filesBelow(path, name)
  }
}

const kindOf = (found: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): PackFileSource['kind'] => {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  return found.isSymbolicLink() ? 'link' : 'other'
}

const chunksOf = (file: string): AsyncIterable<Uint8Array> =>
  createReadStream(file, { highWaterMark: 1 << 20, flags: constants.O_RDONLY | constants.O_NOFOLLOW } as object)

/** The zip reader checks the names: none of them leads out of the zip. */
const zipSource = async (path: string): Promise<PackSource> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw new CuadreError(
      'PACK_DAMAGED',
      {
        en: `${path} cannot be read as a zip: ${wordsOf(error)}`,
        es: `no se puede leer ${path} como zip: ${wordsOf(error)}`,
      },
      NEXT,
      { cause: error },
    )
  })
  if (zip.entryCount > ENTRIES_MAX) {
    zip.close()
    throw new CuadreError(
      'PACK_DAMAGED',
      {
        en: `${path} is not a pack: it has ${zip.entryCount} entries`,
        es: `${path} no es un paquete: tiene ${zip.entryCount} entradas`,
      },
      NEXT,
    )
  }
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    zip.close()
    throw new CuadreError(
      'PACK_DAMAGED',
      { en: `${path} is a damaged zip: ${wordsOf(error)}`, es: `${path} es un zip dañado: ${wordsOf(error)}` },
      NEXT,
      { cause: error },
    )
  }
  const found = entries.map((entry) => foundIn(zip, entry))
  return {
    find: async (name) => found.find((one) => one.name === name) ?? null,
    all: async function* () {
      yield* found
    },
    close: () => zip.close(),
  }
}

const NEXT = { en: 'get the pack once more from whoever made it', es: 'pida de nuevo el paquete a quien lo hizo' }
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const foundIn = (zip: ZipFile, entry: Entry): PackFileSource => ({
  name: entry.fileName.replace(/\/$/, ''),
  kind: entry.fileName.endsWith('/') ? 'folder' : kindOfMode(entry.externalFileAttributes >>> 16),
  bytes: entry.uncompressedSize,
  open: async function* () {
    yield* await zip.openReadStreamPromise(entry)
  },
})

/** The type of a file by its Unix mode; zips of other systems have none. */
const kindOfMode = (mode: number): PackFileSource['kind'] => {
  const kind = mode & constants.S_IFMT
  if (kind === 0 || kind === constants.S_IFREG) return 'file'
  return kind === constants.S_IFLNK ? 'link' : 'other'
}
