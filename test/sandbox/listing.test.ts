import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, openService, type Service, typicalRequest } from './service.ts'

describe('api.md, List invoices', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService()
    for (let nth = 1; nth <= 45; nth += 1) {
      const { id } = await service.create({
        contract: nth % 2 === 0 ? '00002' : '00001',
        customerDocumentNumber: nth % 3 === 0 ? '333' : '111',
      })
      if (nth % 5 === 0) await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    }
  })
  afterAll(() => service.close())

  const count = async (query: string): Promise<number> =>
    (await service.v1('GET', `/invoices?limit=100${query}`)).items.length

  test('"limit: 1..100, default 20"', async () => {
    expect((await service.v1('GET', '/invoices')).items).toHaveLength(20)
    expect((await service.v1('GET', '/invoices?limit=1')).items).toHaveLength(1)
    expect((await service.v1('GET', '/invoices?limit=100')).items).toHaveLength(45)
  })

  test.each(['0', '101', '-1', '2.5', 'abc', '', '1e2', ' 5'])(
    '"limit: integer, 1..100": %j is refused',
    async (limit) => {
      const { status, fields } = await service.v1('GET', `/invoices?limit=${encodeURIComponent(limit)}`)
      expect([status, fields.error]).toEqual([400, expect.stringContaining('limit')])
    },
  )

  test('"count: number of invoices returned in this page"', async () => {
    const { fields, items } = await service.v1('GET', '/invoices?limit=7')
    expect(fields.count).toBe(items.length)
  })

  test('"pass the returned cursor in the next request; when cursor is null, there are no more results"', async () => {
    const sizes: number[] = []
    const ids = new Set<unknown>()
    let cursor = ''
    do {
      const { fields, items } = await service.v1('GET', `/invoices?limit=20${cursor}`)
      sizes.push(items.length)
      for (const { id } of items) ids.add(id)
      cursor = fields.cursor === null ? '' : `&cursor=${fields.cursor}`
    } while (cursor !== '')
    expect([sizes, ids.size]).toEqual([[20, 20, 5], 45])
  })

  test('"null when there are no more pages": also when the last page is full', async () => {
    const { fields } = await service.v1('GET', '/invoices?contract=00001&limit=23')
    expect([fields.count, fields.cursor]).toEqual([23, null])
  })

  test('"Order of listed invoices: not shown": it is that of creation, page after page', async () => {
    const first = await service.v1('GET', '/invoices?limit=25')
    const second = await service.v1('GET', `/invoices?limit=25&cursor=${first.fields.cursor}`)
    const references = [...first.items, ...second.items].map(({ reference }) => reference)
    expect(references).toEqual(Array.from({ length: 45 }, (_, index) => `REF-${index + 1}`))
  })

  test.each([
    ['reference=REF-7', 1],
    ['customerDocumentNumber=333', 15],
    ['contract=00001', 23],
    ['paymentDate=2026-03-12', 9],
    ['settlementDate=2026-03-12', 9],
    ['settlementCycle=13', 9],
    ['contract=00001&customerDocumentNumber=333&paymentDate=2026-03-12', 2],
    ['contract=1', 0],
    ['settlementDate=2026-03-13', 0],
  ])('"Filter by": %s', async (query, expected) => {
    expect(await count(`&${query}`)).toBe(expected)
  })

  test('"Filter by exact payment date": the day is the one in Bogota', async () => {
    const evening = await openService({ clock: '2026-03-13T03:00:00.000Z' })
    const { id } = await evening.create()
    await evening.control('POST', `/invoices/${id}/pay`)
    expect((await evening.v1('GET', '/invoices?paymentDate=2026-03-12')).items).toHaveLength(1)
    await evening.close()
  })

  test.each(['paymentDate=2026-02-30', 'settlementDate=12-03-2026', 'paymentDate=yesterday', 'settlementDate='])(
    '"string, date (YYYY-MM-DD)": %s is refused',
    async (query) => {
      const { status, fields } = await service.v1('GET', `/invoices?${query}`)
      expect([status, fields.error]).toEqual([400, expect.stringContaining(query.split('=')[0] ?? '')])
    },
  )

  test.each(['status=paid', 'limit=5&limit=6', 'settlementcycle=11'])(
    'a parameter nobody knows, or given twice, is refused: %s',
    async (query) => {
      expect((await service.v1('GET', `/invoices?${query}`)).status).toBe(400)
    },
  )

  test('"Opaque cursor": one that is made up, cut, or handed out for other filters is refused', async () => {
    const { fields } = await service.v1('GET', '/invoices?contract=00001&limit=5')
    const cursor = String(fields.cursor)
    expect(cursor).toMatch(/^[\w-]+$/)
    for (const query of [
      'cursor=abc',
      `cursor=${cursor.slice(0, -2)}&contract=00001`,
      `cursor=${cursor}`,
      `cursor=${cursor}&contract=00002`,
    ]) {
      const said = await service.v1('GET', `/invoices?${query}`)
      expect([query, said.status, said.fields.error]).toEqual([query, 400, expect.stringContaining('cursor')])
    }
    expect((await service.v1('GET', `/invoices?contract=00001&limit=9&cursor=${cursor}`)).items).toHaveLength(9)
  })
})

describe('a list read while invoices are inserted', () => {
  test.each(['oldest-first', 'newest-first'])(
    'loses and repeats nothing that was there at the start: %s',
    async (listOrder) => {
      const service = await openService({ assumptions: { listOrder } })
      const atStart: unknown[] = []
      for (let nth = 0; nth < 30; nth += 1) atStart.push((await service.create()).id)
      const read: unknown[] = []
      let cursor = ''
      do {
        const { fields, items } = await service.v1('GET', `/invoices?limit=4${cursor}`)
        for (const { id } of items) read.push(id)
        cursor = fields.cursor === null ? '' : `&cursor=${fields.cursor}`
        // Two are added for every four that are read, which an unstable list would show.
        if (read.length < 40) await Promise.all([service.create(), service.create()])
      } while (cursor !== '')
      expect(new Set(read).size).toBe(read.length)
      expect(atStart.filter((id) => !read.includes(id))).toEqual([])
      await service.close()
    },
  )
})

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
