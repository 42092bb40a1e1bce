import { wholeBody } from '../../evidence/body.ts'

/** A pull whose content this version of cuadre has read. */
export interface ReadPull {
  readonly id: number
  readonly slot: number
  readonly kept: number
  /** The pull that has its pages, and the pull that has its quarantine and repeats. */
  readonly pagesOf: number
  readonly readingOf: number
  readonly policy: string
}

/** The bytes of an answer; null when they no longer unpack, which the check of the answers reports. */
export const bytesOf = (gzip: Buffer, cursor: string | null, cursorAt: number | null): Buffer | null => {
  try {
    return wholeBody(gzip, cursor, cursorAt)
  } catch {
    return null
  }
}
