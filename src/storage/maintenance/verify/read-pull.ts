import { wholeBody } from '../../pulls/evidence.ts'

/** A pull whose content this version of cuadre has read. */
export interface ReadPull {
  readonly id: number
  readonly slot: number
  readonly kept: number
  /** The pulls whose pages and whose quarantine and repeats are this one's. */
  readonly pagesOf: number
  readonly readingOf: number
  readonly policy: string
}

/** The bytes of an answer; null where they no longer unpack, which is told where the answers are looked at. */
export const bytesOf = (gzip: Buffer, cursor: string | null, cursorAt: number | null): Buffer | null => {
  try {
    return wholeBody(gzip, cursor, cursorAt)
  } catch {
    return null
  }
}
