import { asText } from '../../findings/discrepancy.ts'
import type { Counts } from '../../pull/field-notes.ts'
import { observed } from '../define-check.ts'

/** One observation for each field, or value of a field, with the number of its records. */
export const perField = (counts: Counts) =>
  [...counts].flatMap(([field, records]) =>
    observed({ kind: 'field', field }, asText(String(records), null), { field, records }),
  )
