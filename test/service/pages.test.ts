import { describe, expect, it } from 'vitest'
import type { ListedPage } from '../../src/core/pull/pull.ts'
import { allPages, clientAt, faultFrom } from './client-at.ts'
import { INVOICE, pageOf, SLOT, slotOf, without } from './samples.ts'
import { json, raw, serve } from './service.ts'

/** Pages of a list whose limit is 2. */
const listing = async (...pages: readonly object[]) => {
  const service = await serve(...pages.map((page) => json(page)))
  const { client, context } = clientAt(service.baseUrl)
  return { service, client, pages: () => allPages(client.invoicePages(SLOT, context)) }
}

const FIRST = '/v1/invoices?settlementDate=2026-03-12&settlementCycle=11&limit=2'

describe('a list that ends', () => {
  it.each<[string, object[], number]>([
    ['with its only page', [pageOf(2, null)], 1],
    ['with an empty page', [pageOf(0, null)], 1],
    ['although a page before the end is short', [pageOf(1, 'b'), pageOf(2, null)], 2],
    ['although a page before the end is empty', [pageOf(0, 'b'), pageOf(0, 'c'), pageOf(2, null)], 3],
    ['on a short page without a cursor', [pageOf(2, 'b'), pageOf(1)], 2],
    ['on an empty page without a cursor', [pageOf(0)], 1],
    ['with a null cursor on a page of more than was asked for', [pageOf(3, null)], 1],
  ])('%s', async (_, answers, count) => {
    const { service, pages } = await listing(...answers)
    expect(await pages()).toHaveLength(count)
    expect(service.requests).toHaveLength(count)
  })

  it('asks for the slot, and follows cursors to the letter', async () => {
    const cursor = 'a b+c/d=&ñ%20'
    const { service, pages } = await listing(pageOf(2, cursor), pageOf(0, null))
    const [page] = await pages()
    expect(service.paths()).toEqual([FIRST, `${FIRST}&cursor=${encodeURIComponent(cursor)}`])
    expect(page?.request).toBe(`GET ${FIRST.slice('/v1'.length)}`)
  })

  it('encodes what a cycle may hold', async () => {
    const service = await serve(json(pageOf(0, null)))
    const { client, context } = clientAt(service.baseUrl)
    await allPages(client.invoicePages(slotOf('2026-03-12', '11:00'), context))
    expect(service.paths()).toEqual([FIRST.replace('=11', '=11%3A00')])
  })
})

describe('a list that is broken', () => {
  it.each<[string, object[], string]>([
    ['absent on a full page', [pageOf(2)], 'page 1 of a broken list: its cursor is absent on a full page'],
    ['empty', [pageOf(2, '')], 'page 1 of a broken list: its cursor is empty'],
    ['a number', [pageOf(2, 17)], 'page 1 of a broken list: its cursor is not text'],
    ['false', [pageOf(0, false)], 'page 1 of a broken list: its cursor is not text'],
    ['an object', [pageOf(1, {})], 'page 1 of a broken list: its cursor is not text'],
    ['half a character', [pageOf(2, 'a\ud800')], 'page 1 of a broken list: its cursor is not well-formed text'],
    ['repeated at once', [pageOf(2, 'a'), pageOf(2, 'a')], 'page 2 of a broken list: its cursor was given before'],
    [
      'repeated with a period',
      [pageOf(2, 'a'), pageOf(2, 'b'), pageOf(0, 'c'), pageOf(2, 'a')],
      'page 4 of a broken list: its cursor was given before',
    ],
  ])('cursor %s', async (_, answers, reason) => {
    const { service, pages } = await listing(...answers)
    const fault = await faultFrom(pages())
    expect(fault).toMatchObject({ code: 'LIST_BROKEN', reason: `answered ${reason}`, status: 200, attempts: 1 })
    expect(service.requests).toHaveLength(answers.length)
  })

  it('has more pages than are followed', async () => {
    let number = 0
    const service = await serve((request, response) => {
      number += 1
      json(pageOf(1, `c${number}`))(request, response)
    })
    const { client, context } = clientAt(service.baseUrl, { limits: { mostPages: 5 } })
    const fault = await faultFrom(allPages(client.invoicePages(SLOT, context)))
    expect(fault.message).toContain('there are more than 5 pages')
    expect(service.requests).toHaveLength(5)
  })

  it('is named without its cursors', async () => {
    const { pages } = await listing(pageOf(2, 'secret-cursor'), pageOf(2, ''))
    expect((await faultFrom(pages())).message).toBe(
      'GET /invoices?settlementDate=2026-03-12&settlementCycle=11&limit=2 (page 2) ' +
        'answered page 2 of a broken list: its cursor is empty',
    )
  })
})

describe('a page', () => {
  it.each<[unknown, string]>([
    [[], 'the page is not an object'],
    ['page', 'the page is not an object'],
    [null, 'the page is not an object'],
    [{ cursor: null, count: 0 }, 'items is absent'],
    [{ items: null, cursor: null }, 'items is not an array'],
    [{ items: {}, cursor: null }, 'items is not an array'],
  ])('is not %j', async (answer, reason) => {
    const service = await serve(json(answer))
    const { client, context } = clientAt(service.baseUrl)
    const fault = await faultFrom(allPages(client.invoicePages(SLOT, context)))
    expect(fault).toMatchObject({ code: 'BAD_ANSWER', reason: `answered 200, but ${reason}` })
    expect(service.requests).toHaveLength(1)
  })

  it.each<[unknown, number | null]>([
    [7, 7],
    [0, 0],
    ['2', null],
    [null, null],
    [undefined, null],
  ])('with count %j states %j', async (count, reported) => {
    const { pages } = await listing({ ...pageOf(2, null), count })
    expect(await pages()).toMatchObject([{ items: 2, count: reported, cursor: null, unknownFields: [] }])
  })

  it('tells its undocumented fields and an absent cursor', async () => {
    const { pages } = await listing({ ...pageOf(1), total: 1, next: 'x', previous: null })
    expect(await pages()).toMatchObject([{ cursor: undefined, unknownFields: ['total', 'next'] }])
  })

  it('keeps the bytes as they came, fits the store, and is read when asked', async () => {
    const text = ` {"items":[${JSON.stringify(INVOICE)}, {"id":""}],\n"cursor":null,"count":2}\n`
    const service = await serve(raw(text, { 'content-type': 'application/json' }))
    const { client, context } = clientAt(service.baseUrl)
    const [page]: ListedPage[] = await allPages(client.invoicePages(SLOT, context))
    expect(Buffer.from(page?.body ?? []).toString()).toBe(text)
    expect(page?.read()).toMatchObject([
      { kind: 'invoice', invoice: { id: 'inv-1' } },
      { kind: 'malformed', record: { field: 'id', reason: 'is empty' } },
    ])
    expect(client.readPage(page?.body ?? new Uint8Array())).toEqual(page?.read())
  })

  it('is read under the policy of the client', async () => {
    const charged = { ...without(INVOICE, 'paymentAmount'), status: 'chargeback' }
    const service = await serve(json({ items: [charged], cursor: null, count: 1 }))
    const { client, context } = clientAt(service.baseUrl, { statusCounts: (status) => status === 'paid' })
    const [page] = await allPages(client.invoicePages(SLOT, context))
    expect(page?.read()).toMatchObject([{ kind: 'invoice', invoice: { status: 'chargeback', paid: null } }])
  })

  it('that was damaged in the store is our mistake', async () => {
    const { client } = clientAt('http://127.0.0.1:1/v1')
    expect(() => client.readPage(Buffer.from('{"items":'))).toThrow('A stored page cannot be read again')
    expect(() => client.readPage(Buffer.from('{"items":1}'))).toThrow('A stored page cannot be read again')
  })
})
