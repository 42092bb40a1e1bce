import type { IncomingMessage } from 'node:http'

/** 1 MiB and more is refused: an invoice is half a kilobyte, a settlement less. */
const TOO_LARGE = 2 ** 20

/** The whole body; `too-large` as soon as that is known, `broken` when the sender went away or was too slow. */
export const bodyOf = (request: IncomingMessage): Promise<Buffer | 'too-large' | 'broken'> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) >= TOO_LARGE) return resolve('too-large')
    const pieces: Buffer[] = []
    let length = 0
    request.on('data', (piece: Buffer) => {
      length += piece.byteLength
      if (length < TOO_LARGE) pieces.push(piece)
      else {
        // What follows is read and dropped, so that the sender hears why; the deadline of the request ends it.
        pieces.length = 0
        resolve('too-large')
      }
    })
    request.on('end', () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)))
    request.on('close', () => resolve('broken'))
    request.on('error', () => resolve('broken'))
  })
