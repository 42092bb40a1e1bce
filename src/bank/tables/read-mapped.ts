import type { BankMapping } from '../../core/bank/bank-mapping.ts'
import type { BankFile } from '../../core/bank/bank-statement.ts'
import { bankText, MAPPED_LINES, MAPPED_ROWS } from '../bank-file-fault.ts'
import { type BankRow, csvRows, delimiterOf } from './csv-rows.ts'
import { DATE_FORMS } from './date-form-of.ts'
import { readTable, refuseUnreadColumns } from './read-table.ts'

/** Reads a CSV file, or the rows of a workbook, whose columns are mapped by the settings. */
export const readMapped = (bytes: Uint8Array, sheet: readonly BankRow[] | null, mapping: BankMapping): BankFile => {
  const table =
    sheet === null
      ? { rows: textRows(bytes, mapping), places: MAPPED_LINES, width: 'most' as const }
      : { rows: sheet, places: MAPPED_ROWS, width: null }
  const statements = readTable({ ...table, mapping, dateForms: DATE_FORMS })
  refuseUnreadColumns(table.rows, mapping, statements, table.places)
  return { format: 'mapped', statements }
}

const textRows = (bytes: Uint8Array, mapping: BankMapping): readonly BankRow[] => {
  const text = bankText(bytes, mapping.encoding)
  return csvRows(text, mapping.delimiter ?? delimiterOf(text))
}
