import { renameSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { printTroublesTo } from '../../src/cli/terminal/report-text.ts'
import { loadSettings, requireIntegrityKeys } from '../../src/input/settings.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { bodyBudget } from '../../src/webhooks/receiver/receiver.ts'
import { emptyFolder } from '../empty-folder.ts'
import { aReceiver, deliver, send, settlementEvent } from './receiving.ts'

const LENGTH = 2 ** 20 - 1

/** A sender without a key that sends a large body except its last byte, and the answer. */
const holdBody = (url: string): { readonly socket: Socket; readonly answer: Promise<string> } => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: ${LENGTH}\r\n\r\n`)
  socket.write(Buffer.alloc(LENGTH - 1, 'x'))
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.once('error', () => resolve(''))
  })
  return { socket, answer }
}

describe('bodies that are being received', () => {
  test('together have 64 MiB and no more; past that the answer is 503, and afterwards 200 again', async () => {
    const { url, troubles } = await aReceiver()
    const held = Array.from({ length: 70 }, () => holdBody(url))
    expect(await Promise.race(held.map(({ answer }) => answer))).toMatch(/^HTTP\/1\.1 503/)
    expect(troubles).toContainEqual({
      kind: 'refused',
      status: 503,
      reason: { en: expect.stringContaining('64 MiB'), es: expect.stringContaining('64 MiB') },
    })
    for (const { socket } of held) socket.destroy()
    let status = 0
    while (status !== 200) ({ status } = await deliver(url, settlementEvent('after-them')))
  })

  test('the budget has room to the last byte, and again for what was released', () => {
    const budget = bodyBudget(10)
    expect([budget.reserve(6), budget.reserve(5), budget.reserve(4), budget.reserve(1)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    budget.release(4)
    expect(budget.reserve(4)).toBe(true)
  })
})

describe('the file of the inbox', () => {
  test.each([
    ['deleted', (path: string) => rmSync(path)],
    ['moved away', (path: string) => renameSync(path, `${path}.old`)],
    [
      'replaced',
      (path: string) => {
        renameSync(path, `${path}.old`)
        openInboxWriter(path, 'default', 'signed-body').close()
      },
    ],
  ])('is %s while it serves: 503, and the operator is told', async (_, change) => {
    const { url, healthUrl, path, troubles } = await aReceiver()
    expect((await deliver(url, settlementEvent('before'))).status).toBe(200)
    change(path)
    expect((await deliver(url, settlementEvent('after'))).status).toBe(503)
    expect(troubles).toEqual([{ kind: 'unavailable', code: 'INBOX_REPLACED' }])
    const lines: string[] = []
    for (const trouble of troubles) printTroublesTo((line) => lines.push(line), Date.now, 'en')(trouble)
    expect(lines.join('')).toContain('deleted or replaced (INBOX_REPLACED); start the receiver again')
    const health = await send(healthUrl, '', {}, 'GET')
    expect([health.status, JSON.parse(health.body).reason]).toEqual([503, 'INBOX_REPLACED'])
  })
})

describe('the integrity key', () => {
  test.each([
    ['absent', {}],
    ['empty', { CUADRE_INTEGRITY_KEY: '' }],
    ['a space', { CUADRE_INTEGRITY_KEY: ' ' }],
    ['a tab and a line end', { CUADRE_INTEGRITY_KEY: '\t\n' }],
    ['invisible', { CUADRE_INTEGRITY_KEY: '\u200b\u00a0' }],
    ['fine, and the one before is blank', { CUADRE_INTEGRITY_KEY: 'k', CUADRE_INTEGRITY_KEY_PREVIOUS: ' ' }],
  ])('is refused with 2 where it is %s', (_, env) => {
    const { settings } = loadSettings({ flags: {}, env, cwd: emptyFolder() })
    expect(() => requireIntegrityKeys(settings)).toThrow(expect.objectContaining({ code: 'NO_INTEGRITY_KEY' }))
  })
})
