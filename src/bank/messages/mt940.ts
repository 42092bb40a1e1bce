import { accountOf, type BankEntry, type BankFile, type BankStatement } from '../../domain/bank/bank-statement.ts'
import { type Centavos, negate } from '../../domain/money.ts'
import { addDays, asSlotDate, type SlotDate } from '../../domain/slot.ts'
import type { Both } from '../../std/both.ts'
import { type BankFileFault, faultAt, formOf, LINES } from '../bank-file-fault.ts'
import { plainAmount, readAmount } from '../values/amount.ts'
import { foldSpaces } from '../values/fold-spaces.ts'
import { inOrderOfDays } from '../values/in-order-of-days.ts'
import { checkClosing } from './check-closing.ts'
import { mt940Messages, type SwiftField } from './mt940-messages.ts'
import { noSum, openSum } from './no-sum.ts'

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

const wrongAt = (position: number, what: Both<string>): BankFileFault => faultAt(LINES, position, what)

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
