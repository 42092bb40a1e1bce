import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readInvoice } from '../../src/service/wire/read-invoice.ts'
import { INVOICE, without } from './samples.ts'

const counts = (status: string): boolean => status === 'paid' || status === 'chargeback'
const read = (item: unknown) => readInvoice(item, counts)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const kept = (item: unknown) => {
  const reading = read(item)
  if (reading.kind === 'malformed') throw new Error(`${reading.record.field} ${reading.record.reason}`)
  return reading.invoice
}
const refused = (item: unknown) => {
  const reading = read(item)
  if (reading.kind === 'invoice') throw new Error('it was kept')
  return reading.record
}

const PAYMENT_FIELDS = [
  'paymentDate',
  'paymentMethod',
  'paymentSource',
  'paymentAmount',
  'settlementDate',
  'settlementTime',
  'paymentId',
]
const READY = PAYMENT_FIELDS.reduce(without, { ...INVOICE, status: 'ready' })

it('makes our words of a paid invoice', () => {
  expect(kept(INVOICE)).toEqual({
    id: 'inv-1',
    status: 'paid',
    amount: 30500025n,
    paid: 30500025n,
    reference: 'R-1',
    contract: '00000',
    customerDocument: '0012345678',
    customerName: 'Ana Peña',
    description: 'Arriendo marzo',
    paymentMethod: 'pse',
    paymentSource: 'link',
    paymentId: 'pay-1',
    paymentDate: '2026-03-12T10:01:00.000Z',
    createdAt: '2026-03-12T10:00:00.000Z',
    expirationDate: '2026-03-12T10:05:00.000Z',
    ownDate: '2026-03-12',
    ownCycle: '11',
    flaws: [],
    extra: null,
  })
})

it('makes our words of a ready invoice', () => {
  expect(kept(READY)).toMatchObject({ status: 'ready', paid: null, paymentId: null, ownCycle: null, flaws: [] })
})

it('an empty text of a field that may be absent says nothing, as null does', () => {
  const empty = { ...INVOICE, reference: '', paymentId: '', settlementDate: '', contract: '' }
  expect(kept(empty)).toMatchObject({ reference: null, paymentId: null, ownDate: null, contract: '', flaws: [] })
})

const NOT_CENTAVOS = 'is not a whole number of centavos'
const BEYOND = 'is beyond the exact range'

describe('is quarantined', () => {
  it.each<[unknown, string, string]>([
    [null, 'record', 'is not an object'],
    ['inv-1', 'record', 'is not an object'],
    [17, 'record', 'is not an object'],
    [[INVOICE], 'record', 'is not an object'],
    [{}, 'id', 'is absent'],
    [without(INVOICE, 'id'), 'id', 'is absent'],
    [{ ...INVOICE, id: null }, 'id', 'is absent'],
    [{ ...INVOICE, id: '' }, 'id', 'is empty'],
    [{ ...INVOICE, id: 17 }, 'id', 'is not text'],
    [{ ...INVOICE, id: 'a\ud800' }, 'id', 'is not well-formed text'],
    [without(INVOICE, 'status'), 'status', 'is absent'],
    [{ ...INVOICE, status: '' }, 'status', 'is empty'],
    [{ ...INVOICE, status: true }, 'status', 'is not text'],
    [without(INVOICE, 'amount'), 'amount', 'is absent'],
    [{ ...INVOICE, amount: null }, 'amount', 'is absent'],
    [{ ...INVOICE, amount: '305000' }, 'amount', 'is not a number'],
    [{ ...INVOICE, amount: 1.005 }, 'amount', NOT_CENTAVOS],
    [JSON.parse('{"id":"a","status":"ready","amount":1e400}'), 'amount', BEYOND],
    [JSON.parse('{"id":"a","status":"ready","amount":9007199254740993}'), 'amount', BEYOND],
    [without(INVOICE, 'paymentAmount'), 'paid', 'is absent'],
    [{ ...INVOICE, paymentAmount: null }, 'paid', 'is absent'],
    [{ ...without(INVOICE, 'paymentAmount'), status: 'chargeback' }, 'paid', 'is absent'],
    [{ ...INVOICE, paymentAmount: '305000' }, 'paid', 'is not a number'],
    [{ ...INVOICE, paymentAmount: 0.001 }, 'paid', NOT_CENTAVOS],
    [{ ...INVOICE, paymentAmount: -1e300 }, 'paid', BEYOND],
    [{ ...READY, paymentAmount: 'nothing' }, 'paid', 'is not a number'],
    [{ ...READY, paymentAmount: {} }, 'paid', 'is not a number'],
  ])('%j: %s %s', (item, field, reason) => {
    const { id } = Object(item)
    const invoiceId = id === 'inv-1' || id === 'a' ? id : null
    const { reference = null } = Object(item)
    expect(refused(item)).toEqual({ invoiceId, reference, field, reason, digest: sha256(JSON.stringify(item)) })
  })

  it('with its reference, without the customer that a merchant wrote into it', () => {
    const named = { ...without(INVOICE, 'id'), customerDocumentNumber: '1032456789', customerName: 'Ana Ruiz' }
    const references = ['R-7', 'CC 1.032.456.789', 'arriendo Ana', 17, ''].map(
      (reference) => refused({ ...named, reference }).reference,
    )
    expect(references).toEqual(['R-7', 'CC [hidden]', 'arriendo [hidden]', null, null])
  })

  it('when policy does not count the status, what was paid may be absent', () => {
    const charged = { ...without(INVOICE, 'paymentAmount'), status: 'chargeback' }
    expect(readInvoice(charged, (status) => status === 'paid')).toMatchObject({
      kind: 'invoice',
      invoice: { paid: null },
    })
  })
})

describe('is kept, with flaws', () => {
  it.each<[unknown, string[]]>([
    [without(INVOICE, 'description'), ['description']],
    [without(INVOICE, 'contract'), ['contract']],
    [without(INVOICE, 'customerDocumentNumber'), ['customerDocument']],
    [without(INVOICE, 'createdAt'), ['createdAt']],
    [without(INVOICE, 'paymentUrl'), ['paymentUrl']],
    [{ ...INVOICE, contract: 0 }, ['contract']],
    [{ ...INVOICE, customerDocumentNumber: null }, ['customerDocument']],
    [{ ...INVOICE, reference: 17 }, ['reference']],
    [{ ...INVOICE, customerName: {} }, ['customerName']],
    [{ ...INVOICE, expirationDate: 0 }, ['expirationDate']],
    [{ ...INVOICE, paymentMethod: [] }, ['paymentMethod']],
    [{ ...INVOICE, paymentSource: 1 }, ['paymentSource']],
    [{ ...INVOICE, paymentId: 1 }, ['paymentId']],
    [{ ...INVOICE, paymentDate: 1 }, ['paymentDate']],
    [{ ...INVOICE, settlementDate: 20260312 }, ['ownDate']],
    [{ ...INVOICE, settlementTime: 11 }, ['ownCycle']],
    [{ ...INVOICE, description: 'half \udc00' }, ['description']],
    [without(INVOICE, 'reference'), []],
    [{ ...INVOICE, customerName: null }, []],
    [{ ...INVOICE, description: '' }, []],
    [without(INVOICE, 'paymentId'), []],
    [without(INVOICE, 'settlementTime'), []],
  ])('%j', (item, flaws) => {
    expect(kept(item).flaws).toEqual(flaws)
  })

  it('an unreadable field is absent, never converted', () => {
    expect(kept({ ...INVOICE, settlementTime: 11 }).ownCycle).toBeNull()
  })
})

describe('undocumented fields', () => {
  it.each([
    ['{"zone":"north","floor":3}', '{"zone":"north","floor":3}'],
    ['{"b":null,"a":[1,{"c":null}]}', '{"a":[1,{"c":null}]}'],
    ['{"b":null}', null],
    ['{"__proto__":{"id":"other"}}', '{"__proto__":{"id":"other"}}'],
    ['{"toJSON":"x","constructor":1}', '{"toJSON":"x","constructor":1}'],
  ])('%s', (fields, extra) => {
    const text = JSON.stringify(INVOICE)
    const invoice = kept(JSON.parse(`${text.slice(0, -1)},${fields.slice(1)}`))
    expect(invoice).toMatchObject({ id: 'inv-1', extra })
  })

  it('nested too deep quarantine the record, and two such records are still told apart', () => {
    const nested = (id: string) =>
      JSON.parse(`{"id":"${id}","status":"ready","amount":1,"more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(refused(nested('a'))).toMatchObject({ field: 'extra', reason: 'is nested too deep to be kept' })
    expect(refused(nested('a')).digest).toBe(refused(nested('a')).digest)
    expect(refused(nested('a')).digest).not.toBe(refused(nested('b')).digest)
  })

  it('a hundred levels are kept, whatever the stack', () => {
    const levels = (count: number) => ({ ...INVOICE, more: JSON.parse('['.repeat(count) + ']'.repeat(count)) })
    expect(kept(levels(100)).extra).toBe(`{"more":${'['.repeat(100)}${']'.repeat(100)}}`)
    expect(refused(levels(101)).field).toBe('extra')
  })

  it('a documented field nested too deep is what it is: no number', () => {
    const amount = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(refused({ ...INVOICE, amount })).toMatchObject({ field: 'amount', reason: 'is not a number' })
    expect(refused(amount)).toMatchObject({ field: 'record' })
  })
})
