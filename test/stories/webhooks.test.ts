import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { startReceiver } from '../../src/webhooks/receiver/receiver.ts'
import { deliver, eventsIn, hmac, KEY, send } from '../webhooks/receiving.ts'
import { killBeforeFiles } from './killed-job.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

/** A merchant's nights with a receiver that shares their clock. */
const startListening = async (time: string, payloadField: string | null = null) => {
  let now = Date.parse(`${time.replace(' ', 'T')}:00-05:00`)
  const nights = await startNights(time)
  const path = join(nights.folder, 'cuadre.db.inbox')
  const inbox = openInboxWriter(path, 'default', 'signed-body')
  inbox.listening(now)
  const verification = { format: 'signed-body', payloadField, keys: [KEY] } as const
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    verification,
    inbox,
    now: () => now,
    onTrouble: () => {},
  })
  onTestFinished(async () => {
    await receiver.stop()
    inbox.close()
  })
  let sent = 0
  return {
    ...nights,
    path,
    clock: (later: string): void => {
      now = Date.parse(`${later.replace(' ', 'T')}:00-05:00`)
      nights.clock(later)
    },
    /** The service sends a notification of an invoice or a settlement. */
    notify: async (type: 'invoice' | 'settlement', data: Told, webhookId = `w-${++sent}`): Promise<void> => {
      const body = JSON.stringify({ webhookId, timestamp: new Date(now).toISOString(), type, data })
      expect((await deliver(receiver.url, body)).status).toBe(200)
    },
    events: () => eventsIn(path),
    isRecoveredReady: (at: string) =>
      inbox.isRecoveredReady(
        eventsIn(path).map(({ id }) => id),
        Date.parse(at),
      ),
    forge: async (data: Told): Promise<number> => {
      const body = JSON.stringify({ webhookId: 'forged', timestamp: '', type: 'settlement', data })
      return (await send(receiver.url, body, { 'x-signature': hmac(body, 'guessed') })).status
    },
  }
}

/** A slot in which everything agrees. */
const tellSlot = ({ service }: Pick<Nights, 'service'>, cycle: string, many = 2) => {
  const invoices = somePaid(DATE, cycle, many)
  const settled = settlement(DATE, cycle, invoices)
  service.tell(DATE, cycle, { settlement: settled, invoices })
  return { invoices, settled }
}

const codesIn = async ({ check }: Pick<Nights, 'check'>, cycle: string) =>
  (await check({ date: DATE, cycles: [cycle] })).slots.flatMap(({ discrepancies }) =>
    discrepancies.filter(({ state }) => state !== 'resolved').map(({ code, subject }) => `${code} ${subject}`),
  )

describe('the inbox', () => {
  test('reads the slots that were told of, each once, and no others', async () => {
    const story = await startListening('2026-03-12 22:30')
    const slots = ['11', '13', '16', '18', '20'].map((cycle) => tellSlot(story, cycle))
    for (const { invoices, settled } of [...slots.slice(0, 2)]) {
      for (const invoice of invoices) await story.notify('invoice', invoice)
      await story.notify('settlement', settled)
    }
    expect(story.service.asked).toEqual([])
    const { report, ...became } = await story.inbox()
    expect(became).toEqual({ done: 6, failed: 0, early: 0, waiting: 0, unusable: 0 })
    expect(report?.slots.map(({ slot, verdict }) => [slot.cycle, verdict])).toEqual([
      ['11', 'reconciled'],
      ['13', 'reconciled'],
    ])
    expect(story.service.asked.filter((line) => line.includes('/invoices'))).toHaveLength(2)
    expect(story.events().map(({ state, runId }) => [state, runId])).toEqual(Array(6).fill(['done', report?.runId]))
  })

  test('asks nothing about a slot that is not due; the event waits for it, and is done with it', async () => {
    const story = await startListening('2026-03-12 09:00')
    const { invoices } = tellSlot(story, '11', 1)
    await story.notify('invoice', invoices[0] ?? {})
    expect(await story.inbox()).toEqual({ report: null, done: 0, failed: 0, early: 1, waiting: 0, unusable: 0 })
    expect(story.service.asked).toEqual([])
    expect(story.events()).toMatchObject([
      { state: 'waiting', failures: 0, reason: '2026-03-12 cycle 11 is not due yet' },
    ])
    story.clock('2026-03-12 12:59')
    expect(await story.inbox()).toEqual({ report: null, done: 0, failed: 0, early: 0, waiting: 1, unusable: 0 })
    expect(story.service.asked).toEqual([])
    story.clock('2026-03-12 13:00')
    expect(await story.inbox()).toMatchObject({ done: 1, early: 0 })
    expect(story.events()).toMatchObject([{ state: 'done' }])
  })

  test('leaves what could not be read waiting, with a reason and longer pauses, until it can', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { settled } = tellSlot(story, '11')
    await story.notify('settlement', settled)
    story.service.refuse(() => ({ status: 500, body: { error: 'Internal Server Error' } }))
    const pauses: number[] = []
    for (const time of ['14:00', '14:00', '14:01', '14:06', '14:31', '16:31']) {
      story.clock(`2026-03-12 ${time}`)
      const worked = await story.inbox()
      expect(worked).toMatchObject({ done: 0, failed: 1, report: { exitCode: 5, outcome: 'incomplete' } })
      const [event] = story.events()
      expect(event?.reason).toMatch(/GET .*500/)
      pauses.push(((event?.nextTryAt ?? 0) - Date.parse(`2026-03-12T${time}:00-05:00`)) / 60_000)
    }
    expect(pauses).toEqual([0, 1, 5, 25, 120, 120])
    story.clock('2026-03-12 18:30')
    expect(await story.inbox()).toEqual({ report: null, done: 0, failed: 0, early: 0, waiting: 1, unusable: 0 })
    story.service.refuse(null)
    story.clock('2026-03-12 18:31')
    expect(await story.inbox()).toMatchObject({ done: 1, failed: 0 })
    expect(story.events()).toMatchObject([{ state: 'done', failures: 6, reason: null }])
  })

  test.each([
    ['the next inbox', (story: Pick<Nights, 'inbox'>) => story.inbox()],
    ['the next night', (story: Pick<Nights, 'run'>) => story.run()],
  ])('killed before its files were written, they are written by %s', async (_, next) => {
    const story = await startListening('2026-03-12 22:30')
    const { settled } = tellSlot(story, '11')
    await story.run({ date: DATE })
    story.service.tell(DATE, '11', { settlement: { ...settled, numberOfInvoices: 3 }, invoices: [] })
    story.clock('2026-03-22 22:30')
    await story.notify('settlement', settled)
    await killBeforeFiles(story, 'inbox', '2026-03-22 22:30')
    const ledger = () => readFileSync(join(story.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8')
    expect(ledger()).toContain(',reconciled,')
    tellSlot(story, '13')
    await next(story)
    expect(ledger()).toContain(',11,discrepant,')
  })

  test('processes what a wrong webhookPayloadField made unusable once the setting is right, and only once', async () => {
    const story = await startListening('2026-03-12 22:30', 'body')
    const { settled } = tellSlot(story, '11')
    await story.notify('settlement', settled)
    await story.notify('settlement', { ...settled, date: 'soon' })
    const wrong = { webhookPayloadField: 'body' }
    expect(await story.inbox(wrong)).toEqual({ report: null, done: 0, failed: 0, early: 0, waiting: 0, unusable: 2 })
    const right = { webhookPayloadField: 'data' }
    story.service.refuse(() => ({ status: 500, body: { error: 'Internal Server Error' } }))
    expect(await story.inbox(right)).toMatchObject({ done: 0, failed: 1, unusable: 1 })
    story.service.refuse(null)
    expect(story.isRecoveredReady('2026-03-13T04:00:00Z')).toBe(true)
    const { report, ...became } = await story.inbox(right)
    expect(became).toEqual({ done: 1, failed: 0, early: 0, waiting: 0, unusable: 1 })
    expect(report?.slots.map(({ slot, verdict }) => [slot.cycle, verdict])).toEqual([['11', 'reconciled']])
    expect(story.events()).toMatchObject([
      { state: 'kept', runId: report?.runId, reason: null },
      { state: 'kept', runId: null, reason: expect.stringContaining('webhookPayloadField') },
    ])
    expect(await story.inbox(right)).toEqual({ report: null, done: 0, failed: 0, early: 0, waiting: 0, unusable: 1 })
  })

  test('leaves everything as it is while another run holds the lock', async () => {
    const story = await startListening('2026-03-12 14:00')
    await story.notify('settlement', tellSlot(story, '11').settled)
    const lock = acquireLock(join(story.folder, 'cuadre.db'), { pid: 1, at: 0, job: 'run' })
    await expect(story.inbox()).rejects.toMatchObject({ code: 'LOCKED' })
    expect(story.events()).toMatchObject([{ state: 'waiting', failures: 0, reason: null }])
    lock.release()
    expect(await story.inbox()).toMatchObject({ done: 1 })
  })

  test('counts a key that was rejected as a failure of all its events', async () => {
    const story = await startListening('2026-03-12 16:00')
    for (const cycle of ['11', '13']) await story.notify('settlement', tellSlot(story, cycle).settled)
    story.service.refuse(() => ({ status: 401, body: { error: 'Invalid or missing token' } }))
    expect(await story.inbox()).toMatchObject({ done: 0, failed: 2, report: { exitCode: 4 } })
    expect(story.events().map(({ reason }) => reason?.slice(0, 20))).toEqual([
      'CREDENTIALS_REJECTED',
      'CREDENTIALS_REJECTED',
    ])
  })

  test('asks under the cycle that an alias stands for, and for no day that is years away', async () => {
    const story = await startListening('2026-03-12 16:00')
    tellSlot(story, '11')
    await story.notify('settlement', { date: DATE, cycle: '11:00', status: 'credited' })
    await story.notify('settlement', { date: '1999-01-01', cycle: '11', status: 'credited' })
    expect(await story.inbox(policy({ cycleAliases: { '11:00': '11' } }))).toMatchObject({ done: 1, failed: 1 })
    expect(story.service.asked.filter((line) => line.includes('/settlements/'))).toEqual([
      `GET /v1/settlements/${DATE}/11`,
      `GET /v1/settlements/${DATE}/11`,
    ])
    expect(story.events()[1]).toMatchObject({ state: 'waiting', failures: 1 })
  })

  test('does nothing for a forged notification', async () => {
    const story = await startListening('2026-03-12 16:00')
    expect(await story.forge({ date: DATE, cycle: '11', status: 'credited' })).toBe(401)
    expect(await story.inbox()).toEqual({ report: null, done: 0, failed: 0, early: 0, waiting: 0, unusable: 0 })
    expect([story.events(), story.service.asked]).toEqual([[], []])
  })

  test('a notification that comes late, or says less than is known, moves nothing backwards', async () => {
    const story = await startListening('2026-03-12 16:00')
    const { settled, invoices } = tellSlot(story, '11')
    await story.run({ date: DATE, cycles: ['11'] })
    await story.notify('settlement', { ...settled, status: 'processing' })
    await story.notify('invoice', { ...invoices[0], status: 'ready' })
    expect(await story.inbox()).toMatchObject({ done: 2, report: { outcome: 'agrees' } })
    expect(await codesIn(story, '11')).toEqual([])
  })
})

describe('a notification', () => {
  test('disagrees when a pull sees an earlier state than was told, until a pull sees it', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { settled, invoices } = tellSlot(story, '11')
    story.service.tell(DATE, '11', { settlement: { ...settled, status: 'processing' }, invoices })
    await story.notify('settlement', settled)
    expect(await story.inbox()).toMatchObject({ done: 1, report: { exitCode: 3 } })
    expect(await codesIn(story, '11')).toEqual(['WEBHOOK_DISAGREES settlement.status'])
    story.service.tell(DATE, '11', { settlement: settled, invoices })
    story.clock('2026-03-12 15:00')
    await story.run({ date: DATE, cycles: ['11'] })
    expect(await codesIn(story, '11')).toEqual([])
  })

  test('disagrees about sums, and an invoice that is not listed', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { invoices } = tellSlot(story, '11')
    await story.notify('invoice', { ...invoices[0], paymentAmount: 999_999 })
    await story.notify('invoice', paid(DATE, '11', 7))
    await story.inbox()
    expect(await codesIn(story, '11')).toEqual([
      'WEBHOOK_DISAGREES invoice:2026-03-12-11-001.paid',
      'WEBHOOK_DISAGREES invoice:2026-03-12-11-007.status',
    ])
  })

  test('does not disagree about an invoice that another settlement lists as paid, whichever is read first', async () => {
    const story = await startListening('2026-03-12 18:00')
    const [eleven, thirteen] = [tellSlot(story, '11'), tellSlot(story, '13')]
    const moved = thirteen.invoices[0]
    await story.notify('invoice', { ...moved, settlementTime: '11' })
    await story.run({ date: DATE, cycles: ['11'] })
    const id = 'WEBHOOK_DISAGREES invoice:2026-03-12-13-001.status'
    expect(await codesIn(story, '11')).toEqual([id])
    story.clock('2026-03-12 19:00')
    await story.run({ date: DATE, cycles: ['13'] })
    expect(await codesIn(story, '11')).toEqual([])
    story.service.tell(DATE, '13', { ...thirteen, invoices: thirteen.invoices.slice(1) })
    story.clock('2026-03-12 20:00')
    await story.run({ date: DATE, cycles: ['11', '13'] })
    expect(await codesIn(story, '11')).toEqual([id])
    expect(eleven.invoices).toHaveLength(2)
  })

  test('that no settlement could be read from counts once the settings can read it, and can be replayed', async () => {
    const story = await startListening('2026-03-12 14:00', 'event')
    const { settled } = tellSlot(story, '11')
    await story.notify('settlement', { ...settled, paymentAmount: 1 }, 'w-1')
    expect(await story.inbox({ webhookPayloadField: 'event' })).toMatchObject({ report: null, unusable: 1 })
    const reads = { webhookPayloadField: 'data' }
    expect(await story.inbox(reads)).toMatchObject({ done: 1, unusable: 0, report: { exitCode: 3 } })
    expect(await codesIn(story, '11')).toEqual(['WEBHOOK_DISAGREES settlement.payout'])
    story.clock('2026-03-12 15:00')
    expect(await story.inbox(reads)).toMatchObject({ report: null, done: 0 })
    expect(await story.inbox(reads, story.events())).toMatchObject({ done: 1, report: { exitCode: 3 } })
    expect(await codesIn(story, '11')).toEqual(['WEBHOOK_DISAGREES settlement.payout'])
  })

  test('stays as it is where its replay is refused', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { settled } = tellSlot(story, '11')
    await story.notify('settlement', settled)
    await story.inbox()
    const before = story.events()
    const elsewhere = { baseUrl: 'http://127.0.0.1:9/v1' }
    await expect(story.inbox(elsewhere, before)).rejects.toMatchObject({ code: 'OTHER_BASE_URL' })
    expect(story.events()).toEqual(before)
  })

  test('that came after the pull says nothing about it', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { settled, invoices } = tellSlot(story, '11')
    story.service.tell(DATE, '11', { settlement: { ...settled, status: 'processing' }, invoices })
    await story.run({ date: DATE, cycles: ['11'] })
    story.clock('2026-03-12 14:05')
    await story.notify('settlement', settled)
    expect(await codesIn(story, '11')).toEqual([])
  })

  test('is missed three hours after a settlement was seen final, where somebody listens', async () => {
    const story = await startListening('2026-03-12 13:30')
    tellSlot(story, '11')
    await story.run({ date: DATE, cycles: ['11'] })
    story.clock('2026-03-12 16:29')
    await story.run({ date: DATE, cycles: ['11'] })
    expect(await codesIn(story, '11')).toEqual([])
    story.clock('2026-03-12 16:30')
    await story.run({ date: DATE, cycles: ['11'] })
    expect(await codesIn(story, '11')).toEqual(['WEBHOOK_MISSED settlement'])
  })

  test('is not missed where nobody ever listened', async () => {
    const story = await startNights('2026-03-12 13:30')
    tellSlot(story, '11')
    for (const time of ['13:30', '22:30']) {
      story.clock(`2026-03-12 ${time}`)
      await story.run({ date: DATE, cycles: ['11'] })
    }
    expect(await codesIn(story, '11')).toEqual([])
  })

  test('in conflict with itself is told once, even when its slot was done before', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { settled } = tellSlot(story, '11')
    await story.notify('settlement', settled, 'w-1')
    await story.inbox()
    expect(await codesIn(story, '11')).toEqual([])
    await story.notify('settlement', { ...settled, paymentAmount: 1 }, 'w-1')
    expect(await story.inbox()).toMatchObject({ done: 1, report: { exitCode: 3 } })
    expect(await codesIn(story, '11')).toEqual(['WEBHOOK_CONFLICT webhook:w-1'])
    expect(await story.inbox()).toEqual({ report: null, done: 0, failed: 0, early: 0, waiting: 0, unusable: 0 })
  })

  test('is heard in a dry run too', async () => {
    const story = await startListening('2026-03-12 14:00')
    const { settled, invoices } = tellSlot(story, '11')
    story.service.tell(DATE, '11', { settlement: { ...settled, status: 'processing' }, invoices })
    await story.notify('settlement', settled)
    const { slots } = await story.run({ date: DATE, cycles: ['11'], dryRun: true })
    expect(slots.flatMap(({ discrepancies }) => discrepancies.map(({ code }) => code))).toEqual(['WEBHOOK_DISAGREES'])
  })
})
