import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient, type ServiceClient } from '../../src/library/create-client.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { type Service, startService } from '../stories/service.ts'
import { paid, settlement, somePaid } from '../stories/told.ts'

const DATE = '2026-03-12'
const ORDER = {
  reference: 'ARR-1',
  amount: 1_850_000,
  description: 'Arriendo',
  redirectUrl: 'https://example.com/back',
  customerDocument: '1032456789',
}

let service: Service
let client: ServiceClient
beforeEach(async () => {
  service = await startService(Date.now)
  client = createClient({ baseUrl: service.baseUrl, apiKey: 'a-key', pageLimit: 2 })
})
afterEach(async () => {
  await client.close()
  await service.close()
})

test('the settlement, the invoices and one invoice, in the words of Cuadre', async () => {
  const invoices = somePaid(DATE, '11', 5)
  service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices })
  service.byId.set('i-1', paid(DATE, '11', 1, { id: 'i-1' }))
  expect(await client.settlement(DATE, '11')).toMatchObject({ invoiceCount: 5, fees: 10_000 })
  expect(await client.settlement(DATE, '13')).toBe(null)
  const ids: string[] = []
  for await (const { id } of client.invoices({ date: DATE, cycle: '11' })) ids.push(id)
  expect(ids).toEqual(invoices.map(({ id }) => id))
  expect(await client.invoice('i-1')).toMatchObject({ id: 'i-1', paid: 1_001_000, ownCycle: '11' })
  expect(await client.invoice('i-2')).toBe(null)
})

test('a record that is no invoice ends a list, unless somebody takes it', async () => {
  service.tell(DATE, '11', { invoices: [paid(DATE, '11', 1), { id: 'i-2' }, paid(DATE, '11', 3)] })
  const listed = async (onMalformed?: Parameters<ServiceClient['invoices']>[1]) => {
    const ids: string[] = []
    for await (const { id } of client.invoices({ date: DATE, cycle: '11' }, onMalformed)) ids.push(id)
    return ids
  }
  await expect(listed()).rejects.toMatchObject({ code: 'BAD_ANSWER' })
  const malformed: (string | null)[] = []
  expect(await listed(({ invoiceId }) => malformed.push(invoiceId))).toHaveLength(2)
  expect(malformed).toEqual(['i-2'])
})

test('an invoice is created, and what makes no sense is refused before it is sent', async () => {
  const sandbox: Sandbox = await startSandbox({})
  const own = createClient({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
  try {
    expect(await own.createInvoice(ORDER)).toMatchObject({ reference: 'ARR-1', status: 'ready', amount: 1_850_000 })
  } finally {
    await own.close()
    await sandbox.close()
  }
  for (const instead of [{ amount: 1 }, { amount: 3000.5 }, { reference: ' ' }, { redirectUrl: 'back' }])
    await expect(client.createInvoice({ ...ORDER, ...instead })).rejects.toMatchObject({ code: 'USAGE' })
  expect(service.asked).toEqual([])
})

test('the key is not sent over plain http to another machine, and settings are needed', () => {
  expect(() => createClient({ baseUrl: 'http://example.com/v1', apiKey: 'a-key' })).toThrow(
    expect.objectContaining({ code: 'PLAIN_HTTP' }),
  )
  expect(() => createClient({ baseUrl: service.baseUrl })).toThrow(expect.objectContaining({ code: 'NO_SERVICE' }))
})
