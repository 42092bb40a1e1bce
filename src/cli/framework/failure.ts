import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { runDocument } from '../../../reports/documents/run-document.ts'
import type { Json } from '../../domain/cell.ts'
import { CuadreError, codeOf } from '../../std/errors.ts'
import { harmless } from '../../std/harmless.ts'
import type { Command } from './command.ts'
import { Interrupted } from './io.ts'

/** What is told of an error: on one line of standard error, and in the JSON document. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly next: string
  readonly exitCode: number
}

const BUG = 1

/** Text with every secret hidden. */
export const hideSecrets = (secrets: readonly string[], text: string): string =>
  secrets.reduce((line, secret) => line.replaceAll(secret, '[hidden]'), text)

/** Any error, as it is told. One that carries no code and no advice was our own mistake. */
export const failureOf = (error: unknown, secrets: readonly string[]): Failure => {
  const shown = (text: string): string => harmless(hideSecrets(secrets, text))
  if (error instanceof Interrupted)
    return { code: error.code, message: error.message, next: error.next, exitCode: error.exitCode }
  const known = missingPart(error) ?? fileTrouble(error) ?? error
  if (!(known instanceof CuadreError)) {
    const message = shown(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    return { code: 'BUG', message, next: 'run it again with --debug, and report what it prints', exitCode: BUG }
  }
  return { code: known.code, message: shown(known.message), next: shown(known.next), exitCode: known.exit }
}

/** An installation without one of its parts: they are loaded when a command needs them. */
const missingPart = (error: unknown): CuadreError | null => {
  if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') return null
  const isLibrary = error instanceof Error && error.message.includes("'better-sqlite3'")
  return new CuadreError(
    isLibrary ? 'NO_BINDING' : 'NOT_BUILT',
    isLibrary ? 'the installation has no package better-sqlite3' : 'the installation lacks a part of the program',
    'install cuadre again, or run "npm ci" in a checkout',
  )
}

/** What the operating system says against a file, and no part of ours has put into its words. It names the file itself. */
const fileTrouble = (error: unknown): CuadreError | null =>
  error instanceof Error && 'errno' in error && 'path' in error && typeof error.path === 'string'
    ? new CuadreError('DISK_FAILED', error.message, 'check that folder and its disk, then run again')
    : null

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
