/**
 * Sends deliveries over several connections, each as soon as the previous one was answered, and records each wait. The
 * bytes are made before the clock starts and answers are hardly parsed, since both ends share two cores.
 */
import { connect, type Socket } from 'node:net'
import { deliveryOf } from './deliveries.ts'

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
