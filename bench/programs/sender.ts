/**
 * Sends deliveries over several connections, each as soon as the previous one was answered, and records each wait. The
 * bytes are made before the clock starts and answers are hardly parsed, since both ends share two cores.
 */
import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { KEY } from '../tool.ts'

/** A delivery as HTTP bytes: a signed invoice of ordinary size, to the path of the receiver. */
const deliveryOf = (run: string, n: number): Buffer => {
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

const [port = '', run = '', count = '', connections = ''] = process.argv.slice(2)

const deliveries = Array.from({ length: Number(count) }, (_, n) => deliveryOf(run, n))
const waits = new Float64Array(deliveries.length)
let sent = 0
let answered = 0
let refused = 0

const OK = Buffer.from('HTTP/1.1 200')

/** Answers of the receivers are one small packet each. */
const converse = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    let asked = 0
    const next = (): void => {
      const delivery = deliveries[sent]
      if (delivery === undefined) {
        socket.end()
        resolve()
      } else {
        sent += 1
        asked = performance.now()
        socket.write(delivery)
      }
    }
    socket.on('data', (bytes) => {
      waits[answered] = performance.now() - asked
      answered += 1
      if (bytes.compare(OK, 0, OK.length, 0, OK.length) !== 0) refused += 1
      next()
    })
    socket.once('error', reject)
    next()
  })

const connected = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

const sockets = await Promise.all(Array.from({ length: Number(connections) }, connected))
const began = performance.now()
await Promise.all(sockets.map(converse))
const seconds = (performance.now() - began) / 1000
const sorted = waits.subarray(0, answered).sort()
const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
process.send?.({ perSecond: answered / seconds, p50: at(0.5), p99: at(0.99), longest: at(1), refused })
process.disconnect()
