import { createHmac } from 'node:crypto'
import type { DeliveryRow } from '../notifications/deliveries.ts'

/** The bytes of a notification and the headers that prove them. */
export interface Envelope {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

const parseEnvelope = (text: string): unknown => JSON.parse(text)

/** The format of api.md, Envelope: the time of the attempt, and a signature over the body itself. */
export const signedBody = (
  delivery: DeliveryRow,
  integrityKey: string,
  now: number,
  payloadField: string,
): Envelope => {
  const body = JSON.stringify({
    webhookId: delivery.webhook_id,
    timestamp: new Date(now).toISOString(),
    type: delivery.type,
    [payloadField]: parseEnvelope(delivery.payload),
  })
  return { body, headers: { 'content-type': 'application/json', 'x-signature': hmac(integrityKey, body) } }
}

/** The second format: the time of creation, and a signature over the encoded copy in a header. */
export const encodedHeader = (delivery: DeliveryRow, integrityKey: string): Envelope => {
  const body = JSON.stringify({
    webhookId: delivery.webhook_id,
    timestamp: new Date(delivery.created_at).toISOString(),
    eventType: 'payment-request.update',
    paymentRequest: parseEnvelope(delivery.payload),
  })
  const encoded = Buffer.from(body).toString('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-encoded-data': encoded,
      'x-signature': hmac(integrityKey, encoded),
    },
  }
}
