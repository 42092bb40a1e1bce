import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import { faultAt, type RowPlaces } from '../bank-file-fault.ts'
import type { BankRow } from './csv-rows.ts'
import { entryRows } from './entry-rows.ts'

/**
 * Refuses rows of a text whose number of fields differs from that of the mapping's header, or else of most rows. A sum
 * with an unquoted comma becomes two fields, and a cut line ends early: either would give a wrong sum. Empty fields at
 * the end of a row are accepted.
 */
export const refuseRaggedRows = (rows: readonly BankRow[], mapping: BankMapping, places: RowPlaces): void => {
  const header = namesColumns(mapping) ? rows.findLast(({ position }) => position <= mapping.headerRows) : undefined
  const entries = entryRows(rows, mapping)
  const width = header?.cells.length ?? mostFrequent(entries.map(({ cells }) => cells.length))
  const ragged = entries.find(({ cells }) => cells.length < width || cells.slice(width).some((cell) => cell !== ''))
  if (ragged === undefined) return
  const fields = ragged.cells.length
  const others = header === undefined ? { en: 'most rows have', es: 'la mayoría tiene' } : HEADER_HAS
  throw faultAt(places, ragged.position, {
    en: `it has ${fields} ${fields === 1 ? 'field' : 'fields'}, and ${others.en} ${width}`,
    es: `tiene ${fields} ${fields === 1 ? 'campo' : 'campos'}, y ${others.es} ${width}`,
  })
}
const HEADER_HAS = { en: 'the header has', es: 'el encabezado tiene' }

/** When columns are given by number, the rows above the entries may be titles. */
const namesColumns = ({ amount, text, date, valueDate, balance, reference, account, currency }: BankMapping): boolean =>
  [...Object.values(amount), ...text, date, valueDate, balance, reference, account, currency].some(
    (column) => typeof column === 'string',
  )

const mostFrequent = (counts: readonly number[]): number => {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}
