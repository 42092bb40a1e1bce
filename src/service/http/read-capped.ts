import type { Readable } from 'node:stream'

/** The bytes of an answer, or null when there are more than `most` of them; the rest is not read. */
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

/** Leaves what is unread of an answer; then its connection is closed. Nothing happens to one that was read whole. */
export const leaveUnread = (body: Readable): void => {
  ignoreErrors(body).destroy()
}

/** undici tells a body that is destroyed early so by an error event, which would end the process if nobody listened. */
const ignoreErrors = (body: Readable): Readable => body.on('error', () => undefined)
