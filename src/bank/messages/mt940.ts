import { accountOf, type BankEntry, type BankFile, type BankStatement } from '../../core/bank/bank-statement.ts'
import { type Centavos, negate } from '../../core/money.ts'
import { addDays, asSlotDate, type SlotDate } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import { plainAmount, readAmount } from '../../tables/amount.ts'
import { inOrderOfDays } from '../../tables/bank-day.ts'
import { type FileFault, faultAt, foldSpaces, formOf, LINES } from '../../tables/file-fault.ts'
import { checkClosing, noSum, openSum } from './known-parts.ts'

/** A field of a SWIFT message: `:61:...`, with the lines that continue it. */
interface SwiftField {
  readonly tag: string
  readonly lines: readonly string[]
  /** The line on which it starts. */
  readonly position: number
}

/** A message is in its head up to its opening balance, then among its entries, and closed by its closing balance. */
type Phase = 'head' | 'entries' | 'closed'

interface Message {
  phase: Phase
  readonly fields: { tag: string; lines: string[]; position: number }[]
}

/** The fields of each message: from one `:20:` to the next, or to the end of the message (`-` or `-}`). */
const mt940Messages = (text: string): readonly (readonly SwiftField[])[] => {
  const messages: Message[] = []
  let open: Message | null = null
  for (const { part, line, position } of linesOf(text)) {
    const [, tag, rest = ''] = TAG.exec(line.trimStart()) ?? []
    if (ENTRY_INSIDE.test(part.trimStart().slice(1))) throw misplaced(position, INSIDE)
    if (isEnd(line, open)) open = null
    else if (tag === undefined) continueField(open, line, position)
    else {
      const message: Message = startsMessage(tag, open) ? { phase: 'head', fields: [] } : within(open, position)
      if (message !== open) messages.push(message)
      message.phase = phaseAfter(tag, message, position)
      message.fields.push({ tag, lines: [rest], position })
      open = message
    }
  }
  return messages.map(({ fields }) => fields)
}

/**
 * What starts and ends a transmission, before a field or block or at the end of a line: SOH, ETX, the end of a file in
 * DOS (^Z), a byte order mark.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: signs of transmission.
const FRAMES = /[\x01\x03\x1a\ufeff]+(?=\s*(?:[:{-]|$))/
/** The header blocks of a message, up to its text in block 4. */
const BLOCKS = /^\s*(?:\{[1-5]:(?:[^{}]|\{[^{}]*\})*\}|\{4:)+/

interface LineOfMessage {
  /** As in the file. */
  readonly part: string
  /** Without header blocks. */
  readonly line: string
  readonly position: number
}

/** A line of the file is several when a message ends and the next begins in it. */
const linesOf = (text: string): readonly LineOfMessage[] =>
  text.split(/\r\n|\r|\n/).flatMap((whole, index) =>
    whole
      .split(FRAMES)
      .flatMap((part) => (/^-\}/.test(part.trim()) ? ['-}', part.trim().slice(2)] : [part]))
      .map((part) => ({ part, line: part.replace(BLOCKS, '').trimEnd(), position: index + 1 })),
  )

/** Where each field may stand; the others of MT940 and of MT942, and those that banks add, may stand anywhere. */
const PLACES: ReadonlyMap<string, Phase> = new Map<string, Phase>([
  ...['20', '21', '25', '25P', '28', '28C', '60F', '60M'].map((tag): [string, Phase] => [tag, 'head']),
  ...['61', '62F', '62M'].map((tag): [string, Phase] => [tag, 'entries']),
])

/** The tags of MT940 and those that banks add to it; other colons may start a line of text, such as `:22:30`. */
const TAG = /^:(13D?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS):(.*)$/
/** No time of day, so that it is a field whose line end is missing. */
const ENTRY_INSIDE = /:(?:61|6[02][FM]):/

/** A `-` ends a message that is closed; before, it is a line of text. */
const isEnd = (line: string, open: Message | null): boolean =>
  line === '-}' || (line.trim() === '-' && open?.phase !== 'head' && open?.phase !== 'entries')

/** A message has one account: some banks leave out the `:20:` before it. */
const startsMessage = (tag: string, open: Message | null): boolean =>
  tag === '20' || (/^25P?$/.test(tag) && open?.phase !== 'head' && open?.phase !== 'entries')

const within = (open: Message | null, position: number): Message => {
  if (open === null) throw misplaced(position, OUTSIDE)
  return open
}

const phaseAfter = (tag: string, { phase, fields }: Message, position: number): Phase => {
  const place = PLACES.get(tag)
  if (place !== undefined && place !== phase) throw misplaced(position, place === 'head' ? AFTER_OPENING : ELSEWHERE)
  if (tag !== '61' && place !== undefined && fields.some((field) => field.tag.slice(0, 2) === tag.slice(0, 2)))
    throw misplaced(position, TWICE)
  if (tag.startsWith('60')) return 'entries'
  return tag.startsWith('62') ? 'closed' : phase
}

/** Fields whose text may go on; a continuation of `:25P:` is the bank's code. */
const TEXTS = ['61', '86', 'NS', '25P']
/** What some banks write before a message: their code, and its kind. */
const HEADING = /^\s*(?:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?|:?940:?)?$/

const continueField = (open: Message | null, line: string, position: number): void => {
  const last = open?.fields.at(-1)
  if (/^\s*:\d\d[A-Z]:/.test(line)) throw misplaced(position, UNKNOWN)
  if (last !== undefined && TEXTS.includes(last.tag)) last.lines.push(line)
  else if (!HEADING.test(line)) throw misplaced(position, BETWEEN)
}

const misplaced = (position: number, what: Both<string>): FileFault => faultAt(LINES, position, what)

const OUTSIDE: Both<string> = {
  en: 'a field stands outside of a statement, which begins with :20: or :25:',
  es: 'hay un campo fuera de un extracto, que comienza con :20: o :25:',
}
const INSIDE: Both<string> = {
  en: 'a field begins inside a line, so an end of line is missing',
  es: 'un campo comienza dentro de una línea, así que falta un fin de línea',
}
const AFTER_OPENING: Both<string> = {
  en: 'a field of the head stands behind the opening balance',
  es: 'hay un campo del encabezado después del saldo inicial',
}
const ELSEWHERE: Both<string> = {
  en: 'an entry or a closing balance stands outside of the opening and closing balance',
  es: 'hay un movimiento o un saldo final fuera de los saldos inicial y final',
}
const TWICE: Both<string> = {
  en: 'a field stands a second time in one statement',
  es: 'un campo está por segunda vez en un extracto',
}
const UNKNOWN: Both<string> = {
  en: 'MT940 does not have this field',
  es: 'MT940 no tiene este campo',
}
const BETWEEN: Both<string> = {
  en: 'a text stands where none belongs',
  es: 'hay un texto donde no va ninguno',
}

/** Whether a file is MT940, bare or in SWIFT blocks. */
export const isMt940 = (head: string): boolean =>
  /^[\s\p{Cc}\p{Cf}]*(?:\{[1-5]:.*?)?:(?:20|25P?):[\s\S]*?^\s*:(?:25P?|60[FM]):/mu.test(head)

/**
 * MT940: `:25:` account, `:28C:` number, `:60F:` opening, `:61:` an entry with its text in `:86:`, `:62F:` closing.
 * Pages of one statement (`:62M:`, `:60M:`) are joined. The account may follow the bank's code (`BANK/123`). When
 * opening and entries do not add up to the closing, the file is refused.
 */
export const readMt940 = (text: string): BankFile => {
  const pages = mt940Messages(text).map(pageOf)
  return { format: 'mt940', statements: pages.reduce(joinPages, []).map(({ statement }) => statement) }
}

interface Page {
  readonly statement: BankStatement
  /** The line of its opening balance. */
  readonly opensAt: number
  /** Whether the statement continues from the previous page, and on the next page. */
  readonly goesOnFrom: boolean
  readonly goesOn: boolean
}

const joinPages = (pages: readonly Page[], page: Page): readonly Page[] => {
  const before = pages.at(-1)
  const isNext = before?.goesOn && page.goesOnFrom && before.statement.account === page.statement.account
  if (!isNext || before === undefined) return [...pages, page]
  if (before.statement.closing !== page.statement.opening) throw wrongAt(page.opensAt, PAGE_MISSING)
  const [first, second] = [before.statement, page.statement]
  const days = [first.from, first.to, second.from, second.to].toSorted()
  const statement = {
    ...first,
    from: days[0] ?? first.from,
    to: days[3] ?? second.to,
    closing: second.closing,
    entries: inOrderOfDays([...first.entries, ...second.entries]),
  }
  return [...pages.slice(0, -1), { ...page, statement, goesOnFrom: before.goesOnFrom }]
}

const PAGE_MISSING: Both<string> = {
  en: 'this page does not open with the balance with which the page before it closes, so a page is missing',
  es: 'esta página no abre con el saldo con el que cierra la anterior, así que falta una página',
}

const pageOf = (fields: readonly SwiftField[]): Page => {
  const [account, opening, closing] = ['25', '60', '62'].map((tag) => fieldOf(fields, tag))
  if (account === undefined || opening === undefined || closing === undefined)
    throw new Error('three fields were asked for')
  const [first, last] = [balanceOf(opening), balanceOf(closing)]
  if (first.currency === null && last.currency === null) throw notPesos(opening.position)
  const entries = entriesOf(fields, closing)
  const statement = {
    account: accountIn(account.lines[0] ?? ''),
    number: fields.find(({ tag }) => tag.startsWith('28'))?.lines[0]?.trim() ?? null,
    ...daysOf(first.day, last.day, entries),
    opening: first.value,
    closing: last.value,
    entries: inOrderOfDays(entries),
  }
  return {
    statement: checkClosing(statement, closing.position),
    opensAt: opening.position,
    goesOnFrom: opening.tag === '60M',
    goesOn: closing.tag === '62M',
  }
}

/** The number may follow the bank's code, and the currency the number: `BANK/123`, `123COP`, `BANK/123/COP`. */
const accountIn = (text: string): string | null =>
  accountOf(
    text
      .trim()
      .replace(/(?<=\d)[\s/-]*COP$/, '')
      .replace(/^.*\//, ''),
  )

const fieldOf = (fields: readonly SwiftField[], tag: string): SwiftField => {
  const found = fields.find((field) => field.tag.startsWith(tag))
  if (found !== undefined) return found
  const name = tag === '25' ? ':25:' : `:${tag}F:`
  throw wrongAt(fields.at(-1)?.position ?? 1, {
    en: `the statement ends here without ${name}, so a part is missing`,
    es: `el extracto termina aquí sin ${name}, así que falta una parte`,
  })
}

const wrongAt = (position: number, what: Both<string>): FileFault => faultAt(LINES, position, what)

/** Some banks leave the currency out of a balance; at least one of a statement has it. */
const balanceOf = ({ tag, lines, position }: SwiftField): Balance => {
  const text = lines[0]?.trim() ?? ''
  const [, mark, day = '', currency = null, digits] = /^([CD])\s*(\d{6})\s*([A-Z]{3})?\s*(.*)$/.exec(text) ?? []
  if (mark === undefined || digits === undefined)
    throw wrongAt(position, {
      en: `:${tag}: ${formOf(text)}: not C or D and a day`,
      es: `:${tag}: ${formOf(text)}: no es C o D y un día`,
    })
  if (currency !== null && currency !== 'COP') throw notPesos(position)
  const [booked, value] = [dayOf(day), swiftSum(digits)]
  if (booked === null) throw wrongAt(position, noDay(tag, day))
  if (value === null) throw wrongAt(position, sumFault(tag, digits))
  return { day: booked, value: mark === 'D' ? negate(value) : value, currency }
}

interface Balance {
  readonly day: SlotDate
  readonly value: Centavos
  readonly currency: 'COP' | null
}

/**
 * SWIFT has a decimal comma and no groups of thousands; some banks write a point, or a point and commas. Three digits
 * behind the only separator could be either.
 */
const swiftSum = (digits: string): Centavos | null => {
  if (/^\d+(,\d*)?$/.test(digits)) return plainAmount(digits, ',')
  return /^\d+\.\d{0,2}$/.test(digits) ? plainAmount(digits, '.') : groupedSum(digits)
}

const groupedSum = (digits: string): Centavos | null =>
  /^[\d.,]*\d\.\d{3},\d{2}$|^[\d.,]*\d,\d{3}\.\d{2}$/.test(digits) ? (readAmount(digits)?.value ?? null) : null

const sumFault = (tag: string, digits: string): Both<string> => {
  const { en, es } = /^\d{1,3}[.,]\d{3}$/.test(digits) ? openSum(digits) : noSum(digits)
  return { en: `:${tag}: ${en}`, es: `:${tag}: ${es}` }
}

const noDay = (tag: string, day: string): Both<string> => ({
  en: `:${tag}: ${formOf(day)} is not a day`,
  es: `:${tag}: ${formOf(day)} no es un día`,
})

const notPesos = (position: number): FileFault =>
  faultAt(
    LINES,
    position,
    { en: 'its currency is not COP', es: 'su moneda no es COP' },
    { en: 'import only accounts in COP', es: 'importe solo cuentas en COP' },
  )

const dayOf = (yymmdd: string): SlotDate | null =>
  asSlotDate(`20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`)

/** The opening balance is that of the evening before, unless its day has entries. */
const daysOf = (
  opening: SlotDate,
  closing: SlotDate,
  entries: readonly BankEntry[],
): { from: SlotDate; to: SlotDate } => {
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  const after = opening < closing ? addDays(opening, 1) : closing
  return { from: [after, ...days].toSorted()[0] ?? after, to: [closing, ...days].toSorted().at(-1) ?? closing }
}

/** Each `:61:` with the `:86:` or `:NS:` that follow it. A `:86:` behind the closing balance is about the statement. */
const entriesOf = (fields: readonly SwiftField[], closing: SwiftField): readonly BankEntry[] => {
  const inside = fields.slice(0, fields.indexOf(closing))
  return inside.flatMap((field, index) => {
    if (field.tag !== '61') return []
    const after = inside.slice(index + 1)
    const next = after.findIndex(({ tag }) => tag === '61')
    return entryOf(field, next === -1 ? after : after.slice(0, next))
  })
}

/**
 * Value day, booking day, mark, third letter of the currency, sum, and the rest. Some banks write spaces in place of
 * the booking day, and around the other parts.
 */
const LINE_61 = /^(\d{6})(?:\s*(\d{4}))?\s*(R?[CD])\s*([A-Z])?\s*([\d.,]+)(.*)$/
/** The beginnings of such a line: where it ends to fit, the part after it is wrong. */
const BEGINNINGS: readonly { readonly isIn: RegExp; readonly en: string; readonly es: string }[] = [
  { isIn: /^\d{6}/, en: 'no day at its start', es: 'sin día al comienzo' },
  {
    isIn: /^\d{6}(?:\s*\d{4})?\s*R?[CD]/,
    en: 'no C, D, RC or RD behind its days',
    es: 'sin C, D, RC o RD tras sus días',
  },
]
const NO_SUM = { en: 'no sum behind its mark', es: 'sin valor tras su marca' }

const entryOf = ({ lines, position }: SwiftField, details: readonly SwiftField[]): BankEntry => {
  const line = lines[0] ?? ''
  const [, day = '', booking, mark, , digits, rest = ''] = LINE_61.exec(line) ?? []
  if (digits === undefined) {
    const { en, es } = BEGINNINGS.find(({ isIn }) => !isIn.test(line)) ?? NO_SUM
    throw wrongAt(position, { en: `:61: ${formOf(line)}: ${en}`, es: `:61: ${formOf(line)}: ${es}` })
  }
  const [valueOn, value] = [dayOf(day), swiftSum(digits)]
  const bookedOn = valueOn === null || booking === undefined ? valueOn : bookingDay(valueOn, booking)
  if (valueOn === null || bookedOn === null) throw wrongAt(position, noDay('61', `${day}${booking ?? ''}`))
  if (value === null) throw wrongAt(position, sumFault('61', digits))
  const isDebit = mark === 'D' || mark === 'RC'
  const text = foldSpaces([...lines.slice(1), ...details.map(detailsOf)].join(' '))
  return { bookedOn, valueOn, value: isDebit ? negate(value) : value, text, reference: referenceIn(rest), position }
}

/**
 * The bank's reference, else the customer's, behind the type of the entry. The type is a letter and three characters,
 * of which some banks leave out the last or all.
 */
const referenceIn = (rest: string): string | null => {
  const [, own = '', banks = ''] = /^(.*?)(?:\/\/(.*))?$/.exec(rest.trim()) ?? []
  const customers = own.startsWith('NONREF') ? own : own.replace(/^[A-Z][A-Z0-9 ]{3}/, '')
  return [banks, customers].map(foldSpaces).find((text) => text !== '' && text !== 'NONREF') ?? null
}

/** The booking day has no year in the file; the year that brings it nearest to the value day is taken. */
const bookingDay = (valueOn: SlotDate, mmdd: string): SlotDate | null => {
  const [year, month, booked] = [Number(valueOn.slice(0, 4)), Number(valueOn.slice(5, 7)), Number(mmdd.slice(0, 2))]
  const shift = month - booked > 6 ? 1 : booked - month > 6 ? -1 : 0
  return asSlotDate(`${year + shift}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`)
}

/**
 * A line of 65 characters (some banks include the tag) continues on the next without a space. Codes of subfields
 * (`?20`, or two digits before each line of `:NS:`) are not text.
 */
const detailsOf = ({ tag, lines }: SwiftField): string => {
  if (tag === 'NS') return lines.map((line) => line.replace(/^\d\d/, '')).join(' ')
  const text = lines.reduce((whole, line, index) => {
    const before = lines[index - 1]?.length ?? 0
    const isFull = before >= 65 || (index === 1 && before === 61)
    return `${whole}${index === 0 || isFull ? '' : ' '}${line}`
  }, '')
  return /^\d{3}\?/.test(text) ? text.replace(/^\d{3}(?=\?)|\?\d{2}/g, ' ') : text
}
