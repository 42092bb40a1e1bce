import { groupBy } from '../../std/group-by.ts'
import { type Discrepancy, type Figures, subjectOf, subjectText } from '../findings/discrepancy.ts'
import type { Payment } from '../in-transit.ts'
import type { Invoice } from '../invoice.ts'
import { factsOf, INVOICE_TEXTS } from '../invoice-fields.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'

/** A text without case, accents and punctuation, and the position of each of its letters in the original. */
interface FoldedText {
  /** Letters a to z and digits, without accents and from any script; other letters unchanged. */
  readonly letters: string
  /** Where each letter starts in the original, and where the next character after it and its accents starts. */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** Folds a text for comparing names and document numbers. */
export const fold = (text: string): FoldedText => {
  let letters = ''
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const sign of text) {
    const end = at + sign.length
    const plain = plainOf(sign)
    if (plain === '' && MARK.test(sign) && to.at(-1) === at) to[to.length - 1] = end
    for (let unit = 0; unit < plain.length; unit += 1) {
      from.push(at)
      to.push(end)
    }
    letters += plain
    at = end
  }
  return { letters, from, to }
}

const MARK = /\p{M}/u
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu

const plainOf = (sign: string): string => {
  if (sign >= '0' && sign <= '9') return sign
  const small = sign.toLowerCase()
  if (small >= 'a' && small <= 'z' && small.length === 1) return small
  if (sign < '\u0080') return ''
  return (NO_ACCENT[small] ?? small.normalize('NFKD'))
    .replace(NEITHER_LETTER_NOR_DIGIT, '')
    .replace(DIGIT, digitOf)
    .toLowerCase()
}

/** Letters of Latin scripts that Unicode does not decompose. */
const NO_ACCENT: Readonly<Record<string, string | undefined>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

const DIGIT = /\p{Nd}/gu
/** Digits of every script are in rows of ten, and rows may adjoin. */
const digitOf = (digit: string): string => {
  const point = Number(digit.codePointAt(0))
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((point - zero) % 10)
}

/** Replaces a person's document number or name in a masked copy. It keeps nothing of the original, neither last digits nor length. */
export const HIDDEN = '***'

type Show = (text: string | null) => string | null

const hidden: Show = (text) => (text === null ? null : HIDDEN)

const showBy =
  (hide: Hide): Show =>
  (text) =>
    text === null ? null : hide(text)

/**
 * An invoice for a masked copy: without its customer's document and name, and with every customer hidden in reference, contract and
 * description, where merchants write them too. It still shows whether there was a document or a name; undocumented fields are left out.
 */
export const maskInvoiceInPull = (invoice: InvoiceInPull, hide: Hide): InvoiceInPull => {
  const show = showBy(hide)
  return {
    ...invoice,
    current: maskedInvoice(invoice.current, show),
    baseline: maskedInvoice(invoice.baseline, show),
    previous: maskedInvoice(invoice.previous, show),
  }
}

const maskedInvoice = (invoice: Invoice | null, show: Show): Invoice | null => {
  if (invoice === null) return null
  const masked: { -readonly [Field in keyof Invoice]: Invoice[Field] } = { ...invoice, extra: null }
  for (const name of PERSONAL_TEXTS)
    masked[name] = factsOf(name).personal === 'customer' ? hidden(invoice[name]) : show(invoice[name])
  return masked
}

/** A payment for a masked copy, with every customer hidden in reference and contract. */
export const maskPayment = (payment: Payment, hide: Hide): Payment => {
  const show = showBy(hide)
  return { ...payment, reference: show(payment.reference), contract: show(payment.contract) }
}

const PERSONAL_TEXTS = INVOICE_TEXTS.filter((name) => factsOf(name).personal !== undefined)

type MaskableDiscrepancy = Pick<Discrepancy, 'subject' | 'figures'> & {
  readonly message?: string
  readonly data?: object | null
  readonly id?: string
  readonly case?: string
}

/** Discrepancies that quote texts of the merchant or the service, which may hold a document or a name. */
export const quotesTheMerchant = ({ subject }: Pick<MaskableDiscrepancy, 'subject'>): boolean => {
  const of = subjectOf(subject)
  if (of.kind === 'invoice') return of.field === 'reference' || of.field === 'contract'
  return of.kind === 'reference' || of.kind === 'field' || of.kind === 'record'
}

/**
 * An id is a digest of its subject. Where that is hidden, a name of the settlement and of its place among all findings of it stands for the
 * id: alike in every file.
 */
export const hiddenIds = (all: readonly Discrepancy[], hide: Hide): ReadonlyMap<string, string> => {
  const isHidden = (one: Discrepancy): boolean => maskDiscrepancy(one, hide).subject !== one.subject
  const bySlot = groupBy(all.filter(isHidden), ({ slot: { date, cycle } }) => `${date}-${cycle}`)
  return new Map(
    [...bySlot].flatMap(([slot, hidden]) => hidden.map(({ id }, at) => [id, `${HIDDEN}-${slot}-${at + 1}`] as const)),
  )
}

/** A discrepancy with customers hidden when it quotes the merchant or the service; its id and its case have these names where they are hidden. */
export const maskDiscrepancy = <D extends MaskableDiscrepancy>(
  discrepancy: D,
  hide: Hide,
  names: ReadonlyMap<string, string> = new Map(),
): D => {
  const masked = withMaskedTexts(discrepancy, hide)
  const { id, case: of, subject } = discrepancy
  return {
    ...masked,
    ...(id !== undefined && { id: names.get(id) ?? (masked.subject === subject ? id : HIDDEN) }),
    ...(of !== undefined && { case: names.get(of) ?? of }),
  }
}

const withMaskedTexts = <D extends MaskableDiscrepancy>(discrepancy: D, hide: Hide): D => {
  const { subject, figures } = discrepancy
  const of = subjectOf(subject)
  if (of.kind === 'record')
    return { ...discrepancy, subject: subjectText({ ...of, digest: HIDDEN }), ...sentenceOf(discrepancy, hide) }
  if (of.kind === 'invoice' && of.field === 'customerDocument')
    return { ...discrepancy, figures: maskedFigures(figures, hidden), ...sentenceOf(discrepancy, hide) }
  return withoutQuoted(discrepancy, hide)
}

/** A discrepancy with customers hidden when it quotes the merchant or the service. */
export const withoutQuoted = <D extends MaskableDiscrepancy>(discrepancy: D, hide: Hide): D => {
  if (!quotesTheMerchant(discrepancy)) return discrepancy
  const { subject, figures } = discrepancy
  const sentence = sentenceOf(discrepancy, hide)
  const of = subjectOf(subject)
  if (of.kind === 'reference')
    return { ...discrepancy, subject: subjectText({ ...of, reference: hide(of.reference) }), ...sentence }
  if (of.kind === 'field')
    return { ...discrepancy, subject: subjectText({ ...of, field: hide(of.field) }), ...sentence }
  return { ...discrepancy, figures: maskedFigures(figures, showBy(hide)), ...sentence }
}

/** The sentence, and its values. */
const sentenceOf = (
  { message, data }: MaskableDiscrepancy,
  hide: Hide,
): Pick<MaskableDiscrepancy, 'message' | 'data'> => ({
  ...(message === undefined ? {} : { message: hide(message) }),
  ...(data === undefined ? {} : { data: hiddenIn(data, hide) }),
})

const hiddenIn = <T>(value: T, hide: Hide): T => {
  if (typeof value === 'string') return hide(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((part) => hiddenIn(part, hide)) as T
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hiddenIn(part, hide)])) as T
}

const maskedFigures = (figures: Figures, show: Show): Figures =>
  figures.unit === null ? { unit: null, reported: show(figures.reported), expected: show(figures.expected) } : figures

/** A word is hidden as written; a code also with signs between its characters. */
type PartKind = 'word' | 'code'

/** The parts of a document number or a name that each identify a person, in folded letters. */
function* personalParts(text: string): Generator<readonly [part: string, kind: PartKind]> {
  const whole = fold(text).letters
  if (whole === '') return
  yield [whole, 'code']
  for (const word of text.split(NO_PART_OF_A_WORD)) {
    const letters = fold(word).letters
    if (isTelling(letters) && letters !== whole) yield [letters, kindOf(letters)]
  }
  for (const [word] of text.matchAll(WORD_OF_PARTS)) {
    const letters = fold(word).letters
    if (isTelling(letters)) yield [letters, 'code']
  }
  for (const part of numbersIn(whole)) yield [part, 'code']
  const [, number = ''] = CHECK_DIGIT_APART.exec(text) ?? []
  for (const part of numbersIn(fold(number).letters)) yield [part, 'code']
}

/** A number and one digit by itself after a dash, as the tax number of a person is written: `79.456.123-2`. */
const CHECK_DIGIT_APART = /^(.*\p{N})\s*[\p{Pd}\u2212]\s*\p{N}\s*$/u

const NO_PART_OF_A_WORD = /[^\p{L}\p{M}\p{N}]+/u
/** Others may write O'Brien and María-José as one word: `obrien`, `mariajose`. */
const WORD_OF_PARTS = /[\p{L}\p{M}]+(?:['’ʼ‘`´\p{Pd}][\p{L}\p{M}]+)+/gu
const isTelling = (letters: string): boolean => letters.length >= TELLING && !COMMON.has(letters)
const kindOf = (letters: string): PartKind => (/\d/.test(letters) ? 'code' : 'word')

/** The fewest letters of a part: "de" and "la" occur in half of all sentences, and identify nobody. */
const TELLING = 3
const COMMON: ReadonlySet<string> = new Set(['del', 'las', 'los', 'san', 'sas', 'the', 'and'])

/** The numbers inside a document: without letters of a passport or a kind, without leading zeros, without a check digit at the end. */
function* numbersIn(whole: string): Generator<string> {
  for (const [digits] of whole.matchAll(/\d{5,}/g)) {
    yield digits
    const bare = digits.replace(/^0+/, '')
    if (bare.length >= 5) yield bare
    if (bare.length === 10 && checkDigitOf(bare) === bare.at(-1)) yield bare.slice(0, -1)
  }
}

/** The check digit of a Colombian tax number (NIT), by the tax office's rule for the first nine digits: weighted sum modulo 11. */
const checkDigitOf = (number: string): string => {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number.charAt(at)), 0)
  const rest = sum % 11
  return String(rest < 2 ? rest : 11 - rest)
}
const WEIGHTS = [41, 37, 29, 23, 19, 17, 13, 7, 3]

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

/** Whether a match counts: a long part anywhere (`CC1032456789`), a number not inside another number, and a short part only as a whole word. */
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

/** The last digits of a document number, which is personal: only the ledger shows it whole; messages and discrepancies do not. */
export const maskedDocument = (document: string | null): string | null => {
  if (document === null || document === '') return document
  // By characters: half a surrogate pair could not be stored.
  const characters = [...document]
  return characters.length > 6 ? `***${characters.slice(-3).join('')}` : '***'
}
