import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Answer, type Asked, refusal } from './exchange.ts'
import { type Faults, spoilt } from './faults.ts'
import { Refusal } from './refusal.ts'
import { send } from './wire.ts'
import type { World } from './world.ts'

const GREATEST_BODY = 1024 * 1024

/** How long a sender may take; a slower one is refused with 408 by Node, and keeps nobody else waiting. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 }
const GREATEST_HEADERS = 16 * 1024

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const tooLarge = new Refusal(413, 'Request body is larger than 1 MiB', { connection: 'close' })
  if (Number(request.headers['content-length'] ?? 0) > GREATEST_BODY) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > GREATEST_BODY) throw tooLarge
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const askedOf = (request: IncomingMessage): Asked => {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: request.headers,
    body: () => bodyOf(request),
  }
}

/** What became of a request that could not be answered as asked. Faults of our own are told on standard error only. */
const answerOf = (error: unknown): Answer => {
  if (error instanceof Refusal) return refusal(error.status, error.message, error.headers)
  process.stderr.write(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return refusal(500, 'Internal Server Error')
}

/** The sandbox's HTTP server: reads a request, has it answered, and sends the answer, or what a fault makes of it. */
export const serve = (answering: (asked: Asked) => Promise<Answer> | Answer, world: World, faults: Faults): Server =>
  createServer({ ...PATIENCE, maxHeaderSize: GREATEST_HEADERS }, async (request, response) => {
    const wellMet = askedOf(request)
    const fault = wellMet.path.startsWith('/v1/') ? faults.meet(wellMet) : undefined
    const asked = { ...wellMet, fault }
    let answer: Answer
    try {
      answer = await answering(asked)
    } catch (error) {
      // Whoever left before the answer needs none, and that they left is no fault of ours.
      if (response.destroyed) return
      answer = answerOf(error)
    }
    if (world.assumed.dateHeader === 'sandbox') response.setHeader('date', new Date(world.clock.now()).toUTCString())
    await send(response, fault === undefined ? answer : spoilt(answer, fault, asked), fault)
    // What nobody read of a body must not hold the connection open.
    if (!request.complete) request.resume()
  })
