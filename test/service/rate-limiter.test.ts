import { expect, it } from 'vitest'
import { createRateLimiter } from '../../src/service/http/rate-limiter.ts'
import { createTime } from './client-at.ts'

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
