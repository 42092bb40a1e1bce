import type { IncomingMessage } from 'node:http'

/** In bytes. An invoice is half a kilobyte, a settlement less. */
const BODY_MAX_BYTES = 2 ** 20

/** Bytes of all bodies being received at once. The limit protects memory, since a sender needs no key. */
const BODIES_MAX_BYTES = 64 * 2 ** 20

/** Counts the bytes of the bodies being received. */
export interface BodyBudget {
  /** Reserves bytes; false when there is no room. */
  readonly reserve: (bytes: number) => boolean
  readonly release: (bytes: number) => void
}

export const bodyBudget = (greatest = BODIES_MAX_BYTES): BodyBudget => {
  let inFlight = 0
  return {
    reserve: (bytes) => {
      if (inFlight + bytes > greatest) return false
      inFlight += bytes
      return true
    },
    release: (bytes) => {
      inFlight -= bytes
    },
  }
}

export type RefusedBody = 'too-large' | 'overfull' | 'broken'

/**
 * The whole body; else the reason: it is too large, there is no room for it, or the sender closed the connection or was
 * too slow.
 */
export const bodyOf = (request: IncomingMessage, budget: BodyBudget): Promise<Buffer | RefusedBody> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) >= BODY_MAX_BYTES) return resolve('too-large')
    const pieces: Buffer[] = []
    let length = 0
    const end = (outcome: Buffer | RefusedBody): void => {
      budget.release(length)
      length = 0
      pieces.length = 0
      // The rest is read and dropped, so that the sender gets the reason; the request's deadline ends it.
      request.off('data', keep).resume()
      resolve(outcome)
    }
    const keep = (piece: Buffer): void => {
      if (length + piece.byteLength >= BODY_MAX_BYTES) end('too-large')
      else if (!budget.reserve(piece.byteLength)) end('overfull')
      else {
        length += piece.byteLength
        pieces.push(piece)
      }
    }
    request.on('data', keep)
    request.on('end', () => end(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)))
    request.on('close', () => end('broken'))
    request.on('error', () => end('broken'))
  })
