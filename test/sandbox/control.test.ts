import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSUMED, ASSUMPTIONS } from '../../src/sandbox/assumptions.ts'
import { openReceiver } from './receiver.ts'
import { type Fields, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('control', () => {
  test('the clock is told, moved to a time, and by a while', async () => {
    expect((await service.control('GET', '/clock')).fields).toEqual({ now: '2026-03-12T17:00:00.000Z', fixed: true })
    const to = await service.control('POST', '/clock', { now: '2026-03-12T12:30:00-05:00' })
    expect(to.fields.now).toBe('2026-03-12T17:30:00.000Z')
    const by = await service.control('POST', '/clock', { advance: 'P1DT1H30M' })
    expect(by.fields.now).toBe('2026-03-13T19:00:00.000Z')
  })

  test.each([
    [{ now: '2026-03-01T00:00:00Z' }, 409],
    [{ now: 'tomorrow' }, 400],
    [{ now: '2026-04-01T00:00:00' }, 400],
    [{ advance: '30 minutes' }, 400],
    [{ advance: 'P1M' }, 400],
    [{ advance: 'PT' }, 400],
    [{ advance: 'P900000D' }, 400],
    [{}, 400],
    [{ now: '2026-04-01T00:00:00Z', advance: 'PT1S' }, 400],
    [{ forward: 'PT1S' }, 400],
  ])('the clock does not move for %j', async (body, expected) => {
    const before = (await service.control('GET', '/clock')).text
    expect((await service.control('POST', '/clock', body)).status).toBe(expected)
    expect((await service.control('GET', '/clock')).text).toBe(before)
  })

  test('a real clock stops when it is moved', async () => {
    const real = await openService({ clock: undefined })
    expect((await real.control('GET', '/clock')).fields.fixed).toBe(false)
    const moved = await real.control('POST', '/clock', { advance: 'PT6M' })
    expect(moved.fields.fixed).toBe(true)
    expect((await real.control('GET', '/clock')).text).toBe(moved.text)
    await real.close()
  })

  test('what there is to control, and every scenario with a sentence, is listed', async () => {
    const { fields } = await service.control('GET', '')
    expect(fields.requests).toContainEqual(expect.objectContaining({ method: 'POST', path: '/sandbox/clock' }))
    expect(fields.scenarios).toContainEqual(expect.objectContaining({ name: 'demo-week' }))
  })

  test('fields of an invoice and of a settlement are said otherwise than they are', async () => {
    const { id } = await service.create()
    await service.control('PATCH', `/invoices/${id}`, { set: { amount: '12' }, remove: ['contract'] })
    const { fields } = await service.v1('GET', `/invoices/${id}`)
    expect(fields).toMatchObject({ amount: '12' })
    expect(fields).not.toHaveProperty('contract')
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    await service.control('POST', '/cycles/2026-03-13/16/run')
    await service.control('PATCH', '/settlements/2026-03-13/16', { set: { fees: -1 } })
    expect((await service.v1('GET', '/settlements/2026-03-13/16')).fields.fees).toBe(-1)
    await service.control('DELETE', '/settlements/2026-03-13/16')
    expect((await service.v1('GET', '/settlements/2026-03-13/16')).status).toBe(404)
    await service.control('DELETE', `/invoices/${id}`)
    expect((await service.v1('GET', `/invoices/${id}`)).status).toBe(404)
  })

  test('a planned request is made when its time comes', async () => {
    const { id } = await service.create()
    await service.control('POST', '/plans', { after: 'PT2M', method: 'POST', path: `/sandbox/invoices/${id}/pay` })
    expect((await service.control('GET', '/plans')).fields.plans).toHaveLength(1)
    await service.control('POST', '/clock', { advance: 'PT3M' })
    expect((await service.v1('GET', `/invoices/${id}`)).fields).toMatchObject({
      status: 'paid',
      paymentDate: '2026-03-13T19:02:00.000Z',
    })
  })

  test('what api.md does not show is one list, each with a sentence and its value', async () => {
    const { fields } = await service.control('GET', '/assumptions')
    const listed = Array.isArray(fields.assumptions) ? fields.assumptions : []
    expect(Object.fromEntries(listed.map(({ name, value }) => [name, value]))).toEqual(ASSUMED)
    for (const { sentence } of listed) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  test('an assumption is set by name, and a wrong one is refused', async () => {
    expect((await service.control('PATCH', '/assumptions', { unknownInvoiceStatus: 410 })).status).toBe(200)
    expect((await service.v1('GET', '/invoices/inv_none')).status).toBe(410)
    for (const wrong of [
      { unknownInvoiceStatus: 'x' },
      { gatewayPayout: 'half' },
      { colour: 1 },
      { fees: {} },
      { retryMinutes: ['a'] },
    ]) {
      expect([wrong, (await service.control('PATCH', '/assumptions', wrong)).status]).toEqual([wrong, 400])
    }
  })

  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/invoices/inv_1/pay', 405],
    ['POST', '/invoices/inv_1/pay', 404],
    ['POST', '/cycles/2026-03-12/12/run', 400],
    ['POST', '/cycles/2026-13-12/11/run', 400],
    ['POST', '/cycles/2026-03-10/11/run', 409],
    ['DELETE', '/settlements/2026-03-10/11', 404],
    ['POST', '/cycles/2026-03-10/11/run?merchant=9', 404],
  ])('%s %s is %d', async (method, path, expected) => {
    expect((await service.control(method, path)).status).toBe(expected)
  })
})

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const { pse, ...otherCalendars } = ASSUMED.calendars
const calendars = (changes: Fields) => ({ ...otherCalendars, pse: { ...pse, ...changes } })
const tier = (above: number) => ({ above, percent: 1, fixed: 0 })
const change = (from: string) => ({ from, fees: ASSUMED.fees })
const fees = (changes: Fields) => ({ ...ASSUMED.fees, card: { ...ASSUMED.fees.card, ...changes } })

/** For each assumption: values that the sandbox supports, and values that it does not. */
const VALUES: Readonly<
  Record<keyof typeof ASSUMED, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>
> = {
  creationStatus: { good: [200, 202, 299], bad: [99, 100, 199, 204, 205, 300, 9999, 200.5, '201', null, {}] },
  mandatoryFields: { good: [[], ['contract', 'amount']], bad: [['colour'], ['amount', 'amount'], 'amount', [1], {}] },
  leastAmount: { good: [1, 3_000], bad: [0, -1, 0.5, 550_000_001, '3000', null] },
  greatestAmount: { good: [3_000, 550_000_000, 900_000_000], bad: [2_999, 1e300, 3_000.5, '1'] },
  stateAfterExpiry: { good: ['ready', 'cancelled'], bad: ['paid', '', 0, ['ready']] },
  transactionMinutes: { good: [0, 0.5, 10], bad: [-1, 1e9, '10', null] },
  unknownInvoiceStatus: { good: [400, 404, 410, 599], bad: [7.5, 0, 99, 200, 204, 304, 600, 9999, '404'] },
  unknownSettlementStatus: { good: [400, 404, 410, 599], bad: [7.5, 0, 99, 200, 204, 304, 600, 9999, '404'] },
  listOrder: { good: ['newest-first', 'oldest-first'], bad: ['random', 1] },
  expirationDate: { good: ['on-creation', 'always'], bad: ['never', true] },
  calendars: {
    good: [calendars({ cycles: ['20'] }), calendars({ cutoffMinutes: 0, businessDays: 0 }), ASSUMED.calendars],
    bad: [
      calendars({ cycles: [] }),
      calendars({ cycles: ['noon'] }),
      calendars({ cycles: [''] }),
      calendars({ cycles: ['12'] }),
      calendars({ cycles: [11] }),
      calendars({ cycles: ['16', '11'] }),
      calendars({ cycles: ['11', '11'] }),
      calendars({ cycles: '11' }),
      calendars({ cutoffMinutes: -1 }),
      calendars({ cutoffMinutes: 1e9 }),
      calendars({ businessDays: 1.5 }),
      calendars({ businessDays: 1e6 }),
      calendars({ holidays: [] }),
      otherCalendars,
      { ...ASSUMED.calendars, cash: pse },
      [],
    ],
  },
  fees: {
    good: [
      fees({ percent: 2.99, fixed: 0 }),
      fees({ min: 500, max: 20_000, tiers: [tier(1_000_000), tier(2_000_000)] }),
      ASSUMED.fees,
    ],
    bad: [
      ...[fees({ percent: -1 }), fees({ percent: 101 }), fees({ fixed: 0.5 }), fees({ fixed: '0' }), {}, null],
      ...[fees({ min: -1 }), fees({ max: null }), fees({ most: 1 }), fees({ tiers: {} }), fees({ tiers: [{}] })],
      ...[fees({ tiers: [tier(2), tier(1)] }), fees({ tiers: [tier(1), tier(1)] })],
    ],
  },
  feeChanges: {
    good: [[], [change('2026-03-16'), change('2026-04-01')]],
    bad: [[change('2026-02-30')], [change('2026-03-16'), change('2026-03-16')], [{ from: '2026-03-16' }], {}, null],
  },
  feeTax: { good: [0, 19, 5.5], bad: [-1, 101, '19', null] },
  feeRounding: { good: ['invoice', 'invoice-then-tax', 'settlement', 'none'], bad: ['up', '', null] },
  feeRoundingTo: { good: ['peso', 'centavo'], bad: ['cent', '', null] },
  paidAfterMinutes: { good: [0, 100, 30], bad: [101, -1, 1e9, '30'] },
  creditedAfterMinutes: { good: [30, 600, 100], bad: [29, -1, 1e9, '100'] },
  gatewayPayout: { good: ['zero', 'usual'], bad: ['half', 0] },
  finalInvoiceStatuses: {
    good: [[], ['chargeback', 'paid'], ['paid', 'cancelled', 'chargeback']],
    bad: [['ready'], ['gone'], 'paid'],
  },
  finalSettlementStatuses: { good: [['paid'], ['credited', 'error']], bad: [['processing'], ['gone'], [1]] },
  payloadField: {
    good: ['data', 'event_data', 'payload'],
    bad: ['', 'type', 'webhookId', '1st', 'a b', '__proto__', 7, null],
  },
  webhookFormat: { good: ['encoded-header', 'signed-body'], bad: ['encoded-data', 'both', 1] },
  httpsOnly: { good: [true, false], bad: ['true', 1, null] },
  webhookAnswerMs: { good: [1, 5_000], bad: [0, 0.5, -1, 1e12, '5000'] },
  retryMinutes: { good: [[], [1, 5, 25, 120], [0.5]], bad: [[-1], ['a'], [1, 2, 3, 4, 5], [1e12], 1] },
  retryVariation: { good: [0, 1, 0.1], bad: [-0.1, 1.1, '0'] },
  dateHeader: { good: ['sandbox', 'machine'], bad: ['moon', 0] },
  seededPageUrl: {
    good: ['http://127.0.0.1:9/pay', 'https://a.example', ASSUMED.seededPageUrl],
    bad: ['', 'a.example', 'javascript:alert(1)', 'https://a.example/"', 'https://añil.example/pay', 7],
  },
}

const table = (kind: 'good' | 'bad') =>
  Object.entries(VALUES).flatMap(([name, values]) => values[kind].map((value) => [name, value] as const))

describe('an assumption', () => {
  test.each(table('bad'))('%s is not set to %j, and says what it must be', async (name, value) => {
    const before = (await service.control('GET', '/assumptions')).text
    const { status, fields } = await service.control('PATCH', '/assumptions', { [name]: value })
    expect([status, fields.error]).toEqual([400, expect.stringMatching(/^Assumption \w+ must.*/)])
    expect((await service.control('GET', '/assumptions')).text).toBe(before)
  })

  test.each(table('good'))('%s is set to %j', async (name, value) => {
    const { status, fields } = await service.control('PATCH', '/assumptions', { [name]: value })
    expect([status, fields[name]]).toEqual([200, value])
    await service.control('PATCH', '/assumptions', { [name]: ASSUMED[name as keyof typeof ASSUMED] })
  })

  test.each(ASSUMPTIONS.map((assumption) => [assumption.name, assumption] as const))(
    '%s begins with a value it may have, and no other assumption is left out',
    (name, { values }) => {
      expect(values.has(ASSUMED[name])).toBe(true)
      expect(ASSUMPTIONS.map((one) => one.name).toSorted()).toEqual(Object.keys(ASSUMED).toSorted())
    },
  )

  test('httpsOnly is refused while an address without TLS is registered, at the start and while it runs', async () => {
    const receiver = await openReceiver()
    const merchants = [{ webhookUrls: [receiver.url] }]
    const insecure = await openService({ merchants })
    const { status, fields } = await insecure.control('PATCH', '/assumptions', { httpsOnly: true })
    expect([status, fields.error]).toEqual([400, `Webhooks need an https address, and ${receiver.url} is not one`])
    const listed = (await insecure.control('GET', '/assumptions')).fields.assumptions
    expect(listed).toContainEqual(expect.objectContaining({ name: 'httpsOnly', value: false }))
    await insecure.close()
    await expect(openService({ merchants, assumptions: { httpsOnly: true } })).rejects.toThrow('https')
    await receiver.close()
  })
})

const V1 = { path: '/v1/*' }
const status = (value: unknown) => ({ ...V1, fault: { do: 'status', status: value } })
const header = (name: string, value: unknown) => ({ ...V1, fault: { do: 'raw', body: '', headers: { [name]: value } } })

describe('a fault', () => {
  test.each([
    status(9999),
    status(0),
    status(99),
    status(100),
    status(199),
    status(600),
    status(500.5),
    status('500'),
    { ...V1, fault: { do: 'raw', body: '', status: 1000 } },
    header('', 'x'),
    header('a b', 'x'),
    header('a:b', 'x'),
    header('x-ñ', 'x'),
    header('x-a', 'b\r\nc: d'),
    header('x-a', '✓'),
    header('x-a', 7),
    header('x-a', null),
    header('Content-Length', '5'),
    header('transfer-encoding', 'chunked'),
    { ...V1, fault: { do: 'delay', ms: -1 } },
    { ...V1, fault: { do: 'delay', ms: 2 ** 31 } },
    { ...V1, fault: { do: 'drip', bytes: 0, everyMs: 1 } },
    { ...V1, fault: { do: 'drip', bytes: 1, everyMs: -1 } },
    { ...V1, fault: { do: 'reset', afterBytes: -1 } },
    { ...V1, fault: { do: 'truncate', bytes: -1 } },
    { ...V1, fault: { do: 'overlap', items: -1 } },
    { ...V1, fault: { do: 'count', add: 0.5 } },
    { ...V1, times: -1, fault: { do: 'malformed' } },
    { ...V1, skip: 1.5, fault: { do: 'malformed' } },
    { ...V1, query: { cursor: 7 }, fault: { do: 'malformed' } },
    { ...V1, fault: { do: 'constructor' } },
    { ...V1, constructor: 1, fault: { do: 'malformed' } },
  ])('that could not be done is refused: %j', async (rule) => {
    const { status, fields } = await service.control('PUT', '/faults', { faults: [rule] })
    expect([status, fields]).toEqual([400, { error: expect.stringMatching(/\w/) }])
    expect((await service.v1('GET', '/invoices')).status).toBe(200)
  })

  test.each([
    status(200),
    status(599),
    header('Retry-After', '7'),
    header('location', 'http://127.0.0.1:9/'),
    { ...V1, fault: { do: 'count', add: -3 } },
  ])('that can be done is set: %j', async (rule) => {
    expect((await service.control('PUT', '/faults', { faults: [rule] })).status).toBe(200)
    await service.control('PUT', '/faults', { faults: [] })
  })

  test.each([
    ['/v1/*', '/v1/invoices', true],
    ['/v1/invoices', '/v1/invoices', true],
    ['/v1/*/11', '/v1/settlements/2026-03-12/11', true],
    ['*', '/v1/invoices', true],
    ['/v1/*voi*s', '/v1/invoices', true],
    ['/v1/invoices', '/v1/invoices/x', false],
    ['/v1/*s*s', '/v1/invoices', false],
    ['/v1/inv.ices', '/v1/invoices', false],
    [`/v1/${'*a'.repeat(30)}b`, `/v1/${'a'.repeat(60)}`, false],
  ])('for the path %s and a request of %s: %s', async (path, asked, meets) => {
    await service.control('PUT', '/faults', { faults: [{ path, fault: { do: 'status', status: 418 } }] })
    const { status } = await service.v1('GET', asked.slice('/v1'.length))
    expect(status === 418).toBe(meets)
    await service.control('PUT', '/faults', { faults: [] })
  })
})

describe('a plan', () => {
  const plan = { after: 'PT1M', method: 'PUT', path: '/sandbox/faults', body: { faults: [] } }

  test.each([
    { ...plan, path: '/sandbox/clock', method: 'POST' },
    { ...plan, path: '/sandbox/deliveries/1/replay', method: 'POST' },
    { ...plan, path: '/sandbox/nowhere' },
    { ...plan, method: 'POST' },
    { ...plan, path: '/v1/invoices' },
    { ...plan, after: 'P99999999999999999999W' },
    { ...plan, after: undefined, at: '9999-12-31T00:00:00Z' },
    { ...plan, after: 'soon' },
  ])('that could not be carried out is refused: %j', async (body) => {
    expect((await service.control('POST', '/plans', body)).status).toBe(400)
    expect((await service.control('GET', '/plans')).fields.plans).toEqual([])
  })
})

describe('the clock', () => {
  test('does not leave the years whose holidays are known', async () => {
    await expect(openService({ clock: '9999-12-31T23:00:00Z' })).rejects.toThrow('2000 to 2199')
    const late = await openService({ clock: '2199-12-30T00:00:00Z' })
    expect((await late.control('POST', '/clock', { advance: 'P3D' })).status).toBe(400)
    await late.close()
  })
})
