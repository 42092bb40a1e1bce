import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSUMED } from '../../src/sandbox/assumptions.ts'
import { openService, type Service } from './service.ts'

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
