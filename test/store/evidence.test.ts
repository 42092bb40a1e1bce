import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cutAtCursor, packCut, wholeBody } from '../../src/store/evidence/body.ts'

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

test.each([
  ['behind the items', '{"items":[],"cursor":"abc","count":0}', 'abc', '{"items":[],"cursor":"","count":0}'],
  ['before the items', '{"cursor":"abc","items":[]}', 'abc', '{"cursor":"","items":[]}'],
  ['with space around it', '{"items":[], "cursor" :\n "abc" }', 'abc', '{"items":[], "cursor" :\n "" }'],
  ['also the id of an item', '{"items":[{"id":"abc"}],"cursor":"abc"}', 'abc', '{"items":[{"id":"abc"}],"cursor":""}'],
  ['with text to escape', '{"cursor":"a\\"b"}', 'a"b', '{"cursor":""}'],
  ['named twice', '{"cursor":"abc","x":{"cursor":"abc"}}', 'abc', '{"cursor":"abc","x":{"cursor":""}}'],
  ['escaped otherwise than we would', '{"cursor":"a\\/b"}', 'a/b', '{"cursor":"a\\/b"}'],
  ['only the beginning of the text', '{"cursor":"abcd"}', 'abc', '{"cursor":"abcd"}'],
  ['null', '{"items":[],"cursor":null}', null, '{"items":[],"cursor":null}'],
  ['absent', '{"items":[]}', undefined, '{"items":[]}'],
  ['empty', '{"cursor":""}', '', '{"cursor":""}'],
  ['nowhere', '[]', 'abc', '[]'],
])('a cursor %s is cut out and put back to the byte', async (_, text, cursor, kept) => {
  const bytes = Buffer.from(text)
  const cut = cutAtCursor(bytes, cursor)
  const packed = await packCut(bytes, cut)
  expect(gunzipSync(packed.gzip).toString()).toBe(kept)
  expect(cut.digest.toString('hex')).toBe(sha256(bytes))
  expect(packed.digest.toString('hex')).toBe(sha256(kept))
  expect(wholeBody(packed.gzip, cursor ?? null, cut.cursorAt).toString()).toBe(text)
})
