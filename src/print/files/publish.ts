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

/** A file of a folder, before it is made. */
export interface FileToPublish {
  readonly name: string
  /** SHA-256 of everything the file is made from: the same inputs give the same bytes. */
  readonly madeFrom: string
  /**
   * Renders the file; called only when it must be rewritten, with the entries of the files before it. `null`: the file
   * is disabled; an existing one stays while it is still right and is removed otherwise.
   */
  readonly pieces: ((before: readonly FileEntry[]) => AsyncIterable<Piece> | Iterable<Piece>) | null
}

export interface PublishedFiles {
  readonly entries: readonly FileEntry[]
  /** The paths of all files, the manifest last. */
  readonly paths: readonly string[]
  /** The names of the files that were written. */
  readonly written: readonly string[]
}

export interface PublishOptions {
  readonly signal?: AbortSignal
  /** An earlier run stopped before it wrote the folder: rewrite the manifest even when no file changes. */
  readonly isOutdated?: boolean
}

/**
 * Publishes the files of one folder and then their manifest. When a run stops halfway, the SHA-256 of some files is not
 * the recorded one, and the next run writes these again.
 */
export const publishFolder = async (
  folder: string,
  files: readonly FileToPublish[],
  provenance: Provenance,
  { signal, isOutdated = false }: PublishOptions = {},
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

/** Writes the files of one folder: each is flushed and renamed into place while the next one is made. */
interface FolderWriter {
  readonly write: (name: string, pieces: AsyncIterable<Piece> | Iterable<Piece>) => Promise<Measure>
  /** Waits until no write is pending, whether writes succeed or fail. */
  readonly idle: () => Promise<void>
  /** Waits like `idle`; throws the first error of a write. */
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
      // `end` reports a failure; until then it must not count as an unhandled rejection.
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

/** Originals and masked copies never share a folder: neither ever overwrites the other. */
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
 * Writes one file and returns its entry. Returns the earlier entry unchanged when the file has the same inputs and
 * still has its recorded SHA-256. Null when the file is disabled and an outdated one was removed.
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

/** Writes a small file that is in no manifest, unless it already has these bytes. Returns its path. */
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

/**
 * One digest of several texts. Their lengths are part of it, so that different lists of texts give different digests.
 */
export const digestOf = (parts: Iterable<string>): string => {
  const hash = createHash('sha256')
  for (const part of parts) addPart(hash, part)
  return hash.digest('hex')
}

/** The digest of the texts of a file, which are made one after the other and not kept in memory. */
export const digestOfPieces = async (pieces: AsyncIterable<Piece>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const { text } of pieces) addPart(hash, String(text))
  return hash.digest('hex')
}

const addPart = (hash: Hash, part: string): Hash => hash.update(`${Buffer.byteLength(part)}:`).update(part)
