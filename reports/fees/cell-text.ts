import type { Cell } from '../../src/core/cell.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, numberIn } from '../../src/words/money.ts'
import { percentIn } from './fees-sentence.ts'

/** The text of a cell in a table of fees: money in COP, rates in percent, empty for null. */
export const cellText = (cell: Cell, language: Language): string => {
  if (typeof cell === 'bigint') return digitsOf(cell, language)
  if (typeof cell === 'number') return numberIn(cell, language)
  return typeof cell === 'object' ? percentIn(cell, language) : String(cell)
}
