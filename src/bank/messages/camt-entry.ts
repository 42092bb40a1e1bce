import type { BankEntry } from '../../domain/bank/bank-statement.ts'
import { type Centavos, negate } from '../../domain/money.ts'
import { asSlotDate, type SlotDate } from '../../domain/slot.ts'
import type { Both } from '../../std/both.ts'
import { wholeCharacters } from '../../std/whole-characters.ts'
import { type BankFileFault, faultAt, LINES } from '../bank-file-fault.ts'
import { plainAmount } from '../values/amount.ts'
import { type BankZone, dayOfTime } from '../values/day-of-time.ts'
import { foldSpaces } from '../values/fold-spaces.ts'
import { type Element, elementAt, elementsAt, textAt } from './markup.ts'
import { noSum } from './no-sum.ts'

/** Statuses before booking: pending, for information, future. */
const NOT_BOOKED = ['PDNG', 'INFO', 'FUTR']
const TEXT_MAX_CHARACTERS = 1_000

/**
 * An entry as booked; null when it is not booked yet. A batch is one entry. The credit or debit indicator of a reversal
 * describes the reversal, not the reversed entry.
 */
export const camtEntry = (element: Element, zone: BankZone): BankEntry | null => {
  const status = textAt(element, 'Sts', 'Cd') || textAt(element, 'Sts')
  if (NOT_BOOKED.includes(status)) return null
  if (status !== 'BOOK')
    throw camtFault(element, { en: 'it is neither booked nor pending', es: 'no está contabilizado ni pendiente' })
  const [booked, valueOn] = [dayIn(element, 'BookgDt', zone), dayIn(element, 'ValDt', zone)]
  const bookedOn = booked ?? valueOn
  if (bookedOn === null) throw camtFault(element, { en: 'it has no day', es: 'no tiene día' })
  return {
    bookedOn,
    valueOn,
    value: sumIn(element),
    text: textOf(element),
    reference: referenceOf(element),
    position: element.position,
  }
}

const camtFault = ({ name, position }: Element, what: Both<string>): BankFileFault =>
  faultAt(LINES, position, { en: `<${name}>: ${what.en}`, es: `<${name}>: ${what.es}` })

/** The sum of an entry or a balance: positive for a credit. */
export const sumIn = (element: Element): Centavos => {
  const amount = elementAt(element, 'Amt')
  const digits = amount?.text ?? ''
  const value = plainAmount(digits, '.')
  const side = textAt(element, 'CdtDbtInd')
  if (value === null || digits.startsWith('-')) throw camtFault(element, noSum(digits))
  if (side !== 'CRDT' && side !== 'DBIT')
    throw camtFault(element, { en: 'it is neither credit nor debit', es: 'no es crédito ni débito' })
  if (amount?.attributes.get('Ccy') !== 'COP')
    throw faultAt(
      LINES,
      element.position,
      { en: `<${element.name}>: its currency is not COP`, es: `<${element.name}>: su moneda no es COP` },
      { en: 'import only accounts in COP', es: 'importe solo cuentas en COP' },
    )
  return side === 'DBIT' ? negate(value) : value
}

/** The day in a child that has it as `Dt` or, with its time, as `DtTm`. */
export const dayIn = (element: Element | undefined, name: string, zone: BankZone): SlotDate | null =>
  asSlotDate(textAt(element, name, 'Dt')) ?? dayOfTime(textAt(element, name, 'DtTm'), zone)

/** The bank's text of the entry and, for each transaction in it, the other party and the purpose. */
const textOf = (element: Element): string => {
  const party = textAt(element, 'CdtDbtInd') === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const texts = transactionsOf(element).flatMap((one) => [
    textAt(one, 'RltdPties', party, 'Nm') || textAt(one, 'RltdPties', party, 'Pty', 'Nm'),
    ...elementsAt(elementAt(one, 'RmtInf'), 'Ustrd').map(({ text }) => text),
    textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') || textAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'CdtrRef'),
    textAt(one, 'AddtlTxInf'),
  ])
  const distinct = new Set([textAt(element, 'AddtlNtryInf'), ...texts].map(foldSpaces).filter((text) => text !== ''))
  return wholeCharacters([...distinct].join(' ').slice(0, TEXT_MAX_CHARACTERS))
}

const transactionsOf = (element: Element): readonly Element[] =>
  [element, ...elementsAt(element, 'NtryDtls')].flatMap((part) => elementsAt(part, 'TxDtls'))

const referenceOf = (element: Element): string | null => {
  const [only, second] = transactionsOf(element)
  const inside = second === undefined ? [textAt(only, 'Refs', 'AcctSvcrRef'), textAt(only, 'Refs', 'EndToEndId')] : []
  const all = [textAt(element, 'AcctSvcrRef'), textAt(element, 'NtryRef'), ...inside].map(foldSpaces)
  return all.find((text) => text !== '' && text !== 'NOTPROVIDED') ?? null
}
