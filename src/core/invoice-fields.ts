/** The documented facts about a field of an invoice. */
export interface InvoiceFieldFacts {
  /** The service's name for it (api.md, Invoice). */
  readonly service: string
  readonly kind: 'word' | 'sum' | 'text' | 'time' | 'date'
  /** When it is documented as present; `paid`: in paid and charged-back invoices. */
  readonly presence: 'always' | 'sometimes' | 'paid'
  /** `customer`: it names the customer. `words`: free text, which may name one. `code`: the merchant's own code, shown with customers hidden. */
  readonly personal?: 'customer' | 'words' | 'code'
  /** The documented values. */
  readonly values?: readonly string[]
  /** The severity of a change after the invoice was paid. */
  readonly change?: 'error' | 'warning'
  /** Its name in Spanish sentences; English ones use the field's name. */
  readonly spanish: string
  /** Its column in the ledger, with the width in digits; times and dates have widths of their own. */
  readonly column: {
    readonly width?: number
    readonly head: { readonly en: string; readonly es: string }
    readonly meaning: string
  }
}

/**
 * Every field of an invoice, in the order of the ledger. This list determines what the service sends, what is stored
 * (`src/store/schema.ts` has a column for each), what the ledger shows and what masked copies hide.
 */
export const INVOICE_FIELDS = {
  id: {
    service: 'id',
    kind: 'word',
    presence: 'always',
    spanish: 'el id',
    column: { width: 28, head: { en: 'Invoice id', es: 'Id de factura' }, meaning: 'the id that the service gave it' },
  },
  reference: {
    service: 'reference',
    kind: 'text',
    presence: 'sometimes',
    personal: 'code',
    change: 'error',
    spanish: 'la referencia',
    column: { width: 24, head: { en: 'Reference', es: 'Referencia' }, meaning: "the merchant's reference" },
  },
  status: {
    service: 'status',
    kind: 'word',
    presence: 'always',
    values: ['ready', 'paid', 'cancelled', 'chargeback'],
    spanish: 'el estado',
    column: { width: 13, head: { en: 'Status', es: 'Estado' }, meaning: 'the status that the service reports' },
  },
  contract: {
    service: 'contract',
    kind: 'text',
    presence: 'always',
    personal: 'code',
    change: 'error',
    spanish: 'el contrato',
    column: {
      width: 14,
      head: { en: 'Contract', es: 'Contrato' },
      meaning: 'the contract; `00000` when none was given',
    },
  },
  customerDocument: {
    service: 'customerDocumentNumber',
    kind: 'text',
    presence: 'always',
    personal: 'customer',
    change: 'error',
    spanish: 'el documento del cliente',
    column: {
      width: 18,
      head: { en: 'Customer document', es: 'Documento del cliente' },
      meaning: "the customer's document number; personal",
    },
  },
  customerName: {
    service: 'customerName',
    kind: 'text',
    presence: 'sometimes',
    personal: 'customer',
    spanish: 'el nombre del cliente',
    column: {
      width: 30,
      head: { en: 'Customer name', es: 'Nombre del cliente' },
      meaning: "the customer's name; personal",
    },
  },
  description: {
    service: 'description',
    kind: 'text',
    presence: 'always',
    personal: 'words',
    spanish: 'la descripción',
    column: {
      width: 50,
      head: { en: 'Description', es: 'Descripción' },
      meaning: 'what the customer was shown; personal',
    },
  },
  amount: {
    service: 'amount',
    kind: 'sum',
    presence: 'always',
    spanish: 'lo facturado',
    column: { head: { en: 'Amount', es: 'Valor' }, meaning: 'what was asked for' },
  },
  paid: {
    service: 'paymentAmount',
    kind: 'sum',
    presence: 'paid',
    spanish: 'lo pagado',
    column: { head: { en: 'Paid', es: 'Pagado' }, meaning: 'what the customer paid' },
  },
  paymentMethod: {
    service: 'paymentMethod',
    kind: 'text',
    presence: 'paid',
    values: ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card'],
    change: 'warning',
    spanish: 'el medio de pago',
    column: { width: 18, head: { en: 'Payment method', es: 'Medio de pago' }, meaning: 'how it was paid' },
  },
  paymentSource: {
    service: 'paymentSource',
    kind: 'text',
    presence: 'paid',
    values: ['whatsapp', 'portal', 'link'],
    spanish: 'el origen del pago',
    column: { width: 13, head: { en: 'Payment source', es: 'Canal de pago' }, meaning: 'the channel of the payment' },
  },
  paymentId: {
    service: 'paymentId',
    kind: 'text',
    presence: 'paid',
    change: 'error',
    spanish: 'el id del pago',
    column: { width: 28, head: { en: 'Payment id', es: 'Id de pago' }, meaning: 'the id of the payment' },
  },
  paymentDate: {
    service: 'paymentDate',
    kind: 'time',
    presence: 'paid',
    change: 'warning',
    spanish: 'la fecha de pago',
    column: { head: { en: 'Payment date', es: 'Fecha de pago' }, meaning: 'when it was paid' },
  },
  createdAt: {
    service: 'createdAt',
    kind: 'time',
    presence: 'always',
    spanish: 'la fecha de creación',
    column: { head: { en: 'Created at', es: 'Creada el' }, meaning: 'when it was created' },
  },
  expirationDate: {
    service: 'expirationDate',
    kind: 'time',
    presence: 'sometimes',
    spanish: 'el vencimiento',
    column: { head: { en: 'Expiration date', es: 'Vence el' }, meaning: 'when its payment link expires' },
  },
  ownDate: {
    service: 'settlementDate',
    kind: 'date',
    presence: 'paid',
    spanish: 'la fecha de liquidación',
    column: {
      head: { en: 'Own date', es: 'Fecha propia' },
      meaning: 'the settlement date that the invoice itself names',
    },
  },
  ownCycle: {
    service: 'settlementTime',
    kind: 'text',
    presence: 'paid',
    spanish: 'el ciclo de liquidación',
    column: {
      width: 9,
      head: { en: 'Own cycle', es: 'Ciclo propio' },
      meaning: 'the settlement cycle that the invoice itself names',
    },
  },
} as const satisfies Readonly<Record<string, InvoiceFieldFacts>>

type Facts = typeof INVOICE_FIELDS
/** The names of the fields with these facts. */
type NamesOf<Wanted> = { [Name in keyof Facts]: Facts[Name] extends Wanted ? Name : never }[keyof Facts]

export type InvoiceFieldName = keyof Facts
/** Fields stored as the text received, or null. */
export type InvoiceTextName = NamesOf<{ readonly kind: 'text' | 'time' | 'date' }>
/** Fields that must not change once an invoice was paid. */
export type LastingField = NamesOf<{ readonly change: 'error' | 'warning' }>
/** Fields of a paid or charged-back invoice. */
export type PaymentField = NamesOf<{ readonly presence: 'paid' }>
/** Fields with a list of documented values. */
export type EnumField = NamesOf<{ readonly values: readonly string[] }>

export const factsOf = (name: InvoiceFieldName): InvoiceFieldFacts => INVOICE_FIELDS[name]

const isField = (name: string): name is InvoiceFieldName => Object.hasOwn(INVOICE_FIELDS, name)
export const INVOICE_FIELD_NAMES: readonly InvoiceFieldName[] = Object.keys(INVOICE_FIELDS).filter(isField)

const isText = (name: InvoiceFieldName): name is InvoiceTextName => !['word', 'sum'].includes(factsOf(name).kind)
export const INVOICE_TEXTS: readonly InvoiceTextName[] = INVOICE_FIELD_NAMES.filter(isText)

const isLasting = (name: InvoiceFieldName): name is LastingField => factsOf(name).change !== undefined
export const LASTING_FIELDS: readonly LastingField[] = INVOICE_FIELD_NAMES.filter(isLasting)

const isOfPayment = (name: InvoiceFieldName): name is PaymentField => factsOf(name).presence === 'paid'
export const PAYMENT_FIELDS: readonly PaymentField[] = INVOICE_FIELD_NAMES.filter(isOfPayment)
export const isPaymentField = (field: string): boolean => isField(field) && isOfPayment(field)

const isEnum = (name: InvoiceFieldName): name is EnumField => factsOf(name).values !== undefined
export const ENUM_FIELDS: readonly EnumField[] = INVOICE_FIELD_NAMES.filter(isEnum)

/** Fields that name the customer. */
export const CUSTOMER_FIELDS: readonly InvoiceFieldName[] = INVOICE_FIELD_NAMES.filter(
  (name) => factsOf(name).personal === 'customer',
)
