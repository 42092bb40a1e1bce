import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/service/http/limits.ts'
import { decideRetry, isPassingStatus } from '../../src/service/http/retry.ts'

const said = (
  code: Parameters<typeof decideRetry>[0]['code'],
  status: number | null = null,
  retryAfterMs: number | null = null,
) => ({
  code,
  status,
  retryAfterMs,
})
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
