import { asText, type Figures } from '../../core/findings/discrepancy.ts'
import type { Counts } from '../../core/pull/field-notes.ts'
import { howMany } from '../../std/how-many.ts'
import { defineCheck, type Observation, observed } from '../define-check.ts'

/** One observation for each field, or value of a field, with the number of its records. */
const perField = (counts: Counts) =>
  [...counts].flatMap(([field, records]) =>
    observed({ kind: 'field', field }, asText(String(records), null), { field, records }),
  )

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

export const unknownField = defineCheck({
  code: 'UNKNOWN_FIELD',
  severity: 'info',
  acts: 'engineer',
  check: ({ fields }) => perField(fields.unknownFields),
  title: { en: 'An undocumented field', es: 'Un campo no documentado' },
  when: 'an undocumented field, kept as it is',
  message: {
    en: ({ data: { field, records } }) =>
      `${field} is not documented; ${howMany(records, 'record')} ${records === 1 ? 'has' : 'have'} it`,
    es: ({ data: { field, records } }) => `${field} no está documentado; aparece en ${howMany(records, 'registro')}`,
  },
})

interface Value {
  /** An undocumented value (`status=PAID`), or a date followed by a time. */
  readonly kind: 'value' | 'date-time'
  readonly field: string
  readonly records: number
}

const perValue = (kind: Value['kind'], counts: Counts): readonly Observation<Figures, Value>[] =>
  [...counts].flatMap(([field, records]) =>
    observed({ kind: 'field', field }, asText(String(records), null), { kind, field, records }),
  )

export const unknownValue = defineCheck({
  code: 'UNKNOWN_VALUE',
  severity: 'warning',
  acts: 'engineer',
  /** A value outside a documented enum is stored unchanged; of a settlement date followed by a time, the date is used. */
  check: ({ fields }) => [...perValue('value', fields.unknownValues), ...perValue('date-time', fields.dateTimes)],
  title: { en: 'An undocumented value', es: 'Un valor no documentado' },
  when: 'a value outside its documented ones, kept as it is',
  message: {
    en: ({ data: { kind, field, records } }, say) =>
      kind === 'value'
        ? `${field} is not documented; ${howMany(records, 'record')} ${records === 1 ? 'has' : 'have'} it`
        : `${say.bothNames(field)} is a date-time in ${howMany(records, 'record')}; its date is compared`,
    es: ({ data: { kind, field, records } }, say) =>
      kind === 'value'
        ? `${field} no está documentado; aparece en ${howMany(records, 'registro')}`
        : `${say.bothNames(field)} es fecha y hora en ${howMany(records, 'registro')}; se compara su fecha`,
  },
})
