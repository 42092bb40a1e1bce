import type { SettlementChange } from '../../../reports/documents/pull-steps.ts'
import type { Language } from '../../i18n/language.ts'
import { SAY } from '../../i18n/say.ts'
import { inTable } from '../../print/in-table.ts'

/** A field before or after a change. */
export const changedValueIn = (field: string, value: SettlementChange['now'], language: Language): string => {
  if (value === null) return { en: 'absent', es: 'ausente' }[language]
  if (field === 'status') return SAY[language].status(String(value))
  return typeof value === 'bigint' ? inTable(value, language) : String(value)
}
