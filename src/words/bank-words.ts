import type { BridgeRow, PayoutAtBank } from '../core/bank/bank-overview.ts'
import { creditsToConfirm } from '../core/bank/payout-arrivals.ts'
import type { NearCause } from '../core/bank/tie-out.ts'
import type { Both } from '../std/both.ts'
import type { Language } from './language.ts'

/** Where payouts are on their way to the bank. */
export const BRIDGE_WORDS: Readonly<Record<BridgeRow['kind'], Both<string>>> = {
  arrived: { en: 'arrived at the bank', es: 'llegó al banco' },
  unconfirmed: { en: 'arrived with another sum, to be confirmed', es: 'llegó por otro valor, por confirmar' },
  candidates: {
    en: 'several candidates: a person chooses',
    es: 'varios candidatos: una persona elige',
  },
  'on-the-way': { en: 'on the way', es: 'en camino' },
  missing: { en: 'missing at the bank', es: 'falta en el banco' },
  settled: {
    en: 'missing or another sum: accepted, or paid elsewhere',
    es: 'falta o llegó por otro valor: aceptado, o pagado de otra forma',
  },
  'not-covered': { en: 'not covered by a statement', es: 'sin extracto que lo cubra' },
  negative: { en: 'negative payouts: no credit is expected', es: 'abonos negativos: no se espera consignación' },
  echo: {
    en: 'answers for another settlement: no credit is expected',
    es: 'respuestas de otra liquidación: no se espera consignación',
  },
  total: { en: 'paid out', es: 'abonado por el operador' },
}

/** What the difference of a proposed credit may be. */
export const MAY_BE: Readonly<Record<NearCause['kind'], Both<string>>> = {
  '4x1000': { en: '4X1000', es: '4X1000' },
  charge: { en: "the bank's charge", es: 'un cobro del banco' },
  're-issue': { en: 'the payout before it was issued again', es: 'el abono antes de emitirse de nuevo' },
}

/** The digits of an id that a person types. */
export const ID_DIGITS = 8

/** The commands that say that a credit is this payout, as they are typed: one for each that may be it. Who accepted its sum said so. */
export const confirmations = (
  { slot: { date, cycle }, arrival, isSettled }: Pick<PayoutAtBank, 'slot' | 'arrival' | 'isSettled'>,
  language: Language,
): readonly string[] => {
  const credits = isSettled && arrival.kind === 'unconfirmed' ? [] : creditsToConfirm(arrival)
  return credits.map(({ id }) => {
    const reason = { en: 'confirmed', es: 'confirmado' }[language]
    return `cuadre bank tie ${date}/${cycle} --entry ${id.slice(0, ID_DIGITS)} --reason ${reason}`
  })
}

/** The words of the page of the bank. `money`: sums with their sign. */
const ENGLISH = {
  title: 'Payouts at the bank',
  asOf: (when: string) => `Read ${when}.`,
  missing: (money: string, number: number) =>
    `${money} of ${number === 1 ? 'a payout' : `${number} payouts`} has not arrived at the bank.`,
  toDecide: (number: number) => `${number === 1 ? 'One line needs' : `${number} lines need`} a decision.`,
  onTheWay: (money: string) => `${money} on the way; all else has arrived.`,
  arrived: (money: string, number: number, settled: number) => {
    if (settled > 0)
      return `${number} of ${number + settled} payouts arrived: ${money}; what did not was accepted, or paid elsewhere.`
    return number === 1 ? `The payout arrived: ${money}.` : `All ${number} payouts arrived: ${money}.`
  },
  nothing: 'No payout is known of the days of the statements.',
  open: 'Not arrived, beside what is not matched',
  openHint:
    'COP. Left, payouts; right, credits of the operator; between them the one proposed, and by how much it differs.',
  payout: 'Payout',
  what: 'What',
  difference: 'Credit less payout',
  credit: 'Credit',
  day: 'Day',
  candidate: 'a candidate for several',
  unknown: 'no payout explains it',
  unknownAccepted: 'no payout explains it; accepted',
  differs: 'tied, with another sum',
  mayBe: (causes: string) => `may be ${causes}`,
  left: (money: string) => `${money} left`,
  more: (number: number) => `and ${number} more: cuadre bank list --all`,
  totals: 'Total',
  confirm: 'To confirm, or to say what belongs together',
  bridge: 'From paid out to arrived',
  arrivedHead: 'Arrived',
  covered: 'Days that statements cover',
  coveredHint: 'Each bar is an account; gaps are open.',
  takenBack: (money: string, on: string, back: string) =>
    `The bank took back a credit of ${money} of ${on}, on ${back}: it pays nothing.`,
}

export type BankWords = typeof ENGLISH

const SPANISH: BankWords = {
  title: 'Los abonos en el banco',
  asOf: (when) => `Leído el ${when}.`,
  missing: (money, number) =>
    `Al banco no ${number === 1 ? `ha llegado un abono de ${money}` : `han llegado ${number} abonos por ${money}`}.`,
  toDecide: (number) => `${number === 1 ? 'Un renglón requiere' : `${number} renglones requieren`} una decisión.`,
  onTheWay: (money) => `${money} en camino; lo demás llegó.`,
  arrived: (money, number, settled) => {
    if (settled > 0)
      return `${number === 1 ? 'Llegó' : 'Llegaron'} ${number} de ${number + settled} abonos: ${money}; lo demás se aceptó, o se pagó de otra forma.`
    return number === 1 ? `Llegó el abono: ${money}.` : `Llegaron los ${number} abonos: ${money}.`
  },
  nothing: 'No se conoce ningún abono de los días de los extractos.',
  open: 'Lo que no ha llegado, junto a lo que no cruza',
  openHint:
    'COP. A la izquierda, los abonos; a la derecha, las consignaciones del operador; entre ambos, la propuesta y en cuánto difiere.',
  payout: 'Abono',
  what: 'Qué pasa',
  difference: 'Consignación menos abono',
  credit: 'Consignación',
  day: 'Día',
  candidate: 'candidata de varios',
  unknown: 'ningún abono la explica',
  unknownAccepted: 'ningún abono la explica; aceptada',
  differs: 'cruzado, por otro valor',
  mayBe: (causes) => `puede ser ${causes}`,
  left: (money) => `faltan ${money}`,
  more: (number) => `y ${number} más: cuadre bank list --all`,
  totals: 'Total',
  confirm: 'Para confirmar, o decir qué va junto',
  bridge: 'De lo abonado a lo que llegó',
  arrivedHead: 'Llegó',
  covered: 'Días que cubren los extractos',
  coveredHint: 'Cada barra es una cuenta; los vacíos quedan abiertos.',
  takenBack: (money, on, back) => `El banco reversó el ${back} una consignación de ${money} del ${on}: no paga nada.`,
}

const WORDS: Readonly<Record<Language, BankWords>> = { en: ENGLISH, es: SPANISH }

export const bankWords = (language: Language): BankWords => WORDS[language]
