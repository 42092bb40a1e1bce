import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { openInboxWriter } from '../../../src/store/inbox/inbox-writer.ts'
import { startReceiver } from '../../../src/webhooks/receiver/receiver.ts'
import type { Answer, Door } from '../door.ts'
import { NOTIFICATIONS } from './documents-of-service.ts'
import { exchange } from './exchange.ts'

const KEY = 'fuzz-integrity-key'

const signatureOf = (body: Buffer): string => createHmac('sha256', KEY).update(body).digest('hex')

const requestOf = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      'POST /webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n',
    ),
    Buffer.from(`X-Signature: ${signatureOf(body)}\r\n`),
    Buffer.from(`Content-Length: ${body.length}\r\n\r\n`),
    body,
  ])

/** The request with the signature and length of its present body, so that its contents are parsed. */
const signedAnew = (request: Buffer): Buffer => {
  const end = request.indexOf('\r\n\r\n')
  if (end === -1) return request
  const body = request.subarray(end + 4)
  const head = request
    .toString('latin1', 0, end)
    .replace(/^X-Signature:.*$/im, `X-Signature: ${signatureOf(body)}`)
    .replace(/^Content-Length:.*$/im, `Content-Length: ${body.length}`)
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body])
}

/** Whole HTTP requests to the receiver: method, path, headers and body; each as it is, and signed. */
export const receiverDoor = async (folder: string): Promise<Door> => {
  const inbox = openInboxWriter(join(folder, 'cuadre.db.inbox'), 'default', 'signed-body')
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    verification: { format: 'signed-body', payloadField: null, keys: [KEY] },
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
      const answers = [await answerTo(port, input), await answerTo(port, signedAnew(input))]
      return answers.includes('taken') ? 'taken' : 'refused'
    },
    close: async () => {
      await receiver.stop()
      inbox.close()
    },
  }
}

const answerTo = async (port: number, request: Buffer): Promise<Answer> => {
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, request)) ?? []
  if (status === '500') throw new Error('the receiver answered 500')
  return status?.startsWith('2') ? 'taken' : 'refused'
}
