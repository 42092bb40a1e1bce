import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { request } from 'undici'
import { onTestFinished } from 'vitest'
import type { WebhookFormat } from '../../src/core/notifications/notification.ts'
import { type InboxReader, openInboxReader } from '../../src/store/inbox/inbox.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { type ReceiverTrouble, startReceiver } from '../../src/webhooks/receiver/receiver.ts'
import { emptyFolder } from '../empty-folder.ts'

export const KEY = 'the-key-in-use'
export const OLD_KEY = 'the-key-before'
export const NOW = Date.parse('2026-03-12T20:00:00Z')

/** A receiver in this process, over real HTTP, into a real file. */
export const aReceiver = async (format: WebhookFormat = 'signed-body', payloadField: string | null = null) => {
  const path = join(emptyFolder(), 'cuadre.db.inbox')
  const inbox = openInboxWriter(path, 'default', format)
  const troubles: ReceiverTrouble[] = []
  const { url, healthUrl, stop } = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    verification: { format, payloadField, keys: [KEY, OLD_KEY] },
    inbox,
    now: () => NOW,
    onTrouble: (trouble) => troubles.push(trouble),
  })
  onTestFinished(async () => {
    await stop()
    inbox.close()
  })
  return { url, healthUrl, path, inbox, troubles, stop, events: () => eventsIn(path) }
}

export const reading = <T>(path: string, look: (inbox: InboxReader) => T): T => {
  const inbox = openInboxReader(path, 'default')
  if (inbox === null) throw new Error('there is no inbox')
  try {
    return look(inbox)
  } finally {
    inbox.close()
  }
}

/** The events in the file, as read independently of the receiver. */
export const eventsIn = (path: string) => reading(path, (inbox) => inbox.events('all'))

/** Computed here, independently of the code under test. */
export const hmac = (text: string | Uint8Array, key = KEY): string =>
  createHmac('sha256', key).update(text).digest('hex')

export interface Answer {
  readonly status: number
  readonly body: string
}

export const send = async (
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string | string[]> = {},
  method: 'POST' | 'GET' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' = 'POST',
): Promise<Answer> => {
  const answer = await request(url, { method, headers, body: method === 'GET' || method === 'HEAD' ? null : body })
  return { status: answer.statusCode, body: await answer.body.text() }
}

/** Sends it as the service would: signed over the body. */
export const deliver = (url: string, body: string, key = KEY): Promise<Answer> =>
  send(url, body, { 'content-type': 'application/json', 'x-signature': hmac(body, key) })

export const settlementEvent = (webhookId: string, instead: Record<string, unknown> = {}): string =>
  JSON.stringify({
    webhookId,
    timestamp: '2026-03-12T19:59:58.000Z',
    type: 'settlement',
    data: { date: '2026-03-12', cycle: '11', status: 'credited' },
    ...instead,
  })

/** The format encoded-header: signed over the encoded copy in a header. */
export const encodedEvent = (webhookId: string, instead: Record<string, unknown> = {}): string =>
  JSON.stringify({
    webhookId,
    timestamp: '2026-03-12T19:00:00.000Z',
    eventType: 'payment-request.update',
    paymentRequest: { id: 'pr-1', status: 'paid' },
    ...instead,
  })

export const encodedHeaders = (body: string, key = KEY): Record<string, string> => {
  const encoded = Buffer.from(body).toString('base64')
  return { 'content-type': 'application/json', 'x-encoded-data': encoded, 'x-signature': hmac(encoded, key) }
}
