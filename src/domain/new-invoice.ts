import type { Both } from '../std/both.ts'
import type { Centavos } from './money.ts'

/** The nine kinds of a customer's document (api.md, Create invoice), with their names. */
export const DOCUMENT_TYPES = {
  cc: { en: 'citizen id', es: 'cédula de ciudadanía' },
  ce: { en: 'foreigner id', es: 'cédula de extranjería' },
  nit: { en: 'tax id', es: 'NIT' },
  ti: { en: 'minor id', es: 'tarjeta de identidad' },
  ps: { en: 'passport', es: 'pasaporte' },
  cif: { en: 'fiscal identification code', es: 'código de identificación fiscal' },
  ne: { en: 'foreign tax id', es: 'NIT de extranjería' },
  rc: { en: 'civil registry', es: 'registro civil' },
  ppt: { en: 'temporary permanence permit', es: 'permiso por protección temporal' },
} as const satisfies Readonly<Record<string, Both<string>>>

export type DocumentType = keyof typeof DOCUMENT_TYPES

/** Any scheme is allowed (an app may be the target), but `localhost:3000` and `javascript:` are typing errors or attacks. */
export const isRedirectUrl = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text)

/** A request to create an invoice. Null leaves a field to the service. */
export interface NewInvoice {
  /** The merchant's reference, for one invoice only: with it an invoice is found whose creation was not answered. */
  readonly reference: string
  /** Whole pesos: the service accepts no centavos here. */
  readonly amount: Centavos
  readonly description: string
  /** Where the customer goes after paying. */
  readonly redirectUrl: string
  readonly customerDocument: string
  readonly documentType: DocumentType | null
  readonly customerName: string | null
  readonly contract: string | null
}
