export type ClosingCode = 'CLOSED_ALREADY' | 'NOTHING_TO_CLOSE' | 'NOT_OVER' | 'NOT_CLOSED'

/** The books cannot be closed like that, or opened; nothing was recorded. */
export class ClosingFault extends Error {
  override readonly name = 'ClosingFault'
  readonly code: ClosingCode
  readonly next: string

  constructor(code: ClosingCode, message: string, next: string) {
    super(message)
    this.code = code
    this.next = next
  }
}
