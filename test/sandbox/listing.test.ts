import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service } from './service.ts'

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
