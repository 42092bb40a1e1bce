import { howMany } from '../../../std/how-many.ts'
import { defineCheck } from '../define-check.ts'
import { perField } from './per-field.ts'

export const fieldMissing = defineCheck({
  code: 'FIELD_MISSING',
  severity: 'warning',
  acts: 'engineer',
  /** api.md documents which fields an invoice always has. */
  check: ({ fields }) => perField(fields.missing),
  title: { en: 'A field is missing', es: 'Falta un campo' },
  when: 'another field that is documented as always there is absent or unreadable',
  message: {
    en: ({ data: { field, records } }, say) =>
      `${say.bothNames(field)} is absent or unreadable in ${howMany(records, 'record')}`,
    es: ({ data: { field, records } }, say) =>
      `${say.bothNames(field)} falta o no se puede leer en ${howMany(records, 'registro')}`,
  },
})
