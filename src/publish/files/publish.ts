import { createHash, type Hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CuadreError } from '../../std/errors.ts'
import {
  type Measure,
  type Piece,
  prepareFolder,
  sha256Of,
  syncFolder,
  writeUnflushed,
  writeWhole,
} from '../../std/files/whole-file.ts'
import { writingTo } from '../../std/files/writing-to.ts'
import { once } from '../../std/once.ts'
import { type FileEntry, MANIFEST, manifestText, type Provenance, readManifest, samePolicy } from './manifest.ts'

/** A file of a folder, not yet made. */
export interface FileToPublish {
  readonly name: string
  /** SHA-256 of everything the file is made from: the same inputs give the same bytes. */
  readonly madeFrom: string
  /**
   * Called only when it must be written; told what became of the files before it, of which it may speak. Null where nobody wants the
   * file now: one that stands may stay while it says the same, and is removed when it would not.
   */
  readonly pieces: ((before: readonly FileEntry[]) => AsyncIterable<Piece> | Iterable<Piece>) | null
}

export interface PublishedFiles {
  readonly entries: readonly FileEntry[]
  /** The paths of all files, the manifest last. */
  readonly paths: readonly string[]
  /** The names of those that had to be written. */
  readonly written: readonly string[]
}

export interface HowToPublish {
  readonly signal?: AbortSignal
  /** An earlier run owes the folder its files: the manifest names this run, also when they turn out to be the same. */
  readonly isOutdated?: boolean
}

/**
 * Publishes the files of one folder and says so in its manifest, which is written last: a folder left half done has files whose
 * SHA-256 is not the recorded one, and the next run writes those again.
 */
export const publishFolder = async (
  folder: string,
  files: readonly FileToPublish[],
  provenance: Provenance,
  { signal, isOutdated = false }: HowToPublish = {},
): Promise<PublishedFiles> => {
  const manifest = await readManifest(folder)
  if (manifest !== null && manifest.masked !== provenance.masked) throw maskedFolderError(folder, manifest.masked)
  const known = manifest?.version === provenance.versions.cuadre ? manifest : null
  const entries: FileEntry[] = []
  const written: string[] = []
  const writer = folderWriter(folder, signal)
  try {
    for (const file of files) {
      const before = known?.files.find(({ name }) => name === file.name) ?? null
      const entry = await publishFile(folder, file, before, entries, writer)
      if (entry !== null) entries.push(entry)
      if (entry !== null && entry !== before) written.push(file.name)
    }
  } finally {
    await writer.idle()
  }
  await writer.end()
  const manifestStands =
    known !== null &&
    !isOutdated &&
    written.length === 0 &&
    known.files.length === entries.length &&
    known.merchant === provenance.merchant &&
    samePolicy(known, provenance.policy) &&
    known.asOf === (provenance.asOf?.number ?? null)
  if (!manifestStands) {
    await writer.write(MANIFEST, [{ text: manifestText(provenance, entries), rows: 0 }])
    await writer.end()
    await syncFolder(folder)
    written.push(MANIFEST)
  }
  return { entries, paths: [...entries.map(({ name }) => name), MANIFEST].map((name) => join(folder, name)), written }
}

/** Writes files of one folder: each is flushed and put in its place while the next one is made. */
interface FolderWriter {
  readonly write: (name: string, pieces: AsyncIterable<Piece> | Iterable<Piece>) => Promise<Measure>
  /** Waits until no file is on its way, however that ends. */
  readonly idle: () => Promise<void>
  /** The same; throws what kept a file from its place. */
  readonly end: () => Promise<void>
}

const folderWriter = (folder: string, signal: AbortSignal | undefined): FolderWriter => {
  const prepared = once(() => prepareFolder(folder))
  const publishing: Promise<void>[] = []
  const idle = async (): Promise<void> => {
    await Promise.allSettled(publishing)
  }
  return {
    write: async (name, pieces) => {
      await prepared()
      const { measure, publish } = await writeUnflushed(folder, name, pieces, signal)
      const published = publish()
      // Told by `end`; until then its failure must not count as unhandled.
      published.catch(() => undefined)
      publishing.push(published)
      return measure
    },
    idle,
    end: async () => {
      await idle()
      await Promise.all(publishing)
    },
  }
}

/** Originals and copies for others never lie in one folder: neither is ever written over the other. */
const maskedFolderError = (folder: string, holdsMasked: boolean): CuadreError =>
  new CuadreError(
    'OUT_MASKED',
    holdsMasked
      ? { en: `${folder} holds masked copies`, es: `${folder} tiene copias sin datos personales` }
      : { en: `${folder} holds files that are not masked`, es: `${folder} tiene archivos con datos personales` },
    holdsMasked
      ? { en: 'give the folder of the originals with --out', es: 'indique con --out la carpeta de los originales' }
      : { en: 'give another folder for the copies with --out', es: 'indique con --out otra carpeta para las copias' },
  )

/**
 * Writes one file, unless it is made from the same as before and still has its recorded SHA-256: then the entry of before is
 * given back as it is. Null when there is no such file now, because nobody wants it and what stood there said something else.
 */
const publishFile = async (
  folder: string,
  file: FileToPublish,
  before: FileEntry | null,
  earlier: readonly FileEntry[],
  { write }: FolderWriter,
): Promise<FileEntry | null> => {
  if (
    before !== null &&
    before.madeFrom === file.madeFrom &&
    (await sha256Of(join(folder, file.name))) === before.sha256
  ) {
    return before
  }
  if (file.pieces === null) {
    await writingTo(join(folder, file.name), () => rm(join(folder, file.name), { force: true }))
    return null
  }
  const measure = await write(file.name, file.pieces(earlier))
  return { name: file.name, madeFrom: file.madeFrom, ...measure }
}

/** Writes a small file that no manifest speaks of, unless it stands there already with these very bytes; gives its path. */
export const publishText = async (
  folder: string,
  name: string,
  text: string | Uint8Array,
  signal?: AbortSignal,
): Promise<string> => {
  const path = join(folder, name)
  const sha256 = createHash('sha256').update(text).digest('hex')
  if ((await sha256Of(path)) !== sha256) await writeWhole(folder, name, [{ text, rows: 0 }], signal)
  return path
}

/** One digest of several texts; their lengths are part of it, so that no two lists of texts read alike. */
export const digestOf = (parts: Iterable<string>): string => {
  const hash = createHash('sha256')
  for (const part of parts) addPart(hash, part)
  return hash.digest('hex')
}

/** The same of the texts of a file, which are made one after the other and not held. */
export const digestOfPieces = async (pieces: AsyncIterable<Piece>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const { text } of pieces) addPart(hash, String(text))
  return hash.digest('hex')
}

const addPart = (hash: Hash, part: string): Hash => hash.update(`${Buffer.byteLength(part)}:`).update(part)
