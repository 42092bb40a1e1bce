import type { Cell } from '../../src/domain/cell.ts'
import type { Language } from '../../src/i18n/language.ts'
import { digitsOf, numberIn } from '../../src/i18n/money.ts'
import { percentIn } from './fees-sentence.ts'

/** A cell of a table of fees as people read it. What is absent stays empty. */
export const cellText = (cell: Cell, language: Language): string => {
  if (typeof cell === 'bigint') return digitsOf(cell, language)
  if (typeof cell === 'number') return numberIn(cell, language)
  return typeof cell === 'object' ? percentIn(cell, language) : String(cell)
}
