import type { Both } from '../../std/both.ts'
import { type BankFileFault, faultAt, LINES } from '../bank-file-fault.ts'

/** A field of a SWIFT message: `:61:...`, with the lines that continue it. */
export interface SwiftField {
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
export const mt940Messages = (text: string): readonly (readonly SwiftField[])[] => {
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

const misplaced = (position: number, what: Both<string>): BankFileFault => faultAt(LINES, position, what)

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
