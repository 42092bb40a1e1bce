import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { asSlotDate } from '../../src/core/slot.ts'
import { allPages, clientAt, faultFrom } from './client-at.ts'
import { INVOICE, pageOf, slotOf } from './samples.ts'
import { json, type Reply, raw, serve } from './service.ts'

const PERSONAL = { reference: 'R&1 of Ana', customerDocument: '1.032.456.789', contract: '00042 Ana' }

const listing = async (...replies: readonly Reply[]) => {
  const service = await serve(...replies)
  const { client, context } = clientAt(service.baseUrl)
  return { service, client, context }
}

describe('any list', () => {
  it('takes all six filters and follows every page', async () => {
    const { service, client, context } = await listing(json(pageOf(2, 'b')), json(pageOf(1, null)))
    const paymentDate = asSlotDate('2026-03-10') ?? undefined
    const filter = { ...PERSONAL, paymentDate, ...slotOf('2026-03-12', '11:00') }
    const pages = await allPages(client.pagesForPerson(filter, context))
    expect(pages.map(({ isLast }) => isLast)).toEqual([false, true])
    const records = pages.flatMap((page) => page.records)
    expect(records).toHaveLength(3)
    expect(records[0]).toMatchObject({ kind: 'shown', paymentUrl: INVOICE.paymentUrl, invoice: { id: 'inv-0' } })
    const first =
      '/v1/invoices?reference=R%261%20of%20Ana&customerDocumentNumber=1.032.456.789&contract=00042%20Ana' +
      '&paymentDate=2026-03-10&settlementDate=2026-03-12&settlementCycle=11%3A00&limit=2'
    expect(service.paths()).toEqual([first, `${first}&cursor=b`])
  })

  it('without a filter is all there is', async () => {
    const { service, client, context } = await listing(json(pageOf(0, null)))
    await allPages(client.pagesForPerson({}, context))
    expect(service.paths()).toEqual(['/v1/invoices?limit=2'])
  })

  it('keeps a record that cannot be read apart', async () => {
    const items = [{ ...INVOICE, amount: '1' }, INVOICE]
    const { client, context } = await listing(json({ items, cursor: null, count: 2 }))
    const [page] = await allPages(client.pagesForPerson({}, context))
    expect(page?.records.map(({ kind }) => kind)).toEqual(['malformed', 'shown'])
  })

  it.each<[string, readonly Reply[]]>([
    ['refused', [json({ error: 'customerDocumentNumber 1.032.456.789 (1032456789) is wrong' }, 400)]],
    ['refused to the key', [raw('', {}, 401)]],
    ['down', [json({ error: 'no 1.032.456.789 here' }, 500)]],
    ['redirected', [raw('', { location: '/v1/invoices?customerDocumentNumber=1.032.456.789' }, 302)]],
    ['broken', [json(pageOf(2))]],
    ['broken on its second page', [json(pageOf(2, '1.032.456.789')), json(pageOf(2))]],
    ['no page', [json({ '1.032.456.789': 1 })]],
    ['cut', [(request) => void request.socket.destroy()]],
  ])('that is %s tells nothing of whom it was asked about', async (_, replies) => {
    const { client, context } = await listing(...replies)
    const fault = await faultFrom(allPages(client.pagesForPerson(PERSONAL, context)))
    expect(fault.message).toContain(
      'GET /invoices?reference=[hidden]&customerDocumentNumber=[hidden]&contract=[hidden]&limit=2',
    )
    expect(inspect(fault, { depth: 20 })).not.toMatch(/456|Ana|00042/)
  })
})
