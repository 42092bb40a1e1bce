import {
  type ParquetLedger,
  parquetColumns,
  parquetSchemaDocument,
} from '../../../../reports/ledgers/parquet-columns.ts'
import type { Row } from '../../../../src/core/cell.ts'
import type { FileToWrite } from '../../../../src/print/files/together.ts'
import { jsonText } from '../../../../src/print/json.ts'
import { parquetPieces } from '../../../../src/print/parquet/parquet.ts'
import type { JobContext } from '../../run/context.ts'
import { atOnce, discrepanciesOf, invoicesOf, type LedgerDay, settlementsOf } from '../ledger-days.ts'

const ROWS: Readonly<Record<ParquetLedger, (day: LedgerDay) => AsyncIterable<readonly Row[]>>> = {
  settlements: atOnce(settlementsOf),
  invoices: invoicesOf,
  discrepancies: discrepanciesOf,
}

/** The ledgers for a data warehouse: a folder for each, with a folder for each day and merchant, and the schema. */
export const parquetFiles = async (
  { zone }: Pick<JobContext, 'zone'>,
  merchant: string,
  days: readonly LedgerDay[],
): Promise<readonly FileToWrite[]> => {
  const files: FileToWrite[] = []
  for (const day of days) {
    const date = (await day.slots())[0]?.report.slot.date
    if (date === undefined) continue
    const place = `date=${date}/merchant=${encodeURIComponent(merchant)}`
    for (const ledger of ['settlements', 'invoices', 'discrepancies'] as const)
      files.push({
        name: `${ledger}/${place}/${ledger}.parquet`,
        pieces: parquetPieces(parquetColumns(ledger, zone), ROWS[ledger](day)),
      })
  }
  return [...files, { name: 'schema.json', pieces: [{ text: `${jsonText(parquetSchemaDocument())}\n`, rows: 0 }] }]
}
