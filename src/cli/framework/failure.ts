import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { JOB } from '../../../reports/documents/run-document.ts'
import type { Json } from '../../core/cell.ts'
import { INCOMPLETE } from '../../rules/assessment/slot-report.ts'
import { eachOf, inBoth } from '../../std/both.ts'
import { CuadreError, codeOf, type ErrorReport } from '../../std/errors.ts'
import { harmless } from '../../std/harmless.ts'
import { hideSecrets } from '../../std/hide-secrets.ts'
import type { Language } from '../../words/language.ts'
import type { Command } from './command.ts'
import { Interrupted } from './io.ts'

/** How an error is reported: on one line of standard error, and in the JSON document. */
export interface Failure extends ErrorReport {
  readonly exitCode: number
}

const BUG = 1

/** The report of any error. An error without a code and advice of ours is a bug. */
export const failureOf = (error: unknown, secrets: readonly string[]): Failure => {
  const shown = (text: string): string => harmless(hideSecrets(secrets, text))
  if (error instanceof Interrupted) return { code: error.code, texts: error.texts, exitCode: error.exitCode }
  const known = missingPart(error) ?? fileTrouble(error) ?? error
  if (!(known instanceof CuadreError)) {
    const message = inBoth(shown(error instanceof Error ? `${error.name}: ${error.message}` : String(error)))
    const next = {
      en: 'run it again with --debug, and report what it prints',
      es: 'ejecute de nuevo con --debug e informe lo que aparezca',
    }
    return { code: 'BUG', texts: { message, next }, exitCode: BUG }
  }
  const { message, next } = known.texts
  return {
    code: known.code,
    texts: { message: eachOf(message, shown), next: eachOf(next, shown) },
    exitCode: known.exit,
  }
}

export const statusOf = (error: unknown): number => failureOf(error, []).exitCode

/** Whether an error is a bug: an error without a code of ours. */
export const isBug = (error: unknown): boolean => failureOf(error, []).code === 'BUG'

/** A part missing from the installation. Parts are loaded when a command needs them. */
const missingPart = (error: unknown): CuadreError | null => {
  if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') return null
  const isLibrary = error instanceof Error && error.message.includes("'better-sqlite3'")
  return new CuadreError(
    isLibrary ? 'NO_BINDING' : 'NOT_BUILT',
    isLibrary
      ? {
          en: 'the installation has no package better-sqlite3',
          es: 'a la instalación le falta el paquete better-sqlite3',
        }
      : { en: 'the installation lacks a part of the program', es: 'a la instalación le falta una parte del programa' },
    {
      en: 'install cuadre again, or run "npm ci" in a checkout',
      es: 'instale cuadre de nuevo, o ejecute "npm ci" en una copia del código',
    },
  )
}

/** An error of the operating system about a file, which names the file itself. */
const fileTrouble = (error: unknown): CuadreError | null => {
  if (!(error instanceof Error && 'errno' in error && 'path' in error && typeof error.path === 'string')) return null
  return /^(EACCES|EPERM|EROFS)$/.test(codeOf(error) ?? '')
    ? new CuadreError(
        'READ_ONLY',
        { en: `this user may not use ${error.path}`, es: `este usuario no tiene permiso sobre ${error.path}` },
        { en: 'give this user the right, or name another place', es: 'dé el permiso, o indique otro lugar' },
      )
    : new CuadreError('DISK_FAILED', inBoth(error.message), {
        en: 'check that folder and its disk, then run again',
        es: 'revise esa carpeta y su disco, y ejecute de nuevo',
      })
}

/** One line: what happened, and what to do next. */
export const failureLine = ({ code, texts: { message, next } }: ErrorReport, language: Language): string =>
  `cuadre: ${code}: ${message[language]}; ${next[language]}\n`

/**
 * The JSON document of a command that failed before it had any other result. A command with --fail-on reports it as a run does; any other
 * has its command, exit status and error only.
 */
export const failureDocument = (command: Command | null, { code, texts, exitCode }: Failure): Json => {
  const error = { code, texts }
  if (command !== null && !Object.hasOwn(command.flags, 'fail-on')) {
    return answerDocument(command.name, exitCode, {}, error)
  }
  const name = command?.name ?? null
  const outcome = exitCode === INCOMPLETE ? 'incomplete' : 'failed'
  return JOB.of({ command: name, outcome, exitCode, runId: null, slots: [], files: [], error })
}
