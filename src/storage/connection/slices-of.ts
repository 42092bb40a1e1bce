import type Database from 'better-sqlite3'
import { damagedError } from './fault.ts'

/** A position in the order of a table or an index: a number, a text, or a text and a number. */
type Position = number | string | readonly [text: string, number: number]

/** Before every text and number. */
export const FIRST_POSITION: readonly [text: string, number: number] = ['', 0]

/** How to read rows in slices. */
export interface SlicePlan<R, P extends Position> {
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
export function* slicesOf<R, P extends Position>(plan: SlicePlan<R, P>): Generator<readonly R[]> {
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

const isAfter = (next: Position, before: Position): boolean => {
  const [[text, number], [textBefore, numberBefore]] = [pairOf(next), pairOf(before)]
  return compareBytes(text, textBefore) > 0 || (text === textBefore && number > numberBefore)
}

const pairOf = (position: Position): readonly [text: string, number: number] =>
  typeof position === 'number' ? ['', position] : typeof position === 'string' ? [position, 0] : position

/** SQLite orders text by its UTF-8 bytes. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
