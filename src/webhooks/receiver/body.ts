import type { IncomingMessage } from 'node:http'

/** 1 MiB and more is refused: an invoice is half a kilobyte, a settlement less. */
const BODY_MAX_BYTES = 2 ** 20

/** All bodies that are being received together: senders need no key to hold one open. */
const BODIES_MAX_BYTES = 64 * 2 ** 20

/** The bytes of the bodies that are being received. */
export interface BodyBudget {
  /** Whether there was room for so many more. */
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
 * The whole body; else why there is none: it is too large, there is no room beside the others, or the sender went away or
 * was too slow.
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
      // What follows is read and dropped, so that the sender hears why; the deadline of the request ends it.
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
