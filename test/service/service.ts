import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Reply = (request: IncomingMessage, response: ServerResponse) => void

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A service on a free port that gives its replies in order, and repeats the last one. */
export const serve = async (...replies: readonly Reply[]) => {
  const requests: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: await text(request) })
    response.on('error', () => undefined)
    replies[Math.min(requests.length, replies.length) - 1]?.(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, port, requests, paths: () => requests.map(({ path }) => path) }
}

/** A service on bare sockets, for answers that no HTTP server would send. */
export const serveBytes = async (reply: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createNetServer((socket) => {
    connections += 1
    sockets.add(socket.on('error', () => undefined))
    socket.once('data', () => reply(socket))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, port, connections: () => connections }
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }

/** A raw body with any headers. */
export const raw =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, status = 200): Reply =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }
