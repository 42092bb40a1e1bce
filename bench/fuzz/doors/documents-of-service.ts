/** A paid invoice as documented in api.md. */
export const INVOICE = {
  id: 'inv-1',
  reference: 'R-1',
  status: 'paid',
  amount: 305_000.25,
  description: 'Arriendo marzo',
  contract: '00000',
  expirationDate: '2026-03-12T10:05:00.000Z',
  customerDocumentNumber: '0012345678',
  customerName: 'Ana Peña',
  createdAt: '2026-03-12T10:00:00.000Z',
  paymentDate: '2026-03-12T10:01:00.000Z',
  paymentMethod: 'pse',
  paymentSource: 'link',
  paymentAmount: 305_000.25,
  settlementDate: '2026-03-12',
  settlementTime: '11',
  paymentId: 'pay-1',
  paymentUrl: 'https://pay.example/inv-1',
}

export const SETTLEMENT = {
  date: '2026-03-12',
  cycle: '11',
  status: 'paid',
  numberOfInvoices: 2,
  amountCollected: 610_000.5,
  fees: 1200,
  feesPostpaid: false,
  adjustments: -300.25,
  gateway: false,
  paymentAmount: 608_500.25,
}

export const PAGE = { items: [INVOICE, { ...INVOICE, id: 'inv-2', status: 'chargeback' }], cursor: null, count: 2 }

export const ANSWERS: readonly Buffer[] = [
  PAGE,
  { ...PAGE, cursor: 'c-2' },
  SETTLEMENT,
  INVOICE,
  { error: 'not found' },
].map((answer) => Buffer.from(JSON.stringify(answer)))

const notification = (type: string, data: unknown) =>
  Buffer.from(JSON.stringify({ webhookId: 'w-1', timestamp: '2026-03-13T03:30:30.000Z', type, data }))

export const NOTIFICATIONS: readonly Buffer[] = [
  notification('settlement', SETTLEMENT),
  notification('invoice', INVOICE),
]
