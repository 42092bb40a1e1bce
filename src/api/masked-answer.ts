import { HIDDEN } from '../domain/mask.ts'
import { hiderOf } from '../domain/personal.ts'
import { parseJson } from './json.ts'

/** An answer as it is shown to others, and in how many of its records something is hidden. */
export interface MaskedAnswer {
  readonly bytes: Uint8Array
  readonly hidden: number
}

/**
 * The fields of api.md whose values are shown. Every other value is hidden, whatever it is: nobody knows what an undocumented field
 * holds, and a payment page may show its customer.
 */
const SHOWN = new Set([
  ...['id', 'reference', 'status', 'amount', 'description', 'contract', 'expirationDate', 'createdAt'],
  ...[
    'paymentDate',
    'paymentMethod',
    'paymentSource',
    'paymentAmount',
    'settlementDate',
    'settlementTime',
    'paymentId',
  ],
  ...['date', 'cycle', 'numberOfInvoices', 'amountCollected', 'fees', 'feesPostpaid', 'adjustments', 'gateway'],
  ...['items', 'cursor', 'count', 'error'],
])
const PERSONAL = new Set(['customerDocumentNumber', 'customerName'])

/** A piece of the text that is written anew. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A text value of a record, and where it stands. */
interface Text {
  readonly from: number
  readonly to: number
  readonly value: string
}

/** An object or list that is being read. */
interface Frame {
  readonly isList: boolean
  /** Of the member being read; of a list, null. */
  key: string | null
  /** It stands in a field whose value is hidden. */
  readonly isHidden: boolean
  /** Something in it was hidden. */
  hides: boolean
  readonly texts: Text[]
  readonly personal: string[]
}

/**
 * An answer of the service without documents and names. Everything else stays as it came, to the byte: only values are written anew.
 * Within a record its customer is hidden in the merchant's own texts too.
 */
export const maskedAnswer = (body: Uint8Array): MaskedAnswer => {
  if (!parseJson(body).ok) return { bytes: Buffer.from(JSON.stringify(HIDDEN)), hidden: 1 }
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const { edits, hidden } = editsOf(text)
  return { bytes: Buffer.from(edited(text, edits)), hidden: edits.length > 0 ? Math.max(hidden, 1) : 0 }
}

/** The marks of JSON that is known to be well-formed: brackets, commas, colons, texts, and whatever else is a value. */
const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g

const editsOf = (text: string): { readonly edits: readonly Edit[]; readonly hidden: number } => {
  const frames: Frame[] = []
  const edits: Edit[] = []
  let hidden = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    const top = frames.at(-1)
    if (token === '{' || token === '[') {
      const isList = token === '['
      frames.push({ isList, key: null, isHidden: isHidden(top), hides: false, texts: [], personal: [] })
    } else if (token === '}' || token === ']') {
      const [ended, around] = [frames.pop(), frames.at(-1)]
      if (ended !== undefined) edits.push(...close(ended, around))
      if (ended?.hides && !ended.isHidden) hidden += 1
      endMember(around)
    } else if (token === ',') {
      endMember(top)
    } else if (top !== undefined && !top.isList && top.key === null) {
      top.key = JSON.parse(token)
    } else if (token !== ':') {
      edits.push(...valueIn(top, token, { from: match.index, to: match.index + token.length }))
    }
  }
  return { edits, hidden }
}

const endMember = (frame: Frame | undefined): void => {
  if (frame !== undefined) frame.key = null
}

/** The member of this name is none that is shown; what stands in a list is shown as the list is. */
const isHidden = (frame: Frame | undefined): boolean =>
  frame !== undefined && (frame.isHidden || (!frame.isList && !SHOWN.has(frame.key ?? '')))

const valueIn = (frame: Frame | undefined, token: string, place: Omit<Edit, 'text'>): readonly Edit[] => {
  if (token === 'null') return []
  if (frame === undefined) return [{ ...place, text: JSON.stringify(HIDDEN) }]
  const value = token.startsWith('"') ? (JSON.parse(token) as string) : token
  if (PERSONAL.has(frame.key ?? '')) frame.personal.push(value)
  if (isHidden(frame)) {
    frame.hides = true
    return [{ ...place, text: JSON.stringify(HIDDEN) }]
  }
  if (token.startsWith('"')) frame.texts.push({ ...place, value })
  return []
}

/**
 * The end of an object or list. A record that names its customer has it hidden in its texts; what names nobody is part of what is
 * around it, and so is whatever stands in a hidden field.
 */
const close = ({ texts, personal, isHidden: isWithin, hides }: Frame, around: Frame | undefined): readonly Edit[] => {
  if (around !== undefined && isWithin) {
    around.hides ||= hides
    around.personal.push(...personal)
  }
  if (personal.length === 0) {
    for (const text of texts) around?.texts.push(text)
    return []
  }
  const hide = hiderOf(personal, HIDDEN)
  return texts.flatMap(({ from, to, value }) => {
    const shown = hide(value)
    return shown === value ? [] : [{ from, to, text: JSON.stringify(shown) }]
  })
}

const edited = (text: string, edits: readonly Edit[]): string => {
  let shown = ''
  let after = 0
  for (const { from, to, text: instead } of [...edits].sort((a, b) => a.from - b.from)) {
    shown += text.slice(after, from) + instead
    after = to
  }
  return shown + text.slice(after)
}
