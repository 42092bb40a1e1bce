import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on a free port of this machine, and returns the port. */
export const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return address.port
}
