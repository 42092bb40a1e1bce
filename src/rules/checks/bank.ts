import type { StatementGap } from '../../core/bank/bank-statement.ts'
import type { CreditTakenBack, PayoutArrival } from '../../core/bank/payout-arrivals.ts'
import type { NearCause, TieHypothesis } from '../../core/bank/tie-out.ts'
import {
  asText,
  type Discrepancy,
  type Figures,
  inCop,
  THE_SETTLEMENT,
  theBankEntry,
} from '../../core/findings/discrepancy.ts'
import { type Centavos, minus, size, ZERO } from '../../core/money.ts'
import { judgedSettlement } from '../../core/pull/pull.ts'
import { addDays, type SlotDate } from '../../core/slot.ts'
import { howMany } from '../../std/how-many.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { Say } from '../say.ts'

/** The most candidates that are named. */
const NAMED_MAX = 3

const choiceOf = ({ payouts, credits }: TieHypothesis) => ({
  credits: credits.map(({ id, bookedOn }) => ({ id, on: bookedOn })),
  others: payouts.length - 1,
})
type Choice = ReturnType<typeof choiceOf>

export const bankAmbiguous = defineCheck({
  code: 'BANK_AMBIGUOUS',
  severity: 'warning',
  acts: 'importer',
  dependsOn: 'bank',
  isTiedByPersons: true,
  event: 'bank',
  /** A single answer is tied. Among several answers, and among settlements that are not neighbours, a person must choose. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'candidates' || settlement === null) return NOTHING
    const { candidates } = arrival
    const data = { choices: candidates.slice(0, NAMED_MAX).map(choiceOf), number: candidates.length }
    return observed(THE_SETTLEMENT, inCop(null, settlement.payout), data, null, settlement.payout)
  },
  title: { en: 'A payout has no single match at the bank', es: 'Un abono no tiene un cruce único en el banco' },
  when: 'more than one set of credits adds up to the payout, or only one together with settlements that are not neighbours',
  message: {
    en: ({ figures, data: { choices, number } }, say) => {
      const named = choices.map(inEnglish).join('; or ')
      const payout = `the payout of ${say.money(figures.expected)} may have arrived`
      if (number === 1)
        return `${payout} only together with settlements that are not its neighbours: ${named}; if so, see "cuadre bank list" to tie it`
      return `${payout} in ${howMany(number, 'way')}: ${named}${number > choices.length ? '; and more' : ''}; see "cuadre bank list" to tie the right one`
    },
    es: ({ figures, data: { choices, number } }, say) => {
      const named = choices.map((choice) => inSpanish(choice, say)).join('; o ')
      const payout = `el abono de ${say.money(figures.expected)}`
      if (number === 1)
        return `${payout} solo puede haber llegado junto con liquidaciones que no son sus vecinas: ${named}; si es así, vea "cuadre bank list" para cruzarlo`
      return `${payout} puede haber llegado de ${howMany(number, 'forma')}: ${named}${number > choices.length ? '; y más' : ''}; vea "cuadre bank list" para cruzarlo con la correcta`
    },
  },
})

const inEnglish = ({ credits, others }: Choice): string => {
  const named = credits.map(({ id, on }) => `${on} bank:${id}`).join(' + ')
  return others === 0 ? named : `${named} with ${howMany(others, 'other settlement')}`
}

const inSpanish = ({ credits, others }: Choice, say: Say): string => {
  const named = credits.map(({ id, on }) => `${say.day(on)} bank:${id}`).join(' + ')
  return others === 0 ? named : `${named} con ${others === 1 ? 'otra liquidación' : `otras ${others} liquidaciones`}`
}

export const bankDiffers = defineCheck({
  code: 'BANK_DIFFERS',
  badge: {
    more: { en: 'More at the bank', es: 'Llegó de más' },
    less: { en: 'Less at the bank', es: 'Llegó de menos' },
  },
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'bankMore', less: 'bankLess' },
  dependsOn: 'bank',
  follows: 'settlement.payout',
  event: 'bank',
  amount: 'difference',
  /** The credits tied to a payout add up to it, now and when it was tied. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'arrived' || settlement === null || arrival.banked === settlement.payout) return NOTHING
    const { tie, banked, on, tied } = arrival
    const data = { on, tie, tied: tied === settlement.payout ? null : tied }
    return observed(THE_SETTLEMENT, inCop(banked, settlement.payout), data)
  },
  title: { en: 'What arrived at the bank is not the payout', es: 'Lo que llegó al banco no es el abono' },
  when: 'tied to credits of the bank, and their sum is not the payout, or the payout changed since',
  message: {
    en: ({ figures, data: { on, tie, tied } }, say) => {
      const arrived = `${say.money(figures.reported)} arrived at the bank by ${on} (tie ${tie})`
      return tied === null
        ? `${arrived}, and the payout is ${say.money(figures.expected)}`
        : `${arrived} when the payout was ${say.money(tied)}, and now it is ${say.money(figures.expected)}`
    },
    es: ({ figures, data: { on, tie, tied } }, say) => {
      const arrived = `al banco llegaron ${say.money(figures.reported)} hasta el ${say.day(on)} (cruce ${tie})`
      return tied === null
        ? `${arrived} y el abono es de ${say.money(figures.expected)}`
        : `${arrived} cuando el abono era de ${say.money(tied)}, y ahora es de ${say.money(figures.expected)}`
    },
  },
})

/** The number of last digits that distinguish a merchant's accounts. */
const DIGITS = 4

const observe = ({
  account,
  after,
  before,
  balances,
  isWithin,
}: StatementGap): Observation<Figures, { from: string; to: string; isWithin?: true }> => ({
  subject: theBankEntry(`${account.slice(-DIGITS)}-${isWithin ? `${after}-` : ''}${before}`),
  severity: null,
  figures: balances === null ? asText(before, addDays(after, 1)) : inCop(balances.reported, balances.expected),
  data: { from: after, to: before, ...(isWithin && { isWithin }) },
  amount: balances === null ? null : minus(balances.reported, balances.expected),
})

export const bankGap = defineCheck({
  code: 'BANK_GAP',
  severity: 'warning',
  acts: 'importer',
  dependsOn: 'bank',
  /**
   * The statements of an account follow one another without a missing day, each with the closing balance of the
   * previous one; and each agrees with the entries that other files have of its days.
   */
  check: ({ bank }) => (bank?.gaps ?? []).map(observe),
  title: { en: 'Bank statements do not join', es: 'Los extractos del banco no empalman' },
  when: 'days or balances between two statements of an account do not join, or another file has entries that a statement lacks; filed under the last settlement on or before the later one',
  message: {
    en: ({ figures, data: { from, to, isWithin = false } }, say) => {
      if (figures.unit !== 'COP') return `no bank statement covers the days after ${from} and before ${to}`
      const [reported, expected] = [say.money(figures.reported), say.money(figures.expected)]
      return isWithin
        ? `the bank statement from ${from} to ${to} closes with ${reported}, but with what other files have of its days it would close with ${expected}: the bank corrected an entry, or one of the files lacks some`
        : `the bank statement from ${to} opens with ${reported}, but the statements imported before it end with ${expected}`
    },
    es: ({ figures, data: { from, to, isWithin = false } }, say) => {
      const [first, last] = [say.day(from), say.day(to)]
      if (figures.unit !== 'COP') return `ningún extracto cubre los días después del ${first} y antes del ${last}`
      const [reported, expected] = [say.money(figures.reported), say.money(figures.expected)]
      return isWithin
        ? `el extracto del ${first} al ${last} termina en ${reported}, pero con lo que otros archivos tienen de esos días terminaría en ${expected}: el banco corrigió un movimiento, o a uno de los archivos le faltan`
        : `el extracto desde el ${last} empieza con ${reported}, pero lo importado antes termina en ${expected}`
    },
  },
})

interface MissingPayout {
  readonly lastDay: SlotDate
  readonly isComplete: boolean
  /** Absent when there are none. */
  readonly laterCredits?: readonly SlotDate[]
  readonly takenBack?: readonly CreditTakenBack[]
}

export const bankMissing = defineCheck({
  code: 'BANK_MISSING',
  badge: { en: 'Not at the bank', es: 'Falta en el banco' },
  severity: 'error',
  acts: 'operator',
  bucket: 'bankMissing',
  dependsOn: 'bank',
  isTiedByPersons: true,
  event: 'bank',
  amount: 'difference',
  /** A payout arrives at the bank within the days that the policy allows. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'missing' || settlement === null) return NOTHING
    const { lastDay, isComplete, laterCredits, takenBack } = arrival
    const data: MissingPayout = {
      lastDay,
      isComplete,
      ...(laterCredits.length > 0 ? { laterCredits: laterCredits.map(({ bookedOn }) => bookedOn) } : {}),
      ...(takenBack.length > 0 ? { takenBack } : {}),
    }
    return observed(THE_SETTLEMENT, inCop(ZERO, settlement.payout), data)
  },
  title: { en: 'A payout did not arrive at the bank', es: 'Un abono no llegó al banco' },
  when: 'paid out, the bank statements cover `bankDays` business days after it, and no credit equals it',
  message: {
    en: ({ figures, data }, say) =>
      `the payout of ${say.money(figures.expected)} is reported as paid out, but the bank statements show no such credit through ${data.lastDay}${takenBackInEnglish(data)}${restInEnglish(data)}`,
    es: ({ figures, data }, say) =>
      `el operador reporta abonados ${say.money(figures.expected)}, pero los extractos del banco, revisados hasta el ${say.day(data.lastDay)}, no los muestran${takenBackInSpanish(data, say)}${restInSpanish(data, say)}`,
  },
})

const takenBackInEnglish = ({ takenBack = [] }: MissingPayout): string =>
  takenBack.map(({ on, back }) => `; one came on ${on}, and the bank took it back on ${back}`).join('')

const takenBackInSpanish = ({ takenBack = [] }: MissingPayout, say: Say): string =>
  takenBack.map(({ on, back }) => `; uno llegó el ${say.day(on)}, y el banco lo reversó el ${say.day(back)}`).join('')

const restInEnglish = ({ isComplete, laterCredits = [] }: MissingPayout): string => {
  const untried = isComplete ? '' : '; there were too many sets of credits to try all of them'
  if (laterCredits.length === 0) return untried
  return `${untried}; the operator paid in exactly this sum on ${laterCredits.join(', ')}: if that is this payout, see "cuadre bank list" to tie it`
}

const restInSpanish = ({ isComplete, laterCredits = [] }: MissingPayout, say: Say): string => {
  const untried = isComplete ? '' : '; había demasiadas combinaciones de consignaciones para probarlas todas'
  if (laterCredits.length === 0) return untried
  return `${untried}; el operador consignó exactamente esa suma el ${laterCredits.map(say.day).join(', ')}: si es este abono, vea "cuadre bank list" para cruzarlo`
}

interface NearArrival {
  readonly on: SlotDate
  /** The id of the credit. */
  readonly credit: string
  /** Everything that the difference may be; empty when nothing fits to the centavo. */
  readonly mayBe: readonly NearCause[]
}

const CODE = 'BANK_UNCONFIRMED'

export const bankUnconfirmed = defineCheck({
  code: CODE,
  badge: { en: 'Candidate at the bank', es: 'Candidato en el banco' },
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'bankMore', less: 'bankLess' },
  dependsOn: 'bank',
  isTiedByPersons: true,
  event: 'bank',
  amount: 'difference',
  /** A payout arrives as it was paid out; where one credit is near it, a person says whether that is it. */
  check: (facts) => {
    const arrival = facts.bank?.arrival
    const settlement = judgedSettlement(facts)
    if (arrival?.kind !== 'unconfirmed' || settlement === null) return NOTHING
    const { credit, mayBe } = arrival
    const data: NearArrival = { on: credit.bookedOn, credit: credit.id, mayBe }
    return observed(THE_SETTLEMENT, inCop(credit.value, settlement.payout), data)
  },
  title: {
    en: 'A payout may have arrived with another sum',
    es: 'Un abono puede haber llegado por otro valor',
  },
  when: 'not found by exact sums, but probably arrived with another sum: see [The bank](bank.md#a-credit-that-is-nearly-a-payout)',
  message: {
    en: ({ figures, data: { on, mayBe } }, say) => {
      const { less, sum } = apart(figures.reported, figures.expected)
      const causes = mayBe.map((cause) => CAUSES[cause.kind].en(say.money(figures.reported)))
      const unknown = 'neither 4X1000, a charge of that day nor an earlier payout explains the difference'
      return `the payout of ${say.money(figures.expected)} probably arrived ${say.money(sum)} ${less ? 'short' : 'over'}, to be confirmed: the bank shows ${say.money(figures.reported)} on ${on}; ${causes.length > 0 ? causes.join('; or ') : unknown}`
    },
    es: ({ figures, data: { on, mayBe } }, say) => {
      const { less, sum } = apart(figures.reported, figures.expected)
      const causes = mayBe.map((cause) => CAUSES[cause.kind].es(say.money(figures.reported)))
      const unknown = 'ni el 4X1000, ni un cobro de ese día, ni un abono anterior explican la diferencia'
      return `el abono de ${say.money(figures.expected)} probablemente llegó con ${say.money(sum)} de ${less ? 'menos' : 'más'}, por confirmar: el banco muestra ${say.money(figures.reported)} el ${say.day(on)}; ${causes.length > 0 ? causes.join('; o ') : unknown}`
    },
  },
})

const apart = (credit: Centavos, payout: Centavos): { readonly less: boolean; readonly sum: Centavos } => ({
  less: credit < payout,
  sum: size(minus(credit, payout)),
})

const CAUSES: Readonly<Record<NearCause['kind'], Readonly<Record<'en' | 'es', (credit: string) => string>>>> = {
  '4x1000': {
    en: () => 'the difference is exactly the tax of 4X1000 on the payout',
    es: () => 'la diferencia es exactamente el 4X1000 del abono',
  },
  charge: {
    en: () => 'the bank shows a debit of exactly the difference on the same day, which may be its charge',
    es: () => 'el banco muestra el mismo día un débito por exactamente la diferencia, que puede ser su cobro',
  },
  're-issue': {
    en: (credit) => `${credit} was the payout before the settlement was issued again`,
    es: (credit) => `${credit} era el abono antes de que la liquidación se emitiera de nuevo`,
  },
}

/** What arrived of a payout, with the day of the last credit. */
export interface SettlementArrival extends Pick<PayoutArrival, 'banked' | 'on'> {
  /** Whether a tie says so, or a person accepted its sum or was paid the rest of it; otherwise it is a proposal. */
  readonly isConfirmed: boolean
}

/** The arrival that the findings of a settlement propose; null where they propose none. */
export const arrivalToConfirm = (
  discrepancies: readonly Pick<Discrepancy, 'code' | 'state' | 'figures' | 'data'>[],
): SettlementArrival | null => {
  const found = discrepancies.find(({ code, state }) => code === CODE && state !== 'resolved')
  if (found?.figures.unit !== 'COP' || found.figures.reported === null || found.data === null) return null
  const { on } = found.data as NearArrival
  return { banked: found.figures.reported, on, isConfirmed: found.state === 'accepted' || found.state === 'paid' }
}

export const bankUnknownCredit = defineCheck({
  code: 'BANK_UNKNOWN_CREDIT',
  severity: 'warning',
  acts: 'operator',
  dependsOn: 'bank',
  isTiedByPersons: true,
  check: ({ bank }) =>
    (bank?.unknownCredits ?? []).flatMap(({ id, value, bookedOn }) =>
      observed(theBankEntry(id), inCop(value, null), { on: bookedOn }, null, value),
    ),
  title: {
    en: 'A credit from the operator matches no payout',
    es: 'Una consignación del operador no es de ninguna liquidación',
  },
  when: 'a credit with the text of the operator that no payout explains; filed under the last settlement on or before its day',
  message: {
    en: ({ figures, data: { on } }, say) =>
      `the bank shows a credit of ${say.money(figures.reported)} from the operator on ${on} that no payout explains`,
    es: ({ figures, data: { on } }, say) =>
      `el banco muestra el ${say.day(on)} una consignación del operador por ${say.money(figures.reported)} que ningún abono explica`,
  },
})
