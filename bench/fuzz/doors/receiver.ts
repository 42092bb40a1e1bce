import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { openInboxForTaking } from '../../../src/storage/inbox/inbox-taking.ts'
import { startReceiver } from '../../../src/webhooks/receiver/receiver.ts'
import type { Door } from '../door.ts'
import { NOTIFICATIONS } from './documents-of-service.ts'
import { exchange } from './exchange.ts'

const KEY = 'fuzz-integrity-key'

const requestOf = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      'POST /webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n',
    ),
    Buffer.from(`X-Signature: ${createHmac('sha256', KEY).update(body).digest('hex')}\r\n`),
    Buffer.from(`Content-Length: ${body.length}\r\n\r\n`),
    body,
  ])

/** Whole requests to the receiver over HTTP: method, path, headers and body. */
export const receiverDoor = async (folder: string): Promise<Door> => {
  const inbox = openInboxForTaking(join(folder, 'cuadre.db.inbox'), 'default', 'signed-body')
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    trust: { format: 'signed-body', payloadField: null, keys: [KEY] },
    inbox,
    now: () => Date.parse('2026-03-13T03:31:00Z'),
    onTrouble: () => undefined,
  })
  const port = Number(new URL(receiver.url).port)
  return {
    name: 'requests of the receiver',
    share: 2_000,
    valid: NOTIFICATIONS.map(requestOf),
    words: [
      'POST',
      'GET',
      'X-Encoded-Data:',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'Content-Encoding: gzip',
    ],
    enter: async (input) => {
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, input)) ?? []
      if (status === '500') throw new Error('the receiver answered 500')
      return status?.startsWith('2') ? 'taken' : 'refused'
    },
    close: async () => {
      await receiver.stop()
      inbox.close()
    },
  }
}
