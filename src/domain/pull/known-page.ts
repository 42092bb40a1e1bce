/** A page of the last pull's list: an answer with the same bytes need not be read again. */
export interface KnownPage {
  /** The SHA-256 of the whole answer. */
  readonly digest: Uint8Array
  /** The cursor of the next page. Only pages that lead to another one are known. */
  readonly cursor: string
  /** The byte at which the text of the cursor begins. */
  readonly cursorAt: number
  /** The number of its items, and its own `count`, when that is a number. */
  readonly items: number
  readonly count: number | null
}
