import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { hiderOf } from '../../src/core/personal/personal.ts'
import { maskAnswer } from '../../src/service/http/mask-answer.ts'
import { readInvoice } from '../../src/service/wire/read-invoice.ts'
import { readSettlement } from '../../src/service/wire/read-settlement.ts'
import { INVOICE, SETTLEMENT, without } from './samples.ts'

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

const WHOLE = {
  date: '2026-03-12',
  cycle: '11',
  status: 'paid',
  invoiceCount: 2,
  collected: 61000050n,
  fees: 120000n,
  feesPostpaid: false,
  adjustments: -30025n,
  gateway: false,
  payout: 60850025n,
  extra: null,
}

it('makes our words of a settlement', () => {
  expect(readSettlement(SETTLEMENT)).toEqual({ ok: true, settlement: WHOLE })
})

it.each([
  [{ ...SETTLEMENT, bank: 'x', note: { a: 1 } }, { extra: '{"bank":"x","note":{"a":1}}' }],
  [{ ...SETTLEMENT, status: 'reversed' }, { status: 'reversed' }],
  [{ ...SETTLEMENT, cycle: '1' }, { cycle: '1' }],
  [
    { ...SETTLEMENT, cycle: 11 },
    { cycle: '11', extra: '{"cycle":11}' },
  ],
  [{ ...SETTLEMENT, bank: null }, {}],
  [
    { ...SETTLEMENT, numberOfInvoices: -1, fees: -1 },
    { invoiceCount: -1, fees: -100n },
  ],
])('keeps what is strange but readable: %j', (value, part) => {
  expect(readSettlement(value)).toEqual({ ok: true, settlement: { ...WHOLE, ...part } })
})

const OURS = {
  date: 'date',
  cycle: 'cycle',
  status: 'status',
  numberOfInvoices: 'invoiceCount',
  amountCollected: 'collected',
  fees: 'fees',
  feesPostpaid: 'feesPostpaid',
  adjustments: 'adjustments',
  gateway: 'gateway',
  paymentAmount: 'payout',
}

it.each(Object.entries(OURS))('needs %s', (theirs, ours) => {
  const reason = `${ours} is absent`
  expect(readSettlement(without(SETTLEMENT, theirs))).toEqual({ ok: false, reason })
  expect(readSettlement({ ...SETTLEMENT, [theirs]: null })).toEqual({ ok: false, reason })
})

const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))

it.each<[unknown, string]>([
  [null, 'the settlement is not an object'],
  [[SETTLEMENT], 'the settlement is not an object'],
  [{ ...SETTLEMENT, date: 20260312 }, 'date is not text'],
  [{ ...SETTLEMENT, cycle: 11.5 }, 'cycle is not text'],
  [{ ...SETTLEMENT, cycle: true }, 'cycle is not text'],
  [{ ...SETTLEMENT, status: '' }, 'status is empty'],
  [{ ...SETTLEMENT, status: '\ud800' }, 'status is not well-formed text'],
  [{ ...SETTLEMENT, numberOfInvoices: 1.5 }, 'invoiceCount is not a whole number'],
  [{ ...SETTLEMENT, numberOfInvoices: '2' }, 'invoiceCount is not a number'],
  [{ ...SETTLEMENT, numberOfInvoices: 2 ** 53 }, 'invoiceCount is not a whole number'],
  [{ ...SETTLEMENT, amountCollected: '610000' }, 'collected is not a number'],
  [{ ...SETTLEMENT, amountCollected: Number.POSITIVE_INFINITY }, 'collected is beyond the exact range'],
  [{ ...SETTLEMENT, fees: 0.125 }, 'fees is not a whole number of centavos'],
  [{ ...SETTLEMENT, feesPostpaid: 'false' }, 'feesPostpaid is neither true nor false'],
  [{ ...SETTLEMENT, feesPostpaid: 0 }, 'feesPostpaid is neither true nor false'],
  [{ ...SETTLEMENT, adjustments: [] }, 'adjustments is not a number'],
  [{ ...SETTLEMENT, gateway: 1 }, 'gateway is neither true nor false'],
  [{ ...SETTLEMENT, paymentAmount: 9007199254740992 }, 'payout is beyond the exact range'],
  [{ ...SETTLEMENT, paymentAmount: 70_368_744_177_664.5 }, 'payout is beyond the exact range'],
])('refuses %#: %s', (value, reason) => {
  expect(readSettlement(value)).toEqual({ ok: false, reason })
})

it('refuses what is nested too deep', () => {
  const reason = 'extra is nested too deep to be kept'
  expect(readSettlement({ ...SETTLEMENT, more: deep })).toEqual({ ok: false, reason })
})

const NOBODY = (text: string): string => text

/** The masked answer, and the number of hidden document numbers; -1 when nothing is hidden. */
const masked = (text: string, hide = NOBODY) => {
  const { bytes, isMasked, documents } = maskAnswer(Buffer.from(text), hide)
  return [Buffer.from(bytes).toString(), isMasked ? documents : -1]
}
const NINA = '"customerDocumentNumber":"1032456789","customerName":"Niña Zárate"'

describe('an answer shown to others', () => {
  const ROWS: readonly (readonly [why: string, text: string, shown: string, hidden: number])[] = [
    [
      'has its customers hidden, and everything else as it came to the byte',
      `{ "items" :[{"id":"a", ${NINA},"amount":610000.50,\n"paymentUrl":"https://p/1"}],"cursor":null,"count":1}`,
      `{ "items" :[{"id":"a", "customerDocumentNumber":"***","customerName":"***","amount":610000.50,\n"paymentUrl":"***"}],"cursor":null,"count":1}`,
      1,
    ],
    [
      'has them hidden in the texts of every record, before and behind',
      `{"items":[{"reference":"F-1032456789",${NINA},"description":"canon ZARATE"},{"reference":"F-1032456789"}]}`,
      `{"items":[{"reference":"F-***","customerDocumentNumber":"***","customerName":"***","description":"canon ***"},{"reference":"F-***"}]}`,
      1,
    ],
    [
      'hides whatever nobody documented, however deep, and whom it names',
      `{"id":"a","person":{"customerName":"Nina","tags":["x",1,true,null,{"y":[]}]},"description":"de NINA"}`,
      `{"id":"a","person":{"customerName":"***","tags":["***","***","***",null,{"y":[]}]},"description":"de ***"}`,
      0,
    ],
    [
      'hides a document that is a number, and one named twice or in escapes',
      '{"customerDocumentNumber":1032456789,"customer\\u004eame":"A","customerName":null,"customerName":"Bea","contract":"1032456789"}',
      '{"customerDocumentNumber":"***","customer\\u004eame":"***","customerName":null,"customerName":"***","contract":"***"}',
      1,
    ],
    [
      'hides what stands where a text should',
      '{"description":{"a":"b"},"customerName":["Ana"],"items":["Ana",["x"]]}',
      '{"description":{"a":"***"},"customerName":["***"],"items":["***",["x"]]}',
      0,
    ],
    [
      'counts the document numbers that are hidden, not their records',
      `{"items":[{${NINA}},{${NINA}},{"customerDocumentNumber":"900123456"}]}`,
      `{"items":[{"customerDocumentNumber":"***","customerName":"***"},{"customerDocumentNumber":"***","customerName":"***"},{"customerDocumentNumber":"***"}]}`,
      2,
    ],
    [
      'hides a name that is an object of its parts, and a document that is a number, in every text',
      '{"customerName":{"first":"Ana","last":["Zárate"]},"customerDocumentNumber":1.032456789e9,"reference":"1032456789 ANA","description":"ZARATE"}',
      '{"customerName":{"first":"***","last":["***"]},"customerDocumentNumber":"***","reference":"*** ***","description":"***"}',
      1,
    ],
    [
      'hides whom the name of an undocumented field names',
      '{"customerName":"Ana Zárate","tenant_ZARATE":true,"1032456789":1}',
      '{"customerName":"***","tenant_***":"***","1032456789":"***"}',
      0,
    ],
    [
      'hides a cursor, which may hold anything',
      '{"items":[],"cursor":"MTAzMjQ1Njc4OQ==","count":0}',
      '{"items":[],"cursor":"***","count":0}',
      0,
    ],
    [
      'is the same where nothing is hidden',
      '{"date":"2026-03-12","fees":2000.00,"gateway":false}',
      '{"date":"2026-03-12","fees":2000.00,"gateway":false}',
      -1,
    ],
    ['is the same when it is an error', '{"error":"Not found"}', '{"error":"Not found"}', -1],
    ['is hidden whole when it is no JSON', 'Ana Zárate', '"***"', 0],
    ['is hidden whole when it is one value', '"Ana"', '"***"', 0],
    ['is nothing when it is null', 'null', 'null', -1],
    [
      'is read whatever its texts hold',
      '{"reference":"a,b]}:\\"{[","customerName":"}{"}',
      '{"reference":"a,b]}:\\"{[","customerName":"***"}',
      0,
    ],
  ]
  test.each(ROWS)('%s', (_, text, shown, hidden) => {
    expect(masked(text)).toEqual([shown, hidden])
  })

  it('hides whom others know, too', () => {
    const hide = hiderOf(['1032456789'], '***')
    expect(masked('{"reference":"F-1.032.456.789"}', hide)).toEqual(['{"reference":"F-***"}', 0])
  })

  it.each(['payment page', 'cursor'])('takes one text of 16 MB in the field %s', (field) => {
    const text = JSON.stringify({ [field]: `${'x'.repeat(16_000_000)}\\"`, customerName: 'Ana' })
    expect(masked(text)).toEqual([JSON.stringify({ [field]: '***', customerName: '***' }), 0])
  })

  it('keeps a byte order mark and takes any depth', () => {
    expect(masked('\uFEFF{"customerName":"Ana"}')).toEqual(['\uFEFF{"customerName":"***"}', 0])
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(masked(deep)).toEqual([deep, -1])
  })
})
