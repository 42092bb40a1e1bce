import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReceiver, type Receiver } from './receiver.ts'
import { type Fields, openService, type Service, typicalRequest } from './service.ts'

let service: Service
let receiver: Receiver
let document: Fields
/** As strict as possible: an ambiguous schema is an error. */
const ajv = new Ajv2020({ strict: true, strictRequired: true, strictTypes: true, allErrors: true })
addFormats.default(ajv)

beforeAll(async () => {
  receiver = await openReceiver()
  service = await openService({ days: 7, invoicesPerDay: 60, webhookUrls: [receiver.url] })
  document = JSON.parse(await (await fetch(service.baseUrl.replace('/v1', '/openapi.json'))).text())
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'document')
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

/** The errors of a value, by the schema of this name. */
const wrongWith = (schema: string, value: unknown): unknown => {
  const validate = ajv.getSchema(`document#/components/schemas/${schema}`)
  if (validate === undefined) throw new Error(`there is no schema ${schema}`)
  return validate(value) ? [] : validate.errors
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 to a public validator', async () => {
    const { valid, errors } = await new Validator().validate({ ...document })
    expect([valid, errors]).toEqual([true, undefined])
    expect(document.openapi).toBe('3.1.0')
  })

  test('knows exactly the endpoints there are', () => {
    const paths = Object.entries(Object(document.paths)).map(([path, methods]) => [path, Object.keys(Object(methods))])
    expect(paths).toEqual([
      ['/invoices', ['post', 'get']],
      ['/invoices/{id}', ['get']],
      ['/settlements/{date}/{cycle}', ['get']],
    ])
  })

  test('describes the second format as it is sent', async () => {
    const other = await openService({ webhookUrls: [receiver.url], assumptions: { webhookFormat: 'encoded-header' } })
    receiver.received.length = 0
    const { id } = await other.create()
    await other.control('POST', `/invoices/${id}/pay`)
    const [first] = receiver.received
    expect(wrongWith('PaymentRequestNotification', JSON.parse(first?.body ?? ''))).toEqual([])
    await other.close()
    receiver.received.length = 0
  })

  test.each([
    ['GET', '/invoices/%E0%A4%A', 'getInvoice'],
    ['GET', '/settlements/x/11', 'getSettlement'],
    ['GET', '/invoices?limit=0', 'listInvoices'],
    ['POST', '/invoices', 'createInvoice'],
    ['DELETE', '/invoices', 'listInvoices'],
    ['DELETE', '/invoices/inv_1', 'getInvoice'],
    ['GET', '/invoices/inv_1', 'getInvoice'],
  ])('knows the status of %s %s', async (method, path, operationId) => {
    const { status } = await service.v1(method, path)
    const operations = Object.values(Object(document.paths)).flatMap((methods) => Object.values(Object(methods)))
    const operation = operations.find((one) => Object(one).operationId === operationId)
    expect(Object.keys(Object(Object(operation).responses))).toContain(String(status))
  })

  test.each(['https://a.example/x', 'HTTP://a.example', 'ftp://a.example', 'https://a.example/ x', 'a.example'])(
    'takes and refuses a redirectUrl as the sandbox does: %s',
    async (redirectUrl) => {
      const body = typicalRequest({ reference: redirectUrl, redirectUrl })
      const { status } = await service.v1('POST', '/invoices', { body })
      expect(JSON.stringify(wrongWith('InvoiceRequest', body)) === '[]').toBe(status === 201)
    },
  )

  test('describes every kind of answer as it really is', async () => {
    expect(wrongWith('InvoiceRequest', typicalRequest())).toEqual([])
    expect(
      wrongWith('CreatedInvoice', await service.create({ customerDocumentType: 'cc', customerName: 'Ana Güiza' })),
    ).toEqual([])
    let cursor = ''
    do {
      const { fields } = await service.v1('GET', `/invoices?limit=100${cursor}`)
      expect(wrongWith('InvoicePage', fields)).toEqual([])
      cursor = fields.cursor === null ? '' : `&cursor=${fields.cursor}`
    } while (cursor !== '')
    expect(wrongWith('Settlement', (await service.v1('GET', '/settlements/2026-03-11/16')).fields)).toEqual([])
    for (const path of ['/invoices?limit=0', '/invoices/none', '/settlements/2026-03-01/11', '/settlements/x/11']) {
      const { status, fields } = await service.v1('GET', path)
      expect([status >= 400, wrongWith('Error', fields)]).toEqual([true, []])
    }
  })

  test('describes the notifications as they really are', async () => {
    const { id } = await service.create()
    await service.control('POST', `/invoices/${id}/pay`)
    await service.control('POST', '/clock', { advance: 'P3D' })
    const bodies = receiver.received.map(({ body }): Fields => JSON.parse(body))
    const named = { invoice: 'InvoiceNotification', settlement: 'SettlementNotification' }
    expect(new Set(bodies.map(({ type }) => type))).toEqual(new Set(Object.keys(named)))
    for (const body of bodies) {
      expect(wrongWith(body.type === 'invoice' ? named.invoice : named.settlement, body)).toEqual([])
    }
  })

  test('would notice an answer that is not as described', async () => {
    const { id } = await service.create()
    await service.control('PATCH', `/invoices/${id}`, { set: { paymentId: 'x' } })
    expect(wrongWith('Invoice', (await service.v1('GET', `/invoices/${id}`)).fields)).not.toEqual([])
    await service.control('PATCH', `/invoices/${id}`, { set: { extra: 1 }, remove: ['paymentId'] })
    expect(wrongWith('Invoice', (await service.v1('GET', `/invoices/${id}`)).fields)).not.toEqual([])
  })
})
