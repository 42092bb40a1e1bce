import { expect, test } from 'vitest'
import { type JsonPath, setMember } from '../../src/std/json/set-member.ts'

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
