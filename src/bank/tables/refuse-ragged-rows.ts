import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import { faultAt, type RowPlaces } from '../bank-file-fault.ts'
import { textsIn } from './table-cells.ts'
import type { TableParts } from './table-parts.ts'

/**
 * Refuses rows of a text whose number of fields differs from that of its form, of its header, or else of most rows. A sum
 * with an unquoted comma becomes two fields, and a cut line ends early: either would give a wrong sum. Empty fields at
 * the end of a row are accepted.
 */
export const refuseRaggedRows = (
  { header, entries, balances }: TableParts,
  mapping: BankMapping,
  width: number | 'most',
  places: RowPlaces,
): void => {
  const rows = [...entries, ...balances.map(({ row }) => row)]
  const named = width === 'most' && header !== undefined && namesColumns(mapping) ? header : undefined
  const fields = width === 'most' ? (named?.cells.length ?? mostFrequent(rows.map(({ cells }) => cells.length))) : width
  const ragged = rows.find((row) => row.cells.length < fields || textsIn(row).length > fields)
  if (ragged === undefined) return
  const own = ragged.cells.length
  const others = width === 'most' ? (named === undefined ? MOST : HEADER_HAS) : ITS_FORM
  throw faultAt(places, ragged.position, {
    en: `it has ${own} ${own === 1 ? 'field' : 'fields'}, and ${others.en} ${fields}`,
    es: `tiene ${own} ${own === 1 ? 'campo' : 'campos'}, y ${others.es} ${fields}`,
  })
}
const MOST = { en: 'most rows have', es: 'la mayoría tiene' }
const HEADER_HAS = { en: 'the header has', es: 'el encabezado tiene' }
const ITS_FORM = { en: "the bank's form has", es: 'la forma del banco tiene' }

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
