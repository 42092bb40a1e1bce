import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { INVOICE_LEDGER } from '../../reports/ledgers/invoice-ledger.ts'
import { factsOf, INVOICE_FIELD_NAMES, INVOICE_TEXTS } from '../../src/core/invoice-fields.ts'
import { maskInvoiceInPull } from '../../src/core/personal/personal.ts'
import { invoiceInPull } from '../../src/core/pull/invoice-in-pull.ts'
import { readInvoice } from '../../src/service/wire/read-invoice.ts'
import { cellsOf, REPORTED_COLUMNS, VERSION_COLUMNS, versionOf } from '../../src/store/invoices/versions.ts'
import { version } from '../../src/store/schema.ts'

/** A record of the service with a different value for each field. */
const RECORD = Object.fromEntries(
  INVOICE_FIELD_NAMES.map((name, at) => [
    factsOf(name).service,
    factsOf(name).kind === 'sum' ? 1_000 + at : `value of ${name}`,
  ]),
)
const readWhole = () => {
  const reading = readInvoice({ ...RECORD, paymentUrl: 'https://pay.example/1' }, () => true)
  if (reading.kind === 'malformed') throw new Error(reading.record.reason)
  return reading.invoice
}

test.each(INVOICE_FIELD_NAMES)('%s is read, stored, read back and shown', (name) => {
  const invoice = readWhole()
  const value = factsOf(name).kind === 'sum' ? BigInt(Number(RECORD[factsOf(name).service]) * 100) : `value of ${name}`
  expect(invoice[name]).toBe(value)
  const [id, ...cells] = [
    invoice.id,
    ...cellsOf(invoice).map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)),
  ]
  const back = versionOf([7, 1, null, id, ...cells] as unknown as Parameters<typeof versionOf>[0]).invoice
  expect(back).toEqual(invoice)
  const column = name === 'id' ? 'invoice_id' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  expect(INVOICE_LEDGER.heads).toContain(column)
  expect(VERSION_COLUMNS.split(', ')).toContain(column)
})

test('the table of versions has a column for each field, and none besides', () => {
  const own = ['id', 'slot', 'from_pull', 'to_pull', 'invoice_id']
  const columns = Object.values(getTableColumns(version)).map((column) => column.name)
  expect(columns.filter((column) => !own.includes(column)).sort()).toEqual([...REPORTED_COLUMNS].sort())
})

test('a masked copy shows no text that says, or may say, who the customer is', () => {
  const invoice = readWhole()
  const { current } = maskInvoiceInPull(invoiceInPull([{ invoice, from: 1, to: null }], 1, null), () => 'masked')
  const changed = INVOICE_TEXTS.filter((name) => current?.[name] !== invoice[name])
  expect(changed).toEqual(INVOICE_TEXTS.filter((name) => factsOf(name).personal !== undefined))
})
