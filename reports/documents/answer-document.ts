import type { Json } from '../../src/domain/cell.ts'

const SCHEMA_VERSION = 1

/**
 * The `--json` document of a command that judges no slot: what it found, under names of its own, and what went wrong, if
 * something did.
 */
export const answerDocument = (
  command: string,
  exitCode: number,
  found: { readonly [name: string]: Json },
  error: { readonly code: string; readonly message: string; readonly next: string } | null = null,
): Json => ({ schemaVersion: SCHEMA_VERSION, command, exitCode, ...found, error: error === null ? null : { ...error } })
