/** The last digits of a document number, which is personal: only the ledger shows it whole; messages and discrepancies do not. */
export const maskedDocument = (document: string | null): string | null => {
  if (document === null || document === '') return document
  // By characters: half a surrogate pair could not be stored.
  const characters = [...document]
  return characters.length > 6 ? `***${characters.slice(-3).join('')}` : '***'
}
