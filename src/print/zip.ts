import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { CuadreError } from '../std/errors.ts'

/** A file in a zip, made while it is packed. */
export interface ZipPart {
  readonly path: string
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * A zip as a stream of bytes (PKWARE, APPNOTE.TXT 4.3). A part is made only while it is read; the next one is requested
 * when it has ended. The same parts give the same bytes on any day: their time is 1980-01-01 00:00, the earliest.
 */
export async function* zipped(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for await (const { path, chunks } of parts) {
    const name = Buffer.from(path)
    const head = Buffer.concat([fields([0x04034b50, 4], ...FORM, ...NOT_YET_KNOWN, [name.length, 2], [0, 2]), name])
    yield head
    const measure = { crc: 0, bytes: 0 }
    let packed = 0
    for await (const chunk of deflated(chunks, measure)) {
      packed += chunk.byteLength
      yield chunk
    }
    const next = at + head.length + packed + DESCRIPTOR_BYTES
    if (next > ZIP_MAX_BYTES || measure.bytes > ZIP_MAX_BYTES) throw tooLarge()
    const sizes: readonly Field[] = [
      [measure.crc, 4],
      [packed, 4],
      [measure.bytes, 4],
    ]
    yield fields([0x08074b50, 4], ...sizes)
    // Made by Unix, readable by the owner only.
    const record: readonly Field[] = [[0x02014b50, 4], [0x033f, 2], ...FORM, ...sizes, [name.length, 2], [0, 4], [0, 4]]
    directory.push(fields(...record, [0o100600 * 0x10000, 4], [at, 4]), name)
    at = next
  }
  const records = Buffer.concat(directory)
  const [count, end] = [directory.length / 2, [0x06054b50, 4] as const]
  yield Buffer.concat([records, fields(end, [0, 4], [count, 2], [count, 2], [records.length, 4], [at, 4], [0, 2])])
}
const DESCRIPTOR_BYTES = 16
/** Offsets and sizes have four bytes. The directory after the parts, some kilobytes, must also start below. */
const ZIP_MAX_BYTES = 0xffff_ffff

const tooLarge = (): CuadreError =>
  new CuadreError(
    'OUT_NOT_WRITTEN',
    { en: 'the file would be larger than 4 GiB', es: 'el archivo tendría más de 4 GiB' },
    {
      en: 'take fewer days, or CSV files alone ("xlsx": false, --format csv): they hold everything',
      es: 'tome menos días, o solo archivos CSV ("xlsx": false, --format csv): contienen todo',
    },
  )

type Field = readonly [value: number, bytes: 2 | 4]

/** Version 2.0; sizes after the part and names in UTF-8 (flags 3 and 11); deflate; the time. */
const FORM: readonly Field[] = [
  [20, 2],
  [0x0808, 2],
  [8, 2],
  [0, 2],
  [0x21, 2],
]
const NOT_YET_KNOWN: readonly Field[] = [
  [0, 4],
  [0, 4],
  [0, 4],
]

/** Numbers in the byte order of zips. */
const fields = (...all: readonly Field[]): Buffer => {
  const buffer = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of all) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Level 1 takes two thirds of the time of level 6 and gives a fifth more bytes. */
const OPTIONS = { level: 1, chunkSize: 65_536, finishFlush: constants.Z_SYNC_FLUSH }
const deflateOnThread = promisify<Uint8Array, typeof OPTIONS, Uint8Array>(deflateRaw)
/** The last block of a deflated stream (RFC 1951), without contents. */
const LAST_BLOCK = Uint8Array.of(3, 0)

/** The chunks as one deflated stream, and their sum and size as they pass. One is compressed while the next is made. */
async function* deflated(
  chunks: ZipPart['chunks'],
  measure: { crc: number; bytes: number },
): AsyncGenerator<Uint8Array> {
  let before: Promise<Uint8Array> | null = null
  for await (const chunk of chunks) {
    measure.crc = crc32(chunk, measure.crc)
    measure.bytes += chunk.byteLength
    const next = deflateOnThread(chunk, OPTIONS)
    // Node would end the process for a failure that nobody awaits yet.
    next.catch(() => {})
    if (before !== null) yield await before
    before = next
  }
  if (before !== null) yield await before
  yield LAST_BLOCK
}
