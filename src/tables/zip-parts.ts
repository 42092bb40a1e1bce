import { inflateRawSync } from 'node:zlib'
import type { Both } from '../std/both.ts'
import { FileFault } from './file-fault.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const PARTS_MAX = 10_000
/** The most bytes of an unpacked part: a zip bomb exceeds it. */
const PART_MAX_BYTES = 64 * 1024 * 1024

interface PartPlace {
  readonly name: string
  readonly method: number
  readonly flags: number
  readonly compressed: number
  readonly offset: number
}

/** A part of a zip, which is unpacked when it is read. */
export interface PackedPart {
  readonly name: string
  readonly read: () => Uint8Array
}

/** The parts of a zip, in the order of its directory; `damaged` is what is said of one that is cut, or far too large. */
export const zipParts = (bytes: Uint8Array, damaged: FileFault, locked: FileFault): readonly PackedPart[] => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return damagedUnless(damaged, () => placesIn(view)).map((place) => ({
    name: place.name,
    read: () => damagedUnless(damaged, () => unpackPart(view, place, locked)),
  }))
}

const placesIn = (bytes: Buffer): readonly PartPlace[] => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new RangeError('no end of the directory')
  const places: PartPlace[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = Math.min(bytes.readUInt16LE(end + 10), PARTS_MAX); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('no entry of the directory')
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const start = at + 46
    places.push({
      name: bytes.toString('utf8', start, start + (name ?? 0)),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return places
}

const unpackPart = (bytes: Buffer, { method, flags, compressed, offset }: PartPlace, locked: FileFault): Uint8Array => {
  if ((flags & 1) === 1) throw locked
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + compressed)
  if (packed.length !== compressed) throw new RangeError('a part is cut')
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: PART_MAX_BYTES })
}

/** Reading beyond the end, or bytes that cannot be unpacked, mean that the file was cut or damaged. */
const damagedUnless = <T>(damaged: FileFault, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof FileFault) throw error
    throw new FileFault(damaged.what, damaged.next, { cause: error })
  }
}

export const LOCKED: Both<string> = { en: 'it is locked by a password', es: 'está protegido con contraseña' }
