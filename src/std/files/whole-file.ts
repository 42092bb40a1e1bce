import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from '../errors.ts'
import { removeLeftovers, temporaryName } from './leftover-files.ts'
import { makeFolder } from './make-folder.ts'
import { writingTo } from './writing-to.ts'

/** A part of a file, and its number of data rows. */
export interface Piece {
  readonly text: string | Uint8Array
  readonly rows: number
}

/** The measures of a written file, taken during writing. */
export interface Measure {
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** A file that is written and flushed, but not yet renamed into place. */
export interface StagedFile {
  readonly measure: Measure
  /** Renames it over the existing file. */
  readonly publish: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** A file whose bytes were given to the system but are not yet flushed. */
export interface UnflushedFile {
  readonly measure: Measure
  /**
   * Flushes it and renames it over the existing file; the caller flushes the folder. On failure the old file stays and
   * the new one is removed.
   */
  readonly publish: () => Promise<void>
}

/**
 * Writes a file whole or not at all: into a temporary file next to it that only its owner may read, which is flushed to
 * disk and renamed over the existing file (with its final `mode`). On failure or abort the temporary file is removed
 * and the old file stays. One piece is written while the next is made, and no more than that, so that a fast source
 * does not fill the memory.
 */
export const writeWhole = async (
  folder: string,
  name: string,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  signal?: AbortSignal,
  mode = 0o600,
): Promise<Measure> => {
  await prepareFolder(folder)
  const { measure, publish } = await writeUnflushed(folder, name, pieces, signal, mode)
  await publish()
  await syncFolder(folder)
  return measure
}

/** Creates the folder for files to be written, and removes leftovers of killed processes. */
export const prepareFolder = async (folder: string): Promise<void> => {
  await writingTo(folder, async () => makeFolder(folder))
  await writingTo(folder, () => removeLeftovers(folder))
}

/** The first half of `writeWhole`, for files of one folder that is prepared and flushed once. */
export const writeUnflushed = async (
  folder: string,
  name: string,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  signal?: AbortSignal,
  mode = 0o600,
): Promise<UnflushedFile> => {
  const { measure, flush, publish, discard } = await writeNeighbour(folder, name, pieces, signal, mode)
  return {
    measure,
    publish: async () => {
      await flush()
      try {
        await publish()
      } catch (error) {
        await discard()
        throw error
      }
    },
  }
}

/** Writes and flushes a file that must appear together with others. */
export const stageFile = async (
  folder: string,
  name: string,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  signal?: AbortSignal,
): Promise<StagedFile> => {
  await prepareFolder(folder)
  const { measure, flush, publish, discard } = await writeNeighbour(folder, name, pieces, signal, 0o600)
  await flush()
  const publishAndSync = async (): Promise<void> => {
    await publish()
    await syncFolder(folder)
  }
  return { measure, publish: publishAndSync, discard }
}

const writeNeighbour = async (
  folder: string,
  name: string,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  signal: AbortSignal | undefined,
  mode: number,
) => {
  const target = join(folder, name)
  const temporary = join(folder, temporaryName(name))
  const discard = (): Promise<void> => rm(temporary, { force: true }).catch(() => {})
  const file = await writingTo(target, () => open(temporary, 'wx', 0o600))
  const orDiscard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await file.close().catch(() => {})
      await discard()
      throw error
    }
  }
  const measure = await orDiscard(() => copy(pieces, file, target, signal))
  const flush = () =>
    orDiscard(async () => {
      // chmod, since the umask of the caller would reduce the mode.
      if (mode !== 0o600) await writingTo(target, () => file.chmod(mode))
      await writingTo(target, () => file.sync())
      await writingTo(target, () => file.close())
    })
  const publish = () => writingTo(target, () => rename(temporary, target))
  return { measure, flush, publish, discard }
}

/**
 * Writes a new file for its owner only; a file that cannot be written whole is removed. For many files of a new folder,
 * which counts only once it is moved to its place; a failure names the file by that place, `target`.
 */
export const writeNew = async (
  path: string,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  signal?: AbortSignal,
  target = path,
): Promise<Measure> => {
  const file = await writingTo(target, () => open(path, 'wx', 0o600))
  try {
    const measure = await copy(pieces, file, target, signal)
    await writingTo(target, () => file.sync())
    await writingTo(target, () => file.close())
    return measure
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true }).catch(() => {})
    throw error
  }
}

const copy = async (
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  file: FileHandle,
  target: string,
  signal: AbortSignal | undefined,
): Promise<Measure> => {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  let writing = Promise.resolve()
  for await (const piece of pieces) {
    signal?.throwIfAborted()
    const chunk = typeof piece.text === 'string' ? Buffer.from(piece.text) : piece.text
    hash.update(chunk)
    rows += piece.rows
    const place = bytes
    bytes += chunk.byteLength
    await writing
    writing = writingTo(target, () => writeAll(file, chunk, place))
    // Awaited one piece later; until then a failure must not count as an unhandled rejection.
    writing.catch(() => {})
  }
  await writing
  signal?.throwIfAborted()
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** One write may write less than it was given, for example when the disk is almost full. */
const writeAll = async (file: FileHandle, chunk: Uint8Array, place: number): Promise<void> => {
  for (let at = 0; at < chunk.byteLength; )
    at += (await file.write(chunk, at, chunk.byteLength - at, place + at)).bytesWritten
}

/**
 * Flushes the folder, so that the rename survives a power cut. Some systems cannot open a folder; then nothing can be
 * done.
 */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** The SHA-256 of a file on disk, in hex; null when there is no such regular file, or it cannot be read. */
export const sha256Of = async (path: string): Promise<string | null> => {
  try {
    if (!(await lstat(path)).isFile()) return null
    return await digestOf(path)
  } catch (error) {
    if (errnoOf(error) !== null) return null
    throw error
  }
}

const digestOf = async (path: string): Promise<string> => {
  const hash: Hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}
