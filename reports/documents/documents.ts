import type { Json } from '../../src/core/cell.ts'
import { MANIFEST_DOCUMENT } from '../../src/print/files/manifest.ts'
import { PACK_MANIFEST_DOCUMENT } from '../../src/print/pack/manifest.ts'
import type { MemberKind } from '../../src/print/shape.ts'
import { ERROR, FAILURE, SCHEMA_VERSION } from './answer-document.ts'
import { AUDIT_PACK, AUDIT_PACKS, AUDIT_PROOF, MONTH_PACK } from './audit.ts'
import { VOID } from './bank/bank-files.ts'
import { BANK_GUESS, BANK_IMPORT } from './bank/bank-import-report.ts'
import { BANK_TIE_ANSWER } from './bank/bank-list-report.ts'
import { CHARGEBACKS_TIE } from './chargebacks.ts'
import { CLAIMS_LETTER } from './claims.ts'
import { CLOSE } from './close-document.ts'
import { BACKUP, RESTORATION, SPLIT, VERIFICATION } from './database.ts'
import { DIAGNOSES, INIT } from './diagnosis.ts'
import { DISPOSITION, DISPOSITIONS, REFUSED_SHEET } from './discrepancies.ts'
import { EXPORT } from './export-document.ts'
import { FEES } from './fees/fees-document.ts'
import { INVOICE_IMPORT, INVOICE_VOID } from './fees/fees-invoices.ts'
import { JOURNAL } from './journal.ts'
import { MERCHANTS } from './merchants-document.ts'
import { NOTICE } from './notice.ts'
import { ENQUEUE, QUEUE_STATUS } from './queue.ts'
import { RECEIVABLE_GUESS, RECEIVABLE_IMPORT, RECEIVABLE_TIE, RECEIVABLE_VOID } from './receivables.ts'
import { INBOX, JOB, SWEEP } from './run-document.ts'
import { CREATION, INVOICE_ANSWER, INVOICES, SETTLEMENT_ANSWER } from './service.ts'
import { CONFIG, RENAMING, SANDBOX, SCHEDULE_FILES, SCHEDULE_HEALTH, SCHEDULE_JOBS } from './set-up.ts'
import { STATEMENT } from './statement-document.ts'
import { LISTENING, RECEIVED_LIST, RECEIVED_WHOLE } from './webhooks.ts'

// biome-ignore lint/suspicious/noExplicitAny: what one document is made from is nothing to another.
type AnyDocument = MemberKind<any, unknown>

/** A document that has a schema. */
interface Described {
  readonly name: string
  /** Of several one, by what is asked. */
  readonly shape: AnyDocument | readonly AnyDocument[]
  /** The commands that print it with the members of every answer; the one of its name unless given, none where it is whole by itself. */
  readonly commands?: readonly (string | null)[]
}

/** The documents that are of no question. */
export const DOCUMENTS: readonly Described[] = [
  { name: 'audit', shape: [AUDIT_PACK, AUDIT_PACKS, AUDIT_PROOF] },
  { name: 'bank guess', shape: BANK_GUESS, commands: ['bank import'] },
  { name: 'bank import', shape: BANK_IMPORT },
  { name: 'bank tie', shape: BANK_TIE_ANSWER, commands: ['bank tie', 'bank untie'] },
  { name: 'bank void', shape: VOID },
  { name: 'chargebacks tie', shape: CHARGEBACKS_TIE, commands: ['chargebacks tie', 'chargebacks untie'] },
  { name: 'close', shape: CLOSE },
  { name: 'config', shape: CONFIG },
  { name: 'claims letter', shape: CLAIMS_LETTER },
  { name: 'db backup', shape: BACKUP },
  { name: 'db restore', shape: RESTORATION },
  { name: 'db split', shape: SPLIT },
  { name: 'db verify', shape: VERIFICATION },
  { name: 'discrepancies import', shape: REFUSED_SHEET },
  { name: 'disposition', shape: DISPOSITION, commands: DISPOSITIONS },
  { name: 'doctor', shape: DIAGNOSES },
  { name: 'enqueue', shape: ENQUEUE },
  { name: 'export', shape: EXPORT },
  { name: 'failure', shape: FAILURE, commands: [] },
  { name: 'fees', shape: FEES },
  { name: 'fees invoice import', shape: INVOICE_IMPORT },
  { name: 'fees invoice void', shape: INVOICE_VOID },
  { name: 'inbox', shape: INBOX, commands: ['inbox', 'webhooks replay'] },
  { name: 'init', shape: INIT },
  { name: 'invoice create', shape: CREATION },
  { name: 'invoice get', shape: INVOICE_ANSWER },
  { name: 'invoice list', shape: INVOICES },
  { name: 'journal', shape: JOURNAL },
  { name: 'manifest', shape: MANIFEST_DOCUMENT, commands: [] },
  { name: 'merchants', shape: MERCHANTS, commands: [] },
  { name: 'merchants rename', shape: RENAMING },
  { name: 'notification', shape: NOTICE, commands: [] },
  { name: 'pack', shape: MONTH_PACK },
  { name: 'pack manifest', shape: PACK_MANIFEST_DOCUMENT, commands: [] },
  { name: 'queue status', shape: QUEUE_STATUS },
  { name: 'receivables import', shape: [RECEIVABLE_IMPORT, RECEIVABLE_GUESS] },
  { name: 'receivables tie', shape: RECEIVABLE_TIE, commands: ['receivables tie', 'receivables untie'] },
  { name: 'receivables void', shape: RECEIVABLE_VOID },
  { name: 'run', shape: JOB, commands: ['run', 'check', 'inbox', 'sweep', 'webhooks replay', null] },
  { name: 'sandbox', shape: SANDBOX, commands: [] },
  { name: 'schedule', shape: [SCHEDULE_FILES, SCHEDULE_HEALTH, SCHEDULE_JOBS] },
  { name: 'settlement get', shape: SETTLEMENT_ANSWER },
  { name: 'statement', shape: STATEMENT },
  { name: 'sweep', shape: SWEEP },
  { name: 'webhooks list', shape: RECEIVED_LIST },
  { name: 'webhooks serve', shape: LISTENING, commands: [] },
  { name: 'webhooks show', shape: RECEIVED_WHOLE },
]

/** The JSON Schema of a document. */
export const schemaOf = ({ name, shape, commands = [name] }: Described): Schema => {
  const schemas = [shape].flat().map(({ schema }) => (commands.length === 0 ? schema : answerSchema(commands, schema)))
  const [only, ...others] = schemas
  return {
    $id: `cuadre/schemas/${name.replaceAll(' ', '-')}.json`,
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(others.length === 0 ? only : { anyOf: schemas }),
  }
}

type Schema = { readonly [name: string]: Json }

const answerSchema = (commands: readonly (string | null)[], schema: Schema): Schema => {
  const { properties, required } = schema as { readonly properties: object; readonly required: readonly string[] }
  return {
    type: 'object',
    properties: {
      schemaVersion: { type: 'number', const: SCHEMA_VERSION },
      exitCode: { type: 'number', description: 'The exit status of the command.' },
      ...properties,
      command: { enum: commands },
      error: ERROR.orNull.schema,
    },
    required: [...new Set(['schemaVersion', 'command', 'exitCode', 'error', ...required])],
    additionalProperties: false,
  }
}
