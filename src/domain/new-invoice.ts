import type { Centavos } from './money.ts'

/** The nine kinds of document a customer may have (api.md, Create invoice), and what each is. */
export const DOCUMENT_TYPES = {
  cc: 'citizen id',
  ce: 'foreigner id',
  nit: 'tax id',
  ti: 'minor id',
  ps: 'passport',
  cif: 'fiscal identification code',
  ne: 'foreign tax id',
  rc: 'civil registry',
  ppt: 'temporary permanence permit',
} as const

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
