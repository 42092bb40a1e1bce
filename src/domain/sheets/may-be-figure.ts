import type { Figures } from '../findings/discrepancy.ts'
import { toPesos } from '../money.ts'

/**
 * Whether a cell may be the figure: a spreadsheet writes 45200000.5 with a decimal comma, with grouping in one manner or the other, or
 * with a sign of its currency. A cell that is empty, and a figure that is text, say nothing against it.
 */
export const mayBeFigure = (cell: string, figure: Figures['reported']): boolean => {
  if (cell === '' || typeof figure === 'string') return true
  // No figure is written as null, which is no number that a cell could hold.
  return plain(cell) === (typeof figure === 'bigint' ? toPesos(figure) : `${figure}`)
}

/** As plain digits with a dot and no closing zeros; null when it is no number, or only the beginning of one (`4,52E+07`). */
const plain = (cell: string): string | null => {
  const text = cell.replace(/[\s\u00a0\u202f]|COP|\$/g, '')
  const [, sign = '', whole, fraction = ''] =
    /^(-?)(\d+)(?:[.,](\d{1,2}))?$/.exec(text) ??
    /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text) ??
    /^(-?)(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text) ??
    []
  if (whole === undefined) return null
  const decimals = fraction.replace(/0+$/, '')
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  return `${digits === '0' && decimals === '' ? '' : sign}${digits}${decimals === '' ? '' : `.${decimals}`}`
}
