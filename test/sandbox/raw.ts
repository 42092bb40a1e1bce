import { connect } from 'node:net'

/** Sends raw bytes and returns everything received until the connection ends. */
export const sendRaw = (baseUrl: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    const parts: string[] = []
    socket.on('data', (part) => parts.push(String(part)))
    socket.on('close', () => resolve(parts.join('')))
    socket.on('error', () => resolve(parts.join('')))
    socket.write(text)
  })

/** One request with these header lines; the connection ends after its answer. */
export const requestRaw = (baseUrl: string, line: string, ...headers: readonly string[]): Promise<string> =>
  sendRaw(baseUrl, [`${line} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n'))

export const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

export const bodyIn = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
