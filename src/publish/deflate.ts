import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { combinedCrc } from './combined-crc.ts'

/** A chunk compressed by itself, with the measure of its original. */
export interface DeflatedChunk {
  /** Whole bytes of a deflated stream (RFC 1951), without its last block. */
  readonly deflated: Uint8Array
  readonly crc: number
  readonly bytes: number
}

/** Chunks to compress, and some that already are. */
export type Chunks = AsyncIterable<Uint8Array | DeflatedChunk> | Iterable<Uint8Array | DeflatedChunk>

/** The measure of a part before compression. */
export interface PartMeasure {
  readonly crc: number
  readonly bytes: number
}

/** Compressed bytes, and the measure of the originals, which is known once all were read. */
export interface DeflatedPart {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly measure: () => PartMeasure
}

/** Level 1 takes two thirds of the time of level 6 and gives a fifth more bytes. */
const OPTIONS = { level: 1, chunkSize: 65_536, finishFlush: constants.Z_SYNC_FLUSH }
const deflateOnThread = promisify<Uint8Array, typeof OPTIONS, Uint8Array>(deflateRaw)

/** Compresses a chunk by itself, on another thread. The caller may await it later. */
export const deflateChunk = (chunk: Uint8Array): Promise<DeflatedChunk> => {
  const deflating = deflateOnThread(chunk, OPTIONS).then((deflated) => ({
    deflated,
    crc: crc32(chunk),
    bytes: chunk.byteLength,
  }))
  // Node would end the process for a failure that nobody awaits yet.
  deflating.catch(() => {})
  return deflating
}

/** The last block of a deflated stream, without contents. */
const LAST_BLOCK = Uint8Array.of(3, 0)

/** Joins the chunks to one compressed part. One chunk is compressed while the next is made. */
export const deflate = (chunks: Chunks): DeflatedPart => {
  let crc = 0
  let bytes = 0
  async function* deflated(): AsyncGenerator<Uint8Array> {
    for await (const chunk of eachDeflated(chunks)) {
      crc = combinedCrc(crc, chunk.crc, chunk.bytes)
      bytes += chunk.bytes
      yield chunk.deflated
    }
    yield LAST_BLOCK
  }
  return { chunks: deflated(), measure: () => ({ crc, bytes }) }
}

async function* eachDeflated(chunks: Chunks): AsyncGenerator<DeflatedChunk> {
  let before: Promise<DeflatedChunk> | null = null
  for await (const chunk of chunks) {
    const next = 'deflated' in chunk ? Promise.resolve(chunk) : deflateChunk(chunk)
    if (before !== null) yield await before
    before = next
  }
  if (before !== null) yield await before
}
