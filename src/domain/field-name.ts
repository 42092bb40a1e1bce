import { factsOf, INVOICE_FIELD_NAMES } from './invoice-fields.ts'

/** What the operator calls a field of ours, where the two names differ (api.md, Resources). */
const OPERATOR_NAMES: ReadonlyMap<string, string> = new Map([
  ['collected', 'amountCollected'],
  ['payout', 'paymentAmount'],
  ['invoiceCount', 'numberOfInvoices'],
  ...INVOICE_FIELD_NAMES.flatMap((name) => {
    const { service } = factsOf(name)
    return service === name ? [] : [[name, service] as const]
  }),
])

/** Null where it calls the field as we do. */
export const operatorName = (field: string): string | null => OPERATOR_NAMES.get(field) ?? null

/** A field as a message names it to both sides: `collected (amountCollected)`. */
export const fieldName = (field: string): string => {
  const theirs = operatorName(field)
  return theirs === null ? field : `${field} (${theirs})`
}
