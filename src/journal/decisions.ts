import type { Arrival } from '../core/bank/payout-arrivals.ts'
import type { Recovery } from '../core/findings/act.ts'
import type { Role } from '../core/journal.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../core/money.ts'
import type { Slot, SlotDate } from '../core/slot.ts'
import { BANK_BUCKETS, type SettlementMoney } from '../rules/account/position.ts'
import { CODES_OF_MONEY } from '../rules/account/settlement-money.ts'
import type { SettlementTimes } from '../rules/account/settlement-times.ts'
import { codesIn } from '../rules/registry.ts'

/** What was accepted of a settlement, and where its pesos stand. */
export interface AcceptedSum {
  /** The one of its differences. */
  readonly of: 'payout' | 'bank'
  readonly day: SlotDate
  /** Positive where it is lost. */
  readonly sum: Centavos
  readonly role: Role
}

/** What was paid elsewhere of a claim, where the pesos of the claim stand, and what paid it. */
export interface RecoveredSum {
  readonly key: string
  readonly of: 'payout' | 'bank'
  readonly day: SlotDate
  readonly sum: Centavos
  readonly role: Role
  readonly by: 'adjustments' | 'unknownCredits'
}

/** A settlement, as far as decisions go by it. */
interface DecidedSettlement {
  readonly slot: Slot
  readonly money: SettlementMoney
  readonly times: SettlementTimes
  readonly arrival: Arrival | null
  /** What the bank itself kept of it. */
  readonly bankDeduction: Centavos
  /** The day from which it is booked; null while it is not. */
  readonly bookedOn: SlotDate | null
  readonly isPaidOut: boolean
  readonly isAdvance: boolean
}

/** Acceptances in force. A late settlement that was accepted may still be paid out, and its acceptance takes nothing. */
export const acceptedSums = (one: DecidedSettlement): readonly AcceptedSum[] => [
  ...acceptedPayout(one),
  ...acceptedAtBank(one),
]

const acceptedPayout = ({ money, times, bookedOn }: DecidedSettlement): readonly AcceptedSum[] => {
  const { acceptedOn } = times
  const { notCompared, shares, expected } = money
  if (acceptedOn === null) return []
  if (notCompared === 'failed' && expected !== null)
    return [{ of: 'payout', day: acceptedOn, sum: expected, role: bookedOn === null ? 'operator' : 'suspense' }]
  if (notCompared !== null) return []
  const sum = negate(shares.accepted)
  return [
    { of: 'payout', sum, ...(bookedOn === null ? inOperator(acceptedOn) : inSuspense(latest(acceptedOn, bookedOn))) },
  ]
}

const inOperator = (day: SlotDate) => ({ day, role: 'operator' }) as const
const inSuspense = (day: SlotDate) => ({ day, role: 'suspense' }) as const

const acceptedAtBank = (one: DecidedSettlement): readonly AcceptedSum[] => {
  const { money, times, arrival, bankDeduction, isPaidOut } = one
  const { acceptedAtBankOn: on } = times
  const payout = money.paidOut ?? ZERO
  if (on === null || arrival === null || !isPaidOut || times.paidOn === null) return []
  const left = minus(payout, sumOf(times.recoveriesAtBank.map(({ sum }) => sum)))
  if (arrival.kind === 'missing')
    return [{ of: 'bank', day: latest(on, arrival.lastDay, times.paidOn), sum: left, role: holderOf(one) }]
  const [banked, day] =
    arrival.kind === 'arrived'
      ? [arrival.banked, arrival.on]
      : arrival.kind === 'unconfirmed'
        ? [arrival.credit.value, arrival.credit.bookedOn]
        : [payout, on]
  const sum = minus(minus(left, banked), bankDeduction)
  return [{ of: 'bank', sum, ...inSuspense(latest(on, day, times.paidOn)) }]
}

/** Where a payout stands that did not arrive: under cash it is not booked yet. */
const holderOf = ({ bookedOn }: DecidedSettlement): Role => (bookedOn === null ? 'operator' : 'transit')

const latest = (...days: readonly SlotDate[]): SlotDate => days.reduce((a, b) => (a > b ? a : b))

const OF_BANK = codesIn(BANK_BUCKETS)
const OF_FEES = codesIn(['feesTooMuch', 'feesTooLittle'])

/** Claims that were paid by an adjustment or a credit; the pesos of one that paid nothing are with another of its case. */
export const recoveredSums = (
  one: DecidedSettlement,
  recoveries: readonly (Recovery & { readonly code: string })[],
): readonly RecoveredSum[] =>
  recoveries
    .filter(({ sum }) => sum !== ZERO)
    .map(({ by, sum, on, code }, at) => ({
      key: `${at + 1} ${by.kind === 'entry' ? by.entry : `${by.slot.date}/${by.slot.cycle}`}`,
      of: OF_BANK.has(code) ? 'bank' : 'payout',
      day: latest(on, one.slot.date, one.bookedOn ?? one.slot.date),
      sum,
      role: roleOfClaim(one, code),
      by: by.kind === 'entry' ? 'unknownCredits' : 'adjustments',
    }))

const roleOfClaim = (one: DecidedSettlement, code: string): Role => {
  const { arrival, bookedOn, isPaidOut, isAdvance } = one
  if (CODES_OF_MONEY.has(code)) return bookedOn === null ? 'operator' : 'suspense'
  if (OF_FEES.has(code)) return 'fees'
  if (!OF_BANK.has(code)) return 'adjustments'
  const hasArrived = arrival?.kind === 'arrived' || arrival?.kind === 'unconfirmed'
  return hasArrived || !isPaidOut || isAdvance ? 'suspense' : holderOf(one)
}
