import type { Both } from '../std/both.ts'
import type { Centavos } from './money.ts'

/** The nine kinds of document a customer may have (api.md, Create invoice), and what each is. */
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

/** What the service is asked to create. Null is left to the service. */
export interface NewInvoice {
  /** The merchant's own, and on one invoice only: by it an invoice is found whose creation was not answered. */
  readonly reference: string
  /** Whole pesos: the service takes no centavos here. */
  readonly amount: Centavos
  readonly description: string
  /** Where the customer is sent after paying. */
  readonly redirectUrl: string
  readonly customerDocument: string
  readonly documentType: DocumentType | null
  readonly customerName: string | null
  readonly contract: string | null
}
