import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CuadreError, createClient, type ServiceClient } from '../../src/library/create-client.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { type Service, startService } from '../stories/service.ts'
import { paid, somePaid } from '../stories/told.ts'

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
  service.tellSettled(DATE, '11', invoices)
  service.byId.set('i-1', paid(DATE, '11', 1, { id: 'i-1' }))
  expect(await client.settlement(DATE, '11')).toMatchObject({ invoiceCount: 5, fees: 10_000 })
  expect(await client.settlement(DATE, '13')).toBe(null)
  const ids: string[] = []
  for await (const { id } of client.invoices({ date: DATE, cycle: '11' })) ids.push(id)
  expect(ids).toEqual(invoices.map(({ id }) => id))
  expect(await client.invoice('i-1')).toMatchObject({ id: 'i-1', paid: 1_001_000, ownCycle: '11' })
  expect(await client.invoice('i-2')).toBe(null)
})

test.each<[string, (client: ServiceClient) => Promise<unknown>, object]>([
  ['settlement', ({ settlement }) => settlement(DATE, '11'), { code: 'SETTLEMENT_NOT_FOUND', exit: 2 }],
  ['invoice', ({ invoice }) => invoice('i-1'), { code: 'INVOICE_NOT_FOUND', exit: 2 }],
  ['invoices', ({ invoices }) => first(invoices({ date: DATE })), { code: 'HTTP_STATUS', exit: 5 }],
])('%s at an address without /v1 is an error that says so, not null', async (_, call, error) => {
  const astray = createClient({ baseUrl: service.baseUrl.replace('/v1', ''), apiKey: 'a-key' })
  try {
    await expect(call(astray)).rejects.toMatchObject({ ...error, message: expect.stringContaining('not end with /v1') })
  } finally {
    await astray.close()
  }
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

test.each<[string, (loose: LooseClient) => Promise<unknown>, string]>([
  ['a number as an id', ({ invoice }) => invoice(5), 'id must be the id of an invoice'],
  ['an empty id', ({ invoice }) => invoice(''), 'id must be the id of an invoice'],
  ['a blank id', ({ invoice }) => invoice(' '), 'id must be the id of an invoice'],
  ['a dot segment', ({ invoice }) => invoice('..'), 'id must be the id of an invoice'],
  ['no id', ({ invoice }) => invoice(), 'id is missing'],
  ['a cycle that is a number', ({ settlement }) => settlement(DATE, 11), 'cycle must be a text'],
  ['a filter of another name', ({ invoices }) => first(invoices({ dates: DATE })), 'did you mean date?'],
  ['a filter that is a number', ({ invoices }) => first(invoices({ reference: 5 })), 'reference must be a text'],
  ['no function', ({ invoices }) => first(invoices({}, null)), 'onMalformed must be a function'],
  ['no order', ({ createInvoice }) => createInvoice(), 'reference is missing'],
  [
    'an order with another name',
    ({ createInvoice }) => createInvoice({ ...ORDER, name: 'Ana' }),
    'unknown option name',
  ],
  ['a script', ({ createInvoice }) => createInvoice({ ...ORDER, redirectUrl: 'javascript:alert(1)' }), 'a whole URL'],
  ['a kind', ({ createInvoice }) => createInvoice({ ...ORDER, documentType: 'CC' }), 'documentType must be one of cc'],
])('%s is refused before it is sent', async (_, call, text) => {
  const error = await call(client as unknown as LooseClient).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'USAGE', exit: 2, message: expect.any(String) })
  const { message, next } = error as CuadreError
  expect(`${message}; ${next}`).toContain(text)
  expect(service.asked).toEqual([])
})

/** The calls as a JavaScript program may make them. */
type LooseClient = Readonly<Record<keyof ServiceClient, (...values: readonly unknown[]) => Promise<unknown>>>

const first = (list: unknown): Promise<unknown> => (list as AsyncIterator<unknown>).next()
