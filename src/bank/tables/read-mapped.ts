import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankFile } from '../../domain/bank/bank-statement.ts'
import { MAPPED_LINES, MAPPED_ROWS } from '../bank-file-fault.ts'
import { bankText } from '../bank-text.ts'
import { workbookRows } from '../workbook/workbook-rows.ts'
import { type BankRow, csvRows, delimiterOf } from './csv-rows.ts'
import { readTable } from './read-table.ts'

/** A CSV file or a workbook whose columns the settings map. */
export const readMapped = (bytes: Uint8Array, kind: 'text' | 'workbook', mapping: BankMapping): BankFile => {
  const [rows, places] =
    kind === 'workbook' ? [workbookRows(bytes), MAPPED_ROWS] : [textRows(bytes, mapping), MAPPED_LINES]
  return { format: 'mapped', statements: readTable(rows, mapping, places) }
}

const textRows = (bytes: Uint8Array, { encoding, delimiter }: BankMapping): readonly BankRow[] => {
  const text = bankText(bytes, encoding)
  return csvRows(text, delimiter ?? delimiterOf(text))
}
