import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../jobs/steps/run/watched-job.ts'

test('a receiver that answers in no HTTP could not be reached, in both languages', async () => {
  const server = createServer((request) => request.socket.end('no HTTP'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(send({ method: 'GET', url: `http://${host}/key`, body: null, timeoutMs: 5000 })).rejects.toMatchObject({
    text: { en: `${host} could not be reached (no connection)`, es: `no se llegó a ${host} (sin conexión)` },
  })
})
