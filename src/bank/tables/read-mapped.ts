import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankFile } from '../../domain/bank/bank-statement.ts'
import { MAPPED_LINES, MAPPED_ROWS } from '../bank-file-fault.ts'
import { bankText } from '../bank-text.ts'
import { workbookRows } from '../workbook/workbook-rows.ts'
import { type BankRow, csvRows, delimiterOf } from './csv-rows.ts'
import { readTable } from './read-table.ts'
import { refuseRaggedRows } from './refuse-ragged-rows.ts'

/** Reads a CSV file or a workbook whose columns are mapped by the settings. */
export const readMapped = (bytes: Uint8Array, kind: 'text' | 'workbook', mapping: BankMapping): BankFile => {
  const [rows, places] =
    kind === 'workbook' ? [workbookRows(bytes), MAPPED_ROWS] : [textRows(bytes, mapping), MAPPED_LINES]
  return { format: 'mapped', statements: readTable(rows, mapping, places) }
}

const textRows = (bytes: Uint8Array, mapping: BankMapping): readonly BankRow[] => {
  const text = bankText(bytes, mapping.encoding)
  const rows = csvRows(text, mapping.delimiter ?? delimiterOf(text))
  refuseRaggedRows(rows, mapping, MAPPED_LINES)
  return rows
}
