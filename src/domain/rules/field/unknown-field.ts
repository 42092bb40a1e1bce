import { howMany } from '../../../std/how-many.ts'
import { defineCheck } from '../define-check.ts'
import { perField } from './per-field.ts'

export const unknownField = defineCheck({
  code: 'UNKNOWN_FIELD',
  severity: 'info',
  acts: 'engineer',
  /** A field that is not documented is stored unchanged. */
  check: ({ fields }) => perField(fields.unknownFields),
  title: { en: 'An undocumented field', es: 'Un campo no documentado' },
  when: 'an undocumented field, kept as it is',
  message: {
    en: ({ data: { field, records } }) =>
      `${field} is not documented; ${howMany(records, 'record')} ${records === 1 ? 'has' : 'have'} it`,
    es: ({ data: { field, records } }) => `${field} no está documentado; aparece en ${howMany(records, 'registro')}`,
  },
})
