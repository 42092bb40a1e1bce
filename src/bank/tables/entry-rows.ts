import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { BankRow } from './csv-rows.ts'

/** The rows between the header and the footer of a mapping; none of a file that is shorter than both. */
export const entryRows = (
  rows: readonly BankRow[],
  { headerRows, footerRows }: Pick<BankMapping, 'headerRows' | 'footerRows'>,
): readonly BankRow[] => {
  const body = rows.filter(({ position }) => position > headerRows)
  return body.slice(0, Math.max(0, body.length - footerRows))
}
