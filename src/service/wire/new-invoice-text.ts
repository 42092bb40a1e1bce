import type { NewInvoice } from '../../core/invoice.ts'

/**
 * A new invoice in the service's spelling, as JSON (api.md, Create invoice). Members left to the service are not sent.
 */
export const newInvoiceText = (order: NewInvoice): string =>
  JSON.stringify({
    reference: order.reference,
    amount: pesosOf(order),
    description: order.description,
    redirectUrl: order.redirectUrl,
    customerDocumentNumber: order.customerDocument,
    customerDocumentType: order.documentType ?? undefined,
    customerName: order.customerName ?? undefined,
    contract: order.contract ?? undefined,
  })

const pesosOf = ({ amount }: NewInvoice): number => {
  const pesos = Number(amount / 100n)
  if (amount % 100n !== 0n || !Number.isSafeInteger(pesos)) throw new Error('An amount to be sent is not whole pesos')
  return pesos
}
