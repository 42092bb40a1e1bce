import type { MoneyTotals } from '../domain/account/money-totals.ts'
import type { Amount } from '../domain/amount.ts'
import { type Centavos, minus, ZERO } from '../domain/money.ts'
import { capitalize } from '../std/capitalize.ts'
import { countOf } from './counts.ts'
import type { Language } from './language.ts'
import { moneyIn, numberIn } from './money.ts'

/** The conclusion over some settlements in one sentence, and its gravity. */
export interface FirstSentence {
  readonly tone: 'good' | 'neutral' | 'warning' | 'bad'
  readonly text: string
  /** What nobody asked for: a grey line of its own. Absent when the text says all. */
  readonly note?: string
}

/** A part of the sentence; left out when its number is 0. `isFirst`: the sentence begins with it. */
type Line = readonly [
  tone: 'warning' | 'bad',
  of: Amount | number,
  text: (number: number, money: string, isFirst: boolean) => string,
]

interface Words {
  /** Gravest first. */
  readonly wrong: (totals: MoneyTotals) => readonly Line[]
  /** Of `whole` settlements, those without an error, and what was paid out; `isDecided`: people decided about errors of others. */
  readonly agreeing: (number: number, whole: number, isDecided: boolean) => string
  /** Every settlement has errors, and a person decided about each. */
  readonly allDecided: string
  readonly paidOut: (money: string) => string
  readonly inProcess: (number: number, money: string) => string
  readonly notSettled: (money: string) => string
  /** Settlements that are not compared, by a decision or a setting. */
  readonly setAside: (number: number, money: string) => string
  readonly notDebited: (number: number, money: string) => string
  /** Settlements of days that were never asked for: all there are, or those beside what was read. */
  readonly neverAsked: (number: number, areAll: boolean) => string
  readonly nothingDue: string
  /** `isAnyListed`: there are invoices, and none of them counts. */
  readonly noInvoices: (businessDays: number, isAnyListed: boolean) => string
}

/**
 * The conclusion about a day, a month or all days (SPEC, section 7): what is owed, overpaid, failed, late, not read, not compared; only
 * when none of these applies, the good news, first and whole. What is accepted, claimed or debited is in neither. `businessDays`: the
 * number of business days among the days; a business day without an invoice never adds up.
 */
export const firstSentence = (totals: MoneyTotals, language: Language, businessDays: number): FirstSentence => {
  const said = WORDS[language].wrong(totals).filter(([, of]) => numberOf(of) > 0)
  const note = noteIn(totals, language)
  if (said.length === 0) return quietSentence(totals, language, businessDays, note)
  const parts = said.map(([, of, text], place) =>
    text(numberOf(of), moneyIn(typeof of === 'number' ? ZERO : of.sum, language), place === 0),
  )
  return { tone: said.some(([tone]) => tone === 'bad') ? 'bad' : 'warning', text: sentenceOf(parts), ...note }
}

const numberOf = (of: Amount | number): number => (typeof of === 'number' ? of : of.number)

const sentenceOf = (parts: readonly string[]): string => `${capitalize(parts.join('; '))}.`

const noteIn = ({ neverAsked }: MoneyTotals, language: Language): Pick<FirstSentence, 'note'> =>
  neverAsked === 0 ? {} : { note: sentenceOf([WORDS[language].neverAsked(neverAsked, false)]) }

/** The sentence when nothing is wrong: that all adds up, or what is on its way, or that there was nothing. */
const quietSentence = (
  totals: MoneyTotals,
  language: Language,
  businessDays: number,
  note: Pick<FirstSentence, 'note'>,
): FirstSentence => {
  const { inProcess, counted, listed, due, neverAsked } = totals
  const words = WORDS[language]
  if (counted > 0 || inProcess.sum !== ZERO) return { ...goodNews(totals, language), ...note }
  if (due === 0) return { tone: 'neutral', text: sentenceOf([words.nothingDue]), ...note }
  if (due === neverAsked) return { tone: 'neutral', text: sentenceOf([words.neverAsked(neverAsked, true)]) }
  return {
    tone: businessDays > 0 ? 'warning' : 'neutral',
    text: sentenceOf([words.noInvoices(businessDays, listed > 0)]),
    ...note,
  }
}

const goodNews = (totals: MoneyTotals, language: Language): Omit<FirstSentence, 'note'> => {
  const { compared, agreeing, paidOut, inProcess, noSettlement, setAside, notDebited } = totals
  const words = WORDS[language]
  const money = (sum: Centavos): string => moneyIn(sum, language)
  const onTheWay = without(inProcess, totals.lateClaimed, totals.lateAccepted)
  const waiting = without(noSettlement, totals.missingClaimed, totals.missingAccepted)
  const decided = totals.failedAccepted.number + totals.failedClaimed.number
  const whole = compared.number + decided + inProcess.number + noSettlement.number + setAside.number
  const isDecided =
    compared.number + decided > agreeing || onTheWay.number < inProcess.number || waiting.number < noSettlement.number
  const parts = [
    ...(agreeing > 0 ? [words.agreeing(agreeing, whole, isDecided)] : isDecided ? [words.allDecided] : []),
    ...(paidOut === ZERO ? [] : [words.paidOut(money(paidOut))]),
    ...(onTheWay.number > 0 ? [words.inProcess(onTheWay.number, money(onTheWay.sum))] : []),
    ...(waiting.number > 0 ? [words.notSettled(money(waiting.sum))] : []),
    ...(setAside.number > 0 ? [words.setAside(setAside.number, money(setAside.sum))] : []),
    ...(notDebited.number > 0 ? [words.notDebited(notDebited.number, money(notDebited.sum))] : []),
  ]
  return { tone: agreeing === whole ? 'good' : 'neutral', text: sentenceOf(parts) }
}

/** What nobody decided about. */
const without = (all: Amount, ...decided: readonly Amount[]): Amount =>
  decided.reduce((left, { number, sum }) => ({ number: left.number - number, sum: minus(left.sum, sum) }), all)

const settlements = (number: number): string => countOf(number, 'settlement', 'en')

const adjustmentsTaken = (number: number, money: string): string =>
  `adjustments that no chargeback explains lowered payouts by ${money} on ${settlements(number)}`

const feesOff =
  (where: 'above' | 'below') =>
  (number: number, money: string): string =>
    `fees are ${money} ${where} the tariff on ${settlements(number)}`

const otherErrors = (number: number, _money: string, isFirst: boolean): string =>
  `${numberIn(number, 'en')}${isFirst ? '' : ' other'} ${number === 1 ? 'error is' : 'errors are'} open`

const payoutsOf = (number: number): string =>
  number === 1 ? 'the payout of 1 settlement' : `the payouts of ${numberIn(number, 'en')} settlements`

const atTheBank = ({ bankMissing, bankLess, bankMore }: MoneyTotals): readonly Line[] => [
  ['bad', bankMissing, (number, money) => `payouts of ${money} on ${settlements(number)} have not arrived at the bank`],
  ['bad', bankLess, (number, money) => `${payoutsOf(number)} arrived at the bank with ${money} less than reported`],
  [
    'bad',
    bankMore,
    (number, money) =>
      bankLess.number > 0
        ? `${payoutsOf(number)} with ${money} more`
        : `${payoutsOf(number)} arrived at the bank with ${money} more than reported`,
  ],
]

const english: Words = {
  wrong: (totals) => {
    const { open } = totals.differences
    const who = open.owed.number > 0 ? 'it' : 'the operator'
    return [
      ['bad', open.owed, (number, money) => `the operator owes ${money} on ${settlements(number)}`],
      ['bad', open.overpaid, (number, money) => `${who} paid ${money} more than expected on ${settlements(number)}`],
      ['bad', totals.failed, (number, money) => `${settlements(number)} of ${money} failed`],
      [
        'bad',
        totals.late,
        (number, money) => `${settlements(number)} of ${money} ${number === 1 ? 'is' : 'are'} overdue and in process`,
      ],
      ['bad', totals.missing, (_, money) => `invoices of ${money} have no settlement`],
      [
        'bad',
        totals.gone,
        (number, money) =>
          `${settlements(number)} of ${money} ${number === 1 ? 'has' : 'have'} disappeared from the service`,
      ],
      [
        'bad',
        totals.unread.number - totals.neverAsked,
        (number) => `${settlements(number)} ${number === 1 ? 'was' : 'were'} not read`,
      ],
      ['bad', totals.notComparable, (number, money) => `${settlements(number)} of ${money} could not be compared`],
      ...atTheBank(totals),
      ['bad', totals.adjustmentsTaken, adjustmentsTaken],
      ['bad', totals.feesTooMuch, feesOff('above')],
      [
        'bad',
        totals.changed,
        (number) => `facts changed after they were final, paid or closed on ${settlements(number)}`,
      ],
      ['bad', totals.otherFigures, (number) => `figures other than the payout disagree on ${settlements(number)}`],
      ['bad', totals.otherErrors, otherErrors],
      ['warning', totals.feesTooLittle, feesOff('below')],
    ]
  },
  inProcess: (number, money) => `${settlements(number)} of ${money} ${number === 1 ? 'is' : 'are'} in process`,
  notSettled: (money) => `invoices of ${money} are waiting for their settlement`,
  agreeing: (number, whole, isDecided) => {
    if (number < whole)
      return `${numberIn(number, 'en')} of ${settlements(whole)} ${number === 1 ? 'adds' : 'add'} up${isDecided ? ', and no error is open' : ''}`
    if (number <= 2) return number === 1 ? 'the settlement adds up' : 'both settlements add up'
    return `all ${numberIn(number, 'en')} settlements add up`
  },
  allDecided: 'no error is open',
  paidOut: (money) => `${money} paid out`,
  setAside: (number, money) => `${settlements(number)} of ${money} ${number === 1 ? 'is' : 'are'} not compared`,
  notDebited: (number, money) =>
    number === 1
      ? `a chargeback of ${money} is not debited yet`
      : `${numberIn(number, 'en')} chargebacks of ${money} are not debited yet`,
  neverAsked: (number, areAll) =>
    areAll
      ? `${settlements(number)} ${number === 1 ? 'was' : 'were'} never asked for`
      : `${settlements(number)} outside the days asked for ${number === 1 ? 'is' : 'are'} not included`,
  nothingDue: 'nothing is due yet',
  noInvoices: (businessDays, isAnyListed) => {
    const none = `there was no ${isAnyListed ? 'paid ' : ''}invoice`
    if (businessDays === 0) return none
    return businessDays === 1 ? `${none}, though it was a business day` : `${none} on ${businessDays} business days`
  },
}

const liquidaciones = (number: number): string => countOf(number, 'settlement', 'es')

const adjustmentsTakenInSpanish = (number: number, money: string): string =>
  `ajustes sin un contracargo que los explique redujeron en ${money} lo abonado en ${liquidaciones(number)}`

const feesOffInSpanish =
  (where: 'por encima' | 'por debajo') =>
  (number: number, money: string): string =>
    `la comisión está ${money} ${where} de la tarifa en ${liquidaciones(number)}`

const otherErrorsInSpanish = (number: number, _money: string, isFirst: boolean): string =>
  `hay ${numberIn(number, 'es')} ${number === 1 ? 'error' : 'errores'}${isFirst ? '' : ' más'} por revisar`

const abonosDe = (number: number): string => `${number === 1 ? 'el abono' : 'los abonos'} de ${liquidaciones(number)}`

const llegaronAbonosDe = (number: number): string =>
  `al banco ${number === 1 ? 'llegó' : 'llegaron'} ${abonosDe(number)}`

const bankLinesInSpanish = ({ bankMissing, bankLess, bankMore }: MoneyTotals): readonly Line[] => [
  [
    'bad',
    bankMissing,
    (number, money) => `al banco no han llegado ${money} de ${liquidaciones(number)} con abono reportado`,
  ],
  ['bad', bankLess, (number, money) => `${llegaronAbonosDe(number)} con ${money} menos de lo reportado`],
  [
    'bad',
    bankMore,
    (number, money) =>
      bankLess.number > 0
        ? `${abonosDe(number)}, con ${money} más`
        : `${llegaronAbonosDe(number)} con ${money} más de lo reportado`,
  ],
]

const spanish: Words = {
  wrong: (totals) => {
    const { open } = totals.differences
    const who = open.owed.number > 0 ? '' : 'el operador '
    return [
      ['bad', open.owed, (number, money) => `el operador debe ${money} en ${liquidaciones(number)}`],
      ['bad', open.overpaid, (number, money) => `${who}abonó ${money} más de lo esperado en ${liquidaciones(number)}`],
      [
        'bad',
        totals.failed,
        (number, money) => `${number === 1 ? 'falló' : 'fallaron'} ${liquidaciones(number)} por ${money}`,
      ],
      [
        'bad',
        totals.late,
        (number, money) =>
          `${liquidaciones(number)} por ${money} ${number === 1 ? 'está' : 'están'} en proceso fuera de plazo`,
      ],
      ['bad', totals.missing, (_, money) => `hay facturas por ${money} sin liquidación`],
      [
        'bad',
        totals.gone,
        (number, money) =>
          `${liquidaciones(number)} por ${money} ya no ${number === 1 ? 'aparece' : 'aparecen'} en el servicio`,
      ],
      [
        'bad',
        totals.unread.number - totals.neverAsked,
        (number) => `no se ${number === 1 ? 'leyó' : 'leyeron'} ${liquidaciones(number)}`,
      ],
      [
        'bad',
        totals.notComparable,
        (number, money) => `no se ${number === 1 ? 'pudo' : 'pudieron'} comparar ${liquidaciones(number)} por ${money}`,
      ],
      ...bankLinesInSpanish(totals),
      ['bad', totals.adjustmentsTaken, adjustmentsTakenInSpanish],
      ['bad', totals.feesTooMuch, feesOffInSpanish('por encima')],
      [
        'bad',
        totals.changed,
        (number) => `cambiaron datos que ya eran definitivos, pagados o cerrados en ${liquidaciones(number)}`,
      ],
      ['bad', totals.otherFigures, (number) => `en ${liquidaciones(number)} no coinciden cifras distintas del abono`],
      ['bad', totals.otherErrors, otherErrorsInSpanish],
      ['warning', totals.feesTooLittle, feesOffInSpanish('por debajo')],
    ]
  },
  inProcess: (number, money) => `${liquidaciones(number)} por ${money} ${number === 1 ? 'está' : 'están'} en proceso`,
  notSettled: (money) => `hay facturas por ${money} pendientes de liquidación`,
  agreeing: (number, whole, isDecided) => {
    if (number < whole)
      return `${number === 1 ? 'cuadra' : 'cuadran'} ${numberIn(number, 'es')} de ${liquidaciones(whole)}${isDecided ? ' y no hay errores por revisar' : ''}`
    return number === 1 ? 'la liquidación cuadra' : `las ${numberIn(number, 'es')} liquidaciones cuadran`
  },
  allDecided: 'no hay errores por revisar',
  paidOut: (money) => `se abonaron ${money}`,
  setAside: (number, money) => `${liquidaciones(number)} por ${money} no se ${number === 1 ? 'compara' : 'comparan'}`,
  notDebited: (number, money) =>
    number === 1
      ? `aún no se ha debitado un contracargo de ${money}`
      : `aún no se han debitado ${numberIn(number, 'es')} contracargos por ${money}`,
  neverAsked: (number, areAll) =>
    areAll
      ? `nunca se ${number === 1 ? 'pidió' : 'pidieron'} ${liquidaciones(number)}`
      : `no se ${number === 1 ? 'incluye' : 'incluyen'} ${liquidaciones(number)} de fuera de los días pedidos`,
  nothingDue: 'aún no hay nada por leer',
  noInvoices: (businessDays, isAnyListed) => {
    const none = `no hubo facturas${isAnyListed ? ' pagadas' : ''}`
    if (businessDays === 0) return none
    return businessDays === 1 ? `${none}, aunque fue día hábil` : `${none} en ${businessDays} días hábiles`
  },
}

const WORDS: Readonly<Record<Language, Words>> = { en: english, es: spanish }
