import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, it, test } from 'vitest'
import { makeFolder } from '../../src/std/files/make-folder.ts'
import { realPathOf } from '../../src/std/files/real-path.ts'
import { type JsonPath, setMember } from '../../src/std/json/set-member.ts'
import { quoteForShell } from '../../src/std/quote-for-shell.ts'
import { sideBySide } from '../../src/std/side-by-side.ts'
import { utf8Chunk } from '../../src/std/utf8-chunk.ts'
import { wrapText } from '../../src/std/wrap-text.ts'
import { emptyFolder } from '../empty-folder.ts'

const CASES = [
  ['/srv/cuadre.env', '/srv/cuadre.env'],
  ['data/cuadre-2026.db', 'data/cuadre-2026.db'],
  ['', "''"],
  ['/a b', "'/a b'"],
  ['/home/$USER/x', "'/home/$USER/x'"],
  ['/tmp/`id`', "'/tmp/`id`'"],
  ['really!!', "'really!!'"],
  ["it's", "'it'\\''s'"],
  ['a;b', "'a;b'"],
  ['~/x', "'~/x'"],
  ['dos\nlíneas "x" \\', '\'dos\nlíneas "x" \\\''],
] as const

it.each(CASES)('%j is quoted', (text, quoted) => {
  expect(quoteForShell(text)).toBe(quoted)
})

it.skipIf(process.platform === 'win32').each(CASES)('a shell reads %j back', (text, quoted) => {
  expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(text)
})

test('lines end at spaces, and a word longer than a line stands alone', () => {
  expect(wrapText('Why  ', 'it was not read', 12)).toEqual(['Why  it was', '     not', '     read'])
  expect(wrapText('', 'a settlement', 3)).toEqual(['a', 'settlement'])
})

test('the mark of a currency stays with its number', () => {
  expect(wrapText('', 'paid COP 1,850,000 less', 12)).toEqual(['paid', 'COP 1,850,000', 'less'])
  expect(wrapText('', 'ajustes por -$ 7.020 en', 14)).toEqual(['ajustes por', '-$ 7.020 en'])
  expect(wrapText('', 'ECOP 1 of', 5)).toEqual(['ECOP', '1 of'])
})

test.each([
  ['nothing', [], 8],
  ['texts that fit', ['ab', 'c'], 8],
  ['texts of two, three and four bytes a letter', ['ñandú', '€uro', '😀'], 64],
  ['texts that exceed the usual size', ['Peñaloza ', 'x'.repeat(40), ' fin'], 8],
])('%s are collected in order', (_name, texts, usualBytes) => {
  const chunk = utf8Chunk(usualBytes)
  for (const text of texts) chunk.append(text)
  expect(chunk.length()).toBe(Buffer.byteLength(texts.join('')))
  expect(chunk.take().toString()).toBe(texts.join(''))
  expect(chunk.length()).toBe(0)
})

test('bytes that were taken do not change when more text is appended', () => {
  const chunk = utf8Chunk(64)
  chunk.append('first')
  const first = chunk.take()
  chunk.append('other')
  expect(first.toString()).toBe('first')
  expect(chunk.take().toString()).toBe('other')
})

test.each<[string, string, JsonPath, string, string, string]>([
  ['behind the last', '{\n  "a": 1\n}\n', [], 'b', '2', '{\n  "a": 1,\n  "b": 2\n}\n'],
  ['in an empty object', '{}', [], 'b', '2', '{\n  "b": 2\n}'],
  ['in the place of another', '{ "b": [1, {"c": "]}"}], "a": 1 }', [], 'b', '2', '{ "b": 2, "a": 1 }'],
  ['the last one, a bare number', '{"a":1}', [], 'a', '[\n  2\n]', '{"a":[\n    2\n  ]}'],
  [
    'below a member',
    '{"a": {"x": "\\"}"}, "b": 0}',
    ['a'],
    'y',
    'null',
    '{"a": {"x": "\\"}",\n    "y": null}, "b": 0}',
  ],
  ['in an item of a list', '{"m": [{"n": 1}, {"n": 2}]}', ['m', 1], 'n', '3', '{"m": [{"n": 1}, {"n": 3}]}'],
  ['with names that are escaped', '{"\\u0061": 1}', [], 'a', '2', '{"\\u0061": 2}'],
  ['that stands twice, where it is read', '{"a": 1, "a": 2}', [], 'a', '3', '{"a": 1, "a": 3}'],
  ['below one that stands twice', '{"p": {}, "p": {"a": 1}}', ['p'], 'a', '2', '{"p": {}, "p": {"a": 2}}'],
  ['behind a byte order mark', '\uFEFF{"a": []}', [], 'b', '2', '\uFEFF{"a": [],\n  "b": 2}'],
])('sets a member %s', (_, text, path, name, value, expected) => {
  expect(setMember(text, path, name, value)).toBe(expected)
  expect(() => JSON.parse(expected.replace(/^\uFEFF/, ''))).not.toThrow()
})

test('a path that leads nowhere is our mistake', () => {
  expect(() => setMember('{}', ['a'], 'b', '1')).toThrow('the document has no member a')
})

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

const place = (): string => {
  const folder = emptyFolder()
  return folder
}

test('a folder and those above it are made for their owner alone; one that is there stays', () => {
  const folder = place()
  makeFolder(join(folder, 'a/b/c'))
  makeFolder(join(folder, 'a/b/c'))
  expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
})

test('a file in its place, or in the place of one above it, is the error of the system', () => {
  const folder = place()
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(folder, 'file/below'))).toThrow('ENOTDIR')
})

test('where a folder is there and nothing can be made in it, it is told, and not tried for ever', () => {
  expect(() => makeFolder('/proc/cuadre')).toThrow()
  expect(() => makeFolder('/proc/cuadre/below')).toThrow()
})

test.each([
  ['a file', 'data/a.db', 'data/a.db'],
  ['a link to a file', 'link.db', 'data/a.db'],
  ['a link to a link', 'second.db', 'data/a.db'],
  ['a file in a linked folder', 'linked/a.db', 'data/a.db'],
  ['a file that is not there yet, in a linked folder', 'linked/new/b.db', 'data/new/b.db'],
  ['a link that leads nowhere', 'linked/lost.db', 'data/lost.db'],
  ['a link to itself', 'loop.db', 'loop.db'],
])('%s has one name', (_, typed, real) => {
  const folder = realpathSync(emptyFolder())
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/a.db'), '')
  symlinkSync('data/a.db', join(folder, 'link.db'))
  symlinkSync('link.db', join(folder, 'second.db'))
  symlinkSync('data', join(folder, 'linked'))
  symlinkSync('nowhere.db', join(folder, 'data/lost.db'))
  symlinkSync('loop.db', join(folder, 'loop.db'))
  expect(realPathOf(join(folder, typed))).toBe(join(folder, real))
})
