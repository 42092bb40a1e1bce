import type { BankMapping } from '../../core/bank/bank-mapping.ts'
import type { BankFile } from '../../core/bank/bank-statement.ts'
import type { FileRow } from '../../tables/csv-rows.ts'
import { DATE_FORMS } from '../../tables/date-form-of.ts'
import { mappedPlaces } from '../../tables/file-fault.ts'
import { textRows } from '../../tables/rows-of-file.ts'
import { readTable, refuseUnreadColumns } from './read-table.ts'

/** Lines of a text, and rows of a workbook, that are read by `bankMapping`. */
export const { lines: MAPPED_LINES, rows: MAPPED_ROWS } = mappedPlaces('bankMapping', 'cuadre bank import')

/** Reads a CSV file, or the rows of a workbook, whose columns are mapped by the settings. */
export const readMapped = (bytes: Uint8Array, sheet: readonly FileRow[] | null, mapping: BankMapping): BankFile => {
  const table =
    sheet === null
      ? { rows: textRows(bytes, mapping), places: MAPPED_LINES, width: 'most' as const }
      : { rows: sheet, places: MAPPED_ROWS, width: null }
  const statements = readTable({ ...table, mapping, dateForms: DATE_FORMS })
  refuseUnreadColumns(table.rows, mapping, statements, table.places)
  return { format: 'mapped', statements }
}
