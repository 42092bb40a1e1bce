import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Received {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Resolves at the next request. */
  readonly next: () => Promise<void>
  /** Its answers to the next requests, in order; 200 after the end of the list, and no answer for 0. */
  readonly answers: number[]
  /** Closes the connections of the requests that got no answer. */
  readonly hangUp: () => void
  readonly close: () => Promise<void>
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

/** A real webhook endpoint of a merchant. */
export const openReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  const answers: number[] = []
  const unanswered: Socket[] = []
  let arrived: () => void = () => undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers })
    arrived()
    const answer = answers.shift() ?? 200
    if (answer === 0) {
      unanswered.push(request.socket)
      return
    }
    response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/hooks`,
    received,
    next: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
    answers,
    hangUp: () => {
      for (const socket of unanswered) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
