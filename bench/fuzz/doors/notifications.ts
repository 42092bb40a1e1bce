import { createHmac } from 'node:crypto'
import { parseNotification } from '../../../src/webhooks/claims/parse-notification.ts'
import { type Authenticity, verify } from '../../../src/webhooks/receiver/verify.ts'
import type { Answer, Door } from '../door.ts'
import { NOTIFICATIONS } from './documents-of-service.ts'

const KEY = 'fuzz-integrity-key'
const RECEIVED_AT = Date.parse('2026-03-13T03:31:00Z')
const signature = (signed: string | Buffer): string => createHmac('sha256', KEY).update(signed).digest('hex')

/** Signed bodies of notifications, in both formats: no unsigned foreign bytes are parsed. */
export const notifications: Door = {
  name: 'bodies of notifications',
  share: 200_000,
  valid: NOTIFICATIONS,
  words: ['"webhookId":', '"data":', '"payload":', '"invoice"', '"settlement"', '"timestamp":'],
  enter: async (input) => {
    const bodySigned = verify(
      { headers: { 'x-signature': signature(input) }, body: input, receivedAt: RECEIVED_AT },
      { format: 'signed-body', payloadField: null, keys: [KEY] },
    )
    const encoded = input.toString('base64')
    const headerSigned = verify(
      {
        headers: { 'x-signature': signature(encoded), 'x-encoded-data': encoded },
        body: input,
        receivedAt: RECEIVED_AT,
      },
      { format: 'encoded-header', payloadField: 'data', keys: [KEY] },
    )
    const answers = [read(bodySigned, input), read(headerSigned, input)]
    return answers.includes('taken') ? 'taken' : 'refused'
  },
}

const read = (verdict: Authenticity, body: Buffer): Answer => {
  if (verdict.kind !== 'accept') return 'refused'
  const { webhookId, payloadField } = verdict.notification
  parseNotification({ webhookId, body, receivedAt: RECEIVED_AT, payloadField })
  return 'taken'
}
