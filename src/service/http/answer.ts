import type { ParsedRecord } from '../../core/invoice.ts'

/** One answer of the service, byte for byte, as evidence. */
export interface ServiceAnswer {
  /** Method and path with query, without host and without secrets: `GET /settlements/2026-03-12/11`. */
  readonly request: string
  readonly status: number
  readonly body: Uint8Array
}

/** One page of a slot's list. */
export interface AnswerPage extends ServiceAnswer {
  /** The cursor of the next page as the answer gives it; null ends the list, undefined is absent. */
  readonly cursor: string | null | undefined
  readonly items: number
  /** The page's `count`; null when it is no number. */
  readonly count: number | null
  /** Undocumented fields of the page itself. */
  readonly unknownFields: readonly string[]
  /** Whether it was known before, by its bytes. */
  readonly isKnown: boolean
  /** Reads the items into our words. Lazy, since a page whose bytes are known already need not be read. */
  readonly read: () => readonly ParsedRecord[]
}
