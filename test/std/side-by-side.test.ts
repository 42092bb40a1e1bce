import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sideBySide } from '../../src/std/side-by-side.ts'

test('works on all items, at most so many at once', async () => {
  const [done, atOnce]: [number[], number[]] = [[], []]
  let running = 0
  await sideBySide([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1
    atOnce.push(running)
    await soon()
    running -= 1
    done.push(item)
  })
  expect(done).toEqual([1, 2, 3, 4, 5])
  expect(Math.max(...atOnce)).toBe(2)
})

test('after the first error no item begins, and those that run are waited for', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  const work = sideBySide([1, 2, 3, 4, 5, 6], 3, async (item) => {
    begun.push(item)
    await soon()
    if (item === 2) throw new Error('the second')
    await soon()
    ended.push(item)
    if (item === 3) throw new Error('the third')
  })
  await expect(work).rejects.toThrow('the second')
  expect([begun, ended]).toEqual([
    [1, 2, 3],
    [1, 3],
  ])
})
