import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Delivery } from '../../src/core/notifications/notification.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { deliveryQueueTo } from '../../src/webhooks/receiver/receiver.ts'
import { emptyFolder } from '../empty-folder.ts'
import { ended, MAIN, type Served, serve } from './in-process.ts'
import { deliver, eventsIn, hmac, send, settlementEvent } from './receiving.ts'

const served = async (...[folder, how]: Parameters<typeof serve>): Promise<Served> => {
  const running = await serve(folder, how)
  onTestFinished(async () => {
    running.child.kill('SIGKILL')
    await ended(running.child)
  })
  return running
}

describe('the receiver as a process', () => {
  test('tells where it listens in one line, takes events, and ends with 0 when it is told to', async () => {
    const folder = emptyFolder()
    const { child, url, healthUrl, told } = await served(folder)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks$/)
    expect(healthUrl).toBe(url.replace('/webhooks', '/healthz'))
    expect((await deliver(url, settlementEvent('w-1'))).status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    expect(told()).toBe('')
    expect(readdirSync(folder)).toEqual(['cuadre.db.inbox'])
    expect(eventsIn(join(folder, 'cuadre.db.inbox'))).toHaveLength(1)
  })

  test('dates what it takes by the clock of the settings, as pulls are', async () => {
    const folder = emptyFolder()
    const settings = { clock: '2026-03-13T03:30:00Z', baseUrl: 'http://127.0.0.1:9/v1' }
    writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
    const { url } = await served(folder)
    await deliver(url, settlementEvent('w-1'))
    expect(eventsIn(join(folder, 'cuadre.db.inbox'))).toMatchObject([{ receivedAt: Date.parse(settings.clock) }])
  })

  test('finishes what it took when it is told to stop', async () => {
    const folder = emptyFolder()
    const { child, url } = await served(folder)
    const answers = Promise.allSettled(
      Array.from({ length: 300 }, (_, n) => {
        if (n === 150) child.kill('SIGTERM')
        return deliver(url, settlementEvent(`w-${n}`))
      }),
    )
    expect(await ended(child)).toBe(0)
    const taken = (await answers).filter((one) => one.status === 'fulfilled' && one.value.status === 200)
    expect(eventsIn(join(folder, 'cuadre.db.inbox')).length).toBeGreaterThanOrEqual(taken.length)
  })

  test('is not held up by a sender who never ends', async () => {
    const { child, url } = await served(emptyFolder())
    const socket = await connected(url)
    await new Promise((resolve) =>
      socket.write('POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{', resolve),
    )
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
  })

  test('says nothing personal, whatever goes wrong', async () => {
    const { child, url, told } = await served(emptyFolder())
    const personal = {
      data: { date: '2026-03-12', cycle: '11', customerName: 'Ana Muñoz', customerDocumentNumber: '1020304050' },
    }
    const body = settlementEvent('w-1', personal)
    await deliver(url, body)
    await deliver(url, body, 'another key')
    await deliver(url, body, 'another key')
    await deliver(url, settlementEvent('w-1', { data: { ...personal.data, status: 'paid' } }))
    await send(url, `${body}x`, { 'x-signature': hmac(`${body}x`) })
    child.kill('SIGTERM')
    await ended(child)
    const lines = told().replaceAll(/^\S+ /gm, '')
    expect(lines.split('\n')).toEqual([
      'refused with 401: X-Signature does not match the body',
      'WEBHOOK_CONFLICT: w-1 came again with another body; the first is kept',
      'refused with 400: the body is not a JSON object that can be followed',
      '',
    ])
  })

  test.each([
    ['no key', {}],
    ['an empty key', { CUADRE_INTEGRITY_KEY: '' }],
    ['a blank key', { CUADRE_INTEGRITY_KEY: '  ' }],
    ['a blank key before', { CUADRE_INTEGRITY_KEY: 'k', CUADRE_INTEGRITY_KEY_PREVIOUS: ' ' }],
    ['only a key before', { CUADRE_INTEGRITY_KEY_PREVIOUS: 'k' }],
  ])('refuses to start with %s', (_, env) => {
    const folder = emptyFolder()
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'webhooks', 'serve', '--port', '0'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^cuadre: NO_INTEGRITY_KEY: .*CUADRE_INTEGRITY_KEY/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('refuses to start with --work where there is no service to ask', async () => {
    await expect(serve(emptyFolder(), { words: ['--work'] })).rejects.toThrow('cuadre: NO_SERVICE: ')
  })

  test('refuses an inbox that is none, or not ours, and leaves it as it is', async () => {
    const folder = emptyFolder()
    const path = join(folder, 'cuadre.db.inbox')
    writeFileSync(path, 'not a database, but somebody wanted it')
    await expect(serve(folder)).rejects.toThrow('cuadre: NOT_A_DATABASE: ')
    expect(readFileSync(path, 'utf8')).toBe('not a database, but somebody wanted it')
    rmSync(path)
    const foreign = new Database(path)
    foreign.exec('CREATE TABLE theirs (x)')
    foreign.close()
    const before = readFileSync(path)
    await expect(serve(folder)).rejects.toThrow('cuadre: FOREIGN_DATABASE: ')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('answers 503 when the file can grow no more, keeps what it answered 200, and stays up', async () => {
    const folder = emptyFolder()
    const { url, healthUrl, told } = await served(folder, { shell: 'ulimit -f 256' })
    const pad = 'x'.repeat(20_000)
    const answers: number[] = []
    for (let n = 0; n < 60 && answers.at(-1) !== 503; n += 1)
      answers.push((await deliver(url, settlementEvent(`w-${n}`, { pad }))).status)
    expect(answers.at(-1)).toBe(503)
    const taken = answers.filter((status) => status === 200).length
    expect(taken).toBeGreaterThan(0)
    expect(eventsIn(join(folder, 'cuadre.db.inbox'))).toHaveLength(taken)
    expect((await send(healthUrl, '', {}, 'GET')).body).toContain('"ok":')
    expect(told()).toMatch(/answered 503: the inbox could not be written \((DISK_FULL|DISK_FAILED)\)/)
  })

  test('answers while ten thousand others say nothing', async () => {
    const { url } = await served(emptyFolder())
    const idle: Socket[] = []
    onTestFinished(() => {
      for (const socket of idle) socket.destroy()
    })
    while (idle.length < MANY) idle.push(...(await Promise.all(Array.from({ length: 500 }, () => connected(url)))))
    for (let n = 0; n < 20; n += 1) expect((await deliver(url, settlementEvent(`w-${n}`))).status).toBe(200)
  })
})

/** The most files this process may have open. */
const limit = Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout)
const MANY = Math.min(10_000, (Number.isNaN(limit) ? 1_000_000 : limit) - 1000)

const connected = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })

const MIB = new Uint8Array(2 ** 20)
const aDelivery = (n: number, body: Uint8Array): Delivery => ({
  webhookId: `w-${n}`,
  format: 'signed-body',
  type: 'settlement',
  sentAt: null,
  payloadField: null,
  slot: null,
  unusable: null,
  content: new Uint8Array(32),
  receivedAt: 1,
  body,
  headers: {},
})

test('bodies that wait for the inbox have 64 MiB together; one byte more is not accepted', async () => {
  const inbox = openInboxWriter(join(emptyFolder(), 'cuadre.db.inbox'), 'default', 'signed-body')
  onTestFinished(() => inbox.close())
  const queue = deliveryQueueTo(inbox)
  const waiting = Array.from({ length: 64 }, (_, n) => queue.add(aDelivery(n, MIB)))
  const beyond = await queue.add(aDelivery(64, MIB.subarray(0, 1)))
  expect(beyond).toEqual({ fault: expect.objectContaining({ name: 'OverfullFault' }) })
  const outcomes = await Promise.all(waiting)
  expect(outcomes.every((outcome) => 'stored' in outcome && outcome.stored === 'new')).toBe(true)
  expect(await queue.add(aDelivery(64, MIB.subarray(0, 1)))).toEqual({ stored: 'new' })
})
