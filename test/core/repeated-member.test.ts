import { describe, expect, test } from 'vitest'
import { repeatedMember } from '../../src/std/json/repeated-member.ts'

const judged = (text: string): string | null => repeatedMember(Buffer.from(text), JSON.parse(text))
const twice = (name: string): string => `an object has the member ${name} twice`

describe('an object', () => {
  test.each<[string, string, string]>([
    ['with another value', '{"cursor":"a","count":1,"cursor":null}', 'cursor'],
    ['with the same value', '{"fees":1,"fees":1}', 'fees'],
    ['with an escaped name', '{"cursor":"a","curs\\u006fr":null}', 'cursor'],
    ['deep within', '{"items":[{"id":"a"},{"id":"b","x":[{"y":{"z":1,"z":2}}]}]}', 'z'],
    ['after a nested object', '{"fees":{"fees":1},"fees":2}', 'fees'],
    ['with spaces', '{\n\t"fees" : 1,\r\n "fees"\t: 2 }', 'fees'],
    ['after texts of braces and quotes', '{"fees":"}{\\"","x":"\\\\","y":"{\\"fees\\":1}","fees":2}', 'fees'],
    ['named like a part of every object', '{"a":{"__proto__":1,"__proto__":2}}', '__proto__'],
    ['in a list of lists', '[[[{"id":"a"}],[{"id":"a","id":"b"}]]]', 'id'],
    ['with as many colons in texts', '{"a":":","a":"\\":"}', 'a'],
  ])('has a member twice: %s', (_, text, name) => {
    expect(judged(text)).toBe(twice(name))
  })

  test.each<[string, string]>([
    ['once in each of two objects', '{"items":[{"id":"a"},{"id":"b"}],"id":"c"}'],
    ['within itself', '{"a":{"a":{"a":1}}}'],
    ['within texts', '{"a":"\\"a\\":1","b":"{\\"a\\" : 2}","c":":","d":" : x","e":"\\\\"}'],
    ['as values', '{"a":"b","b":"a","c":["a","a","a"]}'],
    ['in another case', '{"fees":1,"Fees":2}'],
    ['empty', '{"":{"":[{},[],""]}}'],
    ['that are numbers', '{"1":1,"01":2,"1.0":3,"10":4}'],
  ])('has no member twice: names %s', (_, text) => {
    expect(judged(text)).toBeNull()
  })

  test.each([
    ['of a person', 'Ana Peña'],
    ['of digits', '1032456789'],
    ['without end', 'x'.repeat(41)],
  ])('has a member with a name %s twice, which is not told', (_, name) => {
    expect(judged(`{"${name}":1,"${name}":2}`)).toBe('an object has the member twice')
  })
})

test.each(['7', '"a:"', 'null', '[]', '["\\":",":"]'])('%s has no members', (text) => {
  expect(judged(text)).toBeNull()
})

test('any depth is followed', () => {
  const nested = (inner: string) => `${'{"a":['.repeat(100_000)}${inner}${']}'.repeat(100_000)}`
  expect(judged(nested('{"b":1}'))).toBeNull()
  expect(judged(nested('{"b":1,"b":1}'))).toBe(twice('b'))
})
