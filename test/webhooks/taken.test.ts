import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UNUSABLE } from '../../src/core/notifications/notification.ts'
import { unusableNotifications } from '../../src/store/inbox/inbox.ts'
import { emptyFolder } from '../empty-folder.ts'
import {
  aReceiver,
  deliver,
  encodedEvent,
  encodedHeaders,
  hmac,
  NOW,
  reading,
  send,
  settlementEvent,
} from './receiving.ts'

const bodies = (path: string, id: string): readonly string[] =>
  reading(path, (inbox) => {
    const event = inbox.named(id)
    return event === null
      ? []
      : [event.body, ...event.others.map(({ body }) => body)].map((bytes) => Buffer.from(bytes).toString())
  })

describe('what is taken', () => {
  test('is kept with its bytes, the headers that vouch for them, and when it came', async () => {
    const { url, path } = await aReceiver()
    const body = `{ "webhookId":"w-1", "timestamp":"2026-03-12T19:59:58Z","type":"settlement","data":{"date":"2026-03-12","cycle":"11","note":"Ñandú 1.10"} }`
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'service/1',
      cookie: 'no',
      'x-signature': hmac(body),
    }
    expect(await send(url, body, headers)).toEqual({ status: 200, body: '{}' })
    expect(reading(path, (inbox) => inbox.named('w-1'))).toMatchObject({
      webhookId: 'w-1',
      format: 'signed-body',
      type: 'settlement',
      sentAt: '2026-03-12T19:59:58Z',
      payloadField: 'data',
      slot: { date: '2026-03-12', cycle: '11' },
      receivedAt: NOW,
      state: 'waiting',
      failures: 0,
      headers: { 'content-type': 'application/json', 'user-agent': 'service/1', 'x-signature': hmac(body) },
    })
    expect(bodies(path, 'w-1')).toEqual([body])
  })

  test('is there when the answer is, for everybody else who opens the file', async () => {
    const { url, events } = await aReceiver()
    for (let n = 0; n < 20; n += 1) {
      await deliver(url, settlementEvent(`w-${n}`))
      expect(events()).toHaveLength(n + 1)
    }
  })

  test('is readable by its owner only', async () => {
    const { url, path } = await aReceiver()
    await deliver(url, settlementEvent('w-1'))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('is never deleted or rewritten', async () => {
    const { url, path } = await aReceiver()
    await deliver(url, settlementEvent('w-1'))
    const other = new Database(path)
    onTestFinished(() => void other.close())
    expect(() => other.exec('DELETE FROM event')).toThrow('never deleted')
    expect(() => other.exec(`UPDATE event SET body = x'00'`)).toThrow('never changed')
    expect(() => other.exec(`UPDATE event SET date = '2026-03-13'`)).toThrow('never changed')
  })

  test('is one event however often it comes: only its timestamp may differ', async () => {
    const { url, path, events, troubles } = await aReceiver()
    const first = settlementEvent('w-1')
    const retry = settlementEvent('w-1', { timestamp: '2026-03-12T20:01:02.000Z' })
    const turned = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(first)).reverse()))
    for (const body of [first, retry, first, turned]) expect((await deliver(url, body)).status).toBe(200)
    expect(events()).toHaveLength(1)
    expect(bodies(path, 'w-1')).toEqual([first])
    expect(troubles).toEqual([])
  })

  test('keeps the first when another body comes under its id, and says so once', async () => {
    const { url, path, events, troubles } = await aReceiver()
    const first = settlementEvent('w-1')
    const other = settlementEvent('w-1', { data: { date: '2026-03-12', cycle: '13', status: 'credited' } })
    for (const body of [first, other, first, other]) expect((await deliver(url, body)).status).toBe(200)
    expect(events()).toMatchObject([{ webhookId: 'w-1', slot: { cycle: '11' }, conflicts: 1 }])
    expect(bodies(path, 'w-1')).toEqual([first, other])
    expect(troubles).toEqual([{ kind: 'conflict', webhookId: 'w-1' }])
  })

  test('at the same moment with its own repetition is one event too', async () => {
    const { url, events } = await aReceiver()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => deliver(url, settlementEvent(`w-${n % 4}`))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(events()).toHaveLength(4)
  })

  test('is answered under a query too, which a registered URL may have', async () => {
    const { url, events } = await aReceiver()
    expect((await deliver(`${url}?from=service`, settlementEvent('w-1'))).status).toBe(200)
    expect(events()).toHaveLength(1)
  })
})

const SLOT = { date: '2026-03-12', cycle: '11' }
const PAYLOADS: readonly (readonly [
  what: string,
  rest: Record<string, unknown>,
  field: string | null,
  slot: typeof SLOT | null,
])[] = [
  ['data', { data: SLOT, payload: { date: '2026-01-01', cycle: '13' } }, 'data', SLOT],
  ['payload', { payload: SLOT }, 'payload', SLOT],
  ['payload, where data is no object', { data: 'x', payload: SLOT }, 'payload', SLOT],
  ['the only member that is an object', { settlement: SLOT, list: [1], text: 'x' }, 'settlement', SLOT],
  ['no one of two', { settlement: SLOT, other: {} }, null, null],
  ['none', {}, null, null],
  ['data with a cycle that is a number', { data: { ...SLOT, cycle: 11 } }, 'data', null],
  ['data with a cycle that is a fraction', { data: { ...SLOT, cycle: 11.5 } }, 'data', null],
  ['data with no day of the calendar', { data: { ...SLOT, date: '2026-02-30' } }, 'data', null],
  ['data with a cycle that is a path', { data: { ...SLOT, cycle: '../11' } }, 'data', null],
  ['data without a slot', { data: { status: 'paid' } }, 'data', null],
  ['data with a status nobody documented', { data: { ...SLOT, status: 'dreaming' } }, 'data', SLOT],
  ['data with a status that is not final', { data: { ...SLOT, status: 'processing' } }, 'data', SLOT],
]

describe('the payload', () => {
  test.each(PAYLOADS)('is %s', async (_, rest, payloadField, slot) => {
    const { url, events } = await aReceiver()
    const { data: __, ...bare } = JSON.parse(settlementEvent('w-1'))
    expect((await deliver(url, JSON.stringify({ ...bare, ...rest }))).status).toBe(200)
    expect(events()).toMatchObject([{ payloadField, slot, state: slot === null ? 'kept' : 'waiting' }])
  })

  test.each([
    [
      'that name, whatever else is there',
      { event: SLOT, data: { date: '2026-01-01', cycle: '13' } },
      'event',
      SLOT,
      null,
    ],
    ['no data', { data: SLOT }, null, null, UNUSABLE.payloadField],
    ['no only object', { settlement: SLOT }, null, null, UNUSABLE.payloadField],
    ['no text under that name', { event: 'x', payload: SLOT }, null, null, UNUSABLE.payloadField],
    ['no list under that name', { event: [SLOT], data: SLOT }, null, null, UNUSABLE.payloadField],
    ['that name, which names no slot', { event: { status: 'paid' }, data: SLOT }, 'event', null, UNUSABLE.slot],
  ] as const)('whose name is set is the member of %s', async (_, rest, payloadField, slot, reason) => {
    const { url, path, events } = await aReceiver('signed-body', 'event')
    const body = settlementEvent('w-1', { data: undefined, ...rest })
    expect((await deliver(url, body)).status).toBe(200)
    expect(events()).toMatchObject([{ payloadField, slot, reason, state: slot === null ? 'kept' : 'waiting' }])
    expect(bodies(path, 'w-1')).toEqual([body])
  })

  test('of an invoice names its slot by the fields of an invoice', async () => {
    const { url, events } = await aReceiver()
    const data = { id: 'i-1', settlementDate: '2026-03-13', settlementTime: '16', date: '2026-01-01', cycle: '11' }
    await deliver(url, settlementEvent('w-1', { type: 'invoice', data }))
    await deliver(url, settlementEvent('w-2', { type: 'invoice', data: { id: 'i-2', status: 'cancelled' } }))
    expect(events()).toMatchObject([
      { type: 'invoice', slot: { date: '2026-03-13', cycle: '16' }, state: 'waiting' },
      { type: 'invoice', slot: null, state: 'kept' },
    ])
  })

  test('with a cycle that is a number names no slot, and says why', async () => {
    const { url, events } = await aReceiver()
    const invoice = { id: 'i-1', status: 'paid', settlementDate: '2026-03-13', settlementTime: 16 }
    await deliver(url, settlementEvent('w-1', { data: { ...SLOT, cycle: 11 } }))
    await deliver(url, settlementEvent('w-2', { type: 'invoice', data: invoice }))
    await deliver(url, settlementEvent('w-3', { data: { ...SLOT, cycle: 'no cycle' } }))
    expect(events().map(({ slot, state, reason }) => [slot, state, reason])).toEqual([
      [null, 'kept', UNUSABLE.cycle],
      [null, 'kept', UNUSABLE.cycle],
      [null, 'kept', UNUSABLE.slot],
    ])
  })

  test('of a type nobody documented is kept', async () => {
    const { url, events } = await aReceiver()
    expect((await deliver(url, settlementEvent('w-1', { type: 'refund' }))).status).toBe(200)
    expect(events()).toMatchObject([{ type: 'refund', slot: null, state: 'kept' }])
  })
})

describe('a notification that names no settlement', () => {
  const bare = { date: '2026-03-12', cycle: '11', status: 'credited' }
  const unpaid = { id: 'i-1', status: 'cancelled' }

  test.each([
    ['another spelling of the type', { type: 'Settlement' }, UNUSABLE.type],
    ['another type', { type: 'refund' }, UNUSABLE.type],
    ['no wrapper', { data: undefined, ...bare }, UNUSABLE.payload],
    ['a payload that is a list', { data: [bare] }, UNUSABLE.payload],
    ['two that could be the payload', { data: undefined, one: bare, other: bare }, UNUSABLE.payload],
    ['a cycle that is no label', { data: { ...bare, cycle: { hour: 11 } } }, UNUSABLE.slot],
    ['a date-time for a date', { data: { ...bare, date: '2026-03-12T00:00:00Z' } }, UNUSABLE.slot],
    ['an invoice that was paid, without its settlement', { type: 'invoice', data: { status: 'paid' } }, UNUSABLE.slot],
    ['an invoice that was never paid', { type: 'invoice', data: unpaid }, null],
  ])('is kept with the reason, and counted: %s', async (_, rest, reason) => {
    const { url, path, events } = await aReceiver()
    expect((await deliver(url, settlementEvent('w-1', rest))).status).toBe(200)
    expect(events()).toMatchObject([{ state: 'kept', slot: null, reason }])
    expect(unusableNotifications(path, 'default')).toBe(reason === null ? 0 : 1)
    expect(unusableNotifications(path, 'another')).toBe(0)
  })

  test('where nothing was ever received there is none', () => {
    expect(unusableNotifications(join(emptyFolder(), 'none.inbox'), 'default')).toBe(0)
  })
})

describe('the second format', () => {
  const sent = (url: string, body: string) => send(url, body, encodedHeaders(body))

  test('is kept and shown: it names no slot', async () => {
    const { url, events } = await aReceiver('encoded-header')
    const method = encodedEvent('w-2', {
      eventType: 'payment-method.update',
      paymentRequest: undefined,
      paymentMethod: {},
    })
    for (const body of [encodedEvent('w-1'), method, encodedEvent('w-1')])
      expect((await sent(url, body)).status).toBe(200)
    expect(events()).toMatchObject([
      { webhookId: 'w-1', type: 'payment-request.update', payloadField: 'paymentRequest', slot: null, state: 'kept' },
      { webhookId: 'w-2', type: 'payment-method.update', payloadField: 'paymentMethod', slot: null, state: 'kept' },
    ])
  })

  test('may write the body in another way than the header', async () => {
    const { url, events } = await aReceiver('encoded-header')
    const body = encodedEvent('w-1')
    expect((await send(url, JSON.stringify(JSON.parse(body), null, 2), encodedHeaders(body))).status).toBe(200)
    expect(events()).toHaveLength(1)
  })

  test('is ignored when it is older than two days, and answered so that it is not sent again', async () => {
    const { url, events, troubles } = await aReceiver('encoded-header')
    const twoDays = 2 * 24 * 3_600_000
    const at = (instant: number) => ({ timestamp: new Date(instant).toISOString() })
    expect((await sent(url, encodedEvent('old', at(NOW - twoDays - 1)))).status).toBe(200)
    expect((await sent(url, encodedEvent('young', at(NOW - twoDays)))).status).toBe(200)
    expect(events().map(({ webhookId }) => webhookId)).toEqual(['young'])
    expect(troubles).toEqual([
      { kind: 'ignored', reason: { en: 'it is older than two days', es: 'tiene más de dos días' } },
    ])
  })
})

describe('health', () => {
  test('says that events can be taken, and how many wait', async () => {
    const { url, healthUrl } = await aReceiver()
    await deliver(url, settlementEvent('w-1'))
    await deliver(url, settlementEvent('w-2', { type: 'other' }))
    expect(await send(healthUrl, '', {}, 'GET')).toEqual({ status: 200, body: '{"ok":true,"waiting":1}' })
    expect((await send(healthUrl, '', {}, 'HEAD')).status).toBe(200)
  })
})

describe('stopping', () => {
  test('answers what was taken, and then nobody any more', async () => {
    const { url, stop, events } = await aReceiver()
    const answers = Promise.all(Array.from({ length: 30 }, (_, n) => deliver(url, settlementEvent(`w-${n}`))))
    const first = await deliver(url, settlementEvent('first'))
    await Promise.all([stop(), answers])
    expect([first, ...(await answers)].every(({ status }) => status === 200)).toBe(true)
    expect(events()).toHaveLength(31)
    await expect(deliver(url, settlementEvent('late'))).rejects.toThrow()
  })
})
