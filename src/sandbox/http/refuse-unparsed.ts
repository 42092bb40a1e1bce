import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusal } from './answer.ts'
import { sendWhole } from './send.ts'

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
export const refuseUnparsed = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'The request is not valid HTTP']
    if (socket.writable && !isAnswering(socket)) socket.end(answerText(status, message))
    else socket.destroy()
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    sendWhole(response, refusal(417, 'Expect is not supported except for 100-continue')),
  )
}
