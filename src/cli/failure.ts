import { answerDocument } from '../../reports/answer-document.ts'
import { runDocument } from '../../reports/run-document.ts'
import type { Json } from '../domain/cell.ts'
import type { Command } from './command.ts'
import { harmless } from './harmless.ts'
import { Interrupted } from './io.ts'

/** What is told of an error: on one line of standard error, and in the JSON document. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly next: string
  readonly exitCode: number
}

/** Exit statuses of SPEC section 2, by the code of an error and by the kind it is of; the code decides first. */
const BY_CODE: Readonly<Record<string, number | undefined>> = {
  LOCKED: 7,
  NO_BINDING: 2,
  NO_DATABASE: 2,
  OTHER_BASE_URL: 2,
  UNKNOWN_MERCHANT: 2,
  MERCHANT_NAME_TAKEN: 2,
  AS_OF_TOO_EARLY: 2,
  AS_OF_TOO_LATE: 2,
  CREDENTIALS_REJECTED: 4,
  INVOICE_REFUSED: 2,
  OUT_MASKED: 2,
  PACK_TARGET_TAKEN: 2,
  PACK_NOT_FOUND: 2,
}
const BY_NAME: Readonly<Record<string, number | undefined>> = {
  UsageError: 2,
  SettingsError: 2,
  NeverPulledFault: 2,
  NotCheckedFault: 2,
  NotOurFolderFault: 2,
  UnknownCycleFault: 2,
  OthersFolderFault: 2,
  NotFoundFault: 2,
  PresentFault: 2,
  ActingFault: 2,
  SheetFault: 2,
  ClosingFault: 2,
  CareFault: 2,
  NothingSeenFault: 4,
  StoreFault: 6,
  PublishFault: 6,
  PackFault: 6,
  OutputFault: 6,
}
/** The world did not answer as it should: every other named error is of that kind. */
const TRY_AGAIN = 5

const BUG = 1
const DISK = 6

/** Text with every secret hidden. */
export const without = (secrets: readonly string[], text: string): string =>
  secrets.reduce((line, secret) => line.replaceAll(secret, '[hidden]'), text)

/** Any error, as it is told. One that carries no code and no advice was our own mistake. */
export const failureOf = (error: unknown, secrets: readonly string[]): Failure => {
  const shown = (text: string): string => harmless(without(secrets, text))
  if (error instanceof Interrupted)
    return { code: error.code, message: error.message, next: error.next, exitCode: error.exitCode }
  if (isOfFile(error)) {
    const next = 'look at that place and at its disk, then run again'
    return { code: 'DISK_FAILED', message: shown(error.message), next, exitCode: DISK }
  }
  if (!isOurs(error)) {
    const message = shown(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    return { code: 'BUG', message, next: 'run it again with --debug, and report what it prints', exitCode: BUG }
  }
  const exitCode = BY_CODE[error.code] ?? BY_NAME[error.name] ?? TRY_AGAIN
  return { code: error.code, message: shown(error.message), next: shown(error.next), exitCode }
}

/** What the operating system says against a file, and no part of ours has put into its words. It names the file itself. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && 'errno' in error && 'path' in error && typeof error.path === 'string'

const isOurs = (error: unknown): error is Error & { readonly code: string; readonly next: string } =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'next' in error &&
  typeof error.next === 'string'

/** One line: what happened, and what to do next. */
export const failureLine = ({ code, message, next }: Pick<Failure, 'code' | 'message' | 'next'>): string =>
  `cuadre: ${code}: ${message}; ${next}\n`

/**
 * The JSON document of a command that failed before it had anything else to say. One that judges slots, and therefore knows
 * --fail-on, tells it as a run does; the others say what they have to say about it, and no more.
 */
export const failureDocument = (command: Command | null, { code, message, next, exitCode }: Failure): Json => {
  const error = { code, message, next }
  if (command !== null && !Object.hasOwn(command.flags, 'fail-on')) {
    return answerDocument(command.name, exitCode, {}, error)
  }
  const name = command?.name ?? null
  return runDocument({ command: name, outcome: 'failed', exitCode, runId: null, slots: [], files: [], error })
}
