import type { BankEntry, BankFile, BankStatement, StatementOfAccount } from '../../src/core/bank/bank-statement.ts'
import type { OperatorInvoice } from '../../src/core/fees/operator-invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import { asSlotDate, type SlotDate } from '../../src/core/slot.ts'
import type { BankFileToImport } from '../../src/store/bank/bank-files.ts'
import type { InvoiceToKeep } from '../../src/store/bank/operator-invoices.ts'

export const OPERATOR = 'PROOPTEK'

export const day = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw new Error(`${text} is no day`)
  return date
}

/** A row of a statement in short: day, centavos, text, reference. */
export type EntryText = readonly [day: string, centavos: number, text?: string, reference?: string]

export const entriesOf = (rows: readonly EntryText[]): readonly BankEntry[] =>
  rows.map(([on, centavos, text = `ABONO ${OPERATOR}`, reference], index) => ({
    bookedOn: day(on),
    valueOn: null,
    value: fromCentavos(centavos),
    text,
    reference: reference ?? null,
    position: index + 1,
  }))

/** The statement of an account; days and balances follow from its rows unless they are given. */
export const statementOf = (rows: readonly EntryText[], given: Partial<BankStatement> = {}): StatementOfAccount => {
  const entries = entriesOf(rows)
  const opening = given.opening === undefined ? fromCentavos(0) : given.opening
  const sum = entries.reduce((total, { value }) => total + value, 0n)
  return {
    number: null,
    from: entries[0]?.bookedOn ?? day('2026-03-12'),
    to: entries.at(-1)?.bookedOn ?? day('2026-03-12'),
    closing: opening === null ? null : fromCentavos(opening + sum),
    entries,
    ...given,
    opening,
    account: given.account ?? '123',
  }
}

/** A file to import: its bytes are made from its contents. */
export const fileToImport = (
  statements: readonly StatementOfAccount[],
  given: Partial<BankFileToImport> & Partial<Pick<BankFile, 'format'>> = {},
): BankFileToImport => {
  const file = { format: given.format ?? 'mapped', statements }
  const text = JSON.stringify(file, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return {
    file,
    bytes: Buffer.from(text),
    name: 'march.csv',
    by: 'Ana',
    at: 2600,
    isReadable: (said) => said.includes(OPERATOR),
    isKeptWhole: false,
    ...given,
  }
}

/** An invoice of the operator, with each of its parts. */
export const invoiceToKeep = (instead: Partial<OperatorInvoice> = {}): InvoiceToKeep => ({
  ...{ kind: 'invoice', number: 'FE-1', cufe: 'c1', day: day('2026-04-01'), period: '2026-03' },
  ...{ supplier: '901234567', customer: '900123456' },
  lines: [{ text: 'Comisión', sum: fromCentavos(100_050) }],
  base: fromCentavos(100_050),
  iva: fromCentavos(19_010),
  taxes: [{ code: '01', name: 'IVA', percent: '19.00', sum: fromCentavos(19_010) }],
  withholdings: [{ code: '06', name: 'ReteFuente', percent: null, sum: fromCentavos(4_002) }],
  total: fromCentavos(119_060),
  ...instead,
  name: 'f.xml',
  bytes: Buffer.from(`the file of ${instead.number ?? 'FE-1'}`),
  contents: '01'.repeat(32),
})
