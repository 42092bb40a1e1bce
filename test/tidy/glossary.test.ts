import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readSources } from './source.ts'

const glossary = readFileSync(join(ROOT, 'docs/GLOSSARY.md'), 'utf8')
const words = new Set([...glossary.matchAll(/`([^`]+)`/g)].map(([, word]) => word))
const types = readSources()
  .filter(({ file }) => /^src\/(core|rules)\//.test(file))
  .flatMap((source) => source.types)

test('every type of core and rules stands in the glossary', () => {
  expect(types.filter((type) => !words.has(type))).toEqual([])
})

test('the glossary names no type that is gone', () => {
  const named = [...words].filter((word) => /^[A-Z][A-Za-z]+$/.test(word ?? ''))
  expect(named.filter((word) => !types.includes(word ?? ''))).toEqual([])
})

test('every table of the glossary is in the schema', () => {
  const schema = readFileSync(join(ROOT, 'src/store/schema.ts'), 'utf8')
  const tables = glossary
    .split('\n')
    .filter((line) => /^\| [a-z]/.test(line))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([a-z_]+)/g)].map(([, name]) => name))
  expect(tables.filter((name) => name !== 'event' && !schema.includes(`'${name}'`))).toEqual([])
})
