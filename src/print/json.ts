import type { Json } from '../core/cell.ts'
import { toPesos } from '../core/money.ts'

/** JSON text with an indent of two. Not by `JSON.stringify`, which writes money as a double and rejects a bigint. */
export const jsonText = (value: Json, indent = ''): string => {
  if (typeof value === 'bigint') return toPesos(value)
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  const [open, close, members] = isList(value)
    ? ['[', ']', value.map((member) => jsonText(member, inner))]
    : ['{', '}', Object.entries(value).map(([name, member]) => `${quoted(name)}: ${jsonText(member, inner)}`)]
  if (members.length === 0) return `${open}${close}`
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`
}

/** Lists and objects down to this depth are given member by member; deeper ones in one piece. */
const DEPTH_IN_PIECES = 4

/** JSON text in pieces, since the document of a run has every discrepancy of its slots. */
export function* jsonPieces(value: Json, indent = '', depth = DEPTH_IN_PIECES): Generator<string> {
  if (depth === 0 || value === null || typeof value !== 'object') return yield jsonText(value, indent)
  const inner = `${indent}  `
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  const members: Iterable<[string, Json]> = isList(value) ? value.map((member) => ['', member]) : Object.entries(value)
  let before = open
  for (const [name, member] of members) {
    yield `${before}\n${inner}${isList(value) ? '' : `${quoted(name)}: `}`
    yield* jsonPieces(member, inner, depth - 1)
    before = ','
  }
  yield before === open ? `${open}${close}` : `\n${indent}${close}`
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Some terminals also obey control characters beyond ASCII and format characters, so these are escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, (letter) =>
    [...Array(letter.length).keys()].map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
