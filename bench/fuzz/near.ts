import fc from 'fast-check'
import type { Door, ValidInput } from './door.ts'
import { JSON_VALUES, WORDS } from './words.ts'
import { zipOf } from './zip-of.ts'

/** Inputs that are near a valid one: with other bytes, other words, other values in their JSON. A few are any bytes at all. */
export const inputsAt = ({ valid, words }: Door): fc.Arbitrary<Buffer> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.nat(valid.length - 1).chain((index) => inputsNear(valid[index] ?? Buffer.alloc(0), words)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )

const inputsNear = (input: ValidInput, words: readonly string[]): fc.Arbitrary<Buffer> => {
  if (Buffer.isBuffer(input)) return textsNear(input, words)
  const changed = fc
    .nat(input.length - 1)
    .chain((at) =>
      textsNear(input[at]?.bytes ?? Buffer.alloc(0), words).map((bytes) =>
        zipOf(input.map((file, index) => (index === at ? { ...file, bytes } : file))),
      ),
    )
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: bytesNear(zipOf(input)) })
}

const textsNear = (input: Buffer, words: readonly string[]): fc.Arbitrary<Buffer> => {
  const json = parsed(input)
  const choices = [bytesNear(input), wordsNear(input.toString('latin1'), [...WORDS, ...words])]
  return fc.oneof(...choices, ...(json === null ? [] : [jsonNear(json)]))
}

const parsed = (input: Buffer): unknown => {
  try {
    return JSON.parse(input.toString('utf8'))
  } catch {
    return null
  }
}

const bytesNear = (input: Buffer): fc.Arbitrary<Buffer> => {
  const change = fc.record({ at: fc.nat(input.length), count: fc.nat(40), bytes: fc.uint8Array({ maxLength: 12 }) })
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce(
        (before, { at, count, bytes }) =>
          Buffer.concat([before.subarray(0, at), bytes, before.subarray(Math.min(at + count, before.length))]),
        input,
      ),
    )
}

/** A word is put in place of another, beside it, or twice; one is left out. */
const wordsNear = (text: string, words: readonly string[]): fc.Arbitrary<Buffer> => {
  const parts = text.match(/[\w.+-]+|\s+|[^\w\s]/g) ?? [text]
  const word = fc.oneof(fc.constantFrom(...words), fc.constantFrom(...parts))
  const change = fc.record({
    at: fc.nat(parts.length - 1),
    how: fc.constantFrom('replace', 'insert', 'remove', 'repeat'),
    word,
  })
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const changed = [...parts]
    for (const { at, how, word } of changes) {
      const old = changed[at] ?? ''
      changed[at] = how === 'replace' ? word : how === 'insert' ? old + word : how === 'remove' ? '' : old.repeat(50)
    }
    return Buffer.from(changed.join(''), 'latin1')
  })
}

/** Some value in it is another one, is gone, or is there under another name. */
const jsonNear = (json: unknown): fc.Arbitrary<Buffer> => {
  const paths = pathsIn(json)
  const value = fc.oneof(fc.constantFrom(...JSON_VALUES), fc.jsonValue({ maxDepth: 2 }))
  const change = fc.record({ path: fc.constantFrom(...paths), value, isGone: fc.boolean() })
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => Buffer.from(JSON.stringify(changes.reduce(changedAt, json)) ?? 'null'))
}

type Path = readonly string[]

const pathsIn = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, part]) => pathsIn(part, [...path, name]))]
    : [path]

interface JsonChange {
  readonly path: Path
  readonly value: unknown
  readonly isGone: boolean
}

const changedAt = (json: unknown, { path: [name, ...rest], value, isGone }: JsonChange): unknown => {
  if (name === undefined) return value
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).flatMap(([known, part]) => {
    if (known !== name) return [[known, part]]
    if (rest.length === 0 && isGone) return []
    return [[known, changedAt(part, { path: rest, value, isGone })]]
  })
  return Array.isArray(json) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}
