/** Takes in one notification, as `cuadre webhooks serve` does: sends it over HTTP, waits for the answer, and ends with 0 or, where it is not kept, 6. */
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { openInboxForTaking } from '../../src/storage/inbox/inbox-taking.ts'
import { startReceiver } from '../../src/webhooks/receiver/receiver.ts'

const KEY = 'faults-integrity-key'
const NOW = Date.parse('2026-03-13T03:31:00Z')
const path = join(process.cwd(), 'data', 'cuadre.db.inbox')

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

const take = async (): Promise<number> => {
  const inbox = openInboxForTaking(path, 'default', 'signed-body')
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    trust: { format: 'signed-body', payloadField: null, keys: [KEY] },
    inbox,
    now: () => NOW,
    onTrouble: (trouble) => process.stderr.write(`${JSON.stringify(trouble)}\n`),
  })
  try {
    return await sent(receiver.url)
  } finally {
    await receiver.stop()
    inbox.close()
  }
}

try {
  const status = await take()
  process.exitCode = status === 200 ? 0 : 6
  if (status !== 200) process.stderr.write(`${path}: the notification was answered with ${status}\n`)
} catch (error) {
  process.stderr.write(`${path}: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 6
}
