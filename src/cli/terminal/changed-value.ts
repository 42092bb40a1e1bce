import type { SettlementChange } from '../../../reports/documents/pull-steps.ts'
import { inTable } from '../../print/in-table.ts'
import type { Language } from '../../words/language.ts'
import { SAY } from '../../words/say.ts'

/** A field before or after a change. */
export const changedValueIn = (field: string, value: SettlementChange['now'], language: Language): string => {
  if (value === null) return { en: 'absent', es: 'ausente' }[language]
  if (field === 'status') return SAY[language].status(String(value))
  return typeof value === 'bigint' ? inTable(value, language) : String(value)
}
