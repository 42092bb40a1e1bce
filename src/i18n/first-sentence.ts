import type { MoneyTotals } from '../domain/account/money-totals.ts'
import type { Amount } from '../domain/amount.ts'
import { minus, negate, ZERO } from '../domain/money.ts'
import { capitalize } from '../std/capitalize.ts'
import { countOf } from './counts.ts'
import type { Language } from './language.ts'
import { moneyIn, numberIn } from './money.ts'

/** The conclusion over some settlements in one sentence, and its gravity. */
export interface FirstSentence {
  readonly tone: 'good' | 'neutral' | 'warning' | 'bad'
  readonly text: string
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
  readonly inProcess: (number: number, money: string) => string
  readonly notSettled: (money: string) => string
  /** `areAll`: every settlement adds up, so the sentence may say “all”. */
  readonly agreeing: (number: number, areAll: boolean) => string
  /** A difference that was accepted, with its sign. */
  readonly differenceAccepted: (number: number, money: string) => string
  readonly failedAccepted: (number: number, money: string) => string
  readonly missingAccepted: (money: string) => string
  /** `money`: null when none of the discrepancies is about pesos. */
  readonly othersAccepted: (number: number, money: string | null) => string
  /** Settlements that are not compared, by a decision or a setting. */
  readonly setAside: (number: number, money: string) => string
  readonly nothingDue: string
  /** `isAnyListed`: there are invoices, and none of them counts. */
  readonly noInvoices: (businessDays: number, isAnyListed: boolean) => string
}

/**
 * The conclusion about a day, a month or all days (SPEC, section 7): what is owed, overpaid, failed, late, not read,
 * not compared, charged back; only when none of these applies, that everything adds up. `businessDays`: the number of
 * business days among the days; a business day without an invoice never adds up.
 */
export const firstSentence = (totals: MoneyTotals, language: Language, businessDays: number): FirstSentence => {
  const said = WORDS[language].wrong(totals).filter(([, of]) => numberOf(of) > 0)
  if (said.length === 0) return quietSentence(totals, language, businessDays)
  const parts = said.map(([, of, text], place) =>
    text(numberOf(of), moneyIn(typeof of === 'number' ? ZERO : of.sum, language), place === 0),
  )
  return { tone: said.some(([tone]) => tone === 'bad') ? 'bad' : 'warning', text: sentenceOf(parts) }
}

const numberOf = (of: Amount | number): number => (typeof of === 'number' ? of : of.number)

const sentenceOf = (parts: readonly string[]): string => `${capitalize(parts.join('; '))}.`

/** The sentence when nothing is wrong: what is in process, that the rest adds up, or that there was nothing. */
const quietSentence = (totals: MoneyTotals, language: Language, businessDays: number): FirstSentence => {
  const { inProcess, noSettlement, missingAccepted, agreeing, counted, listed, due } = totals
  const notSettled = minus(noSettlement.sum, missingAccepted.sum)
  const words = WORDS[language]
  const isAnything = counted > 0 || inProcess.sum !== ZERO
  if (!isAnything && due === 0) return { tone: 'neutral', text: sentenceOf([words.nothingDue]) }
  if (!isAnything)
    return {
      tone: businessDays > 0 ? 'warning' : 'neutral',
      text: sentenceOf([words.noInvoices(businessDays, listed > 0)]),
    }
  const decided = acceptedParts(totals, language)
  const waiting = [
    ...(inProcess.number > 0 ? [words.inProcess(inProcess.number, moneyIn(inProcess.sum, language))] : []),
    ...(noSettlement.number > missingAccepted.number ? [words.notSettled(moneyIn(notSettled, language))] : []),
  ]
  const areAll = waiting.length === 0 && decided.length === 0
  return {
    tone: areAll ? 'good' : 'neutral',
    text: sentenceOf([...waiting, ...decided, ...(agreeing > 0 ? [words.agreeing(agreeing, areAll)] : [])]),
  }
}

/** What was accepted, in pesos, and what is not compared. */
const acceptedParts = (totals: MoneyTotals, language: Language): readonly string[] => {
  const { failedAccepted, missingAccepted, othersAccepted, setAside } = totals
  const { owed, overpaid } = totals.differences.accepted
  const words = WORDS[language]
  const money = ({ sum }: Amount): string => moneyIn(sum, language)
  return [
    ...(owed.number > 0 ? [words.differenceAccepted(owed.number, moneyIn(negate(owed.sum), language))] : []),
    ...(overpaid.number > 0 ? [words.differenceAccepted(overpaid.number, `+${money(overpaid)}`)] : []),
    ...(failedAccepted.number > 0 ? [words.failedAccepted(failedAccepted.number, money(failedAccepted))] : []),
    ...(missingAccepted.number > 0 ? [words.missingAccepted(money(missingAccepted))] : []),
    ...(othersAccepted.number > 0
      ? [words.othersAccepted(othersAccepted.number, othersAccepted.sum === ZERO ? null : money(othersAccepted))]
      : []),
    ...(setAside.number > 0 ? [words.setAside(setAside.number, money(setAside))] : []),
  ]
}

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

/** Whether the sentence names a claim with a sum, so that further ones are “other”. */
const isAnyClaimed = ({ differences: { claimed }, ...totals }: MoneyTotals): boolean =>
  [
    claimed.owed,
    claimed.overpaid,
    totals.failedClaimed,
    totals.lateClaimed,
    totals.missingClaimed,
    totals.bankClaimed,
    totals.adjustmentsClaimed,
    totals.feesClaimed,
  ].some(({ number }) => number > 0)

const claimedBeside = (totals: MoneyTotals): readonly Line[] => [
  [
    'warning',
    totals.failedClaimed,
    (number, money) =>
      `${numberIn(number, 'en')} failed ${number === 1 ? 'settlement' : 'settlements'} of ${money} ${number === 1 ? 'is' : 'are'} claimed`,
  ],
  [
    'warning',
    totals.lateClaimed,
    (number, money) => `${settlements(number)} of ${money} in process ${number === 1 ? 'is' : 'are'} claimed`,
  ],
  ['warning', totals.missingClaimed, (_, money) => `invoices of ${money} without a settlement are claimed`],
  [
    'warning',
    totals.bankClaimed,
    (number, money) => `${money} missing or short at the bank is claimed on ${settlements(number)}`,
  ],
  [
    'warning',
    totals.adjustmentsClaimed,
    (number, money) => `adjustments of ${money} are claimed on ${settlements(number)}`,
  ],
  ['warning', totals.feesClaimed, (number, money) => `fees of ${money} are claimed on ${settlements(number)}`],
  [
    'warning',
    totals.otherClaims,
    (number) => {
      const other = isAnyClaimed(totals) ? 'other ' : ''
      return number === 1
        ? `1 ${other}discrepancy is claimed`
        : `${numberIn(number, 'en')} ${other}discrepancies are claimed`
    },
  ],
]

const english: Words = {
  wrong: (totals) => {
    const { open, claimed } = totals.differences
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
      ['bad', totals.unread, (number) => `${settlements(number)} ${number === 1 ? 'was' : 'were'} not read`],
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
      [
        'warning',
        totals.chargebacks,
        (number, money) => `${money} was charged back on ${countOf(number, 'invoice', 'en')}`,
      ],
      ['warning', claimed.owed, (number, money) => `${money} is claimed from the operator on ${settlements(number)}`],
      [
        'warning',
        claimed.overpaid,
        (number, money) => `an overpayment of ${money} on ${settlements(number)} was reported to the operator`,
      ],
      ...claimedBeside(totals),
    ]
  },
  inProcess: (number, money) => `${settlements(number)} of ${money} ${number === 1 ? 'is' : 'are'} in process`,
  notSettled: (money) => `invoices of ${money} are waiting for their settlement`,
  agreeing: (number, areAll) => {
    if (areAll && number <= 2) return number === 1 ? 'the settlement adds up' : 'both settlements add up'
    if (areAll) return `all ${numberIn(number, 'en')} settlements add up`
    return `${settlements(number)} ${number === 1 ? 'adds' : 'add'} up`
  },
  differenceAccepted: (number, money) =>
    number === 1
      ? `a difference of ${money} is accepted on 1 settlement`
      : `differences of ${money} are accepted on ${numberIn(number, 'en')} settlements`,
  failedAccepted: (number, money) =>
    number === 1
      ? `a failed settlement of ${money} is accepted`
      : `${numberIn(number, 'en')} failed settlements of ${money} are accepted`,
  missingAccepted: (money) => `invoices of ${money} without a settlement are accepted`,
  othersAccepted: (number, money) =>
    `discrepancies${money === null ? '' : ` of ${money}`} are accepted on ${settlements(number)}`,
  setAside: (number, money) => `${settlements(number)} of ${money} ${number === 1 ? 'is' : 'are'} not compared`,
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

const otherClaimsInSpanish = (totals: MoneyTotals): readonly Line[] => [
  [
    'warning',
    totals.failedClaimed,
    (number, money) =>
      `${number === 1 ? 'se reclama 1 liquidación fallida' : `se reclaman ${numberIn(number, 'es')} liquidaciones fallidas`} por ${money}`,
  ],
  [
    'warning',
    totals.lateClaimed,
    (number, money) =>
      `${number === 1 ? 'se reclama' : 'se reclaman'} ${liquidaciones(number)} en proceso por ${money}`,
  ],
  ['warning', totals.missingClaimed, (_, money) => `se reclaman facturas por ${money} sin liquidación`],
  [
    'warning',
    totals.bankClaimed,
    (number, money) => `se reclaman ${money} que no llegaron al banco en ${liquidaciones(number)}`,
  ],
  [
    'warning',
    totals.adjustmentsClaimed,
    (number, money) => `se reclaman ajustes por ${money} en ${liquidaciones(number)}`,
  ],
  ['warning', totals.feesClaimed, (number, money) => `se reclaman ${money} de comisión en ${liquidaciones(number)}`],
  [
    'warning',
    totals.otherClaims,
    (number) => {
      const more = isAnyClaimed(totals) ? ' más' : ''
      return number === 1 ? `se reclama 1 hallazgo${more}` : `se reclaman ${numberIn(number, 'es')} hallazgos${more}`
    },
  ],
]

const spanish: Words = {
  wrong: (totals) => {
    const { open, claimed } = totals.differences
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
      ['bad', totals.unread, (number) => `no se ${number === 1 ? 'leyó' : 'leyeron'} ${liquidaciones(number)}`],
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
      [
        'warning',
        totals.chargebacks,
        (number, money) => `hay contracargos por ${money} en ${countOf(number, 'invoice', 'es')}`,
      ],
      ['warning', claimed.owed, (number, money) => `se reclaman al operador ${money} en ${liquidaciones(number)}`],
      [
        'warning',
        claimed.overpaid,
        (number, money) =>
          `se informó al operador de ${money} abonados por encima de lo esperado en ${liquidaciones(number)}`,
      ],
      ...otherClaimsInSpanish(totals),
    ]
  },
  inProcess: (number, money) => `${liquidaciones(number)} por ${money} ${number === 1 ? 'está' : 'están'} en proceso`,
  notSettled: (money) => `hay facturas por ${money} pendientes de liquidación`,
  agreeing: (number, areAll) => {
    if (areAll) return number === 1 ? 'la liquidación cuadra' : `las ${numberIn(number, 'es')} liquidaciones cuadran`
    return `${liquidaciones(number)} ${number === 1 ? 'cuadra' : 'cuadran'}`
  },
  differenceAccepted: (number, money) =>
    number === 1
      ? `se aceptó una diferencia de ${money} en 1 liquidación`
      : `se aceptaron diferencias de ${money} en ${numberIn(number, 'es')} liquidaciones`,
  failedAccepted: (number, money) =>
    number === 1
      ? `se aceptó 1 liquidación fallida por ${money}`
      : `se aceptaron ${numberIn(number, 'es')} liquidaciones fallidas por ${money}`,
  missingAccepted: (money) => `se aceptaron facturas por ${money} sin liquidación`,
  othersAccepted: (number, money) =>
    `se aceptaron hallazgos${money === null ? '' : ` por ${money}`} en ${liquidaciones(number)}`,
  setAside: (number, money) => `${liquidaciones(number)} por ${money} no se ${number === 1 ? 'compara' : 'comparan'}`,
  nothingDue: 'aún no hay nada por leer',
  noInvoices: (businessDays, isAnyListed) => {
    const none = `no hubo facturas${isAnyListed ? ' pagadas' : ''}`
    if (businessDays === 0) return none
    return businessDays === 1 ? `${none}, aunque fue día hábil` : `${none} en ${businessDays} días hábiles`
  },
}

const WORDS: Readonly<Record<Language, Words>> = { en: english, es: spanish }
