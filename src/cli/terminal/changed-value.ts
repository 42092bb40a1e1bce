import type { SettlementChange } from '../../../reports/documents/pull-steps.ts'
import type { Language } from '../../i18n/language.ts'
import { inTable } from './in-table.ts'

/** A field before or after a change. */
export const changedValueIn = (value: SettlementChange['now'], language: Language): string => {
  if (value === null) return { en: 'absent', es: 'ausente' }[language]
  return typeof value === 'bigint' ? inTable(value, language) : String(value)
}
