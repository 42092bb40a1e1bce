import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { report } from '../report.ts'
import type { World } from '../world.ts'
import { foreignSiteRefusal } from './addresses.ts'
import { bytesOf, refusal, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { applyFault, type Faults } from './faults.ts'
import { RequestRefusal } from './refusal.ts'

/** Sends an answer, as it is or with a fault. */
const send = async (response: ServerResponse, answer: SandboxAnswer, fault: Fault | undefined): Promise<void> => {
  if (fault === undefined) return sendWhole(response, answer)
  const body = bytesOf(answer.body)
  if (fault.do === 'reset') return reset(response, answer, body, fault.afterBytes)
  if (fault.do === 'truncate') return truncate(response, answer, body.subarray(0, fault.bytes ?? body.length >> 1))
  if (fault.do === 'drip') return sendSlowly(response, answer, body, fault)
  if (fault.do === 'delay') await wait(fault.ms)
  sendWhole(response, answer)
}

/** Sends an answer as it is. */
const sendWhole = (response: ServerResponse, { status, headers, body }: SandboxAnswer): void => {
  const parts = typeof body === 'string' ? [Buffer.from(body)] : body
  response.writeHead(status, { ...headers, 'content-length': parts.reduce((sum, { length }) => sum + length, 0) })
  for (const part of parts) response.write(part)
  response.end()
}

/** Breaks the connection, before the answer or in the middle of it. */
const reset = (response: ServerResponse, answer: SandboxAnswer, body: Buffer, afterBytes: number | undefined): void => {
  if (afterBytes === undefined) {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.write(body.subarray(0, afterBytes), () => response.socket?.resetAndDestroy())
}

/** Without a length, a truncated answer looks whole. */
const truncate = (response: ServerResponse, answer: SandboxAnswer, part: Buffer): void => {
  response.writeHead(answer.status, { ...answer.headers, 'transfer-encoding': 'chunked' })
  response.end(part)
}

/** Sends byte by byte if need be: never silent for long, and never done in time. */
const sendSlowly = async (
  response: ServerResponse,
  { status, headers }: SandboxAnswer,
  body: Buffer,
  { bytes, everyMs }: Extract<Fault, { do: 'drip' }>,
): Promise<void> => {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  const step = Math.max(1, bytes)
  for (let at = 0; at < body.length && !response.destroyed; at += step) {
    response.write(body.subarray(at, at + step))
    await wait(everyMs)
  }
  response.end()
}

/** Errors of Node's HTTP parser, by code, with our status; any other is a 400. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Chunk extensions of the request body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
}

const answerText = (status: number, message: string): string => {
  const { body, headers } = refusal(status, message, { connection: 'close' })
  const text = String(body)
  const fields = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text) })
  const lines = fields.map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}

/** Whether an answer has begun: further bytes would become part of it. */
const isAnswering = (socket: Duplex & { readonly _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent === true

/** Answers errors of the HTTP parser in the one shape of every error, too (api.md, Errors). */
const refuseUnparsed = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'The request is not valid HTTP']
    if (socket.writable && !isAnswering(socket)) socket.end(answerText(status, message))
    else socket.destroy()
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    sendWhole(response, refusal(417, 'Expect is not supported except for 100-continue')),
  )
}

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
