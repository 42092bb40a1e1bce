import { type Amount, ZERO } from '../core/money.ts'
import {
  ANSWER_KINDS,
  type AnswerKind,
  numberDue,
  type Position,
  paidOutOf,
  totalOf,
  undecidedIn,
} from '../rules/account/position.ts'
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

/** `who` is the operator, or a pronoun where it was named before; `ofSettlements` a number in brackets. */
type KindWords = (money: string, ofSettlements: string, who: string) => string

interface Words {
  readonly kinds: Readonly<Record<Exclude<AnswerKind, 'notRead'>, KindWords>>
  readonly operator: string
  /** Where the operator was named before. */
  readonly pronoun: string
  /** Settlements of which no peso is known. */
  readonly withoutPesos: (number: number) => string
  /** What the kinds do not say; `isAlone`: nothing else is said. */
  readonly more: (number: number, isAlone: boolean) => string
  /** Of `whole` settlements, those without an error, and what was paid out; `isDecided`: people decided about errors of others. */
  readonly agreeing: (number: number, whole: number, isDecided: boolean) => string
  /** Every settlement has errors, and a person decided about each. */
  readonly allDecided: string
  readonly paidOut: (money: string) => string
  /** In process, or without a settlement yet, and within their time. */
  readonly onTheWay: (number: number) => string
  /** Settlements that are not compared, by a decision or a setting. */
  readonly setAside: (number: number) => string
  /** Settlements of days that were never asked for: all there are, or those beside what was read. */
  readonly neverAsked: (number: number, areAll: boolean) => string
  readonly nothingDue: string
  /** `isAnyListed`: there are invoices, and none of them counts. */
  readonly noInvoices: (businessDays: number, isAnyListed: boolean) => string
}

/**
 * The conclusion about a day, a month or all days (SPEC, section 7), in at most 25 words: what has not arrived, was paid or charged
 * wrongly, or could not be judged, the most pesos first; only where nothing is open, the good news, first and whole. What is accepted,
 * claimed or debited is in neither. `businessDays`: the number of business days among the days; a business day without an invoice never
 * adds up.
 */
export const firstSentence = (position: Position, language: Language, businessDays: number): FirstSentence => {
  const kinds = answerOf(position)
  const [said, dropped] = [kinds.slice(0, KINDS_MAX), kinds.slice(KINDS_MAX)]
  const more = dropped.reduce((all, one) => all + one.number, othersIn(position))
  const note = noteIn(position, language)
  if (said.length + more === 0) return quietSentence(position, language, businessDays, note)
  const words = WORDS[language]
  const firstOfOperator = said.findIndex(({ kind }) => kind === 'tooLittle' || kind === 'tooMuch')
  const parts = said.map(({ kind, number, sum }, place) =>
    kind === 'notRead' || sum === ZERO
      ? words.withoutPesos(number)
      : words.kinds[kind](
          moneyIn(sum, language),
          // The first number says of what it is.
          place === 0 ? `(${countOf(number, 'settlement', language)})` : `(${numberIn(number, language)})`,
          place === firstOfOperator ? words.operator : words.pronoun,
        ),
  )
  const others = more === 0 ? [] : [words.more(more, parts.length === 0)]
  return { tone: isMild(position, more) ? 'warning' : 'bad', text: sentenceOf([...parts, ...others]), ...note }
}

/** What is open and in no kind of the answer. */
export const othersIn = ({ changed, otherFigures, otherErrors }: Position): number =>
  changed.open.number + otherFigures.open.number + otherErrors.open.number

/** The most kinds that a sentence names. */
const KINDS_MAX = 3

/** Only fees below the tariff: the operator may ask for them. */
const isMild = (
  { tooMuch, feesTooLittle, tooLittle, notArrived, notJudged, notRead }: Position,
  more: number,
): boolean =>
  more === 0 &&
  tooMuch.open.sum === feesTooLittle.open.sum &&
  [tooLittle, notArrived, notJudged, notRead].every(({ open }) => open.number === 0)

/** A kind of the first answer: what is open of it, in centavos and settlements. */
export interface PartOfAnswer extends Amount {
  readonly kind: AnswerKind
}

/** The kinds of which something is open, the most pesos first. */
export const answerOf = (position: Position): readonly PartOfAnswer[] =>
  ANSWER_KINDS.map((kind) => ({ kind, ...position[kind].open }))
    .filter(({ number }) => number > 0)
    .toSorted((a, b) => Number(b.sum - a.sum))

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
  const { compared, failed, inProcess, noSettlement, notComparable } = position
  const words = WORDS[language]
  const [agreeing, setAside, paidOut] = [compared.none.number, notComparable.none.number, paidOutOf(position)]
  const decided = failed.accepted.number + failed.claimed.number
  const [late, missing] = [totalOf(inProcess).number, totalOf(noSettlement).number]
  const onTheWay = undecidedIn(inProcess).number + undecidedIn(noSettlement).number
  const whole = totalOf(compared).number + decided + late + missing + setAside
  const isDecided = totalOf(compared).number + decided > agreeing || onTheWay < late + missing
  const parts = [
    ...(agreeing > 0 ? [words.agreeing(agreeing, whole, isDecided)] : isDecided ? [words.allDecided] : []),
    ...(paidOut === ZERO ? [] : [words.paidOut(moneyIn(paidOut, language))]),
    ...(onTheWay > 0 ? [words.onTheWay(onTheWay)] : []),
    ...(setAside > 0 ? [words.setAside(setAside)] : []),
  ]
  return { tone: agreeing === whole ? 'good' : 'neutral', text: sentenceOf(parts) }
}

const settlements = (number: number): string => countOf(number, 'settlement', 'en')
const liquidaciones = (number: number): string => countOf(number, 'settlement', 'es')

const english: Words = {
  kinds: {
    notArrived: (money, of) => `${money} has not arrived ${of}`,
    tooLittle: (money, of, who) => `${who} kept ${money} too much ${of}`,
    tooMuch: (money, of, who) => `${who} paid ${money} too much ${of}`,
    notJudged: (money, of) => `${money} could not be judged ${of}`,
  },
  operator: 'the operator',
  pronoun: 'it',
  withoutPesos: (number) => `${settlements(number)} could not be judged`,
  more: (number, isAlone) =>
    isAlone
      ? `${numberIn(number, 'en')} ${number === 1 ? 'error needs' : 'errors need'} attention`
      : `${numberIn(number, 'en')} more`,
  onTheWay: (number) => `${settlements(number)} on the way`,
  agreeing: (number, whole, isDecided) => {
    if (number < whole)
      return `${numberIn(number, 'en')} of ${settlements(whole)} ${number === 1 ? 'adds' : 'add'} up${isDecided ? ', and no error is open' : ''}`
    if (number <= 2) return number === 1 ? 'the settlement adds up' : 'both settlements add up'
    return `all ${numberIn(number, 'en')} settlements add up`
  },
  allDecided: 'no error is open',
  paidOut: (money) => `${money} paid out`,
  setAside: (number) => `${settlements(number)} not compared`,
  neverAsked: (number, areAll) =>
    areAll
      ? `${settlements(number)} ${number === 1 ? 'was' : 'were'} never read`
      : `${settlements(number)} of days that were not read ${number === 1 ? 'is' : 'are'} not included`,
  nothingDue: 'nothing is due yet',
  noInvoices: (businessDays, isAnyListed) => {
    const none = `no ${isAnyListed ? 'paid ' : ''}invoices were settled`
    if (businessDays === 0) return none
    return businessDays === 1 ? `${none}, though it was a business day` : `${none} on ${businessDays} business days`
  },
}

const spanish: Words = {
  kinds: {
    notArrived: (money, of) => `no han llegado ${money} ${of}`,
    tooLittle: (money, of, who) => `${who}retuvo ${money} de más ${of}`,
    tooMuch: (money, of, who) => `${who}abonó ${money} de más ${of}`,
    notJudged: (money, of) => `no se pudieron verificar ${money} ${of}`,
  },
  operator: 'el operador ',
  pronoun: '',
  withoutPesos: (number) => `no se ${number === 1 ? 'pudo' : 'pudieron'} verificar ${liquidaciones(number)}`,
  more: (number, isAlone) =>
    `${numberIn(number, 'es')} ${number === 1 ? 'novedad' : 'novedades'} ${isAlone ? 'por revisar' : 'más'}`,
  onTheWay: (number) => `${liquidaciones(number)} en camino`,
  agreeing: (number, whole, isDecided) => {
    if (number < whole)
      return `${number === 1 ? 'cuadra' : 'cuadran'} ${numberIn(number, 'es')} de ${liquidaciones(whole)}${isDecided ? ' y no hay errores por revisar' : ''}`
    return number === 1 ? 'la liquidación cuadra' : `las ${numberIn(number, 'es')} liquidaciones cuadran`
  },
  allDecided: 'no hay errores por revisar',
  paidOut: (money) => `se abonaron ${money}`,
  setAside: (number) => `${liquidaciones(number)} sin comparar`,
  neverAsked: (number, areAll) =>
    areAll
      ? `nunca se ${number === 1 ? 'leyó' : 'leyeron'} ${liquidaciones(number)}`
      : `no se ${number === 1 ? 'incluye' : 'incluyen'} ${liquidaciones(number)} de días que no se leyeron`,
  nothingDue: 'aún no hay nada por leer',
  noInvoices: (businessDays, isAnyListed) => {
    const none = `no hubo facturas${isAnyListed ? ' pagadas' : ''}`
    if (businessDays === 0) return none
    return businessDays === 1 ? `${none}, aunque fue día hábil` : `${none} en ${businessDays} días hábiles`
  },
}

const WORDS: Readonly<Record<Language, Words>> = { en: english, es: spanish }
