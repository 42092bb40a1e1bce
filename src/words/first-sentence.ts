import { type Centavos, ZERO } from '../core/money.ts'
import { type Bucket, numberDue, type Position, paidOutOf, totalOf, undecidedIn } from '../rules/account/position.ts'
import type { Both } from '../std/both.ts'
import { capitalize } from '../std/capitalize.ts'
import type { Language } from './language.ts'
import { countOf, moneyIn, numberIn } from './money.ts'

/** The conclusion over some settlements in one sentence, and its gravity. */
export interface FirstSentence {
  readonly tone: 'good' | 'neutral' | 'warning' | 'bad'
  readonly text: string
  /** What nobody asked for: a grey line of its own. Absent when the text says all. */
  readonly note?: string
}

/** A part of the sentence about the money of a bucket that nobody decided about; left out when its number is 0. */
type Line = readonly [bucket: Bucket, words: Both<LineWords>]

/** `isFirst`: the sentence begins with it. */
type LineWords = (number: number, money: string, isFirst: boolean, position: Position) => string

interface Words {
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
export const firstSentence = (position: Position, language: Language, businessDays: number): FirstSentence => {
  const said = WRONG.filter(([bucket]) => position[bucket].open.number > 0)
  const note = noteIn(position, language)
  if (said.length === 0) return quietSentence(position, language, businessDays, note)
  const parts = said.map(([bucket, words], place) => {
    const { number, sum } = position[bucket].open
    return words[language](number, moneyIn(sum, language), place === 0, position)
  })
  const isMild = said.every(([bucket]) => bucket === 'feesTooLittle')
  return { tone: isMild ? 'warning' : 'bad', text: sentenceOf(parts), ...note }
}

const sentenceOf = (parts: readonly string[]): string => `${capitalize(parts.join('; '))}.`

const noteIn = ({ unread: { none } }: Position, language: Language): Pick<FirstSentence, 'note'> =>
  none.number === 0 ? {} : { note: sentenceOf([WORDS[language].neverAsked(none.number, false)]) }

/** The sentence when nothing is wrong: that all adds up, or what is on its way, or that there was nothing. */
const quietSentence = (
  position: Position,
  language: Language,
  businessDays: number,
  note: Pick<FirstSentence, 'note'>,
): FirstSentence => {
  const [counted, notCounted] = [position.counted.none.number, position.notCounted.none.number]
  const [due, neverAsked] = [numberDue(position), position.unread.none.number]
  const words = WORDS[language]
  if (counted > 0 || totalOf(position.inProcess).sum !== ZERO) return { ...goodNews(position, language), ...note }
  if (due === 0) return { tone: 'neutral', text: sentenceOf([words.nothingDue]), ...note }
  if (due === neverAsked) return { tone: 'neutral', text: sentenceOf([words.neverAsked(neverAsked, true)]) }
  return {
    tone: businessDays > 0 ? 'warning' : 'neutral',
    text: sentenceOf([words.noInvoices(businessDays, counted + notCounted > 0)]),
    ...note,
  }
}

const goodNews = (position: Position, language: Language): Omit<FirstSentence, 'note'> => {
  const { failed, notComparable, notDebited } = position
  const words = WORDS[language]
  const money = (sum: Centavos): string => moneyIn(sum, language)
  const [compared, inProcess] = [totalOf(position.compared), totalOf(position.inProcess)]
  const noSettlement = totalOf(position.noSettlement)
  const onTheWay = undecidedIn(position.inProcess)
  const waiting = undecidedIn(position.noSettlement)
  const [agreeing, setAside, paidOut] = [position.compared.none.number, notComparable.none, paidOutOf(position)]
  const decided = failed.accepted.number + failed.claimed.number
  const whole = compared.number + decided + inProcess.number + noSettlement.number + setAside.number
  const isDecided =
    compared.number + decided > agreeing || onTheWay.number < inProcess.number || waiting.number < noSettlement.number
  const parts = [
    ...(agreeing > 0 ? [words.agreeing(agreeing, whole, isDecided)] : isDecided ? [words.allDecided] : []),
    ...(paidOut === ZERO ? [] : [words.paidOut(money(paidOut))]),
    ...(onTheWay.number > 0 ? [words.inProcess(onTheWay.number, money(onTheWay.sum))] : []),
    ...(waiting.number > 0 ? [words.notSettled(money(waiting.sum))] : []),
    ...(setAside.number > 0 ? [words.setAside(setAside.number, money(setAside.sum))] : []),
    ...(notDebited.open.number > 0 ? [words.notDebited(notDebited.open.number, money(notDebited.open.sum))] : []),
  ]
  return { tone: agreeing === whole ? 'good' : 'neutral', text: sentenceOf(parts) }
}

const settlements = (number: number): string => countOf(number, 'settlement', 'en')
const liquidaciones = (number: number): string => countOf(number, 'settlement', 'es')

const payoutsOf = (number: number): string =>
  number === 1 ? 'the payout of 1 settlement' : `the payouts of ${numberIn(number, 'en')} settlements`
const abonosDe = (number: number): string => `${number === 1 ? 'el abono' : 'los abonos'} de ${liquidaciones(number)}`
const llegaronAbonosDe = (number: number): string =>
  `al banco ${number === 1 ? 'llegó' : 'llegaron'} ${abonosDe(number)}`

/** Gravest first. */
const WRONG: readonly Line[] = [
  [
    'owed',
    {
      en: (number, money) => `the operator owes ${money} on ${settlements(number)}`,
      es: (number, money) => `el operador debe ${money} en ${liquidaciones(number)}`,
    },
  ],
  [
    'overpaid',
    {
      en: (number, money, isFirst) =>
        `${isFirst ? 'the operator' : 'it'} paid ${money} more than expected on ${settlements(number)}`,
      es: (number, money, isFirst) =>
        `${isFirst ? 'el operador ' : ''}abonó ${money} más de lo esperado en ${liquidaciones(number)}`,
    },
  ],
  [
    'failed',
    {
      en: (number, money) => `${settlements(number)} of ${money} failed`,
      es: (number, money) => `${number === 1 ? 'falló' : 'fallaron'} ${liquidaciones(number)} por ${money}`,
    },
  ],
  [
    'inProcess',
    {
      en: (number, money) => `${settlements(number)} of ${money} ${number === 1 ? 'is' : 'are'} overdue and in process`,
      es: (number, money) =>
        `${liquidaciones(number)} por ${money} ${number === 1 ? 'está' : 'están'} en proceso fuera de plazo`,
    },
  ],
  [
    'noSettlement',
    {
      en: (_, money) => `invoices of ${money} have no settlement`,
      es: (_, money) => `hay facturas por ${money} sin liquidación`,
    },
  ],
  [
    'gone',
    {
      en: (number, money) =>
        `${settlements(number)} of ${money} ${number === 1 ? 'has' : 'have'} disappeared from the service`,
      es: (number, money) =>
        `${liquidaciones(number)} por ${money} ya no ${number === 1 ? 'aparece' : 'aparecen'} en el servicio`,
    },
  ],
  [
    'unread',
    {
      en: (number) => `${settlements(number)} ${number === 1 ? 'was' : 'were'} not read`,
      es: (number) => `no se ${number === 1 ? 'leyó' : 'leyeron'} ${liquidaciones(number)}`,
    },
  ],
  [
    'notComparable',
    {
      en: (number, money) => `${settlements(number)} of ${money} could not be compared`,
      es: (number, money) =>
        `no se ${number === 1 ? 'pudo' : 'pudieron'} comparar ${liquidaciones(number)} por ${money}`,
    },
  ],
  [
    'bankMissing',
    {
      en: (number, money) => `payouts of ${money} on ${settlements(number)} have not arrived at the bank`,
      es: (number, money) => `al banco no han llegado ${money} de ${liquidaciones(number)} con abono reportado`,
    },
  ],
  [
    'bankLess',
    {
      en: (number, money) => `${payoutsOf(number)} arrived at the bank with ${money} less than reported`,
      es: (number, money) => `${llegaronAbonosDe(number)} con ${money} menos de lo reportado`,
    },
  ],
  [
    'bankMore',
    {
      en: (number, money, _, { bankLess }) =>
        bankLess.open.number > 0
          ? `${payoutsOf(number)} with ${money} more`
          : `${payoutsOf(number)} arrived at the bank with ${money} more than reported`,
      es: (number, money, _, { bankLess }) =>
        bankLess.open.number > 0
          ? `${abonosDe(number)}, con ${money} más`
          : `${llegaronAbonosDe(number)} con ${money} más de lo reportado`,
    },
  ],
  [
    'adjustmentsTaken',
    {
      en: (number, money) =>
        `adjustments that no chargeback explains lowered payouts by ${money} on ${settlements(number)}`,
      es: (number, money) =>
        `ajustes sin un contracargo que los explique redujeron en ${money} lo abonado en ${liquidaciones(number)}`,
    },
  ],
  [
    'feesTooMuch',
    {
      en: (number, money) => `fees are ${money} above the tariff on ${settlements(number)}`,
      es: (number, money) => `la comisión está ${money} por encima de la tarifa en ${liquidaciones(number)}`,
    },
  ],
  [
    'changed',
    {
      en: (number) => `facts changed after they were final, paid or closed on ${settlements(number)}`,
      es: (number) => `cambiaron datos que ya eran definitivos, pagados o cerrados en ${liquidaciones(number)}`,
    },
  ],
  [
    'otherFigures',
    {
      en: (number) => `figures other than the payout disagree on ${settlements(number)}`,
      es: (number) => `en ${liquidaciones(number)} no coinciden cifras distintas del abono`,
    },
  ],
  [
    'otherErrors',
    {
      en: (number, _, isFirst) =>
        `${numberIn(number, 'en')}${isFirst ? '' : ' other'} ${number === 1 ? 'error is' : 'errors are'} open`,
      es: (number, _, isFirst) =>
        `hay ${numberIn(number, 'es')} ${number === 1 ? 'error' : 'errores'}${isFirst ? '' : ' más'} por revisar`,
    },
  ],
  [
    'feesTooLittle',
    {
      en: (number, money) => `fees are ${money} below the tariff on ${settlements(number)}`,
      es: (number, money) => `la comisión está ${money} por debajo de la tarifa en ${liquidaciones(number)}`,
    },
  ],
]

const english: Words = {
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

const spanish: Words = {
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
