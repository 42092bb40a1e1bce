import { describe, expect, it, test } from 'vitest'
import { isServiceError, networkTrouble, quotableText, slotMoved, unusableId } from '../../src/service/http/errors.ts'
import { DEFAULT_LIMITS } from '../../src/service/http/limits.ts'
import { createRateLimiter } from '../../src/service/http/rate-limiter.ts'
import { decideRetry, httpDate, isPassingStatus, retryAfter } from '../../src/service/http/retry.ts'
import { prefetch } from '../../src/service/pages.ts'
import { createTime } from './client-at.ts'
import { SLOT } from './samples.ts'

const said = (
  code: Parameters<typeof decideRetry>[0]['code'],
  status: number | null = null,
  retryAfterMs: number | null = null,
) => ({ code, status, retryAfterMs })
const spent = (more: Partial<Parameters<typeof decideRetry>[1]> = {}) => ({
  attempts: 1,
  attemptsMs: 0,
  slotWaitedMs: 0,
  ...more,
})
const decide = (
  ...[trouble, cost = spent(), chance = 0.5]: [ReturnType<typeof said>, ReturnType<typeof spent>?, number?]
) => decideRetry(trouble, cost, DEFAULT_LIMITS, chance)

describe('which troubles are tried again', () => {
  it.each([
    [said('UNREACHABLE'), true],
    [said('TIMED_OUT'), false],
    [said('BAD_ANSWER', 200), true],
    [said('HTTP_STATUS', 408), true],
    [said('HTTP_STATUS', 425), true],
    [said('HTTP_STATUS', 429), true],
    [said('HTTP_STATUS', 500), true],
    [said('HTTP_STATUS', 503), true],
    [said('HTTP_STATUS', 599), true],
    [said('HTTP_STATUS', 204), false],
    [said('HTTP_STATUS', 400), false],
    [said('HTTP_STATUS', 404), false],
    [said('HTTP_STATUS', 407), false],
    [said('HTTP_STATUS', 409), false],
    [said('HTTP_STATUS', 424), false],
    [said('HTTP_STATUS', 428), false],
    [said('CREDENTIALS_REJECTED', 401), false],
    [said('TOO_LARGE', 200), false],
    [said('REDIRECTED', 302), false],
    [said('ENCODED', 200), false],
  ])('%o: %s', (trouble, again) => {
    const decision = decide(trouble)
    expect(decision.retry).toBe(again)
    if (!decision.retry) expect(decision.because).toBe('final')
  })

  it('knows the passing statuses', () => {
    const statuses = Array.from({ length: 100 }, (_, index) => 400 + index)
    expect(statuses.filter(isPassingStatus)).toEqual([408, 425, 429])
  })
})

describe('when it is enough', () => {
  it.each([
    ['four attempts made', spent({ attempts: 4 }), null],
    ['five attempts made', spent({ attempts: 5 }), 'retries'],
    ['29.999 s in attempts', spent({ attemptsMs: 29_999 }), null],
    ['30 s in attempts', spent({ attemptsMs: 30_000 }), 'request-time'],
    ['29.999 s waited by the slot', spent({ slotWaitedMs: 29_999 }), null],
    ['30 s waited by the slot', spent({ slotWaitedMs: 30_000 }), 'slot-waited'],
  ])('%s: %s', (_, cost, because) => {
    const decision = decide(said('HTTP_STATUS', 503), cost)
    expect(decision.retry ? null : decision.because).toBe(because)
  })

  it('gives up at once when asked to wait more than a minute', () => {
    expect(decide(said('HTTP_STATUS', 503, 60_000)).retry).toBe(true)
    expect(decide(said('HTTP_STATUS', 503, 60_001))).toMatchObject({ retry: false, because: 'asked-too-long' })
  })
})

describe('how long is waited', () => {
  it.each([
    ['first', spent({ attempts: 1 }), 0.5, null, 500],
    ['second', spent({ attempts: 2 }), 0.5, null, 1_000],
    ['third', spent({ attempts: 3 }), 0.5, null, 2_000],
    ['fourth', spent({ attempts: 4 }), 0.5, null, 4_000],
    ['fourth, most', spent({ attempts: 4 }), 0.9999, null, 7_999],
    ['least', spent({ attempts: 4 }), 0, null, 0],
    ['asked', spent(), 0.5, 7_000, 7_000],
    ['asked for nothing', spent(), 0.5, 0, 500],
  ])('%s', (_, cost, chance, retryAfterMs, waitMs) => {
    expect(decide(said('HTTP_STATUS', 503, retryAfterMs), cost, chance)).toMatchObject({ retry: true, waitMs })
  })

  it('never passes eight seconds of its own accord', () => {
    const patient = { ...DEFAULT_LIMITS, retries: 100 }
    expect(decideRetry(said('UNREACHABLE'), spent({ attempts: 60 }), patient, 1)).toMatchObject({ waitMs: 8_000 })
  })
})

describe('whom a 429 slows', () => {
  it.each([
    ['everybody, as long as this slot waits', said('HTTP_STATUS', 429, 7_000), spent(), 7_000],
    ['everybody, also when this slot gives up', said('HTTP_STATUS', 429, 7_000), spent({ attempts: 5 }), 7_000],
    ['everybody a little, when it asks for an hour', said('HTTP_STATUS', 429, 3_600_000), spent(), 500],
    ['nobody else, when it is a 503', said('HTTP_STATUS', 503, 7_000), spent(), 0],
  ])('%s', (_, trouble, cost, slowAllMs) => {
    expect(decide(trouble, cost).slowAllMs).toBe(slowAllMs)
  })
})

const NOW = Date.parse('2026-03-12T16:00:00Z')

it.each([
  [undefined, null, null],
  ['0', null, 0],
  ['7', null, 7_000],
  ['3600', null, 3_600_000],
  ['99999999999999999999', null, 1e23],
  ['Thu, 12 Mar 2026 16:00:20 GMT', null, 20_000],
  ['Thursday, 12-Mar-26 16:00:20 GMT', null, 20_000],
  ['Thu, 12 Mar 2026 15:59:00 GMT', null, 0],
  // The service's clock is ten minutes ahead: the difference of its two times counts.
  ['Thu, 12 Mar 2026 16:10:05 GMT', NOW + 600_000, 5_000],
  ['-5', null, null],
  ['1.5', null, null],
  ['soon', null, null],
  ['', null, null],
  ['2026-03-12T16:00:20Z', null, null],
  ['Thu, 99 Foo 2026 16:00:20 GMT', null, null],
])('Retry-After %o with Date %o asks for %o ms', (text, date, ms) => {
  expect(retryAfter(text, date, NOW)).toBe(ms)
})

it('reads the date of an answer', () => {
  expect(httpDate('Thu, 12 Mar 2026 16:00:00 GMT')).toBe(NOW)
  expect(httpDate('yesterday')).toBeNull()
  expect(httpDate(undefined)).toBeNull()
})

const withCode = (code: unknown): Error => Object.assign(new Error('at db.internal:8443 with sk-secret'), { code })

it.each([
  ['ECONNREFUSED', 'got no connection: it was refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'got no connection in time'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'got no connection: the certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'got no connection: the certificate was not accepted (ERR_TLS_CERT_ALTNAME_INVALID)',
  ],
  ['HPE_INVALID_CONSTANT', 'got an answer that is not HTTP'],
  ['EHOSTUNREACH', 'got no whole answer (EHOSTUNREACH)'],
])('%s: %s', (code, reason) => {
  expect(networkTrouble(withCode(code))).toMatchObject({ code: 'UNREACHABLE', reason, cause: { message: code } })
})

it.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['UND_ERR_CONNECT_TIMEOUT', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['ECONNRESET', false],
  ['ETIMEDOUT', false],
  ['EPIPE', false],
  ['UND_ERR_SOCKET', false],
  ['HPE_INVALID_CONSTANT', false],
])('with %s, that nothing was sent is %s', (code, neverSent) => {
  expect(networkTrouble(withCode(code))).toMatchObject({ neverSent })
})

it.each([[withCode('UND_ERR_INVALID_ARG')], [withCode(20)], [new TypeError('of ours')], ['text'], [null]])(
  '%s is no fault of the network',
  (error) => {
    expect(networkTrouble(error)).toBeNull()
  },
)

const signal = new AbortController().signal

it('is open at first', async () => {
  const time = createTime()
  await createRateLimiter(time.clock, time.sleep, 60_000).pass(signal)
  expect(time.sleeps).toEqual([])
})

it('keeps everybody back until the longest closing is over', async () => {
  const time = createTime()
  const gate = createRateLimiter(time.clock, time.sleep, 60_000)
  gate.closeFor(3_000)
  gate.closeFor(5_000)
  gate.closeFor(1_000)
  await gate.pass(signal)
  await gate.pass(signal)
  expect(time.sleeps).toEqual([5_000])
})

it('keeps back whoever waits when it is closed for longer meanwhile', async () => {
  const time = createTime()
  const gate = createRateLimiter(
    time.clock,
    async (ms, by) => {
      await time.sleep(ms, by)
      if (time.sleeps.length === 1) gate.closeFor(2_000)
    },
    60_000,
  )
  gate.closeFor(5_000)
  await gate.pass(signal)
  expect(time.sleeps).toEqual([5_000, 2_000])
})

it('opens after one wait although the clock was set back', async () => {
  const sleeps: number[] = []
  let now = 10_000_000
  const gate = createRateLimiter({ now: () => now }, async (ms) => void sleeps.push(ms), 60_000)
  gate.closeFor(5_000)
  now -= 3_600_000
  await gate.pass(signal)
  await gate.pass(signal)
  expect(sleeps).toEqual([60_000])
})

it('lets an abort through', async () => {
  const time = createTime()
  const gate = createRateLimiter(time.clock, time.sleep, 60_000)
  gate.closeFor(5_000)
  await expect(gate.pass(AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
})

it('knows its own', () => {
  expect(isServiceError(slotMoved(SLOT))).toBe(true)
  expect(isServiceError(unusableId())).toBe(true)
  expect(isServiceError(new Error('ours'))).toBe(false)
  expect(isServiceError('text')).toBe(false)
})

it('a slot that moves is named', () => {
  expect(slotMoved(SLOT).message).toBe(
    'The settlement of 2026-03-12 cycle 11 changed while its invoices were read, twice',
  )
})

const ESC = '\u001b'

it.each([
  ['Internal Server Error', 'Internal Server Error'],
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  [`${ESC}[31mred${ESC}[0m`, 'red'],
  [`${ESC}]0;title\u0007after`, 'after'],
  ['bell\u0007 and null\u0000', 'bell and null'],
  ['right\u202eto left', 'right to left'],
  ['half \ud800 a pair', 'half a pair'],
  ['key sk-1 and sk-1', 'key [hidden] and [hidden]'],
  [`key s${ESC}[1mk-1`, 'key [hidden]'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(199)}…`],
  ['😀'.repeat(300), `${'😀'.repeat(199)}…`],
])('%j becomes %j', (text, shown) => {
  expect(quotableText(text, ['sk-1'])).toBe(shown)
})

async function* counted(asked: number[], many: number) {
  for (let number = 1; number <= many; number += 1) {
    asked.push(number)
    yield number
  }
}

test('the next item is asked for before this one is handed over, and none is lost', async () => {
  const asked: number[] = []
  const got: string[] = []
  for await (const item of prefetch(counted(asked, 3))) got.push(`${item} of ${asked.length}`)
  expect(got).toEqual(['1 of 2', '2 of 3', '3 of 3'])
})

test('a fault is told in its turn, after the items before it', async () => {
  const faulty = async function* () {
    yield 1
    throw new Error('no more')
  }
  const got: number[] = []
  const walk = async () => {
    for await (const item of prefetch(faulty())) got.push(item)
  }
  await expect(walk()).rejects.toThrow('no more')
  expect(got).toEqual([1])
})
