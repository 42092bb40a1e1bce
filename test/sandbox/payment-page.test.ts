import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service } from './service.ts'

describe('the payment page', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  const post = (url: string, body = new URLSearchParams({ method: 'pse' })) => fetch(url, { method: 'POST', body })
  const titleOf = async (answer: Response) => {
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    return /<title>([^<]*)/.exec(await answer.text())?.[1]
  }

  test('the page that confirms can be reloaded, while the transaction is in progress', async () => {
    const { paymentUrl } = await service.create()
    const confirm = await post(`${paymentUrl}/choose`)
    expect(await titleOf(confirm)).toMatch(/^Confirmar con PSE/)
    const again = await fetch(confirm.url)
    expect([again.status, await titleOf(again)]).toEqual([200, expect.stringMatching(/^Confirmar con PSE/)])
    await post(`${paymentUrl}/decline`)
    expect(await titleOf(await fetch(confirm.url))).toMatch(/^Pagar/)
  })

  test.each(['choose', 'approve', 'decline', 'cancel', 'confirm', 'confirm?method=gold', 'nowhere', 'constructor'])(
    'whoever opens the address %s sees the page of the invoice',
    async (step) => {
      const { paymentUrl } = await service.create()
      const answer = await fetch(`${paymentUrl}/${step}`)
      expect([answer.url, answer.status, await titleOf(answer)]).toEqual([
        paymentUrl,
        200,
        expect.stringMatching(/^Pagar/),
      ])
    },
  )

  test.each(['choose', 'approve'])('%s without a method asks for one', async (step) => {
    const { paymentUrl } = await service.create()
    const answer = await post(`${paymentUrl}/${step}`, new URLSearchParams())
    expect([answer.status, await titleOf(answer)]).toEqual([400, expect.stringMatching(/^Pagar/)])
  })

  test('a page that is not there is a page', async () => {
    const answer = await fetch(`${service.baseUrl.replace('/v1', '/pay')}/inv_none`)
    expect([answer.status, await titleOf(answer)]).toEqual([404, expect.stringMatching(/desconocido/)])
  })
})
