import type { Both } from './both.ts'
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'
import { exitStatusOf } from './exit-statuses.ts'

/** The texts of an error, in each language. */
export interface ErrorTexts {
  readonly message: Both<string>
  readonly next: Both<string>
}

/** An error as reported: its code and its texts. */
export interface ErrorReport {
  readonly code: string
  readonly texts: ErrorTexts
}

/**
 * An error that is no bug: in the input, the settings, the service or the storage. `message` says what happened and
 * `next` what to do about it, one line each: in English for programs, and in each language for people.
 */
export class CuadreError extends Error {
  override readonly name: string = 'CuadreError'
  readonly code: ErrorCode
  readonly next: string
  readonly #texts: ErrorTexts

  constructor(code: ErrorCode, message: Both<string>, next: Both<string>, options?: ErrorOptions) {
    super(message.en, options)
    this.code = code
    this.next = next.en
    this.#texts = { message, next }
  }

  get texts(): ErrorTexts {
    return this.#texts
  }

  /** The exit status of a command that ends with this error. */
  get exit(): number {
    return exitStatusOf(ERROR_CODES[this.code])
  }
}

/** An error in what was asked for. Nothing was read or written. */
export const usageError = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('USAGE', message, next)

/** Whether it is an error of ours with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): error is CuadreError =>
  error instanceof CuadreError && codes.includes(error.code)

/** The code of an error, ours or foreign; null when it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

/** The operating system's name of an error: ENOSPC, EACCES. Null for an error that is not the operating system's. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'errno' in error ? codeOf(error) : null
