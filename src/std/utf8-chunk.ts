/** The most UTF-8 bytes for one UTF-16 unit. */
export const UNIT_MAX_BYTES = 3

/**
 * Collects text as UTF-8 bytes. It encodes each text at once: one string of a hundred thousand pieces takes three times
 * as long to encode.
 */
export const utf8Chunk = (usualBytes: number) => {
  let room: Buffer = Buffer.alloc(0)
  let length = 0
  const grown = (most: number): Buffer => {
    const larger = Buffer.allocUnsafe(Math.max(most, usualBytes))
    room.copy(larger, 0, 0, length)
    return larger
  }
  return {
    /** The bytes collected so far. */
    length: (): number => length,
    append: (text: string): void => {
      const most = length + text.length * UNIT_MAX_BYTES
      if (most > room.length) room = grown(most)
      length += room.write(text, length)
    },
    /** Returns the bytes, which the caller may keep, and starts again. */
    take: (): Buffer => {
      const bytes = room.subarray(0, length)
      room = Buffer.alloc(0)
      length = 0
      return bytes
    },
  }
}
