import type { Figures } from '../findings/discrepancy.ts'
import { toPesos } from '../money.ts'

/**
 * Whether a cell may be the figure: a spreadsheet writes 45200000.5 with a decimal comma, with either grouping, or with a currency sign.
 * An empty cell, and a figure that is text, contradict nothing.
 */
export const mayBeFigure = (cell: string, figure: Figures['reported']): boolean => {
  if (cell === '' || typeof figure === 'string') return true
  // A figure that is null matches no number.
  return plain(cell) === (typeof figure === 'bigint' ? toPesos(figure) : `${figure}`)
}

/** As plain digits with a dot and no trailing zeros; null when it is no number, or only the first digits of one (`4,52E+07`). */
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
