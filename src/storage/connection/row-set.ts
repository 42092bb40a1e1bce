/**
 * A set of row numbers: one bit each, in chunks, so that a slot of a million invoices is cheap wherever its rows are.
 */
export class RowSet {
  readonly #chunks = new Map<number, Uint8Array>()

  has(row: number): boolean {
    const chunk = this.#chunks.get(Math.floor(row / CHUNK))
    return chunk !== undefined && ((chunk[(row % CHUNK) >> 3] ?? 0) & (1 << (row & 7))) !== 0
  }

  add(row: number): void {
    const chunk = this.#chunkOf(row)
    const byte = (row % CHUNK) >> 3
    chunk[byte] = (chunk[byte] ?? 0) | (1 << (row & 7))
  }

  #chunkOf(row: number): Uint8Array {
    const place = Math.floor(row / CHUNK)
    const chunk = this.#chunks.get(place) ?? new Uint8Array(CHUNK >> 3)
    this.#chunks.set(place, chunk)
    return chunk
  }
}

/**
 * Rows of a chunk: 2 KB, so that small slots stay small. A power of two, so that `row & 7` is right for any row number.
 */
const CHUNK = 16384
