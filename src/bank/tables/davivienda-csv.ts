import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankFile } from '../../domain/bank/bank-statement.ts'
import { faultAt, LINES } from '../bank-file-fault.ts'
import { csvRows, delimiterOf } from './csv-rows.ts'
import { readTable } from './read-table.ts'
import { plainName } from './table-cells.ts'

const HEADER = /^fecha(\w*)[,;]descripcion(\w*)[,;]debitos?[,;]creditos?[,;]saldo(\w*)$/

/** Whether the first line is the header of Davivienda's CSV: day, text, debit, credit, balance. */
export const isDaviviendaCsv = (firstLine: string): boolean =>
  HEADER.test(
    firstLine
      .split(/([,;])/)
      .map(bareName)
      .join(''),
  )

const bareName = (part: string): string => (part === ',' || part === ';' ? part : plainName(part))

/** Davivienda's CSV, below its header: `dd/mm/yyyy, text, debit, credit, balance`. */
export const readDaviviendaCsv = (text: string): BankFile => {
  const rows = csvRows(text, delimiterOf(text, 5))
  const wrong = rows.find(({ cells }) => cells.length !== 5)
  if (wrong !== undefined)
    throw faultAt(LINES, wrong.position, {
      en: `${wrong.cells.length} fields where Davivienda has 5`,
      es: `${wrong.cells.length} campos donde Davivienda tiene 5`,
    })
  const headerRows = rows[0]?.position ?? 0
  return { format: 'davivienda-csv', statements: readTable(rows, { ...MAPPING, headerRows }, LINES) }
}

const MAPPING: BankMapping = {
  headerRows: 0,
  footerRows: 0,
  date: 1,
  valueDate: null,
  amount: { debit: 3, credit: 4 },
  balance: 5,
  text: [2],
  reference: null,
  account: null,
  currency: null,
  dates: 'dd/mm/yyyy',
  decimal: null,
  encoding: null,
  delimiter: null,
}
