import { counts, type Invoice } from '../../src/domain/invoice.ts'
import type { Policy } from '../../src/domain/policy.ts'
import type { Slot } from '../../src/domain/slot.ts'
import { ledger, SHAPE, settlementColumns, type Tones, type WorkbookColumn, workbookColumn } from './ledger.ts'

/** What is the same in every row of one slot. */
export interface InvoiceList {
  readonly merchant: string
  readonly slot: Slot
  /** Of the slot's settlement; null without one. */
  readonly settlementStatus: string | null
  readonly policy: Policy
  /** Shows a date-time of the service in the policy's zone. */
  readonly localTime: (text: string) => string
}

const STATUS_TONES: Tones = { chargeback: 'warning', ready: 'warning', cancelled: 'warning' }

const timeIn = ({ localTime }: InvoiceList, time: string | null): string | null =>
  time === null ? null : localTime(time)

/** A row per listed invoice. Rows come in order of slot and invoice id: the caller reads them so, a page at a time. */
export const INVOICE_LEDGER = ledger<Invoice, InvoiceList, WorkbookColumn<Invoice, InvoiceList>>('invoice-ledger.csv', [
  ...settlementColumns<Invoice, InvoiceList>((_, { slot }) => slot),
  workbookColumn('invoice_id', {
    of: ({ id }) => id,
    ...SHAPE.text(28),
    head: { en: 'Invoice id', es: 'Id de factura' },
    meaning: 'the id that the service gave it',
  }),
  workbookColumn('reference', {
    of: ({ reference }) => reference,
    ...SHAPE.text(24),
    head: { en: 'Reference', es: 'Referencia' },
    meaning: "the merchant's reference",
  }),
  workbookColumn('status', {
    of: ({ status }) => status,
    ...SHAPE.text(13),
    head: { en: 'Status', es: 'Estado' },
    meaning: 'the status that the service states',
    tones: STATUS_TONES,
  }),
  workbookColumn('counted', {
    of: (invoice, { policy }) => counts(invoice, policy),
    ...SHAPE.text(10),
    head: { en: 'Counts', es: 'Cuenta' },
    meaning: 'whether it counts towards collected',
  }),
  workbookColumn('contract', {
    of: ({ contract }) => contract,
    ...SHAPE.text(14),
    head: { en: 'Contract', es: 'Contrato' },
    meaning: 'the contract; `00000` when none was given',
  }),
  workbookColumn('customer_document', {
    of: ({ customerDocument }) => customerDocument,
    ...SHAPE.text(18),
    head: { en: 'Customer document', es: 'Documento del cliente' },
    meaning: "the customer's document number; personal",
  }),
  workbookColumn('customer_name', {
    of: ({ customerName }) => customerName,
    ...SHAPE.text(30),
    head: { en: 'Customer name', es: 'Nombre del cliente' },
    meaning: "the customer's name; personal",
  }),
  workbookColumn('description', {
    of: ({ description }) => description,
    ...SHAPE.text(50),
    head: { en: 'Description', es: 'Descripción' },
    meaning: 'what the customer was shown; personal',
  }),
  workbookColumn('amount', {
    of: ({ amount }) => amount,
    ...SHAPE.money,
    head: { en: 'Amount', es: 'Valor' },
    meaning: 'what was asked for',
  }),
  workbookColumn('paid', {
    of: ({ paid }) => paid,
    ...SHAPE.money,
    head: { en: 'Paid', es: 'Pagado' },
    meaning: 'what the customer paid',
  }),
  workbookColumn('payment_method', {
    of: ({ paymentMethod }) => paymentMethod,
    ...SHAPE.text(18),
    head: { en: 'Payment method', es: 'Medio de pago' },
    meaning: 'how it was paid',
  }),
  workbookColumn('payment_source', {
    of: ({ paymentSource }) => paymentSource,
    ...SHAPE.text(13),
    head: { en: 'Payment source', es: 'Canal de pago' },
    meaning: 'the channel of the payment',
  }),
  workbookColumn('payment_id', {
    of: ({ paymentId }) => paymentId,
    ...SHAPE.text(28),
    head: { en: 'Payment id', es: 'Id de pago' },
    meaning: 'the id of the payment',
  }),
  workbookColumn('payment_date', {
    of: ({ paymentDate }, list) => timeIn(list, paymentDate),
    ...SHAPE.time,
    head: { en: 'Payment date', es: 'Fecha de pago' },
    meaning: 'when it was paid',
  }),
  workbookColumn('created_at', {
    of: ({ createdAt }, list) => timeIn(list, createdAt),
    ...SHAPE.time,
    head: { en: 'Created at', es: 'Creada el' },
    meaning: 'when it was created',
  }),
  workbookColumn('expiration_date', {
    of: ({ expirationDate }, list) => timeIn(list, expirationDate),
    ...SHAPE.time,
    head: { en: 'Expiration date', es: 'Vence el' },
    meaning: 'when its payment link expires',
  }),
  workbookColumn('settlement_status', {
    of: (_, { settlementStatus }) => settlementStatus,
    ...SHAPE.text(15),
    head: { en: 'Settlement status', es: 'Estado de la liquidación' },
    meaning: 'the status of the settlement that lists it',
  }),
  workbookColumn('own_date', {
    of: ({ ownDate }) => ownDate,
    ...SHAPE.date,
    head: { en: 'Own date', es: 'Fecha propia' },
    meaning: 'the settlement date that the invoice itself states',
  }),
  workbookColumn('own_cycle', {
    of: ({ ownCycle }) => ownCycle,
    ...SHAPE.text(9),
    head: { en: 'Own cycle', es: 'Ciclo propio' },
    meaning: 'the settlement cycle that the invoice itself states',
  }),
])
