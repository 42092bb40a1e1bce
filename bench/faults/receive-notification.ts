import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { startReceiver } from '../../src/webhooks/receiver/receiver.ts'
import type { Ending } from './ending.ts'

const KEY = 'faults-integrity-key'
const NOW = Date.parse('2026-03-13T03:31:00Z')

const body = JSON.stringify({
  webhookId: 'faults-1',
  timestamp: '2026-03-13T03:30:30.000Z',
  type: 'settlement',
  data: { date: '2026-03-12', cycle: '11', status: 'credited' },
})

const sent = async (url: string): Promise<number> => {
  const signature = createHmac('sha256', KEY).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

/**
 * Stores one notification, as `cuadre webhooks serve` does: sends it over HTTP and waits for the answer. Ends with 0
 * or, when it was not stored, 6.
 */
export const receiveNotification = async (folder: string): Promise<Ending> => {
  const path = join(folder, 'data', 'cuadre.db.inbox')
  try {
    const { status, troubles } = await taken(path)
    if (status === 200) return { status: 0, stderr: troubles }
    return { status: 6, stderr: `${troubles}${path}: the notification was answered with ${status}\n` }
  } catch (error) {
    return { status: 6, stderr: `${path}: ${error instanceof Error ? error.message : error}\n` }
  }
}

const taken = async (path: string): Promise<{ readonly status: number; readonly troubles: string }> => {
  const inbox = openInboxWriter(path, 'default', 'signed-body')
  let troubles = ''
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    verification: { format: 'signed-body', payloadField: null, keys: [KEY] },
    inbox,
    now: () => NOW,
    onTrouble: (trouble) => {
      troubles += `${JSON.stringify(trouble)}\n`
    },
  })
  try {
    const status = await sent(receiver.url)
    return { status, troubles }
  } finally {
    await receiver.stop()
    inbox.close()
  }
}
