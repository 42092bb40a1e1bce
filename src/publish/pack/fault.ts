export type PackCode = 'PACK_TARGET_TAKEN' | 'PACK_NOT_FOUND' | 'PACK_DAMAGED' | 'PACK_TOO_LARGE'

/** A pack cannot be made where it was asked for, is not where it was looked for, or is not whole. */
export class PackFault extends Error {
  override readonly name = 'PackFault'
  readonly code: PackCode
  readonly next: string

  constructor(code: PackCode, message: string, next: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.next = next
  }
}
