import { asCycle, asSlotDate, type Slot } from '../../src/core/slot.ts'

export const slotOf = (date: string, cycle: string): Slot => {
  const [slotDate, slotCycle] = [asSlotDate(date), asCycle(cycle)]
  if (slotDate === null || slotCycle === null) throw new Error(`no slot: ${date} ${cycle}`)
  return { date: slotDate, cycle: slotCycle }
}

export const SLOT = slotOf('2026-03-12', '11')

/** As documented in api.md, Settlement. */
export const SETTLEMENT = {
  date: '2026-03-12',
  cycle: '11',
  status: 'paid',
  numberOfInvoices: 2,
  amountCollected: 610000.5,
  fees: 1200,
  feesPostpaid: false,
  adjustments: -300.25,
  gateway: false,
  paymentAmount: 608500.25,
}

/** A paid invoice as documented in api.md, Invoice. */
export const INVOICE = {
  id: 'inv-1',
  reference: 'R-1',
  status: 'paid',
  amount: 305000.25,
  description: 'Arriendo marzo',
  contract: '00000',
  expirationDate: '2026-03-12T10:05:00.000Z',
  customerDocumentNumber: '0012345678',
  customerName: 'Ana Peña',
  createdAt: '2026-03-12T10:00:00.000Z',
  paymentDate: '2026-03-12T10:01:00.000Z',
  paymentMethod: 'pse',
  paymentSource: 'link',
  paymentAmount: 305000.25,
  settlementDate: '2026-03-12',
  settlementTime: '11',
  paymentId: 'pay-1',
  paymentUrl: 'https://pay.example/inv-1',
}

export const without = (record: object, field: string): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))

/** A page of `items` invoices. */
export const pageOf = (items: number, cursor?: unknown) => ({
  items: Array.from({ length: items }, (_, index) => ({ ...INVOICE, id: `inv-${index}` })),
  ...(cursor === undefined ? {} : { cursor }),
  count: items,
})
