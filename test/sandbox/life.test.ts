import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openService, type Service } from './service.ts'

let service: Service
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const PAYMENT_FIELDS = [
  'paymentDate',
  'paymentMethod',
  'paymentSource',
  'paymentAmount',
  'settlementDate',
  'settlementTime',
  'paymentId',
]
const advance = (duration: string) => service.control('POST', '/clock', { advance: duration })
const read = async (id: unknown) => (await service.v1('GET', `/invoices/${id}`)).fields

describe('api.md, States and transitions: the invoice', () => {
  test('"A new invoice is created in this state; its payment link is active"', async () => {
    const invoice = await service.create()
    expect(invoice.status).toBe('ready')
    expect((await fetch(String(invoice.paymentUrl))).status).toBe(200)
  })

  test('"The payment fields are present" only when it is paid or charged back', async () => {
    const { id } = await service.create()
    for (const field of PAYMENT_FIELDS) expect(await read(id)).not.toHaveProperty(field)
    await service.control('POST', `/invoices/${id}/pay`, {
      paymentMethod: 'card',
      paymentSource: 'whatsapp',
      paymentAmount: 1_800_000,
    })
    const paid = await read(id)
    expect(paid).toMatchObject({
      status: 'paid',
      amount: 1_850_000,
      paymentDate: '2026-03-12T17:00:00.000Z',
      paymentMethod: 'card',
      paymentSource: 'whatsapp',
      paymentAmount: 1_800_000,
      settlementDate: '2026-03-16',
      settlementTime: '20',
      paymentId: expect.stringMatching(/\w/),
    })
    await service.control('POST', `/invoices/${id}/chargeback`)
    expect(await read(id)).toEqual({ ...paid, status: 'chargeback' })
  })

  test('"The link expires 5 minutes after creation": it is cancelled then, and not a moment before', async () => {
    const { id } = await service.create()
    await service.control('POST', '/clock', { now: '2026-03-12T17:04:59.999Z' })
    expect(await read(id)).toMatchObject({ status: 'ready' })
    await service.control('POST', '/clock', { now: '2026-03-12T17:05:00Z' })
    expect(await read(id)).toMatchObject({ status: 'cancelled' })
  })

  test('the state after expiry can be set: it stays ready, and cannot be paid', async () => {
    await service.control('PATCH', '/assumptions', { stateAfterExpiry: 'ready' })
    const { id } = await service.create()
    await advance('PT5M')
    expect(await read(id)).toMatchObject({ status: 'ready' })
    expect((await service.control('POST', `/invoices/${id}/pay`)).status).toBe(409)
  })

  test('"Once a transaction is in progress, the invoice no longer expires until the transaction completes"', async () => {
    const { id, paymentUrl } = await service.create()
    const form = (step: string) =>
      fetch(`${paymentUrl}/${step}`, {
        method: 'POST',
        body: new URLSearchParams({ method: 'pse' }),
        redirect: 'manual',
      })
    await advance('PT4M')
    await form('choose')
    await advance('PT4M')
    expect(await read(id)).toMatchObject({ status: 'ready' })
    expect((await form('approve')).headers.get('location')).toBe('https://inmobiliaria.example/volver')
    expect(await read(id)).toMatchObject({ status: 'paid' })
  })

  test('a transaction that is declined after the five minutes leaves an expired invoice', async () => {
    const { id, paymentUrl } = await service.create()
    const form = (step: string) =>
      fetch(`${paymentUrl}/${step}`, {
        method: 'POST',
        body: new URLSearchParams({ method: 'pse' }),
        redirect: 'manual',
      })
    await form('choose')
    await advance('PT6M')
    await form('decline')
    await advance('PT0S')
    expect(await read(id)).toMatchObject({ status: 'cancelled' })
  })

  test.each([
    ['pay', 'pay'],
    ['pay', 'cancel'],
    ['cancel', 'pay'],
    ['cancel', 'chargeback'],
  ])('after %s there is no %s', async (first, then) => {
    const { id } = await service.create()
    await service.control('POST', `/invoices/${id}/${first}`)
    const before = await read(id)
    const { status, fields } = await service.control('POST', `/invoices/${id}/${then}`)
    expect([status, fields.error]).toEqual([409, expect.stringContaining('Invoice is')])
    expect(await read(id)).toEqual(before)
  })

  test.each([
    { paymentMethod: 'cash' },
    { paymentSource: 'mail' },
    { paymentAmount: '5' },
    { paymentAmount: -1 },
    { amount: 5 },
  ])('a payment that cannot be is refused: %j', async (payment) => {
    const { id } = await service.create()
    expect((await service.control('POST', `/invoices/${id}/pay`, payment)).status).toBe(400)
    expect(await read(id)).toMatchObject({ status: 'ready' })
  })
})

describe('api.md, Settlement timing', () => {
  // Paid at noon on Thursday 12 March 2026, each by its own calendar.
  test.each([
    ['breb', '2026-03-12', '13'],
    ['nequiButton', '2026-03-12', '13'],
    ['bancolombiaButton', '2026-03-12', '13'],
    ['pse', '2026-03-13', '16'],
    ['card', '2026-03-16', '20'],
  ])('"each payment method has its own calendar": %s', async (paymentMethod, settlementDate, settlementTime) => {
    const { id } = await service.create()
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod })
    expect(await read(id)).toMatchObject({ settlementDate, settlementTime })
  })

  test('"There are 5 settlement cycles per day" and each settles what is due, with the ten fields in their order', async () => {
    const ids = await Promise.all(
      ['breb', 'nequiButton', 'bancolombiaButton'].map(async (paymentMethod) => {
        const { id } = await service.create()
        await service.control('POST', `/invoices/${id}/pay`, { paymentMethod })
        return id
      }),
    )
    await advance('PT1H')
    const { fields } = await service.v1('GET', '/settlements/2026-03-12/13')
    const fees = 1_900 + 22_200 + 22_200
    expect(Object.entries(fields)).toEqual(
      Object.entries({
        date: '2026-03-12',
        cycle: '13',
        status: 'processing',
        numberOfInvoices: ids.length,
        amountCollected: 5_550_000,
        fees,
        feesPostpaid: false,
        adjustments: 0,
        gateway: false,
        paymentAmount: 5_550_000 - fees,
      }),
    )
    expect((await service.v1('GET', '/settlements/2026-03-12/16')).status).toBe(404)
  })

  test('"processing; paid; credited": the three follow within two hours of the cycle', async () => {
    const { id } = await service.create()
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    const seen: unknown[] = []
    for (const now of ['17:59:59', '18:00:00', '18:29:59', '18:30:00', '19:39:59', '19:40:00']) {
      await service.control('POST', '/clock', { now: `2026-03-12T${now}Z` })
      const { status, fields } = await service.v1('GET', '/settlements/2026-03-12/13')
      seen.push(status === 200 ? fields.status : status)
    }
    expect(seen).toEqual([404, 'processing', 'processing', 'paid', 'paid', 'credited'])
  })

  test('one jump of a week is the same as many small steps', async () => {
    const stepper = await openService()
    for (const one of [service, stepper]) {
      for (const paymentMethod of ['pse', 'card', 'breb']) {
        const { id } = await one.create()
        await one.control('POST', `/invoices/${id}/pay`, { paymentMethod })
      }
    }
    await advance('P7D')
    for (let step = 0; step < 7 * 6; step += 1) await stepper.control('POST', '/clock', { advance: 'PT4H' })
    for (const path of ['/settlements/2026-03-12/13', '/settlements/2026-03-13/16', '/settlements/2026-03-16/20']) {
      const { text } = await service.v1('GET', path)
      expect(text).toContain('credited')
      expect((await stepper.v1('GET', path)).text).toBe(text)
    }
    await stepper.close()
  })

  test('a charged back invoice that was settled is debited through the adjustments of the next settlement', async () => {
    const pay = async () => {
      const { id } = await service.create()
      await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
      return id
    }
    const first = await pay()
    await advance('PT2H')
    await service.control('POST', `/invoices/${first}/chargeback`)
    await pay()
    await advance('PT4H')
    expect((await service.v1('GET', '/settlements/2026-03-12/13')).fields).toMatchObject({ adjustments: 0 })
    expect((await service.v1('GET', '/settlements/2026-03-12/16')).fields).toMatchObject({
      numberOfInvoices: 1,
      amountCollected: 1_850_000,
      adjustments: -1_850_000,
      paymentAmount: -1_900,
    })
  })

  test('"True when fees are billed separately": a postpaid merchant is paid out all that was collected', async () => {
    const postpaid = await openService({ merchants: [{ feesPostpaid: true }] })
    const { id } = await postpaid.create()
    await postpaid.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    await postpaid.control('POST', '/cycles/2026-03-12/13/run')
    expect((await postpaid.v1('GET', '/settlements/2026-03-12/13')).fields).toMatchObject({
      feesPostpaid: true,
      fees: 1_900,
      paymentAmount: 1_850_000,
    })
    await postpaid.close()
  })

  test.each([
    ['usual', 1_848_100],
    ['collected', 1_850_000],
    ['zero', 0],
    ['adjustments-less-fees', -1_900],
  ])('"True when this is a gateway settlement": its payout can be read as %s', async (gatewayPayout, paymentAmount) => {
    const gateway = await openService({ merchants: [{ gateway: true }], assumptions: { gatewayPayout } })
    const { id } = await gateway.create()
    await gateway.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    await gateway.control('POST', '/cycles/2026-03-12/13/run')
    expect((await gateway.v1('GET', '/settlements/2026-03-12/13')).fields).toMatchObject({
      gateway: true,
      paymentAmount,
    })
    await gateway.close()
  })

  test('what is paid after a cycle was run by hand goes to the next one', async () => {
    const pay = async () => {
      const { id } = await service.create()
      return (await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })).fields
    }
    expect(await pay()).toMatchObject({ settlementTime: '13' })
    expect((await service.control('POST', '/cycles/2026-03-12/13/run')).status).toBe(200)
    expect((await service.control('POST', '/cycles/2026-03-12/13/run')).status).toBe(409)
    expect(await pay()).toMatchObject({ settlementTime: '16' })
  })

  test('a settlement put into error stays there', async () => {
    const { id } = await service.create()
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    await service.control('POST', '/cycles/2026-03-12/13/run')
    await service.control('PUT', '/settlements/2026-03-12/13/status', { status: 'error' })
    await advance('P1D')
    expect((await service.v1('GET', '/settlements/2026-03-12/13')).fields.status).toBe('error')
  })
})
