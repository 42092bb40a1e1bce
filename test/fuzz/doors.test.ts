import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { doorsIn } from '../../bench/fuzz/doors.ts'
import { runDoor } from '../../bench/fuzz/run-door.ts'

/** `npm run fuzz` hands in as many as wanted. */
const INPUTS = 100
/** Another one each time; a failure tells it. */
const SEED = Date.now() % 1_000_000

const CORPUS = join(import.meta.dirname, 'corpus')
const folder = mkdtempSync(join(tmpdir(), 'cuadre-fuzz-'))
const doors = await doorsIn(folder, null)
afterAll(async () => {
  for (const { close } of doors) await close?.()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(doors.map((door) => [door.name, door] as const))('%s', (name, door) => {
  test('takes or refuses whatever comes', async () => {
    const { broken, taken, refused } = await runDoor(door, INPUTS, SEED)
    expect(broken === null ? null : { seed: SEED, ...broken, input: broken.input.toString('latin1') }).toBeNull()
    expect(taken + refused).toBe(INPUTS)
  })

  const kept = join(CORPUS, name.replaceAll(' ', '-'))
  test.each(existsSync(kept) ? readdirSync(kept) : [])('has not broken again at %s', async (file) => {
    expect(await door.enter(readFileSync(join(kept, file)))).toMatch(/^(taken|refused)$/)
  })
})

test('a door that breaks is told with an input that breaks it', async () => {
  const enter = async (input: Buffer) => {
    if (input.includes('9')) throw new TypeError('it is 9')
    return 'taken' as const
  }
  const { broken } = await runDoor(
    { name: 'any', share: 1, valid: [Buffer.from('{"a":1}')], words: ['9'], enter },
    2_000,
    1,
  )
  expect(broken?.input.includes('9')).toBe(true)
  expect(broken?.error).toContain('it is 9')
})
