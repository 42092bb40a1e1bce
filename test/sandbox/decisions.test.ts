import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DECISIONS } from '../../src/sandbox/control/answer.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { type Fields, openService, type Service, typicalRequest } from './service.ts'

let receiver: Receiver
let service: Service
beforeEach(async () => {
  receiver = await openReceiver()
  service = await openService({ webhookUrls: [receiver.url], merchants: [{}, { apiKey: 'second' }] })
})
afterEach(async () => {
  await service.close()
  await receiver.close()
})

const control = (method: string, path: string, body?: unknown) => service.control(method, path, body)
const advance = (duration: string) => control('POST', '/clock', { advance: duration })
const get = (path: string) => service.v1('GET', path)
const post = async (changes: Fields) =>
  (await service.v1('POST', '/invoices', { body: typicalRequest(changes) })).status
const paid = async (changes: Fields = {}, payment: Fields = { paymentMethod: 'breb' }) => {
  const { id } = await service.create(changes)
  return (await control('POST', `/invoices/${id}/pay`, payment)).fields
}
const bodies = () => receiver.received.map(({ body }): Fields => JSON.parse(body))
const settlement = async (slot = '2026-03-12/13') => (await get(`/settlements/${slot}`)).fields
const count = async (query: string) => (await get(`/invoices?${query}`)).items.length

/** For each decision, a proof. */
const PROOFS: Readonly<Record<string, () => Promise<void>>> = {
  dateTimes: async () => {
    expect(await paid()).toMatchObject({ createdAt: '2026-03-12T17:00:00.000Z', settlementTime: '13' })
  },
  hiddenFields: async () => {
    const created = await service.create({ customerDocumentType: 'cc' })
    expect(Object.keys(created)).not.toEqual(expect.arrayContaining(['redirectUrl']))
    expect(Object.keys(created)).not.toEqual(expect.arrayContaining(['customerDocumentType']))
  },
  usedReference: async () => {
    await service.create({ reference: 'USED' })
    await advance('PT6M')
    expect([await count('reference=USED'), await post({ reference: 'USED' })]).toEqual([1, 400])
  },
  unknownFields: async () => expect(await post({ colour: 'blue' })).toBe(400),
  nullFields: async () => {
    for (const name of ['reference', 'customerName', 'contract', 'redirectUrl', 'customerDocumentType'])
      expect([name, await post({ [name]: null })]).toEqual([name, 400])
  },
  emptyContract: async () => {
    expect(await service.create({ contract: '', customerName: '' })).toMatchObject({
      contract: '00000',
      customerName: '',
    })
  },
  redirectUrls: async () => {
    expect(await post({ redirectUrl: 'mailto:a@b.example' })).toBe(400)
    const { paymentUrl } = await service.create({ redirectUrl: 'https://a.example/back?x=1' })
    const answer = await fetch(`${paymentUrl}/cancel`, { method: 'POST', redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://a.example/back?x=1'])
  },
  jsonBodies: async () => {
    const sent = (raw: string, type = 'application/json') =>
      service.v1('POST', '/invoices', { raw, headers: { 'content-type': type } })
    expect((await sent('{')).status).toBe(400)
    expect((await sent('[]')).status).toBe(400)
    expect((await sent('{}', 'text/json')).fields.error).toBe('Invalid JSON in request body')
    expect((await sent(`"${'x'.repeat(2 ** 20)}"`)).status).toBe(413)
  },
  filters: async () => {
    await service.create({ reference: 'Abc', contract: '7' })
    expect(await count('reference=Abc&contract=7')).toBe(1)
    for (const query of ['reference=abc', 'reference=Ab', 'reference=Abc&contract=8'])
      expect(await count(query)).toBe(0)
  },
  queryParameters: async () => {
    for (const query of ['colour=1', 'reference=', 'reference=a&reference=a', 'limit='])
      expect([query, (await get(`/invoices?${query}`)).status]).toEqual([query, 400])
  },
  paymentDays: async () => {
    await control('POST', '/clock', { now: '2026-03-13T02:00:00Z' })
    expect((await paid()).paymentDate).toBe('2026-03-13T02:00:00.000Z')
    expect([await count('paymentDate=2026-03-12'), await count('paymentDate=2026-03-13')]).toEqual([1, 0])
  },
  settlementFilters: async () => {
    await paid()
    await service.create()
    expect([await count('settlementDate=2026-03-12'), await count('settlementCycle=13')]).toEqual([1, 1])
  },
  anyCycle: async () => {
    expect([await count('settlementCycle=noon'), (await get('/settlements/2026-03-12/noon')).status]).toEqual([0, 404])
    expect((await get('/invoices?settlementDate=2026-02-30')).status).toBe(400)
    expect((await get('/settlements/2026-02-30/11')).status).toBe(400)
  },
  cursors: async () => {
    for (let nth = 0; nth < 3; nth += 1) await service.create()
    const cursor = String((await get('/invoices?limit=1')).fields.cursor)
    await advance('P300D')
    expect(await count(`limit=2&cursor=${cursor}`)).toBe(2)
    expect((await get(`/invoices?contract=1&cursor=${cursor}`)).status).toBe(400)
    expect((await get('/invoices?cursor=x')).status).toBe(400)
    const other = await service.v1('GET', `/invoices?cursor=${cursor}`, { headers: { authorization: 'Bearer second' } })
    expect(other.status).toBe(400)
  },
  lastPage: async () => {
    expect((await get('/invoices')).fields).toEqual({ items: [], cursor: null, count: 0 })
    await service.create()
    expect((await get('/invoices?limit=1')).fields).toMatchObject({ cursor: null, count: 1 })
  },
  keyFirst: async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['DELETE', '/invoices'],
      ['POST', '/invoices'],
    ] as const)
      expect((await service.v1(method, path, { headers: { authorization: 'Bearer no' } })).status).toBe(401)
  },
  otherMethods: async () => {
    const wrong = await service.v1('PUT', '/invoices')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect((await get('/nowhere')).status).toBe(404)
  },
  rateLimits: async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => get('/invoices')))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  },
  transitions: async () => {
    const { id } = await paid()
    expect((await control('POST', `/invoices/${id}/cancel`)).status).toBe(409)
    await control('POST', `/invoices/${id}/chargeback`)
    for (const step of ['pay', 'cancel', 'chargeback'])
      expect((await control('POST', `/invoices/${id}/${step}`)).status).toBe(409)
  },
  declined: async () => {
    const { id, paymentUrl } = await service.create()
    const form = () => ({ method: 'POST', body: new URLSearchParams({ method: 'pse' }) })
    await fetch(`${paymentUrl}/choose`, form())
    await fetch(`${paymentUrl}/decline`, form())
    expect((await get(`/invoices/${id}`)).fields.status).toBe('ready')
    await advance('PT5M')
    expect((await get(`/invoices/${id}`)).fields.status).toBe('cancelled')
  },
  pagePayments: async () => {
    const { id, paymentUrl } = await service.create()
    await fetch(`${paymentUrl}/approve`, {
      method: 'POST',
      body: new URLSearchParams({ method: 'card' }),
      redirect: 'manual',
    })
    expect((await get(`/invoices/${id}`)).fields).toMatchObject({ paymentAmount: 1_850_000, paymentSource: 'link' })
  },
  settlementBirth: async () => {
    await paid()
    await control('POST', '/clock', { now: '2026-03-12T17:59:59Z' })
    expect((await get('/settlements/2026-03-12/13')).status).toBe(404)
    await advance('PT1S')
    expect((await get('/settlements/2026-03-12/13')).status).toBe(200)
    await advance('PT10H')
    expect((await get('/settlements/2026-03-12/16')).status).toBe(404)
  },
  businessDays: async () => {
    // Saturday 21 March 2026, before a Monday that is a holiday.
    await control('POST', '/clock', { now: '2026-03-21T15:00:00Z' })
    expect(await paid()).toMatchObject({ settlementDate: '2026-03-24', settlementTime: '11' })
  },
  latePayments: async () => {
    await paid()
    await control('POST', '/cycles/2026-03-12/13/run')
    expect(await paid()).toMatchObject({ settlementTime: '16' })
  },
  countedInvoices: async () => {
    const { id } = await paid({}, { paymentMethod: 'breb', paymentAmount: 1_000_000 })
    await paid()
    await control('POST', `/invoices/${id}/chargeback`)
    await advance('PT1H')
    expect(await settlement()).toMatchObject({ numberOfInvoices: 2, amountCollected: 2_850_000 })
  },
  feesOfPayments: async () => {
    await paid({ amount: 100_001 }, { paymentMethod: 'nequiButton' })
    await paid({ amount: 100_001 }, { paymentMethod: 'nequiButton' })
    await advance('PT1H')
    expect(await settlement()).toMatchObject({ fees: 2_400 })
  },
  payouts: async () => {
    const { id } = await paid()
    await advance('PT1H')
    await control('POST', `/invoices/${id}/chargeback`)
    await paid({ amount: 3_000 })
    await advance('PT4H')
    expect(await settlement('2026-03-12/16')).toMatchObject({
      amountCollected: 3_000,
      fees: 1_900,
      adjustments: -1_850_000,
      paymentAmount: -1_848_900,
    })
  },
  chargebackDebits: async () => {
    const { id } = await paid()
    await control('POST', `/invoices/${id}/chargeback`)
    await advance('PT1H')
    expect(await settlement()).toMatchObject({ adjustments: -1_850_000 })
  },
  settlementErrors: async () => {
    await paid()
    await advance('PT1H')
    await control('PUT', '/settlements/2026-03-12/13/status', { status: 'error' })
    await advance('P1D')
    expect(await settlement()).toMatchObject({ status: 'error' })
  },
  oneNotification: async () => {
    const { id } = await paid()
    await control('POST', `/invoices/${id}/chargeback`)
    expect(bodies()).toMatchObject([{ payload: { status: 'paid' } }])
  },
  payloadMoment: async () => {
    receiver.answers.push(500)
    await control('PATCH', '/assumptions', { expirationDate: 'on-creation' })
    const { id } = await paid()
    await control('POST', `/invoices/${id}/chargeback`)
    await advance('PT2M')
    expect(bodies().map(({ payload }) => payload)).toMatchObject([
      { status: 'paid', expirationDate: '2026-03-12T17:05:00.000Z' },
      { status: 'paid', expirationDate: '2026-03-12T17:05:00.000Z' },
    ])
  },
  acceptedAnswer: async () => {
    receiver.answers.push(201, 302)
    await paid()
    await advance('PT10M')
    expect(bodies()).toHaveLength(3)
  },
  secondFormat: async () => {
    await control('PATCH', '/assumptions', { webhookFormat: 'encoded-header' })
    receiver.answers.push(500)
    await paid()
    await advance('P1D')
    expect(bodies().map(({ eventType }) => eventType)).toEqual(['payment-request.update', 'payment-request.update'])
  },
  attemptOrder: async () => {
    receiver.answers.push(...Array.from({ length: 60 }, () => 500))
    for (let nth = 0; nth < 60; nth += 1) await service.create()
    await advance('PT5M')
    expect(bodies()).toHaveLength(60)
  },
  madeUpPast: async () => {
    const seeded = await openService({ days: 3, webhookUrls: [receiver.url] })
    await seeded.control('POST', '/clock', { advance: 'PT1M' })
    expect(bodies()).toEqual([])
    await seeded.close()
  },
  ownPages: async () => {
    const answer = await service.v1('GET', '/invoices', { headers: { origin: 'https://other.example' } })
    expect(answer.status).toBe(403)
  },
}

describe('what api.md does not show, and the sandbox decides', () => {
  test.each(DECISIONS)('$name: $sentence', async ({ name }) => {
    const proof = PROOFS[name]
    if (proof === undefined) throw new Error(`nothing shows the decision ${name}`)
    await proof()
  })

  test('is served beside the assumptions, each with a name of its own', async () => {
    expect((await control('GET', '/assumptions')).fields.decisions).toEqual(DECISIONS)
    expect(DECISIONS.map(({ name }) => name)).toEqual(Object.keys(PROOFS))
  })
})
