/** The last digits of a document number, which is personal: only the ledger shows it whole; messages and discrepancies do not. */
export const maskedDocument = (document: string | null): string | null =>
  document && (document.length > 6 ? `***${document.slice(-3)}` : '***')
