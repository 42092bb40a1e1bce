import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { report } from '../report.ts'
import type { World } from '../world.ts'
import { foreignSiteRefusal } from './addresses.ts'
import { refusal, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { applyFault, type Faults } from './faults.ts'
import { RequestRefusal } from './refusal.ts'
import { refuseUnparsed } from './refuse-unparsed.ts'
import { send, sendWhole } from './send.ts'

const BODY_MAX_BYTES = 1024 * 1024

/** The longest times for a sender; Node refuses a slower one with 408. */
const SERVER_TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 }
const HEADERS_MAX_BYTES = 16 * 1024

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const tooLarge = new RequestRefusal(413, 'Request body is larger than 1 MiB', { connection: 'close' })
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) throw tooLarge
    chunks.push(chunk)
  }
  return textIn(Buffer.concat(chunks))
}

/** Refuses bytes that are not UTF-8: replacement characters would be stored as the customer's text. */
const textIn = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RequestRefusal(400, 'Request body is not valid UTF-8')
  }
}

const requestOf = (request: IncomingMessage): SandboxRequest => {
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

/** The answer to a request that failed. Bugs are reported on standard error only. */
const answerOf = (error: unknown): SandboxAnswer => {
  if (error instanceof RequestRefusal) return refusal(error.status, error.message, error.headers)
  report('a request could not be answered', error)
  return refusal(500, 'Internal Server Error')
}

/** Used when the answer cannot be sent: a 500 if nothing was sent yet; else the connection is closed. */
const giveUp = (response: ServerResponse, error: unknown): void => {
  report('an answer could not be sent', error)
  if (response.headersSent) response.destroy()
  else sendWhole(response, refusal(500, 'Internal Server Error'))
}

type Setting = Pick<World, 'addresses' | 'assumed'> & { readonly clock: Pick<World['clock'], 'now'> }

type Answering = (parsedRequest: SandboxRequest) => Promise<SandboxAnswer> | SandboxAnswer

/** The sandbox's HTTP server: reads a request, and sends its answer, possibly changed by a fault. */
export const serve = (answering: Answering, world: Setting, faults: Faults): Server => {
  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parsed = requestOf(request)
    const foreignSite = foreignSiteRefusal(world.addresses, parsed)
    const fault = foreignSite === undefined && parsed.path.startsWith('/v1/') ? faults.faultFor(parsed) : undefined
    const parsedRequest = { ...parsed, fault }
    let answer: SandboxAnswer
    try {
      if (foreignSite !== undefined) throw foreignSite
      answer = await answering(parsedRequest)
    } catch (error) {
      // A client that left before the answer needs none, and its leaving is no error.
      if (response.destroyed) return
      answer = answerOf(error)
    }
    if (world.assumed.dateHeader === 'sandbox') response.setHeader('date', new Date(world.clock.now()).toUTCString())
    await send(response, fault === undefined ? answer : applyFault(answer, fault, parsedRequest), fault)
    // An unread rest of a body must not keep the connection open.
    if (!request.complete) request.resume()
  }
  // A request without Host is refused here rather than by Node, whose answer would have no body.
  const options = { ...SERVER_TIMEOUTS, maxHeaderSize: HEADERS_MAX_BYTES, requireHostHeader: false }
  const server = createServer(options, (request, response) => {
    exchange(request, response).catch((error) => giveUp(response, error))
  })
  refuseUnparsed(server)
  return server
}
