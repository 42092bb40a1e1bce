import { type FoldedText, fold } from './fold.ts'
import { type PartKind, personalParts } from './personal-parts.ts'

/** A text of the service without the person it is about. */
export const withoutPersonal = (text: string, personal: readonly string[]): string =>
  hiderOf(personal, '[hidden]')(text)

/**
 * A text of the service without any number that may be a document: six digits or more, or groups of three separated by
 * points, commas or spaces, also directly after letters (`CC1032456789`). Digits amid letters are those of an id.
 */
export const withoutDocuments = (text: string): string => text.replace(DOCUMENT, '$1[hidden]')
const DOCUMENT = /(?<![A-Za-z\d])([A-Za-z]*)(?:\d{1,3}(?:[., ]\d{3}){2,}|\d{6,})(?:-\d)?(?![A-Za-z\d])/g

export type Hide = (text: string) => string

/**
 * Returns a function that hides persons in any text. A document number may have other separators than in its source,
 * and a name may have another case or order, or lack its accents; so each identifying part is hidden separately.
 */
export const hiderOf = (personal: Iterable<string>, instead: string): Hide => {
  const parts = new Map<string, PartKind>()
  for (const text of personal) for (const [part, kind] of personalParts(text)) parts.set(part, kind)
  if (parts.size === 0) return (text) => text
  const lengths = lengthsByStart(parts.keys())
  return (text) => {
    const ranges = rangesIn(fold(text), parts, lengths)
    return replaceRanges(text, ranges, instead)
  }
}

/** The lengths of the parts that begin with the same letters, so that few lengths are tried at each place of a text. */
const lengthsByStart = (parts: Iterable<string>): ReadonlyMap<string, readonly number[]> => {
  const lengths = new Map<string, Set<number>>()
  for (const part of parts) {
    const start = part.slice(0, START)
    const known = lengths.get(start)
    if (known === undefined) lengths.set(start, new Set([part.length]))
    else known.add(part.length)
  }
  return new Map([...lengths].map(([start, all]) => [start, [...all]]))
}
const START = 3

type Range = readonly [from: number, to: number]

const rangesIn = (
  folded: FoldedText,
  parts: ReadonlyMap<string, PartKind>,
  lengths: ReadonlyMap<string, readonly number[]>,
): readonly Range[] => {
  const { letters, from, to } = folded
  const ranges: Range[] = []
  for (let at = 0; at < letters.length; at += 1) {
    for (let start = 1; start <= START; start += 1) {
      for (const length of lengths.get(letters.slice(at, at + start)) ?? []) {
        if (at + length > letters.length) continue
        const kind = parts.get(letters.slice(at, at + length))
        if (kind === undefined || !isPart(folded, at, at + length, kind)) continue
        const end = at + length + checkDigit(folded, at, at + length)
        ranges.push([Number(from[at]), Number(to[end - 1])])
      }
    }
  }
  return ranges
}

/**
 * Whether a match counts: a long part anywhere (`CC1032456789`), a number not inside another number, and a short part
 * only as a whole word.
 */
const isPart = (folded: FoldedText, at: number, end: number, kind: PartKind): boolean => {
  if (!isTogether(folded, at, end, kind === 'code' ? SIGNS_MAX : 0)) return false
  const part = folded.letters.slice(at, end)
  if (part.length >= LONG) return true
  const [before, after] = [neighbour(folded, at - 1, at), neighbour(folded, end, end - 1)]
  if (part.length >= SHORT_NUMBER && /^\d+$/.test(part)) return !isDigit(before) && !isDigit(after)
  return before === '' && after === ''
}
const LONG = 6
const SHORT_NUMBER = 4
/** The most signs between the characters of a code: `. ` or `' `, and one more. */
const SIGNS_MAX = 3

const isDigit = (letter: string): boolean => /\d/.test(letter)

const isTogether = ({ from, to }: FoldedText, at: number, end: number, most: number): boolean => {
  for (let next = at + 1; next < end; next += 1) {
    if (Number(from[next]) - Number(to[next - 1]) > most) return false
  }
  return true
}

/** The character directly next to a place. */
const neighbour = ({ letters, from, to }: FoldedText, at: number, beside: number): string => {
  const first = Math.min(at, beside)
  return to[first] === from[first + 1] ? letters.charAt(at) : ''
}

/** A check digit after a dash belongs to the tax number: 900.123.456-7. */
const checkDigit = (folded: FoldedText, at: number, end: number): 0 | 1 => {
  const { letters, from, to } = folded
  const number = letters.slice(at, end)
  if (number.length < 8 || !/^\d+$/.test(number) || !isDigit(letters.charAt(end))) return 0
  const gap = Number(from[end]) - Number(to[end - 1])
  return gap >= 1 && gap <= SIGNS_MAX && !isDigit(neighbour(folded, end + 1, end)) ? 1 : 0
}

/** Ranges come in ascending order; overlapping ones are merged. */
const replaceRanges = (text: string, ranges: readonly Range[], instead: string): string => {
  let shown = ''
  let after = 0
  for (const [from, to] of ranges) {
    if (from >= after) shown += text.slice(after, from) + instead
    after = Math.max(after, to)
  }
  return shown + text.slice(after)
}
