import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer, Door } from '../../bench/fuzz/door.ts'
import { LIMITS, runDoor } from '../../bench/fuzz/run-door.ts'
import { openInputNote, readInputNote, watchInputs } from '../../bench/fuzz/watch-inputs.ts'
import { folderForAll } from '../empty-folder.ts'

/** A door whose inputs contain a 9. */
const doorOf = (enter: (input: Buffer) => Promise<Answer>): Door => ({
  name: 'any',
  share: 1,
  valid: [Buffer.from('{"a":1}')],
  words: ['9'],
  enter,
})

test('a door that breaks is told with an input that breaks it', async () => {
  const door = doorOf(async (input) => {
    if (input.includes('9')) throw new TypeError('it is 9')
    return 'taken'
  })
  const { broken } = await runDoor(door, { count: 2_000, seed: 1 })
  expect(broken?.input.includes('9')).toBe(true)
  expect(broken?.error).toContain('it is 9')
})

test('an input without an answer is told, and no other is waited for', async () => {
  let waiting = 0
  const door = doorOf((input) => {
    if (!input.includes('9')) return Promise.resolve('taken')
    waiting += 1
    return new Promise(() => undefined)
  })
  const { broken } = await runDoor(door, { count: 2_000, seed: 1, limits: { ...LIMITS, waitMs: 20 } })
  expect(broken?.error).toContain('no answer to an input within 20 ms')
  expect(broken?.input.includes('9')).toBe(true)
  expect(waiting).toBe(1)
})

test('an input that takes too much of a processor is told, and not those after it', async () => {
  const door = doorOf(async (input) => {
    const end = process.cpuUsage().user + 60_000
    while (input.includes('9') && process.cpuUsage().user < end);
    return 'refused'
  })
  const { broken, most } = await runDoor(door, { count: 2_000, seed: 1, limits: { ...LIMITS, cpuMs: 50 } })
  expect(broken?.error).toMatch(/an input took \d+ ms of a processor/)
  expect(broken?.input.includes('9')).toBe(true)
  expect(most.cpuMs).toBeGreaterThan(50)
})

test('an input that takes much memory is told', async () => {
  const door = doorOf(async (input) => {
    const higher = Math.max(0, process.resourceUsage().maxRSS * 1_024 - process.memoryUsage.rss())
    if (input.includes('9')) Buffer.alloc(higher + 120_000_000, 1)
    return 'taken'
  })
  const { broken } = await runDoor(door, { count: 2_000, seed: 1, limits: { ...LIMITS, growthMb: 64 } })
  expect(broken?.error).toMatch(/an input raised the memory by \d+ MB/)
  expect(broken?.input.includes('9')).toBe(true)
})

test('what broke a door once is handed in first', async () => {
  const inputs: string[] = []
  const door = doorOf(async (input) => {
    inputs.push(input.toString())
    return 'taken'
  })
  const { taken } = await runDoor(door, { count: 3, seed: 1, corpus: [Buffer.from('first'), Buffer.from('second')] })
  expect(inputs.slice(0, 2)).toEqual(['first', 'second'])
  expect(taken).toBe(5)
})

const folder = folderForAll()

const note = join(folder, 'note')
/** As written by openInputNote. */
const NOTE_OF_X = 'Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 120])'

const watched = (work: string, waitMs: number) => {
  const program = join(folder, 'program.mjs')
  writeFileSync(note, '')
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'; process.once('message', (task) => { writeFileSync(${JSON.stringify(note)}, ${NOTE_OF_X}); ${work} })`,
  )
  return watchInputs<object, unknown>({ program, task: { bytes: Buffer.from('y') }, note, waitMs, heapMb: 32 })
}

test('the note has the last input and its number', () => {
  const write = openInputNote(note)
  write(Buffer.from('a long one'))
  write(Buffer.from('x'))
  expect(readInputNote(note)).toEqual({ number: 2, input: Buffer.from('x') })
})

test('a program that stays at an input for ever is ended, and the input told', async () => {
  expect(await watched('for (;;);', 500)).toEqual({
    kind: 'ended',
    why: 'no answer to an input within 500 ms',
    number: 1,
    input: Buffer.from('x'),
    stderr: '',
  })
})

test('a program whose heap grows without end is told with the input at which it ended', async () => {
  const ended = await watched('const all = []; for (;;) all.push({ n: all.length })', 60_000)
  expect(ended).toMatchObject({ why: 'the process ended with SIGABRT', number: 1, input: Buffer.from('x') })
  expect(ended).toHaveProperty('stderr', expect.stringContaining('heap'))
})

test('what a program sends is its result', async () => {
  expect(await watched('process.send(task.bytes, () => process.exit())', 60_000)).toEqual(Buffer.from('y'))
})
