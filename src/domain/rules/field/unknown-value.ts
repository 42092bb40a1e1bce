import { howMany } from '../../../std/how-many.ts'
import { asText, type Figures } from '../../findings/discrepancy.ts'
import type { Counts } from '../../pull/field-notes.ts'
import { defineCheck, type Observation, observed } from '../define-check.ts'

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
  /**
   * A value outside a documented enum is stored unchanged; of a settlement date followed by a time, the date is used.
   */
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
