import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankFile } from '../../domain/bank/bank-statement.ts'
import { MAPPED_LINES } from '../bank-file-fault.ts'
import { bankText } from '../bank-text.ts'
import { csvRows, delimiterOf } from './csv-rows.ts'
import { readTable } from './read-table.ts'

/** A CSV file whose columns the settings map. */
export const readMapped = (bytes: Uint8Array, mapping: BankMapping): BankFile => {
  const text = bankText(bytes, mapping.encoding)
  const rows = csvRows(text, mapping.delimiter ?? delimiterOf(text))
  return { format: 'mapped', statements: readTable(rows, mapping, MAPPED_LINES) }
}
