import type { Json } from '../../src/domain/cell.ts'
import type { ErrorReport } from '../../src/std/errors.ts'

const SCHEMA_VERSION = 1

/**
 * The `--json` document of a command that judges no slot: what it found, under names of its own, and what went wrong, if
 * something did.
 */
export const answerDocument = (
  command: string,
  exitCode: number,
  found: { readonly [name: string]: Json },
  error: ErrorReport | null = null,
): Json => ({ schemaVersion: SCHEMA_VERSION, command, exitCode, ...found, error: errorDocument(error) })

/** For programs it is in English. */
export const errorDocument = (error: ErrorReport | null): Json =>
  error === null ? null : { code: error.code, message: error.texts.message.en, next: error.texts.next.en }
