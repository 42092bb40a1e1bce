import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { BankFile } from '../../domain/bank/bank-statement.ts'
import type { PackedBody } from '../evidence/body.ts'

/**
 * The stored form of a file with texts about others: everything read from it, as JSON, with amounts in centavos as
 * decimal text, and without text and reference of entries about others. The digest of the file itself is stored as
 * well.
 */
export const readingWithoutOthers = (
  { format, statements }: BankFile,
  isReadable: (text: string) => boolean,
): Uint8Array =>
  Buffer.from(
    JSON.stringify(
      {
        format,
        statements: statements.map(({ entries, ...statement }) => ({
          ...statement,
          entries: entries.map((entry) => (isReadable(entry.text) ? entry : { ...entry, text: null, reference: null })),
        })),
      },
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    ),
  )

export const packEvidence = (bytes: Uint8Array): PackedBody => ({
  digest: createHash('sha256').update(bytes).digest(),
  gzip: gzipSync(bytes),
  length: bytes.length,
})
