import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import type { Door, ValidInput, ZipFile } from './door.ts'

const DEEP = 5_000
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

/** Texts on which parsers of numbers, dates, texts, tables and markup have failed. */
const WORDS: readonly string[] = [
  ...['', ' ', '\u0000', '\u00ef\u00bb\u00bf', '\u00ff', '\u00ed\u00a0\u0080', '\r', '\n', '\r\n', '\t', '\u2028'],
  ...'0 -0 -1 00 1e5 1e308 1e999 0x10 NaN Infinity null true 9007199254740993 0.005 610000.000001 1.234,56'.split(' '),
  ...'1,234.56 (5) 5- +5 .5 5. 99999999999999999999999999 1_000 2026-02-30 0000-00-00 9999-12-31'.split(' '),
  ...'30/02/2026 13/13/2026 20260312 2026-03-12T24:00:00Z " \' "" \\ \\u0000 ; , : | =1+1 @SUM(A1)'.split(' '),
  ...'__proto__ constructor toString hasOwnProperty length .. ../x /etc/passwd %2e%2e * ? [] {} [ { ] }'.split(' '),
  ...['['.repeat(DEEP), '{"a":'.repeat(DEEP), '"'.repeat(DEEP), 'a'.repeat(20_000), '9'.repeat(2_000)],
  ...'< > & &amp; &#0; &#xFFFFFFFF; &a; <![CDATA[ ]]> <!-- --> />'.split(' '),
  ...['<!DOCTYPE a [<!ENTITY a "b">]>', '<a>'.repeat(DEEP)],
]

/** Values for JSON in place of expected ones. */
const JSON_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 0.5, 0.001, 1e15, 9_007_199_254_740_992, -9_007_199_254_740_992, 1e308, 1e-7],
  ...['', ' ', '0', '-1', '1e3', 'x', '2026-02-30', '2026-03-12', '11', 'paid', 'credited', 'chargeback', '\u0000'],
  ...['\ud800', '__proto__', 'a'.repeat(5_000), [], {}, [[]], [null], { a: 1 }, { '': '' }, { constructor: {} }],
  ...[nested(150), Array.from({ length: 500 }, () => 0)],
]

/**
 * Inputs close to a valid one: with other bytes, other words, or other values in their JSON. A few are arbitrary bytes.
 */
export const inputsAt = ({ valid, words, inputs }: Door): fc.Arbitrary<Buffer> =>
  inputs ??
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
  // Most changes of bytes and words leave invalid JSON, which is refused at once.
  const jsonChoices = json === null ? [] : [{ weight: 4, arbitrary: jsonNear(json) }]
  return fc.oneof(...choices.map((arbitrary) => ({ weight: 1, arbitrary })), ...jsonChoices)
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

/** A word is replaced, added, repeated, or left out. */
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

/** Some value is replaced, half the time by one of the same kind, or removed. */
const jsonNear = (json: unknown): fc.Arbitrary<Buffer> => {
  const paths = pathsIn(json)
  const other = fc.oneof(fc.constantFrom(...JSON_VALUES), fc.jsonValue({ maxDepth: 2 }))
  const change = fc.constantFrom(...paths).chain((path) =>
    fc.record({
      path: fc.constant(path),
      value: fc.oneof(other, valuesLike(valueAt(json, path)) ?? other),
      isGone: fc.nat(3).map((number) => number === 0),
    }),
  )
  const names = paths.flatMap((path) => path.slice(-1))
  const twice = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('', ...names) },
  )
  return fc
    .record({ changes: fc.array(change, { maxLength: 3 }), twice })
    .map((made) => Buffer.from(jsonOf(made.changes.reduce(changedAt, json), made.twice)))
}

/** JSON in which members of this name are repeated, the first time with null: parsers use the last one. */
const jsonOf = (value: unknown, twice: string | null): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item, twice)).join(',')}]`
  const members = Object.entries(value).map(([name, part]) => {
    const head = `${JSON.stringify(name)}:`
    return `${name === twice ? `${head}null,` : ''}${head}${jsonOf(part, twice)}`
  })
  return `{${members.join(',')}}`
}

/** Values that pass a check of their kind, to reach the code after it. Null when there are none. */
const valuesLike = (value: unknown): fc.Arbitrary<unknown> | null => {
  if (typeof value === 'number')
    return fc.oneof(
      fc.integer({ min: -3, max: 3 }).map((cents) => value + cents / 100),
      fc.integer({ min: -1e9, max: 1e12 }).map((cents) => cents / 100),
      fc.integer(),
    )
  if (typeof value === 'string') return fc.oneof(textsLike(value), fc.string({ maxLength: 40, unit: 'binary' }))
  return typeof value === 'boolean' ? fc.boolean() : null
}

/** A text with other digits and letters in the same places: another day, another hour, another id. */
const textsLike = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.record({ at: fc.nat(text.length), to: fc.constantFrom(...'0129aZ-:. ñ') }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => changes.reduce((before, { at, to }) => before.slice(0, at) + to + before.slice(at + 1), text))

type Path = readonly string[]

const valueAt = (json: unknown, [name, ...rest]: Path): unknown => {
  if (name === undefined) return json
  const [, part] = Object.entries(Object(json)).find(([known]) => known === name) ?? []
  return valueAt(part, rest)
}

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

/** A zip of these files, written synchronously, since inputs are made synchronously. */
const zipOf = (files: readonly ZipFile[]): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 1 })
    const facts = factsOf(name, bytes, packed)
    const local = Buffer.concat([hex('504b0304'), facts, Buffer.from(name), packed])
    centrals.push(Buffer.concat([hex('504b0102 1400'), facts, Buffer.alloc(10), uint32(offset), Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const count = uint16(files.length)
  const end = [hex('504b0506 0000 0000'), count, count, uint32(directory.length), uint32(offset), uint16(0)]
  return Buffer.concat([...locals, directory, ...end])
}

/**
 * The fields that both headers of a file share: version, flags, method, time, sum, sizes, lengths of name and extra.
 */
const factsOf = (name: string, bytes: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([
    hex('1400 0000 0800 0000 2100'),
    uint32(crc32(bytes)),
    uint32(packed.length),
    uint32(bytes.length),
    uint16(Buffer.byteLength(name)),
    uint16(0),
  ])

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const uint16 = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff])
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
