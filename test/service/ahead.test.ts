import { expect, test } from 'vitest'
import { prefetch } from '../../src/service/pages.ts'

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
