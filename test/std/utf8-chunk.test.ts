import { expect, test } from 'vitest'
import { utf8Chunk } from '../../src/std/utf8-chunk.ts'

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
