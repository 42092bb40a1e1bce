import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file within a zip, made while it is packed. */
export interface ZipPart {
  readonly path: string
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * One moment for every part, the first that a zip can name: the same parts give the same bytes on any day. It is told in local
 * fields because a zip knows no zone; the extended timestamp, which does, is left out. Level 1 takes two thirds of the time of the
 * usual 6 and leaves a fifth more.
 */
const OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100600, compressionLevel: 1 }

/** A zip as a stream of bytes. A part is made only while it is read; the next one is asked for when it has ended. */
export async function* zipped(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = zip.outputStream.pipe(new PassThrough())
  // A part that fails ends the packing below; the library tells of it a second time.
  zip.on('error', () => {})
  let part = Readable.from([])
  const pack = async (): Promise<void> => {
    for await (const { path, chunks } of parts) {
      part = Readable.from(chunks, { highWaterMark: 1 })
      zip.addReadStream(part, path, OPTIONS)
      await finished(part, { writable: false })
    }
    zip.end()
  }
  const packing = pack().catch((error: unknown) => void out.destroy(asError(error)))
  try {
    yield* out
  } finally {
    // Whoever stops reading lets go of what the part was made from, too.
    part.destroy()
    await packing
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
