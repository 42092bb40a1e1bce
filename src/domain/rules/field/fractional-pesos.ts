import { howMany } from '../../../std/how-many.ts'
import { defineCheck } from '../define-check.ts'
import { perField } from './per-field.ts'

/** Fields whose names are plurals, in both languages. */
const PLURALS: ReadonlySet<string> = new Set(['fees', 'adjustments'])

export const fractionalPesos = defineCheck({
  code: 'FRACTIONAL_PESOS',
  severity: 'info',
  acts: 'nobody',
  /** Pesos are usually whole. Centavos are stored exactly and reported. */
  check: ({ fields }) => perField(fields.fractional),
  title: { en: 'Amounts with centavos', es: 'Valores con centavos' },
  when: 'an amount with centavos',
  message: {
    en: ({ data: { field, records } }, say) =>
      `${say.bothNames(field)} ${PLURALS.has(field) ? 'have' : 'has'} centavos in ${howMany(records, 'record')}`,
    es: ({ data: { field, records } }, say) =>
      `${say.bothNames(field)} ${PLURALS.has(field) ? 'tienen' : 'tiene'} centavos en ${howMany(records, 'registro')}`,
  },
})
