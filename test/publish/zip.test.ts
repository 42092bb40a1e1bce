import { describe, expect, it } from 'vitest'
import { type ZipPart, zipped } from '../../src/publish/zip.ts'

const GIB = 2 ** 30

/** A part that claims this size, with one byte left. */
const partOf = (bytes: number): ZipPart => ({ path: 'a', chunks: [Buffer.of(0)], measure: () => ({ crc: 0, bytes }) })

/** A part with this compressed size, made of the same memory repeatedly. */
const packedTo = (gibibytes: number): ZipPart => {
  const stretch = Buffer.alloc(GIB / 4)
  return {
    path: 'b',
    chunks: Array.from({ length: gibibytes * 4 }, () => stretch),
    measure: () => ({ crc: 0, bytes: 1 }),
  }
}

const written = async (parts: readonly ZipPart[]): Promise<number> => {
  let bytes = 0
  for await (const chunk of zipped(parts)) bytes += chunk.byteLength
  return bytes
}

describe('a zip', () => {
  it.each([
    ['a part of 4 GiB', [partOf(4 * GIB)]],
    ['a part of 4 GiB when packed', [packedTo(4)]],
    ['parts of 4 GiB together', [packedTo(2), packedTo(2), partOf(1)]],
  ])('that cannot say its sizes is refused: %s', async (_what, parts) => {
    await expect(written(parts)).rejects.toMatchObject({ code: 'OUT_NOT_WRITTEN', exit: 6 })
  })

  it('just below that is written', async () => {
    expect(await written([partOf(4 * GIB - 1), packedTo(3)])).toBeGreaterThan(3 * GIB)
  })
})
