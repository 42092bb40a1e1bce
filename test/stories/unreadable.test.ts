import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startNights } from './night.ts'
import type { Answer, Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const ASKED = { date: DATE, cycles: ['11'] }
const LAST = `${DATE}-11-003`

/** A first night in which the slot of three invoices is read whole. */
const startWhole = async () => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 3)
  const slot = nights.service.tellSettled(DATE, '11', invoices)
  await nights.run(ASKED)
  const night = async (day: number) => {
    nights.clock(`2026-03-${day} 22:30`)
    const report = await nights.run(ASKED)
    const findings = report.slots[0]?.discrepancies ?? []
    return {
      verdict: report.slots[0]?.verdict,
      exitCode: report.exitCode,
      found: findings.filter(({ state }) => state !== 'resolved').map(({ code, subject }) => `${code} ${subject}`),
      message: (code: string) => findings.find((finding) => finding.code === code)?.message,
    }
  }
  const askedById = () => nights.service.asked.filter((request) => request.includes('/invoices/')).length
  return { nights, slot, invoices, night, askedById }
}

describe('an invoice that left a list that was read whole', () => {
  test.each<[string, Answer]>([
    ['is malformed', { body: { id: LAST, status: 'paid', amount: '5' } }],
    ['is another invoice', { body: paid(DATE, '11', 1) }],
    ['is no JSON', { body: '<html>' }],
    ['is an error', { status: 500, body: { error: 'Internal Server Error' } }],
  ])('leaves its slot read whole when its answer by id %s', async (_, answer) => {
    const { nights, slot, invoices, night, askedById } = await startWhole()
    slot.invoices = invoices.slice(0, 2)
    nights.service.refuse((path) => (path.includes(LAST) ? answer : null))
    const second = await night(13)
    expect([second.verdict, second.exitCode]).toEqual(['discrepant', 3])
    expect(second.found).toContain(`INVOICE_VANISHED invoice:${LAST}`)
    expect(second.message('INVOICE_VANISHED')).toMatch(/it could not be read by its id$/)
    nights.service.refuse(null)
    nights.service.byId.set(LAST, paid(DATE, '11', 3, { settlementTime: '13' }))
    const third = await night(14)
    expect(third.message('INVOICE_VANISHED')).toMatch(/read by id it is paid, of 2026-03-12 cycle 13$/)
    const asked = askedById()
    await night(15)
    expect(askedById()).toBe(asked)
  })

  test('does not keep the others from being asked for, and a service that only fails is left alone', async () => {
    const nights = await startNights()
    const invoices = somePaid(DATE, '11', 9)
    const slot = nights.service.tellSettled(DATE, '11', invoices)
    await nights.run(ASKED)
    slot.invoices = invoices.slice(0, 1)
    nights.service.refuse((path) => (path.includes('/invoices/') ? { status: 503, body: {} } : null))
    nights.clock('2026-03-13 22:30')
    await nights.run(ASKED)
    const asked = new Set(nights.service.asked.filter((request) => request.includes('/invoices/')))
    expect(asked.size).toBeLessThan(8)
    nights.service.refuse((path) => (path.includes('/invoices/') ? { body: { id: 'x' } } : null))
    nights.clock('2026-03-14 22:30')
    await nights.run(ASKED)
    expect(new Set(nights.service.asked.filter((request) => request.includes('/invoices/'))).size).toBe(8)
  })
})

describe('a listed invoice that becomes unreadable', () => {
  const WAYS: readonly (readonly [string, Told])[] = [
    ['an amount as text', { amount: '1003000' }],
    ['paid without paymentAmount', { paymentAmount: null }],
  ]
  test.each(WAYS)('%s: it is quarantined, and not gone', async (_, instead) => {
    const { nights, slot, invoices, night, askedById } = await startWhole()
    nights.service.byId.set(LAST, paid(DATE, '11', 3))
    slot.invoices = [...invoices.slice(0, 2), paid(DATE, '11', 3, instead)]
    for (const day of [13, 14]) {
      const now = await night(day)
      expect([now.verdict, now.exitCode]).toEqual(['discrepant', 3])
      expect(now.found.map((one) => one.slice(0, 23))).toEqual(['MALFORMED_RECORD record'])
    }
    expect(askedById()).toBe(0)
    slot.invoices = invoices
    expect(await night(15)).toMatchObject({ verdict: 'reconciled', found: [] })
  })

  test('and then leaves the list is gone, and asked for', async () => {
    const { nights, slot, invoices, night, askedById } = await startWhole()
    nights.service.byId.set(LAST, paid(DATE, '11', 3, { status: 'cancelled' }))
    slot.invoices = [...invoices.slice(0, 2), paid(DATE, '11', 3, { amount: '1' })]
    await night(13)
    slot.invoices = invoices.slice(0, 2)
    const now = await night(14)
    expect(now.found).toContain(`INVOICE_VANISHED invoice:${LAST}`)
    expect(now.found).toContain(`STATUS_REGRESSED invoice:${LAST}.status`)
    expect(askedById()).toBe(1)
  })

  test('was in the list of the baseline although it could not be read there', async () => {
    const nights = await startNights()
    const invoices = somePaid(DATE, '11', 3)
    const broken = paid(DATE, '11', 3, { amount: '1' })
    const slot = nights.service.tell(DATE, '11', {
      settlement: settlement(DATE, '11', invoices),
      invoices: [...invoices.slice(0, 2), broken],
    })
    await nights.run(ASKED)
    slot.invoices = invoices
    nights.clock('2026-03-13 22:30')
    const report = await nights.run(ASKED)
    expect(report.slots[0]?.verdict).toBe('reconciled')
  })
})

describe('an invoice of the list of a final settlement that leaves it is gone, whether its record could be read or not', () => {
  /**
   * One letter for each night: listed and readable, unreadable, or gone. The settlement is final from the first capital
   * letter on.
   */
  const NIGHTS: readonly (readonly [nights: string, isGone: boolean])[] = [
    ['R -', true],
    ['U -', true],
    ['U R -', true],
    ['U U -', true],
    ['R U -', true],
    ['U R U -', true],
    ['U - -', true],
    ['r U -', true],
    ['u R -', true],
    ['u U -', true],
    ['r -', false],
    ['U R', false],
    ['R U', false],
    ['U - R', false],
    ['u -', false],
  ]
  test.each(NIGHTS)('%s', async (letters, isGone) => {
    const nights = await startNights()
    const whole = somePaid(DATE, '11', 3)
    nights.service.byId.set(LAST, paid(DATE, '11', 3, { status: 'cancelled' }))
    const listings: Readonly<Record<string, readonly Told[]>> = {
      r: whole,
      u: [...whole.slice(0, 2), paid(DATE, '11', 3, { amount: '1' })],
      '-': whole.slice(0, 2),
    }
    let status = 'processing'
    let found: readonly string[] = []
    for (const [night, letter] of letters.split(' ').entries()) {
      if (letter !== '-' && letter === letter.toUpperCase()) status = 'credited'
      const invoices = listings[letter.toLowerCase()] ?? []
      nights.service.tell(DATE, '11', {
        settlement: settlement(DATE, '11', whole, { status }),
        invoices: [...invoices],
      })
      nights.clock(`2026-03-${12 + night} 22:30`)
      const [slot] = (await nights.run(ASKED, { xlsx: false })).slots
      const open = slot?.discrepancies.filter(({ state }) => state !== 'resolved') ?? []
      found = open
        .filter(({ code }) => /^INVOICE_/.test(code))
        .map(({ code, subject, message }) => `${code} ${subject} ${message}`)
    }
    const byId = /read by id it is cancelled, of 2026-03-12 cycle 11$/
    const expected = isGone
      ? [expect.stringMatching(new RegExp(`^INVOICE_VANISHED invoice:${LAST} .*${byId.source}`))]
      : []
    expect(found).toEqual(expected)
  })
})

test.each([
  ['paid', {}, ['PAYMENT_FIELDS_MISSING a paid invoice whose ownCycle (settlementTime) cannot be read']],
  [
    'ready',
    { status: 'ready' },
    ['FIELD_MISSING ownCycle (settlementTime) is absent or unreadable in 1 record', 'NOT_PAID'],
  ],
])(
  'a settlementTime that is a number is one finding with one name: of an invoice that is %s',
  async (_, instead, expected) => {
    const nights = await startNights()
    const whole = somePaid(DATE, '11', 2)
    const odd = paid(DATE, '11', 3, { settlementTime: 11, ...instead })
    nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', whole), invoices: [...whole, odd] })
    const findings = (await nights.run(ASKED, { xlsx: false })).slots[0]?.discrepancies ?? []
    const named = findings.map(({ code, message }) => (code === 'NOT_PAID' ? code : `${code} ${message}`))
    expect(named.filter((one) => !/^(COLLECTED|COUNT)_MISMATCH/.test(one))).toEqual(expected)
  },
)

describe('an answer in which a member stands twice', () => {
  const twice = (told: unknown, name: string) => JSON.stringify(told).replace(`"${name}":`, `"${name}":null,"${name}":`)

  test.each(['settlement', 'list'])('in a %s leaves the slot incomplete until it is read again', async (kind) => {
    const { nights, slot, invoices, night } = await startWhole()
    const page = { items: invoices, cursor: null, count: 3 }
    if (kind === 'settlement') slot.settle = () => ({ body: twice(slot.settlement, 'amountCollected') })
    else slot.list = () => ({ body: twice(page, 'paymentAmount') })
    nights.clock('2026-03-13 22:30')
    const [now] = (await nights.run(ASKED)).slots
    expect(now).toMatchObject({ verdict: 'incomplete' })
    expect(now?.incomplete?.reason).toMatch(
      /answered 200, but an object has the member (amountCollected|paymentAmount) twice$/,
    )
    slot.settle = () => null
    slot.list = () => null
    expect(await night(14)).toMatchObject({ verdict: 'reconciled', found: [] })
  })
})

describe('a list of many records that cannot be read', () => {
  test('keeps some hundreds of them, and the number of all', async () => {
    const nights = await startNights()
    nights.service.tell(DATE, '11', { invoices: Array.from({ length: 2_000 }, () => ({})) })
    const report = await nights.run(ASKED)
    const [slot] = report.slots
    expect(slot?.verdict).toBe('discrepant')
    expect(slot?.discrepancies.map(({ message }) => message)).toEqual([
      '1700 more records of the list cannot be read; collected and count are not compared',
      'id is absent (page 1, item 1 of the stored answer, and 299 more with the same bytes); collected and count are not compared',
    ])
    expect(statSync(join(nights.folder, 'cuadre.db')).size).toBeLessThan(2_000_000)
  })

  test.each([
    [1_001, 'with 1001 records where 100 were asked for'],
    [1_000_000, 'the body has more than 200000 objects and lists'],
  ])('on one page of %d is refused', async (number, reason) => {
    const nights = await startNights()
    const body = `{"items":[${'{},'.repeat(number - 1)}{}],"cursor":null,"count":${number}}`
    nights.service.tell(DATE, '11', { list: () => ({ body }) })
    const report = await nights.run(ASKED)
    expect(report.slots[0]?.verdict).toBe('incomplete')
    expect(report.slots[0]?.incomplete?.reason).toContain(reason)
  })
})

test('the same invoices on other pages are the same content: pulled_at stands, and the ledger is not written again', async () => {
  const { nights, slot, invoices } = await startWhole()
  const ledger = join(nights.folder, 'out', DATE, 'invoice-ledger.csv')
  const written = statSync(ledger, { bigint: true }).mtimeNs
  const pulledAt = async () => (await nights.run(ASKED)).slots[0]?.pulledAt
  const ragged = (...sizes: number[]) => {
    slot.list = (query) => {
      const place = Number(query.get('cursor') ?? 0)
      const from = sizes.slice(0, place).reduce((sum, size) => sum + size, 0)
      const items = invoices.slice(from, from + (sizes[place] ?? 0))
      return { body: { items, cursor: place + 1 < sizes.length ? String(place + 1) : null, count: items.length } }
    }
  }
  const first = await pulledAt()
  for (const [day, sizes] of [
    [13, [1, 2]],
    [14, [3, 0]],
    [15, [1, 1, 0, 1]],
  ] as const) {
    nights.clock(`2026-03-${day} 22:30`)
    ragged(...sizes)
    expect(await pulledAt()).toBe(first)
  }
  expect(statSync(ledger, { bigint: true }).mtimeNs).toBe(written)
})
