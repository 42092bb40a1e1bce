/** A document number is personal: the ledger carries it, messages and discrepancies only its last digits. */
export const maskedDocument = (document: string | null): string | null =>
  document && (document.length > 6 ? `***${document.slice(-3)}` : '***')
