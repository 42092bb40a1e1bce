/** What the operator calls a field of ours, where the two names differ (api.md, Resources). */
const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  collected: 'amountCollected',
  payout: 'paymentAmount',
  invoiceCount: 'numberOfInvoices',
  paid: 'paymentAmount',
  customerDocument: 'customerDocumentNumber',
  ownDate: 'settlementDate',
  ownCycle: 'settlementTime',
}

/** A field as a message names it to both sides: `collected (amountCollected)`. */
export const fieldName = (field: string): string => {
  const theirs = OPERATOR_NAMES[field]
  return theirs === undefined ? field : `${field} (${theirs})`
}
