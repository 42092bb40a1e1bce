import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { asc, eq } from 'drizzle-orm'
import type { NamedTax, OperatorInvoice, OperatorInvoiceRecord } from '../../core/fees/operator-invoice.ts'
import type { ActStamp } from '../../core/findings/act.ts'
import { fromCentavos } from '../../core/money.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, repository } from '../connection/merchant-database.ts'
import { keepBody } from '../evidence/body.ts'
import { eventSequence, operatorInvoice, operatorInvoiceVoid } from '../schema.ts'

/** An invoice to keep, with the bytes of the whole file as received. */
export interface InvoiceToKeep extends OperatorInvoice, Pick<OperatorInvoiceRecord, 'name' | 'contents'> {
  readonly bytes: Uint8Array
}

/** Keeps invoices in one transaction: all or none. Returns their numbers in the event sequence. */
const writeInvoices = (
  database: MerchantDatabase,
  invoices: readonly InvoiceToKeep[],
  { by, at }: Pick<ActStamp, 'by' | 'at'>,
): Promise<readonly number[]> =>
  database.writeQueue.write(() =>
    invoices.map(({ bytes, lines, taxes, withholdings, number: invoiceNumber, ...rest }) => {
      const number = nextInSequence(database, 'act', at)
      const digest = createHash('sha256').update(bytes).digest()
      const body = keepBody(database, { digest, gzip: gzipSync(bytes), length: bytes.length })
      const parts = partsText({ lines, taxes, withholdings })
      const contents = Buffer.from(rest.contents, 'hex')
      database.db
        .insert(operatorInvoice)
        .values({ ...rest, number, invoiceNumber, parts, by, digest, contents, body })
        .run()
      addLink(database, 'operator_invoice', number)
      return number
    }),
  )

type Parts = Pick<OperatorInvoice, 'lines' | 'taxes' | 'withholdings'>

const partsText = (parts: Parts): string =>
  JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** Sums in the text are whole centavos. */
const partsIn = (text: string): Parts => {
  const { lines, taxes, withholdings } = JSON.parse(text) as Parts
  const exact = <T extends Pick<NamedTax, 'sum'>>(parts: readonly T[]): readonly T[] =>
    parts.map((part) => ({ ...part, sum: fromCentavos(BigInt(part.sum)) }))
  return { lines: exact(lines), taxes: exact(taxes), withholdings: exact(withholdings) }
}

/** Every invoice, in order of its day and number, including those that were voided. */
const allInvoices = (database: MerchantDatabase): readonly OperatorInvoiceRecord[] => {
  const voids = new Map(voidsOf(database).map(({ invoice, ...voided }) => [invoice, voided]))
  return database.db
    .select({ row: operatorInvoice, at: eventSequence.at })
    .from(operatorInvoice)
    .innerJoin(eventSequence, eq(eventSequence.number, operatorInvoice.number))
    .where(eq(eventSequence.merchant, database.merchant))
    .orderBy(asc(operatorInvoice.day), asc(operatorInvoice.invoiceNumber), asc(operatorInvoice.number))
    .all()
    .map(({ row: { number, invoiceNumber, parts, by, digest, contents, body: _body, ...rest }, at }) => ({
      ...rest,
      ...partsIn(parts),
      number: invoiceNumber,
      act: { number, at, by },
      digest: digest.toString('hex'),
      contents: contents.toString('hex'),
      voided: voids.get(number) ?? null,
    }))
}

const voidsOf = ({ db, merchant }: MerchantDatabase) =>
  db
    .select({
      invoice: operatorInvoiceVoid.invoice,
      number: operatorInvoiceVoid.number,
      at: eventSequence.at,
      by: operatorInvoiceVoid.by,
      reason: operatorInvoiceVoid.reason,
    })
    .from(operatorInvoiceVoid)
    .innerJoin(eventSequence, eq(eventSequence.number, operatorInvoiceVoid.number))
    .where(eq(eventSequence.merchant, merchant))
    .all()

/** Returns the number of the voiding. */
const writeVoid = (
  database: MerchantDatabase,
  { act: { number: invoice } }: Pick<OperatorInvoiceRecord, 'act'>,
  { by, at, reason }: Pick<ActStamp, 'by' | 'at'> & { readonly reason: string },
): Promise<number> =>
  database.writeQueue.write(() => {
    const number = nextInSequence(database, 'act', at)
    database.db.insert(operatorInvoiceVoid).values({ number, invoice, by, reason }).run()
    addLink(database, 'operator_invoice_void', number)
    return number
  })

/** The electronic invoices of the operator. */
export const createOperatorInvoiceRepository = repository({
  keep: writeInvoices,
  all: allInvoices,
  inForce: (database: MerchantDatabase) => allInvoices(database).filter(({ voided }) => voided === null),
  void: writeVoid,
})
