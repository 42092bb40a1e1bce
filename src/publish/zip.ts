import { CuadreError } from '../std/errors.ts'
import type { DeflatedPart, PartMeasure } from './deflate.ts'

/** A file in a zip, made while it is packed. */
export interface ZipPart extends DeflatedPart {
  readonly path: string
}

/**
 * A zip as a stream of bytes (PKWARE, APPNOTE.TXT 4.3). A part is made only while it is read; the next one is requested
 * when it has ended. Throws OUT_NOT_WRITTEN when the zip exceeds the limits of a plain zip.
 */
export async function* zipped(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for await (const { path, chunks, measure } of parts) {
    const head = headOf(path)
    yield head
    let packed = 0
    for await (const chunk of chunks) {
      packed += chunk.byteLength
      yield chunk
    }
    const measured = measure()
    if (packed > ZIP_MAX_BYTES || measured.bytes > ZIP_MAX_BYTES) throw tooLarge()
    const sizes = sizesOf(measured, packed)
    yield fields([0x08074b50, 4], ...sizes)
    directory.push(recordOf(path, sizes, at))
    at += head.length + packed + DESCRIPTOR_BYTES
    if (at > ZIP_MAX_BYTES) throw tooLarge()
  }
  const records = Buffer.concat(directory)
  yield Buffer.concat([records, endOf(directory.length, records.length, at)])
}
const DESCRIPTOR_BYTES = 16
/** Offsets and sizes have four bytes. The directory after the parts, some kilobytes, must also start below. */
const ZIP_MAX_BYTES = 0xffff_ffff

const tooLarge = (): CuadreError =>
  new CuadreError(
    'OUT_NOT_WRITTEN',
    { en: 'the workbook would be larger than 4 GiB', es: 'el libro tendría más de 4 GiB' },
    {
      en: 'take fewer days, or CSV files alone ("xlsx": false, --format csv): they hold everything',
      es: 'tome menos días, o solo archivos CSV ("xlsx": false, --format csv): contienen todo',
    },
  )

type Field = readonly [value: number, bytes: 2 | 4]

/** Numbers in the byte order of zips. */
const fields = (...all: readonly Field[]): Buffer => {
  const buffer = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of all) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** Version 2.0; sizes after the part and names in UTF-8 (flags 3 and 11); deflate. */
const METHOD_FIELDS: readonly Field[] = [
  [20, 2],
  [0x0808, 2],
  [8, 2],
]
/** The time of every part, 1980-01-01 00:00, the earliest in a zip: the same parts give the same bytes on any day. */
const FIXED_TIME_FIELDS: readonly Field[] = [
  [0, 2],
  [0x21, 2],
]
const NOT_YET_KNOWN: readonly Field[] = [
  [0, 4],
  [0, 4],
  [0, 4],
]

const sizesOf = ({ crc, bytes }: PartMeasure, packed: number): readonly Field[] => [
  [crc, 4],
  [packed, 4],
  [bytes, 4],
]

const headOf = (path: string): Buffer => {
  const name = Buffer.from(path)
  const head = fields(
    [0x04034b50, 4],
    ...METHOD_FIELDS,
    ...FIXED_TIME_FIELDS,
    ...NOT_YET_KNOWN,
    [name.length, 2],
    [0, 2],
  )
  return Buffer.concat([head, name])
}

/** A directory record: made by Unix, readable by the owner only. */
const recordOf = (path: string, sizes: readonly Field[], at: number): Buffer => {
  const name = Buffer.from(path)
  const before: readonly Field[] = [
    [0x02014b50, 4],
    [0x033f, 2],
    ...METHOD_FIELDS,
    ...FIXED_TIME_FIELDS,
    ...sizes,
    [name.length, 2],
  ]
  const after: readonly Field[] = [
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0o100600 * 0x10000, 4],
    [at, 4],
  ]
  return Buffer.concat([fields(...before, ...after), name])
}

const endOf = (parts: number, directoryBytes: number, directoryAt: number): Buffer =>
  fields([0x06054b50, 4], [0, 2], [0, 2], [parts, 2], [parts, 2], [directoryBytes, 4], [directoryAt, 4], [0, 2])
