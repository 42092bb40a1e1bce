import type { Piece } from '../../std/files/whole-file.ts'

export type Pieces = AsyncIterable<Piece> | Iterable<Piece>

/** Where the files of a pack go, one after the other. */
export interface PackTarget {
  readonly put: (name: string, pieces: Pieces) => Promise<void>
  readonly end: () => Promise<void>
  /** Takes back what was written. */
  readonly abandon: () => Promise<void>
}
