import { type InvoiceRow, writeInvoice } from '../invoices/invoices.ts'
import { renderingAtCreation } from '../invoices/rendering-of.ts'
import { type SettlementRow, settlementBody } from '../settlements/settlements.ts'
import type { World } from '../world.ts'

export type EventType = 'invoice' | 'settlement'

/** The second format has payment requests and payment methods only, so it cannot carry a settlement. */
const hasPlace = (world: World, type: EventType): boolean =>
  world.assumed.webhookFormat === 'signed-body' || type === 'invoice'

/** Creates the one notification of an invoice or a settlement (api.md, Delivery rules), for every address. */
const notify = (world: World, merchant: number, type: EventType, subject: string, payload: string): void => {
  const owner = world.merchants.byNumber(merchant)
  const name = `${merchant} ${type} ${subject}`
  if (owner.webhookUrls.length === 0 || !hasPlace(world, type) || world.deliveries.exist(name)) return
  const webhookId = world.identifiers.webhook(world.notes.count('webhooks'))
  const now = world.clock.now()
  for (const url of owner.webhookUrls) {
    world.deliveries.add({
      merchant,
      webhookId,
      type,
      subject: name,
      url,
      payload,
      createdAt: now,
    })
  }
}

export const notifyInvoice = (world: World, invoice: InvoiceRow): void => {
  if (!world.assumed.finalInvoiceStatuses.includes(invoice.status)) return
  notify(world, invoice.merchant, 'invoice', invoice.id, writeInvoice(invoice, renderingAtCreation(world)))
}

export const notifySettlement = (world: World, settlement: SettlementRow): void => {
  if (!world.assumed.finalSettlementStatuses.includes(settlement.status)) return
  const subject = `${settlement.date}/${settlement.cycle}`
  notify(world, settlement.merchant, 'settlement', subject, JSON.stringify(settlementBody(settlement)))
}
