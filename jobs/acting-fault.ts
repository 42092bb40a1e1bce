export type ActingCode =
  | 'UNKNOWN_DISCREPANCY'
  | 'AMBIGUOUS_ID'
  | 'RESOLVED_ALREADY'
  | 'NOT_WAIVED'
  | 'PAST_DATE'
  | 'IMPORT_REFUSED'

/** What somebody wanted to do makes no sense in these books; nothing of it was done. */
export class ActingFault extends Error {
  override readonly name = 'ActingFault'
  readonly code: ActingCode
  readonly next: string

  constructor(code: ActingCode, message: string, next: string) {
    super(message)
    this.code = code
    this.next = next
  }
}
