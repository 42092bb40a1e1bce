import { factsOf, INVOICE_FIELD_NAMES } from './invoice-fields.ts'

/** The operator's names of fields that differ from ours (api.md, Resources). */
const OPERATOR_NAMES: ReadonlyMap<string, string> = new Map([
  ['collected', 'amountCollected'],
  ['payout', 'paymentAmount'],
  ['invoiceCount', 'numberOfInvoices'],
  ...INVOICE_FIELD_NAMES.flatMap((name) => {
    const { service } = factsOf(name)
    return service === name ? [] : [[name, service] as const]
  }),
])

/** Null when the operator's name is the same as ours. */
export const operatorName = (field: string): string | null => OPERATOR_NAMES.get(field) ?? null

/** The name of a field in a message, with the operator's name: `collected (amountCollected)`. */
export const fieldName = (field: string): string => {
  const theirs = operatorName(field)
  return theirs === null ? field : `${field} (${theirs})`
}
