import { DOCUMENT_TYPES, type DocumentType, isRedirectUrl, type NewInvoice } from '../../../domain/invoice.ts'
import { type Centavos, fromCentavos, inWords } from '../../../domain/money.ts'
import type { Language } from '../../../i18n/language.ts'
import { moneyIn } from '../../../i18n/money.ts'
import { isWellFormed } from '../../../service/wire/well-formed.ts'
import { type CommandArguments, type Flags, usageError } from '../../framework/command.ts'

const typesIn = (language: Language): string =>
  Object.entries(DOCUMENT_TYPES)
    .map(([type, what]) => `${type} (${what[language]})`)
    .join(', ')

export const NEW_INVOICE_FLAGS: Flags = {
  reference: {
    kind: 'once',
    describe: { en: 'Your reference; on one invoice only', es: 'Su referencia; en una sola factura' },
  },
  amount: {
    kind: 'once',
    describe: { en: 'Whole pesos, in digits: 1850000', es: 'Pesos enteros, en dígitos: 1850000' },
  },
  description: { kind: 'once', describe: { en: 'What the customer reads', es: 'Lo que lee el cliente' } },
  'redirect-url': {
    kind: 'once',
    describe: { en: 'Where the customer is sent after paying', es: 'A dónde se envía al cliente después de pagar' },
  },
  document: {
    kind: 'once',
    describe: { en: "Number of the customer's document", es: 'Número de documento del cliente' },
  },
  'document-type': {
    kind: 'once',
    describe: { en: `What it is: ${typesIn('en')}`, es: `Qué es: ${typesIn('es')}` },
  },
  name: { kind: 'once', describe: { en: "Customer's name", es: 'Nombre del cliente' } },
  contract: {
    kind: 'once',
    describe: {
      en: 'Contract; without it, the service writes 00000',
      es: 'Contrato; sin él, el servicio escribe 00000',
    },
  },
}

/**
 * api.md does not say which fields are mandatory. A typical request has these, and an invoice without a reference cannot be looked up.
 */
const NEEDED = ['reference', 'amount', 'description', 'redirect-url', 'document'] as const

/** The invoice from the flags, checked against the constraints of api.md (Create invoice). The settings limit the amount. */
export const parseNewInvoice = (given: CommandArguments): NewInvoice => {
  const missing = NEEDED.filter((flag) => given.text(flag) === undefined).map((flag) => `--${flag}`)
  if (missing.length > 0) {
    throw usageError(
      {
        en: `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
        es: `${missing.length === 1 ? 'falta' : 'faltan'} ${missing.join(', ')}`,
      },
      { en: 'give each a value', es: 'dé un valor a cada uno' },
    )
  }
  const said = (flag: (typeof NEEDED)[number]): string => parseText(given, flag) ?? ''
  return {
    reference: said('reference'),
    amount: amountIn(said('amount')),
    description: said('description'),
    redirectUrl: urlIn(said('redirect-url')),
    customerDocument: said('document'),
    documentType: typeIn(parseText(given, 'document-type')),
    customerName: parseText(given, 'name'),
    contract: parseText(given, 'contract'),
  }
}

/** The text of a flag, which must not be blank; null without the flag. */
export const parseText = (given: CommandArguments, flag: string): string | null => {
  const text = given.text(flag)
  if (text === undefined) return null
  if (text.trim() === '')
    throw usageError(
      { en: `--${flag} is empty`, es: `--${flag} está vacía` },
      { en: 'give it a value, or leave it out', es: 'dele un valor, u omítala' },
    )
  if (!isWellFormed(text))
    throw usageError(
      { en: `--${flag} is not well-formed text`, es: `--${flag} no es un texto válido` },
      { en: 'type it again', es: 'escríbalo de nuevo' },
    )
  return text
}

const amountIn = (text: string): Centavos => {
  if (/^[1-9]\d*$/.test(text)) return fromCentavos(BigInt(text) * 100n)
  throw usageError(
    { en: '--amount is not a whole number of pesos', es: '--amount no es un número entero de pesos' },
    { en: 'write digits only: --amount 1850000', es: 'escriba solo dígitos: --amount 1850000' },
  )
}

const urlIn = (text: string): string => {
  if (isRedirectUrl(text)) return text
  throw usageError(
    { en: '--redirect-url is not a valid URL', es: '--redirect-url no es una dirección válida' },
    {
      en: 'write a whole one: --redirect-url https://example.com/back',
      es: 'escríbala completa: --redirect-url https://example.com/back',
    },
  )
}

const isDocumentType = (text: string): text is DocumentType => Object.hasOwn(DOCUMENT_TYPES, text)

const typeIn = (text: string | null): DocumentType | null => {
  if (text === null || isDocumentType(text)) return text
  const types = Object.keys(DOCUMENT_TYPES).join(', ')
  throw usageError(
    { en: `--document-type must be one of ${types}`, es: `--document-type debe ser uno de ${types}` },
    { en: 'choose one of them, in small letters', es: 'elija uno, en minúsculas' },
  )
}

/** Refuses an amount beyond the limits in force. */
export const refuseAmount = (
  { amount }: NewInvoice,
  { invoiceMin, invoiceMax }: { readonly invoiceMin: Centavos; readonly invoiceMax: Centavos },
): void => {
  if (amount >= invoiceMin && amount <= invoiceMax) return
  throw usageError(
    {
      en: `--amount must be from ${inWords(invoiceMin)} to ${inWords(invoiceMax)}`,
      es: `--amount debe ser de ${moneyIn(invoiceMin, 'es')} a ${moneyIn(invoiceMax, 'es')}`,
    },
    {
      en: 'give one within; where the operator arranged other limits, set invoiceMinCop and invoiceMaxCop',
      es: 'dé uno dentro del rango; si el operador acordó otros límites, defina invoiceMinCop e invoiceMaxCop',
    },
  )
}
