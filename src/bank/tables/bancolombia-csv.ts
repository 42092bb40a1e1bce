import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankFile } from '../../domain/bank/bank-statement.ts'
import { faultAt, LINES } from '../bank-file-fault.ts'
import { csvRows } from './csv-rows.ts'
import { readTable } from './read-table.ts'

/**
 * Whether the first line is that of Bancolombia's CSV of movements: account, branch, empty, day, empty, value, code,
 * text.
 */
export const isBancolombiaCsv = (firstLine: string): boolean =>
  /^"?[\d -]{8,20}"?,"?\d{1,4}"?,"?"?,"?\d{8}"?,"?"?,/.test(firstLine)

/**
 * Bancolombia's CSV of movements, which has no header: `account, branch, , yyyymmdd, , value, code, text, 0`. The tax
 * on movements (4X1000) has its own line, and so its own entry.
 */
export const readBancolombiaCsv = (text: string): BankFile => {
  const rows = csvRows(text, ',')
  const wrong = rows.find(({ cells }) => cells.length !== 9)
  if (wrong !== undefined)
    throw faultAt(LINES, wrong.position, {
      en: `${wrong.cells.length} fields where Bancolombia has 9`,
      es: `${wrong.cells.length} campos donde Bancolombia tiene 9`,
    })
  return { format: 'bancolombia-csv', statements: readTable(rows, MAPPING, LINES) }
}

const MAPPING: BankMapping = {
  headerRows: 0,
  footerRows: 0,
  date: 4,
  valueDate: null,
  amount: { value: 6, sign: null },
  balance: null,
  text: [8],
  reference: null,
  account: 1,
  currency: null,
  dates: 'yyyymmdd',
  decimal: null,
  encoding: null,
  delimiter: ',',
}
