import { crc32, deflateRawSync } from 'node:zlib'
import type { ZipFile } from './door.ts'

/** A zip of these files, written synchronously, since inputs are made synchronously. */
export const zipOf = (files: readonly ZipFile[]): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 1 })
    const facts = factsOf(name, bytes, packed)
    const local = Buffer.concat([hex('504b0304'), facts, Buffer.from(name), packed])
    centrals.push(Buffer.concat([hex('504b0102 1400'), facts, Buffer.alloc(10), uint32(offset), Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const count = uint16(files.length)
  const end = [hex('504b0506 0000 0000'), count, count, uint32(directory.length), uint32(offset), uint16(0)]
  return Buffer.concat([...locals, directory, ...end])
}

/**
 * The fields that both headers of a file share: version, flags, method, time, sum, sizes, lengths of name and extra.
 */
const factsOf = (name: string, bytes: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([
    hex('1400 0000 0800 0000 2100'),
    uint32(crc32(bytes)),
    uint32(packed.length),
    uint32(bytes.length),
    uint16(Buffer.byteLength(name)),
    uint16(0),
  ])

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const uint16 = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff])
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
