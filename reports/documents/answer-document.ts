import type { Json } from '../../src/domain/cell.ts'
import type { ErrorReport } from '../../src/std/errors.ts'

/** An amount in COP, exact, with at most two decimals. */
export type Cop = number

/** A settlement date, `YYYY-MM-DD`. */
export type DateText = string

/** A moment in UTC, ISO 8601. */
export type TimeText = string

/** Why a command or a call failed, and what to do next. */
export interface ErrorDocument {
  readonly code: string
  readonly message: string
  readonly next: string
}

/** The members of every document. */
export interface AnswerDocument<Command extends string> {
  readonly schemaVersion: 1
  readonly command: Command
  /** The exit status of the command. */
  readonly exitCode: number
  readonly error: ErrorDocument | null
}

/** A command that failed before it had an answer. */
export interface FailureDocument extends AnswerDocument<string> {
  readonly error: ErrorDocument
}

/** The past state that a document shows: its number in the history, and when it was reached. */
export interface MomentDocument {
  readonly number: number
  readonly at: TimeText
}

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

/** The JSON Schema of such a document with the members of a shape. */
export const answerSchema = (
  command: string,
  { schema }: { readonly schema: { readonly [name: string]: Json } },
): Json => {
  const { properties, required } = schema as { readonly properties: object; readonly required: readonly string[] }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      schemaVersion: { type: 'number', const: SCHEMA_VERSION },
      command: { type: 'string', const: command },
      exitCode: { type: 'number', description: 'The exit status of the command.' },
      ...properties,
      error: { anyOf: [ERROR_SCHEMA, { type: 'null' }] },
    },
    required: ['schemaVersion', 'command', 'exitCode', 'error', ...required],
    additionalProperties: false,
  }
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, next: { type: 'string' } },
  required: ['code', 'message', 'next'],
  additionalProperties: false,
}
