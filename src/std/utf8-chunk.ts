/** The most UTF-8 bytes for one UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3

/**
 * Collects text as UTF-8 bytes. It encodes each text at once: one string of a hundred thousand pieces takes three times
 * as long to encode.
 */
export const utf8Chunk = (usualBytes: number) => {
  let room = Buffer.allocUnsafe(usualBytes)
  let length = 0
  return {
    /** The bytes collected so far. */
    length: (): number => length,
    append: (text: string): void => {
      const most = length + text.length * MOST_BYTES_A_UNIT
      if (most > room.length) room = Buffer.concat([room.subarray(0, length)], Math.max(most, 2 * room.length))
      length += room.write(text, length)
    },
    /** Returns the bytes, which the caller may keep, and starts again. */
    take: (): Buffer => {
      const bytes = room.subarray(0, length)
      room = Buffer.allocUnsafe(usualBytes)
      length = 0
      return bytes
    },
  }
}
