import { accountOf } from '../../domain/bank/account-of.ts'
import type { BankEntry, BankFile, BankStatement } from '../../domain/bank/bank-statement.ts'
import { type Centavos, negate } from '../../domain/money.ts'
import { addDays, asSlotDate, type SlotDate } from '../../domain/slot.ts'
import type { Both } from '../../std/both.ts'
import { type BankFileFault, faultAt, LINES } from '../bank-file-fault.ts'
import { plainAmount } from '../values/amount.ts'
import { foldSpaces } from '../values/fold-spaces.ts'
import { inOrderOfDays } from '../values/in-order-of-days.ts'
import { checkClosing } from './check-closing.ts'
import { mt940Messages, type SwiftField } from './mt940-messages.ts'

/** Whether a file is MT940, bare or in SWIFT blocks. */
export const isMt940 = (head: string): boolean => /^(\{[1-5]:[\s\S]*?)?:20:[\s\S]*?^:(25P?|60[FM]):/m.test(head)

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
  const entries = entriesOf(fields, closing)
  const statement = {
    account: accountOf((account.lines[0] ?? '').replace(/^.*\//, '')),
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

const fieldOf = (fields: readonly SwiftField[], tag: string): SwiftField => {
  const found = fields.find((field) => field.tag.startsWith(tag))
  if (found !== undefined) return found
  const name = tag === '25' ? ':25:' : `:${tag}F:`
  throw wrongAt(fields.at(-1)?.position ?? 1, {
    en: `the statement ends here without ${name}, so a part is missing`,
    es: `el extracto termina aquí sin ${name}, así que falta una parte`,
  })
}

const wrongAt = (position: number, what: Both<string>): BankFileFault => faultAt(LINES, position, what)

const balanceOf = ({ tag, lines, position }: SwiftField): { day: SlotDate; value: Centavos } => {
  const [, mark, day, currency, digits = ''] = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(lines[0]?.trim() ?? '') ?? []
  const [booked, value] = [dayOf(day ?? ''), plainAmount(digits, ',')]
  if (booked === null || value === null)
    throw wrongAt(position, { en: `:${tag}: is not a balance`, es: `:${tag}: no es un saldo` })
  if (currency !== 'COP') throw notPesos(position)
  return { day: booked, value: mark === 'D' ? negate(value) : value }
}

const notPesos = (position: number): BankFileFault =>
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

/** Each `:61:` with the `:86:` that follows it. A `:86:` after the closing balance is about the whole statement. */
const entriesOf = (fields: readonly SwiftField[], closing: SwiftField): readonly BankEntry[] => {
  const inside = fields.slice(0, fields.indexOf(closing))
  return inside.flatMap((field, index) => {
    if (field.tag !== '61') return []
    const next = inside[index + 1]
    return entryOf(field, next?.tag === '86' ? next : undefined)
  })
}

/** Value day, booking day, mark, funds code, sum, kind, reference of the customer, reference of the bank. */
const LINE_61 = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+(?:,\d*)?)([A-Z][A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/

const entryOf = ({ lines, position }: SwiftField, details: SwiftField | undefined): BankEntry => {
  const [, day = '', booking, mark, , digits = '', , own = '', banks = ''] = LINE_61.exec(lines[0] ?? '') ?? []
  const [valueOn, value] = [dayOf(day), plainAmount(digits, ',')]
  const bookedOn = valueOn === null || booking === undefined ? valueOn : bookingDay(valueOn, booking)
  if (valueOn === null || bookedOn === null || value === null)
    throw wrongAt(position, { en: ':61: is not an entry', es: ':61: no es un movimiento' })
  const reference = [banks, own].map(foldSpaces).find((text) => text !== '' && text !== 'NONREF') ?? null
  const isDebit = mark === 'D' || mark === 'RC'
  const text = foldSpaces(`${lines.slice(1).join(' ')} ${details === undefined ? '' : detailsOf(details.lines)}`)
  return { bookedOn, valueOn, value: isDebit ? negate(value) : value, text, reference, position }
}

/** The booking day has no year in the file; the year that brings it nearest to the value day is taken. */
const bookingDay = (valueOn: SlotDate, mmdd: string): SlotDate | null => {
  const [year, month, booked] = [Number(valueOn.slice(0, 4)), Number(valueOn.slice(5, 7)), Number(mmdd.slice(0, 2))]
  const shift = month - booked > 6 ? 1 : booked - month > 6 ? -1 : 0
  return asSlotDate(`${year + shift}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`)
}

/**
 * A line of 65 characters (some banks include the tag) continues on the next without a space. Codes of subfields
 * (`?20`) are not text.
 */
const detailsOf = (lines: readonly string[]): string => {
  const text = lines.reduce((whole, line, index) => {
    const before = lines[index - 1]?.length ?? 0
    const isFull = before >= 65 || (index === 1 && before === 61)
    return `${whole}${index === 0 || isFull ? '' : ' '}${line}`
  }, '')
  return /^\d{3}\?/.test(text) ? text.replace(/^\d{3}(?=\?)|\?\d{2}/g, ' ') : text
}
