import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Door } from '../../bench/fuzz/door.ts'
import { doorsIn } from '../../bench/fuzz/doors.ts'
import { runDoor } from '../../bench/fuzz/run-door.ts'
import { folderForAll } from '../empty-folder.ts'

/** `npm run fuzz` tries any number. The doors with a small share run the whole program. */
const inputsAt = ({ share }: Door): number => (share > 1_000 ? 100 : 10)
/** A different seed each time; a failure reports it. */
const SEED = Date.now() % 1_000_000

const CORPUS = join(import.meta.dirname, 'corpus')
const folder = folderForAll()
const doors = await doorsIn(folder, null)
afterAll(async () => {
  for (const { close } of doors) await close?.()
})

describe.each(doors.map((door) => [door.name, door] as const))('%s', (name, door) => {
  const kept = join(CORPUS, name.replaceAll(' ', '-'))
  test.each(existsSync(kept) ? readdirSync(kept) : [])('has not broken again at %s', async (file) => {
    expect(await door.enter(readFileSync(join(kept, file)))).toMatch(/^(taken|refused)$/)
  })

  test('takes or refuses whatever comes', async () => {
    const { broken, taken, refused } = await runDoor(door, { count: inputsAt(door), seed: SEED })
    expect(broken === null ? null : { seed: SEED, ...broken, input: broken.input.toString('latin1') }).toBeNull()
    // A busy machine tries fewer.
    expect(taken + refused).toBeGreaterThan(0)
  })
})
