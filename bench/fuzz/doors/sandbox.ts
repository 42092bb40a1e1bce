import { startSandbox } from '../../../src/sandbox/index.ts'
import type { Door } from '../door.ts'
import { exchange } from './exchange.ts'

const KEY = 'sandbox-api-key'

const requestOf = (line: string, body?: unknown): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    'Connection: close',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

const INVOICE = {
  ...{ amount: 305_000, description: 'Arriendo', reference: 'R-1', contract: '00000' },
  ...{ customerDocumentNumber: '0012345678', customerName: 'Ana', redirectUrl: 'https://casa.example' },
}

const REQUESTS = [
  requestOf('GET /v1/settlements/2026-03-12/11'),
  requestOf('GET /v1/invoices?settlementDate=2026-03-12&settlementCycle=11&limit=2'),
  requestOf('POST /v1/invoices', INVOICE),
  requestOf('GET /sandbox/bank/camt'),
  requestOf('PATCH /sandbox/settlements/2026-03-12/11', { set: { fees: 12_345, status: 'error' } }),
  requestOf('POST /sandbox/cycles/2026-03-12/13/invoices', { amount: 1_000, status: 'paid' }),
  requestOf('POST /sandbox/clock', { advance: 'PT1H' }),
  requestOf('PATCH /sandbox/assumptions', { dateHeader: 'sandbox' }),
  requestOf('POST /sandbox/plans', { after: 'PT2H', method: 'DELETE', path: '/sandbox/settlements/2026-03-12/13' }),
  requestOf('PUT /sandbox/settlements/2026-03-12/13/status', { status: 'processing' }),
  requestOf('POST /sandbox/cycles/2026-03-13/11/run'),
  requestOf('GET /sandbox/deliveries'),
]

/** Whole HTTP requests to the sandbox: to the simulated service, and to its own paths. */
export const sandboxDoor = async (): Promise<Door> => {
  const sandbox = await startSandbox({ scenario: 'demo-week', allowedHosts: ['localhost'] })
  const port = Number(new URL(sandbox.baseUrl).port)
  return {
    name: 'requests of the sandbox',
    share: 4_000,
    valid: REQUESTS,
    words: ['POST', 'DELETE', 'PATCH', 'Transfer-Encoding: chunked', 'cursor=', '"set":', '"remove":', '%00', '../'],
    enter: async (input) => {
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, input)) ?? []
      if (status === '500') throw new Error('the sandbox answered 500')
      return status?.startsWith('2') ? 'taken' : 'refused'
    },
    close: () => sandbox.close(),
  }
}
