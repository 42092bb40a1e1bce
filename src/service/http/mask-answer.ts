import { CUSTOMER_FIELDS, factsOf, INVOICE_FIELD_NAMES } from '../../core/invoice-fields.ts'
import { HIDDEN, type Hide, hiderOf } from '../../core/personal/personal.ts'
import { parseJson } from '../../std/json/parse-json.ts'
import { endOfText } from '../../std/json/set-member.ts'

/** An answer without personal data, for others. */
export interface MaskedAnswer {
  readonly bytes: Uint8Array
  /** Whether something in it is hidden. */
  readonly isMasked: boolean
  /**
   * The number of hidden document numbers. With fewer than two, all possible numbers could be tried until the digest of
   * the original fits.
   */
  readonly documents: number
}

/**
 * The fields of api.md whose values are shown. Every other value is hidden: an undocumented field or a cursor may hold anything, and a
 * payment page may show its customer.
 */
const SHOWN = new Set([
  ...INVOICE_FIELD_NAMES.filter((name) => factsOf(name).personal !== 'customer').map((name) => factsOf(name).service),
  ...['date', 'cycle', 'numberOfInvoices', 'amountCollected', 'fees', 'feesPostpaid', 'adjustments', 'gateway'],
  ...['items', 'count', 'error'],
])
const PERSONAL = new Set(CUSTOMER_FIELDS.map((name) => factsOf(name).service))

/** A part of the text that is replaced. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A text value, or the name of an undocumented field, and its position. */
interface Text {
  readonly from: number
  readonly to: number
  readonly value: string
}

/** An object or list that is being read. */
interface Frame {
  readonly isList: boolean
  /** The field of the member being read; null in a list. */
  key: string | null
  /** Whether its field is hidden. */
  readonly isHidden: boolean
  /** Whether its field names the customer. */
  readonly isPersonal: boolean
}

/** The result of scanning an answer. */
interface AnswerScan {
  readonly edits: Edit[]
  readonly texts: Text[]
  readonly documents: Set<string>
  readonly names: Set<string>
}

/** The customers that an answer names, as a number, a text, or an object of parts. */
export const customersIn = (body: Uint8Array): Pick<AnswerScan, 'documents' | 'names'> => {
  if (!parseJson(body).ok) return { documents: new Set(), names: new Set() }
  return scanAnswer(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
}

/**
 * Hides documents and names in an answer; everything else is unchanged, to the byte. Customers of the whole answer are
 * also hidden in the merchant's own texts, and so is everyone that `hide` knows.
 */
export const maskAnswer = (body: Uint8Array, hide: Hide): MaskedAnswer => {
  if (!parseJson(body).ok) return { bytes: Buffer.from(JSON.stringify(HIDDEN)), isMasked: true, documents: 0 }
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const { edits, texts, documents, names } = scanAnswer(text)
  const hideOwn = hiderOf([...documents, ...names], HIDDEN)
  const all = [...edits, ...texts.flatMap((one) => editOf(one, (value) => hide(hideOwn(value))))]
  return { bytes: Buffer.from(applyEdits(text, all)), isMasked: all.length > 0, documents: documents.size }
}

const editOf = ({ from, to, value }: Text, hide: Hide): readonly Edit[] => {
  const shown = hide(value)
  return shown === value ? [] : [{ from, to, text: JSON.stringify(shown) }]
}

/** Matches the beginning of each token of well-formed JSON: brackets, commas, colons, texts and other values. */
const MARK = /[{}[\],:"]|[^\s{}[\],:"]+/g

function* tokensOf(text: string): Generator<{ readonly token: string; readonly from: number }> {
  const mark = new RegExp(MARK)
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '"') mark.lastIndex = endOfText(text, found.index)
    yield { token: text.slice(found.index, mark.lastIndex), from: found.index }
  }
}

const scanAnswer = (text: string): AnswerScan => {
  const frames: Frame[] = []
  const scan: AnswerScan = { edits: [], texts: [], documents: new Set(), names: new Set() }
  for (const { token, from } of tokensOf(text)) {
    const place = { from, to: from + token.length }
    const top = frames.at(-1)
    if (token === '{' || token === '[')
      frames.push({ isList: token === '[', key: null, isHidden: isHidden(top), isPersonal: isPersonal(top) })
    else if (token === '}' || token === ']') {
      frames.pop()
      endMember(frames.at(-1))
    } else if (token === ',') endMember(top)
    else if (top !== undefined && !top.isList && top.key === null) beginMember(top, token, place, scan)
    else if (token !== ':') readValue(top, token, place, scan)
  }
  return scan
}

const beginMember = (frame: Frame, token: string, place: Omit<Edit, 'text'>, { texts }: AnswerScan): void => {
  const name: string = JSON.parse(token)
  frame.key = name
  if (!SHOWN.has(name) && !PERSONAL.has(name)) texts.push({ ...place, value: name })
}

const endMember = (frame: Frame | undefined): void => {
  if (frame !== undefined) frame.key = null
}

/** Whether the member's value is hidden. An element of a list is treated like its list. */
const isHidden = (frame: Frame | undefined): boolean =>
  frame !== undefined && (frame.isHidden || (!frame.isList && !SHOWN.has(frame.key ?? '')))

/** Whether the member names the customer, or is part of one that does: a name may be an object. */
const isPersonal = (frame: Frame | undefined): boolean =>
  frame !== undefined && (frame.isPersonal || PERSONAL.has(frame.key ?? ''))

const readValue = (
  frame: Frame | undefined,
  token: string,
  place: Omit<Edit, 'text'>,
  { edits, texts, documents, names }: AnswerScan,
): void => {
  if (token === 'null') return
  const isText = token.startsWith('"')
  const value: string = isText ? JSON.parse(token) : numberText(token)
  if (isPersonal(frame)) (/\d{4}/.test(value.replace(/\D/g, '')) ? documents : names).add(value)
  if (frame === undefined || isHidden(frame)) edits.push({ ...place, text: JSON.stringify(HIDDEN) })
  else if (isText) texts.push({ ...place, value })
}

/** A document that is a number, in its digits: 1.032456789e9 is 1032456789. */
const numberText = (token: string): string => {
  const number = Number(token)
  return Number.isSafeInteger(number) ? String(number) : token
}

const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let shown = ''
  let after = 0
  for (const { from, to, text: instead } of [...edits].sort((a, b) => a.from - b.from)) {
    shown += text.slice(after, from) + instead
    after = to
  }
  return shown + text.slice(after)
}
