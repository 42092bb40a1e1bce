import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UNUSABLE } from '../../src/core/notifications/notification.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'
import { englishIn } from '../english-words.ts'
import { ended, serve } from './in-process.ts'
import { deliver, KEY, settlementEvent } from './receiving.ts'

/** A minute after the sandbox's clock has stopped, when everything is due. */
const NOW = Date.parse('2026-03-14T03:00:00Z')
/** Another process does it within a second or two; half of the time of a test leaves room for a machine under load. */
const SOON = { timeout: 300_000 }

/** The sandbox itself sends: its signatures are computed by its own code. */
const sandboxSendingTo = async (url: string, instead: SandboxOptions = {}): Promise<Sandbox> => {
  const sandbox = await startSandbox({
    clock: '2026-03-12T14:00:00Z',
    days: 2,
    invoicesPerDay: 12,
    webhookUrls: [url],
    merchants: [{ integrityKey: KEY }],
    ...instead,
  })
  onTestFinished(() => sandbox.close())
  return sandbox
}

const control = async ({ controlUrl }: Sandbox, path: string, body: object = {}): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await request(`${controlUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.statusCode).toBe(200)
  return answer.body.json()
}

const deliveriesOf = async ({ controlUrl }: Sandbox) => {
  const answer = await request(`${controlUrl}/deliveries`)
  const { deliveries } = (await answer.body.json()) as {
    deliveries: { number: number; webhookId: string; state: string; attempts: { status: number }[] }[]
  }
  return deliveries
}

/** A folder with a receiver, and commands typed there. */
const startPlace = async (settings: object = {}, how: Parameters<typeof serve>[1] = {}) => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
  const receiver = await serve(folder, how)
  onTestFinished(async () => {
    receiver.child.kill('SIGKILL')
    await ended(receiver.child)
  })
  const typed = (line: string, sandbox?: Sandbox) =>
    type(line, {
      cwd: folder,
      now: () => NOW,
      newRunId: randomUUID,
      env: {
        CUADRE_DB: join(folder, 'cuadre.db'),
        ...(sandbox ? { CUADRE_BASE_URL: sandbox.baseUrl, CUADRE_API_KEY: sandbox.apiKey } : {}),
      },
    })
  return { folder, receiver, typed }
}

const listed = (out: string): { webhookId: string; state: string; date: string | null; cycle: string | null }[] =>
  JSON.parse(out).events

describe('the sandbox as the sender', () => {
  test('every settlement and invoice it tells is taken at the first attempt, and worked', async () => {
    const { receiver, typed } = await startPlace()
    const sandbox = await sandboxSendingTo(receiver.url, { assumptions: { dateHeader: 'sandbox' } })
    await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
    const deliveries = await deliveriesOf(sandbox)
    expect(deliveries.length).toBeGreaterThan(5)
    expect(deliveries.every(({ state, attempts }) => state === 'delivered' && attempts.length === 1)).toBe(true)

    const waiting = listed((await typed('webhooks list --waiting --json')).out)
    expect(waiting.map(({ webhookId }) => webhookId).toSorted()).toEqual(
      deliveries.map(({ webhookId }) => webhookId).toSorted(),
    )
    const { status, out } = await typed('inbox --json', sandbox)
    const worked = JSON.parse(out)
    expect({ status, command: worked.command, outcome: worked.outcome, events: worked.events }).toEqual({
      status: 0,
      command: 'inbox',
      outcome: 'agrees',
      events: { done: deliveries.length, failed: 0, early: 0, waiting: 0, unusable: 0 },
    })
    const slots = new Set(waiting.map(({ date, cycle }) => `${date} ${cycle}`))
    expect(worked.slots.map((slot: { date: string; cycle: string }) => `${slot.date} ${slot.cycle}`)).toEqual(
      [...slots].toSorted(),
    )
    expect(listed((await typed('webhooks list --waiting --json')).out)).toEqual([])
  })

  test.each([
    ['event', 'event', 'waiting', null],
    ['event', 'data', 'kept', UNUSABLE.payloadField],
  ] as const)(
    'of its payload in %s, with webhookPayloadField %s, all is %s',
    async (payloadField, set, state, reason) => {
      const { receiver, typed } = await startPlace({ webhookPayloadField: set })
      const sandbox = await sandboxSendingTo(receiver.url, { assumptions: { payloadField } })
      await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
      const events = listed((await typed('webhooks list --json')).out)
      expect(events.map(({ webhookId }) => webhookId).toSorted()).toEqual(
        (await deliveriesOf(sandbox)).map(({ webhookId }) => webhookId).toSorted(),
      )
      expect(events.length).toBeGreaterThan(5)
      expect(events).toEqual(events.map((event) => ({ ...event, state, reason })))
      expect((await typed('config --json')).out).toContain('webhookPayloadField')
    },
  )

  test('somebody who reads Spanish is told of them in Spanish', async () => {
    const { receiver, typed } = await startPlace({ language: 'es', webhookPayloadField: 'data' })
    const sandbox = await sandboxSendingTo(receiver.url, { assumptions: { payloadField: 'event' } })
    await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
    const [first] = listed((await typed('webhooks list --json')).out)
    const screens = ['webhooks list', `webhooks show ${first?.webhookId}`, 'webhooks list --waiting', 'inbox']
    const outs: string[] = []
    for (const line of screens) outs.push((await typed(line, sandbox)).out)
    expect(outs[0]).toMatch(/^id +tipo +liquidación +situación +recibida +intentos +por qué\n/)
    expect(outs[0]).toMatch(
      / guardada +\d\d\/\d\d\/\d{4} \d\d:\d\d +0 +no tiene contenido con el nombre que da el parámetro/,
    )
    expect(outs[1]).toMatch(/^situación +guardada$/m)
    expect(outs.slice(2)).toEqual([
      'No hay notificaciones.\n',
      expect.stringContaining('No hay notificaciones en espera.'),
    ])
    const types = /invoice|settlement|paid|error|signed-body|webhookPayloadField/g
    const prose = outs.map((out) => out.split('\n{')[0]?.replaceAll(types, '') ?? '')
    expect(prose.flatMap(englishIn)).toEqual([])
  })

  test('what it sends once more changes nothing', async () => {
    const { receiver, typed } = await startPlace()
    const sandbox = await sandboxSendingTo(receiver.url)
    await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
    const before = await typed('webhooks list --json')
    const deliveries = await deliveriesOf(sandbox)
    expect(deliveries.length).toBeGreaterThan(5)
    for (const { number } of deliveries) await control(sandbox, `/deliveries/${number}/replay`)
    const again = await deliveriesOf(sandbox)
    expect(again.map(({ attempts }) => attempts.length)).toEqual(deliveries.map(({ attempts }) => attempts.length + 1))
    expect(again.map(({ attempts }) => attempts.at(-1)?.status)).toEqual(deliveries.map(() => 200))
    expect(await typed('webhooks list --json')).toEqual(before)
  })

  test('with another key it is refused, and gives up after its retries', async () => {
    const { receiver, typed } = await startPlace()
    const sandbox = await sandboxSendingTo(receiver.url, { merchants: [{ integrityKey: 'another' }] })
    await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
    const deliveries = await deliveriesOf(sandbox)
    expect(new Set(deliveries.flatMap(({ attempts }) => attempts.map(({ status }) => status)))).toEqual(new Set([401]))
    expect(listed((await typed('webhooks list --json')).out)).toEqual([])
  })

  test('in the second format what it tells is kept and shown, and names no slot', async () => {
    const { receiver, typed } = await startPlace({ webhookFormat: 'encoded-header' })
    const sandbox = await sandboxSendingTo(receiver.url, {
      clock: undefined,
      days: undefined,
      invoicesPerDay: undefined,
      assumptions: { webhookFormat: 'encoded-header' },
    })
    const created = await request(`${sandbox.baseUrl}/invoices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.apiKey}` },
      body: JSON.stringify({
        reference: 'R-1',
        amount: 50_000,
        description: 'Arriendo',
        redirectUrl: 'https://merchant.example/',
        customerDocumentNumber: '1020304050',
      }),
    })
    const { id } = (await created.body.json()) as { id: string }
    await control(sandbox, `/invoices/${id}/cancel`)
    await vi.waitFor(
      async () => expect((await deliveriesOf(sandbox)).map(({ state }) => state)).toEqual(['delivered']),
      SOON,
    )
    const [delivery] = await deliveriesOf(sandbox)
    expect(listed((await typed('webhooks list --json')).out)).toMatchObject([
      { webhookId: delivery?.webhookId, state: 'kept', date: null, cycle: null },
    ])
    expect((await typed('inbox', sandbox)).out).toBe('No notification is waiting.\n')
  })
})

const UNUSABLE_LINE =
  '1 notification names no settlement to look at; "cuadre webhooks list" says why, and the nightly run reads every settlement all the same.'

describe('the commands', () => {
  test('a notification that names no settlement is counted by inbox, status and doctor', async () => {
    const { receiver, typed } = await startPlace()
    const sandbox = await sandboxSendingTo(receiver.url, { webhookUrls: [] })
    await deliver(receiver.url, settlementEvent('w-1', { type: 'Settlement' }))
    expect((await typed('inbox', sandbox)).out).toBe(`No notification is waiting.\n${UNUSABLE_LINE}\n`)
    expect(JSON.parse((await typed('inbox --json', sandbox)).out).events).toMatchObject({ unusable: 1 })
    expect((await typed('status', sandbox)).out.replaceAll('\n', ' ')).toContain(UNUSABLE_LINE)
    expect(JSON.parse((await typed('status --json', sandbox)).out)).toMatchObject({ unusableNotifications: 1 })
    const { checks } = JSON.parse((await typed('doctor --json', sandbox)).out)
    expect(checks).toContainEqual(expect.objectContaining({ check: 'webhooks', state: 'warning' }))
  })

  const personal = { date: '2026-03-12', cycle: '11', status: 'credited', customerName: 'Ana Muñoz' }

  test('list tells what waits and what failed, and nothing personal', async () => {
    const { receiver, typed } = await startPlace()
    await deliver(receiver.url, settlementEvent('w-1', { data: personal }))
    await deliver(receiver.url, settlementEvent('w-1', { data: { ...personal, status: 'paid' } }))
    await deliver(receiver.url, settlementEvent('\u001b[31mred', { type: 'other', data: personal }))
    const { out, err, status } = await typed('webhooks list')
    expect([status, err]).toEqual([0, ''])
    expect(
      out
        .split('\n')
        .map((line) => line.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, 'WHEN').replaceAll(/ +/g, ' ')),
    ).toEqual([
      'id type settlement state received tries why',
      'w-1 settlement 2026-03-12 11 waiting, in conflict WHEN 0',
      `red other kept WHEN 0 ${UNUSABLE.type}`,
      UNUSABLE_LINE,
      '',
    ])
    expect(listed((await typed('webhooks list --waiting --json')).out).map(({ webhookId }) => webhookId)).toEqual([
      'w-1',
    ])
    expect((await typed('webhooks list --failed')).out).toBe('No notification.\n')
    expect(out + (await typed('webhooks list --json')).out).not.toContain('Ana')
  })

  test('list tells of nothing where nothing was ever received', async () => {
    const cwd = emptyFolder()
    const { status, out, err } = await type('webhooks list --json', { cwd })
    expect([status, JSON.parse(out), err]).toEqual([
      0,
      { schemaVersion: 1, command: 'webhooks list', exitCode: 0, events: [], error: null },
      '',
    ])
  })

  test('show gives one with its body, as it came, and without its signature', async () => {
    const { receiver, typed } = await startPlace()
    const body = settlementEvent('w-1', { data: personal })
    await deliver(receiver.url, body)
    const { event } = JSON.parse((await typed('webhooks show w-1 --json')).out)
    expect(event).toMatchObject({
      webhookId: 'w-1',
      state: 'waiting',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(JSON.stringify(event)).not.toContain('x-signature')
    expect((await typed('webhooks show w-1')).out).toContain(`\n${body}\n`)
  })

  test.each([
    ['webhooks show w-9', 'no notification w-9 was received; see "cuadre webhooks list"'],
    ['webhooks replay w-1 w-9', 'no notification w-9 was received; see "cuadre webhooks list"'],
    ['webhooks replay w-2', 'notification w-2 names no settlement, so there is nothing to read; leave it out'],
    [
      'webhooks list --waiting --failed',
      '--waiting excludes --failed; give one of the two: what failed is waiting too',
    ],
    ['webhooks show', '"cuadre webhooks show" needs an id; see "cuadre webhooks show --help"'],
    ['webhooks replay', '"cuadre webhooks replay" needs an id; see "cuadre webhooks replay --help"'],
    ['webhooks serve --port 99999', '--port must be a whole number from 0 to 65535; correct it'],
    [
      'webhooks serve --path healthz',
      '--path must be a path of letters, digits and /._~-, such as /webhooks; correct it',
    ],
    [
      'webhooks serve --path /healthz',
      '--path must be a path of letters, digits and /._~-, such as /webhooks; correct it',
    ],
  ])('cuadre %s makes no sense', async (line, says) => {
    const { receiver, typed } = await startPlace()
    await deliver(receiver.url, settlementEvent('w-1'))
    await deliver(receiver.url, settlementEvent('w-2', { type: 'other' }))
    expect(await typed(line)).toEqual({ status: 2, out: '', err: `cuadre: USAGE: ${says}\n` })
  })

  test('inbox needs a service to ask, and leaves everything as it is without one', async () => {
    const { receiver, typed } = await startPlace()
    await deliver(receiver.url, settlementEvent('w-1'))
    expect((await typed('inbox')).err).toMatch(/^cuadre: NO_SERVICE: /)
    expect((await typed('webhooks list --failed')).out).toBe('No notification.\n')
  })

  test('replay works an event again from what is stored', async () => {
    const { receiver, typed } = await startPlace()
    const sandbox = await sandboxSendingTo(receiver.url, { assumptions: { dateHeader: 'sandbox' } })
    await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
    await typed('inbox', sandbox)
    const [first, second] = listed((await typed('webhooks list --json')).out)
    const { out, status } = await typed(`webhooks replay ${first?.webhookId} --json`, sandbox)
    expect(status).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      command: 'webhooks replay',
      slots: [{ date: first?.date, cycle: first?.cycle }],
      events: { done: 1, failed: 0, early: 0, waiting: 0, unusable: 0 },
    })
    const [again, untouched] = JSON.parse((await typed('webhooks list --json')).out).events
    expect(again.runId).toBe(JSON.parse(out).runId)
    expect(untouched).toEqual(second)
  })

  test('serve --work works what comes in, in a process of its own, and stops with it', async () => {
    const sandbox = await sandboxSendingTo('http://127.0.0.1:9/', { assumptions: { dateHeader: 'machine' } })
    await control(sandbox, '/clock', { now: new Date(NOW).toISOString() })
    const env = { CUADRE_BASE_URL: sandbox.baseUrl, CUADRE_API_KEY: sandbox.apiKey }
    const { receiver, typed } = await startPlace({}, { words: ['--work'], env })
    await deliver(
      receiver.url,
      settlementEvent('w-1', { data: { date: '2026-03-12', cycle: '11', status: 'credited' } }),
    )
    await vi.waitFor(async () => expect(listed((await typed('webhooks list --waiting --json')).out)).toEqual([]), SOON)
    expect(listed((await typed('webhooks list --json')).out)).toMatchObject([{ webhookId: 'w-1', state: 'done' }])
    receiver.child.kill('SIGTERM')
    expect(await ended(receiver.child)).toBe(0)
  })
})
