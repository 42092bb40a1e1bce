import type { Json } from '../../src/domain/cell.ts'
import type { ErrorReport } from '../../src/std/errors.ts'

const SCHEMA_VERSION = 1

/** The `--json` document of a command that judges no slot: its own members, and the error if there was one. */
export const answerDocument = (
  command: string,
  exitCode: number,
  found: { readonly [name: string]: Json },
  error: ErrorReport | null = null,
): Json => ({ schemaVersion: SCHEMA_VERSION, command, exitCode, ...found, error: errorDocument(error) })

/** The error as JSON, always in English; null without one. */
export const errorDocument = (error: ErrorReport | null): Json =>
  error === null ? null : { code: error.code, message: error.texts.message.en, next: error.texts.next.en }
