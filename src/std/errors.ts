import { ERROR_CODES, type ErrorCode } from './error-codes.ts'
import { exitStatusOf } from './exit-statuses.ts'

/** The world is not as a command needs it. `message` says what happened and `next` what to do about it, one line each. */
export class CuadreError extends Error {
  override readonly name: string = 'CuadreError'
  readonly code: ErrorCode
  readonly next: string

  constructor(code: ErrorCode, message: string, next: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.next = next
  }

  /** The exit status of a command that ends with this error. */
  get exit(): number {
    return exitStatusOf(ERROR_CODES[this.code])
  }
}

/** Whether it is an error of ours with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): error is CuadreError =>
  error instanceof CuadreError && codes.includes(error.code)

/** The code of an error, whoever gave it one; null where it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** The operating system's name of an error: ENOSPC, EACCES. Null for an error that is not the operating system's. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'errno' in error ? codeOf(error) : null
