import { howMany } from '../../std/how-many.ts'
import type { Code, Finding, Severity } from '../findings/discrepancy.ts'
import { fieldName } from '../operator-fields.ts'
import type { Counts } from '../pull/field-notes.ts'
import { asText, type Check, found } from './facts.ts'

const perField = (
  code: Code,
  severity: Severity,
  counts: Counts,
  sentence: (name: string, number: string) => string,
): readonly Finding[] =>
  [...counts].flatMap(([name, number]) =>
    found(code, severity, `field:${name}`, asText(String(number), null), sentence(name, howMany(number, 'record'))),
  )

/** api.md says which fields an invoice always has. */
export const fieldMissing: Check = ({ fields }) =>
  perField(
    'FIELD_MISSING',
    'warning',
    fields.missing,
    (name, n) => `${fieldName(name)} is absent or unreadable in ${n}`,
  )

/** A value outside a documented enum is kept as it is. */
export const unknownValue: Check = ({ fields }) =>
  perField(
    'UNKNOWN_VALUE',
    'warning',
    fields.unknownValues,
    (name, n) => `${name} is not documented; it stands in ${n}`,
  )

/** A field that is not documented is kept as it is. */
export const unknownField: Check = ({ fields }) =>
  perField('UNKNOWN_FIELD', 'info', fields.unknownFields, (name, n) => `${name} is not documented; it stands in ${n}`)

/** Pesos come whole; centavos are kept to the last and told. */
export const fractionalPesos: Check = ({ fields }) =>
  perField('FRACTIONAL_PESOS', 'info', fields.fractional, (name, n) => `${fieldName(name)} has centavos in ${n}`)

/** A settlement date is a date; one with a time behind it is read by its date, and told once. */
export const dateWithTime: Check = ({ fields }) =>
  perField(
    'UNKNOWN_VALUE',
    'warning',
    fields.dateTimes,
    (name, n) => `${fieldName(name)} is a date-time in ${n}; its date is compared`,
  )
