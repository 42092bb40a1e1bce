import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, openService, type Service, typicalRequest } from './service.ts'

// Each test is named after a sentence of api.md that the sandbox must follow.
describe('api.md, Create invoice', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  const refused = async (changes: Record<string, unknown>) => {
    const before = await service.v1('GET', '/invoices?limit=100')
    const { status, fields } = await service.v1('POST', '/invoices', { body: typicalRequest(changes) })
    const after = await service.v1('GET', '/invoices?limit=100')
    expect(after.text).toBe(before.text)
    expect(status).toBe(400)
    return String(fields.error)
  }

  test('"Response: the created Invoice (status ready, expirationDate 5 minutes after createdAt, paymentUrl)"', async () => {
    const { status, fields } = await service.v1('POST', '/invoices', {
      body: typicalRequest({ customerName: 'Inés Güiza' }),
    })
    expect(status).toBe(201)
    expect(fields).toEqual({
      id: expect.stringMatching(/^inv_/),
      reference: 'ARR-0001',
      status: 'ready',
      amount: 1_850_000,
      description: 'Arriendo marzo, Apto 301',
      contract: '00000',
      expirationDate: '2026-03-12T17:05:00.000Z',
      customerDocumentNumber: '1032456789',
      customerName: 'Inés Güiza',
      createdAt: NOON,
      paymentUrl: `${service.baseUrl.replace('/v1', '/pay')}/${fields.id}`,
    })
  })

  test('"Creates an invoice for the authenticated merchant"', async () => {
    const { id } = await service.create()
    expect((await service.v1('GET', `/invoices/${id}`)).fields.status).toBe('ready')
  })

  test('"reference: unique invoice reference for the merchant\'s records"', async () => {
    await service.create({ reference: 'ONCE' })
    expect(await refused({ reference: 'ONCE' })).toMatch(/reference/i)
  })

  test.each(['reference', 'description', 'customerDocumentNumber'])('"%s: minimum length 1"', async (field) => {
    expect(await refused({ [field]: '' })).toContain(field)
  })

  test.each([3_000, 550_000_000])('"amount: 3000 <= amount <= 550000000": %d is taken', async (amount) => {
    expect(await service.create({ amount })).toMatchObject({ amount })
  })

  test.each([2_999, 550_000_001, 0, -3_000])('"amount: 3000 <= amount <= 550000000": %d is not', async (amount) => {
    expect(await refused({ amount })).toMatch(/^Amount must be from 3000 to 550000000/)
  })

  test.each([3_000.5, '3000', null, true, [3_000], 1e300])('"Amount must be an integer": %j', async (amount) => {
    expect(await refused({ amount })).toBe('Amount must be an integer')
  })

  test.each(['not a url', '/relative', 'javascript:alert(1)', 'http://', 'ftp://a.example', 7])(
    '"redirectUrl: string (URL)": %j is not',
    async (redirectUrl) => {
      expect(await refused({ redirectUrl })).toContain('redirectUrl')
    },
  )

  test.each(['cc', 'ce', 'nit', 'ti', 'ps', 'cif', 'ne', 'rc', 'ppt'])('"customerDocumentType: %s"', async (type) => {
    expect(await service.create({ customerDocumentType: type })).toMatchObject({ status: 'ready' })
  })

  test.each(['CC', 'dni', '', 1])('"customerDocumentType: string enum": %j is not of it', async (type) => {
    expect(await refused({ customerDocumentType: type })).toContain('customerDocumentType')
  })

  test('"customerName: optional; display name"', async () => {
    expect(await service.create()).not.toHaveProperty('customerName')
    expect(await service.create({ customerName: 'José Ñáñez' })).toMatchObject({ customerName: 'José Ñáñez' })
  })

  test('"contract: optional; default 00000"', async () => {
    expect(await service.create()).toMatchObject({ contract: '00000' })
    expect(await service.create({ contract: '00417' })).toMatchObject({ contract: '00417' })
    expect(await service.create({ contract: '' })).toMatchObject({ contract: '00000' })
    expect(await refused({ contract: 417 })).toContain('contract')
  })

  test.each(['reference', 'amount', 'description', 'redirectUrl', 'customerDocumentNumber'])(
    '"A typical request sends reference, amount, description, redirectUrl and customerDocumentNumber": without %s it is refused',
    async (field) => {
      const request = Object.fromEntries(
        Object.entries(typicalRequest({ reference: 'LACKING' })).filter(([name]) => name !== field),
      )
      const { status, fields } = await service.v1('POST', '/invoices', { body: request })
      expect([status, String(fields.error)]).toEqual([400, expect.stringContaining(field)])
    },
  )

  test('a field nobody knows is named and refused', async () => {
    expect(await refused({ reference: 'STRANGE', costumerName: 'x' })).toContain('costumerName')
  })

  test.each(['{"reference":', '', 'null{', '\u0000'])('"Invalid JSON in request body": %j', async (raw) => {
    const { status, text } = await service.v1('POST', '/invoices', { raw })
    expect([status, text]).toEqual([400, '{"error":"Invalid JSON in request body"}'])
  })

  test.each(['[]', '3', '"text"', 'null'])('a body that is JSON and no object is refused: %s', async (raw) => {
    expect((await service.v1('POST', '/invoices', { raw })).status).toBe(400)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    '"Request bodies are JSON with Content-Type: application/json": %j is not',
    async (type) => {
      const sending = { body: typicalRequest({ reference: 'TYPE' }), headers: { 'content-type': type } }
      const { status, text } = await service.v1('POST', '/invoices', sending)
      expect([status, text]).toEqual([400, '{"error":"Invalid JSON in request body"}'])
    },
  )

  test('"Request bodies are JSON": one whose text is not UTF-8 is refused, and no other letters are put in its place', async () => {
    const text = JSON.stringify(typicalRequest({ reference: 'LATIN', description: 'Señora Peñaloza' }))
    const { status, fields } = await service.v1('POST', '/invoices', {
      raw: Uint8Array.from(Buffer.from(text, 'latin1')),
    })
    expect([status, fields]).toEqual([400, { error: 'Request body is not valid UTF-8' }])
    expect((await service.v1('GET', '/invoices?reference=LATIN')).items).toEqual([])
    const { fields: created } = await service.v1('POST', '/invoices', { raw: text })
    expect(created.description).toBe('Señora Peñaloza')
  })

  test('a body over 1 MiB is refused with 413, and the next request is served', async () => {
    const { status } = await service.v1('POST', '/invoices', { raw: `"${'x'.repeat(1_100_000)}"` })
    expect(status).toBe(413)
    expect((await service.v1('GET', '/invoices')).status).toBe(200)
  })
})

describe('what api.md does not show of creation can be set', () => {
  test('the status, the mandatory fields and the limits', async () => {
    const service = await openService({
      assumptions: {
        creationStatus: 200,
        mandatoryFields: ['amount'],
        leastAmount: 1_000,
        expirationDate: 'on-creation',
      },
    })
    const { status, fields } = await service.v1('POST', '/invoices', { body: { amount: 1_000 } })
    expect([status, fields.expirationDate]).toEqual([200, '2026-03-12T17:05:00.000Z'])
    expect((await service.v1('GET', `/invoices/${fields.id}`)).fields).not.toHaveProperty('expirationDate')
    await service.close()
  })
})
