/**
 * The local server in a separate process, so that its cost is not measured. It keeps every page in memory, sends its
 * port to its parent, and ends with it.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scene } from '../scene.ts'
import { type Answer, answerTo } from './answer.ts'
import { preparedSlot } from './pages.ts'

const [sceneText = '', port = '0'] = process.argv.slice(2)
const scene: Scene = JSON.parse(sceneText)
const prepared = new Map(scene.slots.map((slot) => [`${slot.date}/${slot.cycle}`, preparedSlot(scene, slot)]))

const send = (response: ServerResponse, { status, body }: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

const server = createServer(async (request, response) => {
  if (scene.latencyMs > 0) await sleep(scene.latencyMs)
  send(response, answerTo(prepared, request.url ?? '/'))
})
// The connection must stay open while a client pauses between two pages to write.
server.keepAliveTimeout = 120_000
server.listen(Number(port), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
