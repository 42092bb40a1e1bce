import { type Centavos, fromCentavos, inWords } from '../../../domain/money.ts'
import { DOCUMENT_TYPES, type DocumentType, type NewInvoice } from '../../../domain/new-invoice.ts'
import { isWellFormed } from '../../../service/wire/well-formed.ts'
import { type Flags, type Given, usageError } from '../../framework/command.ts'

export const NEW_INVOICE_FLAGS: Flags = {
  reference: { kind: 'once', describe: 'Your reference; on one invoice only' },
  amount: { kind: 'once', describe: 'Whole pesos, in digits: 1850000' },
  description: { kind: 'once', describe: 'What the customer reads' },
  'redirect-url': { kind: 'once', describe: 'Where the customer is sent after paying' },
  document: { kind: 'once', describe: "Number of the customer's document" },
  'document-type': {
    kind: 'once',
    describe: `What it is: ${Object.entries(DOCUMENT_TYPES)
      .map(([type, what]) => `${type} (${what})`)
      .join(', ')}`,
  },
  name: { kind: 'once', describe: "Customer's name" },
  contract: { kind: 'once', describe: 'Contract; without it, the service writes 00000' },
}

/** api.md leaves open which fields are mandatory; a typical request has these, and without a reference nothing can be looked up. */
const NEEDED = ['reference', 'amount', 'description', 'redirect-url', 'document'] as const

/** The invoice typed in, held to the constraints of api.md (Create invoice). How much it may be for is for the settings to say. */
export const newInvoiceGiven = (given: Given): NewInvoice => {
  const missing = NEEDED.filter((flag) => given.text(flag) === undefined).map((flag) => `--${flag}`)
  if (missing.length > 0) {
    throw usageError(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`, 'give each a value')
  }
  const said = (flag: (typeof NEEDED)[number]): string => textGiven(given, flag) ?? ''
  return {
    reference: said('reference'),
    amount: amountIn(said('amount')),
    description: said('description'),
    redirectUrl: urlIn(said('redirect-url')),
    customerDocument: said('document'),
    documentType: typeIn(textGiven(given, 'document-type')),
    customerName: textGiven(given, 'name'),
    contract: textGiven(given, 'contract'),
  }
}

/** Text that says something; null when the flag is not given. */
export const textGiven = (given: Given, flag: string): string | null => {
  const text = given.text(flag)
  if (text === undefined) return null
  if (text.trim() === '') throw usageError(`--${flag} is empty`, 'give it a value, or leave it out')
  if (!isWellFormed(text)) throw usageError(`--${flag} is not well-formed text`, 'type it again')
  return text
}

const amountIn = (text: string): Centavos => {
  if (/^[1-9]\d*$/.test(text)) return fromCentavos(BigInt(text) * 100n)
  throw usageError('--amount is not a whole number of pesos', 'write digits only: --amount 1850000')
}

/** Any scheme will do (an app may be returned to), but `localhost:3000` and `javascript:` are slips of the keyboard or worse. */
const urlIn = (text: string): string => {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text)) return text
  throw usageError('--redirect-url is not a valid URL', 'write a whole one: --redirect-url https://example.com/back')
}

const isDocumentType = (text: string): text is DocumentType => Object.hasOwn(DOCUMENT_TYPES, text)

const typeIn = (text: string | null): DocumentType | null => {
  if (text === null || isDocumentType(text)) return text
  const types = Object.keys(DOCUMENT_TYPES).join(', ')
  throw usageError(`--document-type must be one of ${types}`, 'choose one of them, in small letters')
}

/** Refuses an amount beyond the limits in force. */
export const refuseAmount = (
  { amount }: NewInvoice,
  { invoiceMin, invoiceMax }: { readonly invoiceMin: Centavos; readonly invoiceMax: Centavos },
): void => {
  if (amount >= invoiceMin && amount <= invoiceMax) return
  throw usageError(
    `--amount must be from ${inWords(invoiceMin)} to ${inWords(invoiceMax)}`,
    'give one within; where the operator arranged other limits, set invoiceMinCop and invoiceMaxCop',
  )
}
