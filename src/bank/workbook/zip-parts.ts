import { inflateRawSync } from 'node:zlib'
import type { Both } from '../../std/both.ts'
import { BankFileFault } from '../bank-file-fault.ts'

/** Returns a part of a workbook by its name, as text; null when there is none. */
export type ZipParts = (name: string) => string | null

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const PARTS_MAX = 10_000
/** The most bytes of an unpacked part: a zip bomb exceeds it. */
const PART_MAX_BYTES = 64 * 1024 * 1024

interface PartPlace {
  readonly method: number
  readonly flags: number
  readonly compressed: number
  readonly offset: number
}

/** The parts of a workbook, which is a zip. Each is unpacked when requested. */
export const zipParts = (bytes: Uint8Array): ZipParts => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const places = damagedUnless(() => placesIn(view))
  return (name) => {
    const place = places.get(name)
    return place === undefined ? null : damagedUnless(() => unpackPart(view, place))
  }
}

const placesIn = (bytes: Buffer): ReadonlyMap<string, PartPlace> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new RangeError('no end of the directory')
  const places = new Map<string, PartPlace>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = Math.min(bytes.readUInt16LE(end + 10), PARTS_MAX); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('no entry of the directory')
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const start = at + 46
    places.set(bytes.toString('utf8', start, start + (name ?? 0)), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return places
}

const unpackPart = (bytes: Buffer, { method, flags, compressed, offset }: PartPlace): string => {
  if ((flags & 1) === 1) throw new BankFileFault(LOCKED, SAVE_AGAIN)
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(start, start + compressed)
  if (packed.length !== compressed) throw new RangeError('a part is cut')
  const whole = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: PART_MAX_BYTES })
  return new TextDecoder('utf-8').decode(whole)
}

/** Reading beyond the end, or bytes that cannot be unpacked, mean that the file was cut or damaged. */
const damagedUnless = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof BankFileFault) throw error
    throw new BankFileFault(DAMAGED, SAVE_AGAIN, { cause: error })
  }
}

const LOCKED: Both<string> = { en: 'it is locked by a password', es: 'está protegido con contraseña' }
const DAMAGED: Both<string> = {
  en: 'it is a workbook that is cut, damaged or far too large',
  es: 'es un libro cortado, dañado o demasiado grande',
}
/** The advice for a workbook that cannot be read. */
export const SAVE_AGAIN: Both<string> = {
  en: 'open it in a spreadsheet, save it as a new .xlsx or as CSV without a password, and import that',
  es: 'ábralo en una hoja de cálculo, guárdelo como .xlsx nuevo o como CSV sin contraseña, e impórtelo',
}
