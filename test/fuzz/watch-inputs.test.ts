import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openInputNote, readInputNote, watchInputs } from '../../bench/fuzz/watch-inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuadre-watch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
