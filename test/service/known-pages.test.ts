import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KnownPage } from '../../src/core/pull/pull.ts'
import { allPages, clientAt } from './client-at.ts'
import { INVOICE, pageOf, SLOT } from './samples.ts'
import { json, type Reply, raw, serve } from './service.ts'

const FIRST = pageOf(2, 'b"ñ')
const BODY = Buffer.from(JSON.stringify(FIRST))
const KNOWN: KnownPage = {
  digest: createHash('sha256').update(BODY).digest(),
  cursor: 'b"ñ',
  cursorAt: BODY.indexOf('"cursor":"') + '"cursor":"'.length,
  items: 2,
  count: 2,
}

/** The pages of a list of two, of which something is known about the first. */
const listed = async (first: Reply, known: KnownPage) => {
  const service = await serve(first, json(pageOf(1, null)))
  const { client, context } = clientAt(service.baseUrl)
  const asked: [number, string][] = []
  const pages = client.invoicePages(SLOT, context, async (position, request) => {
    asked.push([position, request])
    return position === 1 ? known : null
  })
  return { service, asked, pages }
}

describe('a page that is known', () => {
  it('is told by its bytes, and parsed only when it is read', async () => {
    const { service, asked, pages } = await listed(json(FIRST), { ...KNOWN, items: 7, count: null })
    const [first, second] = await allPages(pages)
    // The figures of the known page, not of its body, show that the body was not parsed.
    expect(first).toMatchObject({ isKnown: true, cursor: KNOWN.cursor, items: 7, count: null, unknownFields: [] })
    expect(second).toMatchObject({ isKnown: false, items: 1, count: 1 })
    expect(first?.read()).toMatchObject(FIRST.items.map(({ id }) => ({ kind: 'invoice', invoice: { id } })))
    const [, next = ''] = service.paths()
    expect(next).toContain(`cursor=${encodeURIComponent(KNOWN.cursor)}`)
    expect(asked).toEqual(service.paths().map((path, index) => [index + 1, `GET ${path.slice('/v1'.length)}`]))
  })

  const changed = { ...FIRST, items: [INVOICE, { ...INVOICE, amount: 1 }] }
  it.each<[string, object, KnownPage]>([
    ['one amount is another', changed, KNOWN],
    ['its cursor is another', { ...FIRST, cursor: 'c' }, KNOWN],
    ['what is known names another cursor', FIRST, { ...KNOWN, cursor: 'c"ñ' }],
    ['what is known names another place of the cursor', FIRST, { ...KNOWN, cursorAt: KNOWN.cursorAt - 1 }],
  ])('is parsed when %s', async (_, body, known) => {
    const { service, pages } = await listed(json(body), known)
    const [first] = await allPages(pages)
    const cursor = 'cursor' in body ? body.cursor : null
    expect(first).toMatchObject({ isKnown: false, cursor, items: 2, count: 2 })
    expect(service.paths()[1]).toContain(`cursor=${encodeURIComponent(`${cursor}`)}`)
  })

  it('is asked for again all the same when it is not named JSON', async () => {
    const { service, pages } = await listed(raw(BODY, { 'content-type': 'text/html' }), KNOWN)
    expect(await allPages(pages)).toMatchObject([{ isKnown: false, items: 1, cursor: null }])
    expect(service.paths()).toEqual([service.paths()[0], service.paths()[0]])
  })
})
