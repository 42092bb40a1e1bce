import type { Piece } from '../../std/files/whole-file.ts'

export type Pieces = AsyncIterable<Piece> | Iterable<Piece>

/** Writes the files of a pack, one after the other. */
export interface PackTarget {
  readonly put: (name: string, pieces: Pieces) => Promise<void>
  readonly end: () => Promise<void>
  /** Removes the written files. */
  readonly abandon: () => Promise<void>
}
