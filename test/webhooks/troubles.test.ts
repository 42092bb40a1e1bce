import { renameSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isTimeToWork } from '../../src/cli/commands/webhooks-serve.ts'
import { printTroublesTo } from '../../src/cli/terminal/report-text.ts'
import { loadSettings, requireIntegrityKeys } from '../../src/input/settings.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { bodyBudget, type ReceiverTrouble } from '../../src/webhooks/receiver/receiver.ts'
import type { Language } from '../../src/words/language.ts'
import { emptyFolder } from '../empty-folder.ts'
import { aReceiver, deliver, send, settlementEvent } from './receiving.ts'

const MINUTE = 60_000

type Told = readonly [after: number, trouble: ReceiverTrouble]

/** Reports troubles, each this many ms after the previous one. */
const linesInEnglish = (...troubles: readonly Told[]): readonly string[] => linesIn('en', ...troubles)
const linesIn = (language: Language, ...troubles: readonly Told[]): readonly string[] => {
  const lines: string[] = []
  let now = 0
  const tell = printTroublesTo(
    (line) => lines.push(line),
    () => now,
    language,
  )
  for (const [after, trouble] of troubles) {
    now += after
    tell(trouble)
  }
  return lines.map((line) => line.replace(/^\S+ /, ''))
}

const forged: ReceiverTrouble = {
  kind: 'refused',
  status: 401,
  reason: { en: 'X-Signature does not match the body', es: 'X-Signature no corresponde al contenido' },
}
const full: ReceiverTrouble = { kind: 'unavailable', code: 'DISK_FULL' }

describe('what is told of troubles', () => {
  test('each kind at once, and then once a minute with how many there were', () => {
    expect(
      linesInEnglish([0, forged], [1, forged], [1, full], [1, forged], [MINUTE, forged], [MINUTE, forged], [1, forged]),
    ).toEqual([
      'refused with 401: X-Signature does not match the body\n',
      'answered 503: the inbox could not be written (DISK_FULL)\n',
      'refused with 401: X-Signature does not match the body (and 2 more of this kind since the line before)\n',
      'refused with 401: X-Signature does not match the body\n',
    ])
  })

  test('in the language of the settings', () => {
    expect(
      linesIn('es', [0, forged], [1, forged], [MINUTE, forged], [0, full], [0, { kind: 'conflict', webhookId: 'w-1' }]),
    ).toEqual([
      'rechazada con 401: X-Signature no corresponde al contenido\n',
      'rechazada con 401: X-Signature no corresponde al contenido (y 1 más de esta clase desde la línea anterior)\n',
      'se respondió 503: no se pudieron guardar las notificaciones (DISK_FULL)\n',
      'WEBHOOK_CONFLICT: w-1 llegó de nuevo con otro contenido; queda el primero\n',
    ])
  })

  test('a bug of ours is not told as a full disk', () => {
    expect(linesInEnglish([0, { kind: 'failed', code: 'TypeError' }])).toEqual([
      'answered 503: a bug in Cuadre (TypeError); please report it\n',
    ])
  })

  test('what is ignored is not stored, and said so', () => {
    const old: ReceiverTrouble = {
      kind: 'ignored',
      reason: { en: 'it is older than two days', es: 'tiene más de dos días' },
    }
    expect([linesInEnglish([0, old]), linesIn('es', [0, old])]).toEqual([
      ['answered 200 and not stored: it is older than two days\n'],
      ['se respondió 200 y no se guardó: tiene más de dos días\n'],
    ])
  })

  test('an id that a terminal would obey is told harmlessly', () => {
    expect(linesInEnglish([0, { kind: 'conflict', webhookId: '\u001b[31mred\nrefused' }])).toEqual([
      'WEBHOOK_CONFLICT: red refused came again with another body; the first is kept\n',
    ])
  })

  test('any number of kinds is told, and few are remembered', () => {
    const conflicts = Array.from({ length: 3000 }, (_, n): [number, ReceiverTrouble] => [
      0,
      { kind: 'conflict', webhookId: `w-${n}` },
    ])
    expect(linesInEnglish(...conflicts)).toHaveLength(3000)
  })
})

describe('the worker', () => {
  test.each([
    ['nothing is ready', null, null, 100 * MINUTE, false],
    ['it has just become ready', 0, null, 2_999, false],
    ['it has settled', 0, null, 3_000, true],
    ['the last one began less than a minute ago', 10_000, 0, MINUTE - 1, false],
    ['the last one began a minute ago', 10_000, 0, MINUTE, true],
    ['the clock was set back an hour since the last one', 10_000, 60 * MINUTE, 20_000, true],
    ['the clock was set back an hour since it became ready', 60 * MINUTE, null, 0, true],
  ])('where %s', (_, readySince, lastStart, now, isTime) => {
    expect(isTimeToWork({ readySince, lastStart }, now)).toBe(isTime)
  })
})

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
