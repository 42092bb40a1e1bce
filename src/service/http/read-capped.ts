import type { Readable } from 'node:stream'

/** The bytes of an answer; null when there are more than `most`, and then the rest is not read. */
export const readCapped = async (body: Readable, most: number): Promise<Uint8Array | null> => {
  ignoreErrors(body)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** Drops the unread rest of an answer and closes its connection. Does nothing after a whole read. */
export const leaveUnread = (body: Readable): void => {
  ignoreErrors(body).destroy()
}

/** undici emits an error when a body is destroyed early. Without a listener it would end the process. */
const ignoreErrors = (body: Readable): Readable => body.on('error', () => undefined)
