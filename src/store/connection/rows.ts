import type Database from 'better-sqlite3'
import type { Table } from 'drizzle-orm'
import { damagedError } from './fault.ts'

/** Some columns of a table, each to be selected under its own name. */
export const pick = <T extends Table, Name extends keyof T['_']['columns'] & keyof T & string>(
  table: T,
  ...names: readonly Name[]
): Pick<T, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, Name>

/** A position in the order of a table or an index: a number, a text, or a text and a number. */
export type RowPosition = number | string | readonly [text: string, number: number]

/** Before every text and number. */
export const FIRST_POSITION: readonly [text: string, number: number] = ['', 0]

/** How to read rows in slices. */
export interface SlicePlan<R, P extends RowPosition> {
  readonly sqlite: Pick<Database.Database, 'name'>
  /** Before the first row. */
  readonly start: P
  /** The most rows of a slice; a shorter slice is the last. */
  readonly size: number
  /** The rows after a position, in order. */
  readonly read: (after: P) => readonly R[]
  readonly positionOf: (row: R) => P
}

/**
 * Reads rows in slices, each starting after the last row of the previous one. In a damaged table a row may follow a
 * greater one, and reading would never end: throws a CuadreError `DAMAGED`.
 */
export function* slicesOf<R, P extends RowPosition>(plan: SlicePlan<R, P>): Generator<readonly R[]> {
  const { sqlite, size, read, positionOf } = plan
  for (let after = plan.start; ; ) {
    const rows = read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    const next = positionOf(last)
    if (!isAfter(next, after))
      throw damagedError(sqlite.name, { en: 'its rows are out of order', es: 'sus filas están en desorden' })
    yield rows
    if (rows.length < size) return
    after = next
  }
}

const isAfter = (next: RowPosition, before: RowPosition): boolean => {
  const [[text, number], [textBefore, numberBefore]] = [pairOf(next), pairOf(before)]
  return compareBytes(text, textBefore) > 0 || (text === textBefore && number > numberBefore)
}

const pairOf = (position: RowPosition): readonly [text: string, number: number] =>
  typeof position === 'number' ? ['', position] : typeof position === 'string' ? [position, 0] : position

/** SQLite orders text by its UTF-8 bytes. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

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

/// <reference lib="es2024.string" />

/**
 * The row with texts that SQLite gives back as they were written: half a surrogate pair has no UTF-8, and becomes the
 * replacement character. What is linked into a chain must be read back unchanged.
 */
export const storable = <R extends Readonly<Record<string, unknown>>>(row: R): R =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as R
