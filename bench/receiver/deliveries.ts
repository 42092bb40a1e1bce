import { createHmac } from 'node:crypto'

/** The key with which the sender signs and every measured receiver verifies. */
export const KEY = 'bench-integrity-key'

/** A delivery as HTTP bytes: a signed invoice of ordinary size, to the path of the receiver. */
export const deliveryOf = (run: string, n: number): Buffer => {
  const body = JSON.stringify({
    webhookId: `${run}-${n}`,
    timestamp: '2026-03-12T20:00:00.000Z',
    type: 'invoice',
    data: {
      id: `inv-${n}`,
      reference: `R-2026-03-${n}`,
      status: 'paid',
      amount: 1_250_000,
      description: 'Arriendo marzo apartamento 402',
      contract: '00000',
      customerDocumentNumber: '1020304050',
      customerName: 'Inquilino de Prueba',
      createdAt: '2026-03-12T15:00:00.000Z',
      paymentDate: '2026-03-12T15:03:00.000Z',
      paymentMethod: 'pse',
      paymentSource: 'portal',
      paymentAmount: 1_250_000,
      settlementDate: '2026-03-13',
      settlementTime: '11',
      paymentId: `pay-${n}`,
      paymentUrl: `https://pay.example/${n}`,
    },
  })
  const signature = createHmac('sha256', KEY).update(body).digest('hex')
  return Buffer.from(
    `POST /webhooks HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nx-signature: ${signature}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
