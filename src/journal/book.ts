import type { ArrivedPart } from '../core/bank/payout-arrivals.ts'
import { isFourPerThousand } from '../core/bank/tie-out.ts'
import type { OperatorInvoice } from '../core/fees/operator-invoice.ts'
import type { EntryFacts, JournalLine, JournalSettings, Role } from '../core/journal.ts'
import { type Centavos, minus, negate, plus, sumOf, ZERO } from '../core/money.ts'
import { adjustmentsInPayout, payoutReading } from '../core/payout.ts'
import type { Policy } from '../core/policy.ts'
import type { Settlement } from '../core/settlement.ts'
import { nameOf, type SlotDate } from '../core/slot.ts'
import { feesDeducted } from '../rules/account/settlement-money.ts'
import type { Both } from '../std/both.ts'
import { compareText } from '../std/compare-text.ts'
import { groupBy } from '../std/group-by.ts'
import type { AcceptedSum, RecoveredSum } from './decisions.ts'
import { balanced, entryOf, line } from './entry.ts'
import type { Moves, SlotMoves } from './payments.ts'
import { TEXTS } from './words.ts'

/** What arrived of a payout at the bank. */
export interface BankArrival {
  /** The number of the tie; null where a person has still to confirm the credit. */
  readonly tie: number | null
  readonly banked: Centavos
  /** The day of the last credit. */
  readonly on: SlotDate
  readonly parts: readonly ArrivedPart[]
}

/** A settlement that was ever read final. */
export interface FinalSettlement {
  /** The day on which it left the operator's account, as `in-transit` counts it. */
  readonly day: SlotDate
  /** As it reads now; as it read last where it is final no longer. */
  readonly settlement: Settlement
  /** The sum of its list now. */
  readonly listed: Centavos
  /** Whether it is paid out still. */
  readonly isPaidOut: boolean
}

/** A part of an adjustment that chargebacks explain, with its sign: negative takes from the merchant. */
export interface ExplainedPart {
  readonly effect: Centavos
  readonly invoice: string | null
  readonly document: string | null
}

/** All that is known of a settlement, for its entries. */
export interface SettlementFacts extends SlotMoves {
  readonly final: FinalSettlement | null
  /** Whether the account with the operator compares it. */
  readonly isCompared: boolean
  /** Whether it was tied to a credit before it was read final. */
  readonly isAdvance: boolean
  readonly withholdings: ReadonlyMap<string, Centavos>
  readonly explained: readonly ExplainedPart[]
  readonly arrival: BankArrival | null
  /** Codes and ids of the findings about its money. */
  readonly findings: readonly string[]
  readonly accepted: readonly AcceptedSum[]
  readonly recovered: readonly RecoveredSum[]
}

/** A credit of the operator that no payout explains. */
export interface UnknownCredit {
  readonly id: string
  readonly day: SlotDate
  readonly value: Centavos
  /** What is left of it, and the day on which a person accepted that. */
  readonly accepted: { readonly day: SlotDate; readonly sum: Centavos } | null
}

/** What is booked of an invoice or a credit note of the operator. */
export type InvoiceTax = Pick<OperatorInvoice, 'number' | 'cufe' | 'day' | 'kind' | 'iva'>

/** The rules by which everything other than payments is booked. */
export interface BookRules {
  readonly policy: Policy
  readonly basis: JournalSettings['basis']
  readonly say: (text: Both<string>) => string
}

/** The parts of a payout, as the policy reads it: listed - fees + adjustments - kept = what should be paid. */
export const partsOfPayout = (
  { settlement, listed }: Pick<FinalSettlement, 'settlement' | 'listed'>,
  policy: Policy,
) => {
  const { rule, fromCollected } = payoutReading(settlement, policy)
  if (rule === 'unchecked') return { fees: ZERO, adjustments: ZERO, kept: minus(listed, settlement.payout) }
  return {
    fees: feesDeducted(settlement, rule, policy),
    adjustments: adjustmentsInPayout(settlement, policy),
    kept: fromCollected ? ZERO : listed,
  }
}

/** What a settlement should pay by its list. */
export const payoutByParts = (final: Pick<FinalSettlement, 'settlement' | 'listed'>, policy: Policy): Centavos => {
  const { fees, adjustments, kept } = partsOfPayout(final, policy)
  return minus(plus(minus(final.listed, fees), adjustments), kept)
}

/** What the bank itself kept of a payout, as far as it can be told: the tax of 4 in 1000. */
export const bankDeduction = (payout: Centavos, { banked }: BankArrival): Centavos => {
  const rest = minus(payout, banked)
  return rest > ZERO && isFourPerThousand(rest, payout) ? rest : ZERO
}

/** The day from which a settlement is booked; null while it is not. Money that is received is what counts under cash. */
export const bookedFrom = (
  { final, arrival, isAdvance }: Pick<SettlementFacts, 'final' | 'arrival' | 'isAdvance'>,
  basis: BookRules['basis'],
  day: SlotDate,
): SlotDate | null => {
  if (basis === 'accrual' || isAdvance) return day
  if (arrival !== null) return later(day, arrival.on)
  return final?.isPaidOut && final.settlement.payout === ZERO ? day : null
}

const later = (a: SlotDate, b: SlotDate): SlotDate => (a > b ? a : b)

/** Where what is left of a payout stands: in transit, or, of one that is not paid out any more, in suspense. */
const holderOf = ({ final }: SettlementFacts): Role => (final?.isPaidOut ? 'transit' : 'suspense')

/** Every entry but those of payments (SPEC, section 11: the table). */
export const bookedEntries = (
  settlements: readonly SettlementFacts[],
  credits: readonly UnknownCredit[],
  invoices: readonly InvoiceTax[],
  rules: BookRules,
): readonly EntryFacts[] => [
  ...settlements.flatMap((one) => [
    ...settlementEntries(one, rules),
    ...feesBilled(one, rules),
    ...acceptedEntries(one, rules),
    ...recoveredEntries(one, rules),
  ]),
  ...arrivalEntries(settlements, rules),
  ...credits.flatMap((one) => creditEntries(one, rules)),
  ...invoices.flatMap((one) => invoiceEntry(one, rules)),
]

const settlementEntries = (one: SettlementFacts, rules: BookRules): readonly EntryFacts[] => {
  const { slot, final, isAdvance, findings } = one
  const { say, basis } = rules
  const about = { kind: 'settlement', slot, findings } as const
  const days = bookedMoves(one, basis)
  const first = final === null ? null : bookedFrom(one, basis, final.day)
  const entry = (key: string, day: SlotDate, text: Both<string>, lines: readonly JournalLine[]) =>
    balanced({ ...about, key: `settlement ${nameOf(slot)}${key}`, day, text: say(text), lines })
  const advance = isAdvance && one.arrival !== null ? advanceEntry(one, one.arrival, rules) : []
  const own = isAdvance ? [one.arrival?.on] : [first]
  const rest = [...days]
    .filter(([day]) => !own.includes(day))
    .flatMap(([day, sum]) => entry(` ${day}`, day, TEXTS.settlementRest(slot), [line('operator', negate(sum))]))
  if (final === null || first === null) return [...advance, ...rest]
  const parts = partLines(one, final, rules.policy)
  if (isAdvance)
    return [...advance, ...entry('', first, TEXTS.settlement(slot), [...parts, ...bankKept(one, final)]), ...rest]
  const lines = [...payoutLines(one, final, rules), ...parts, line('operator', negate(days.get(first) ?? ZERO))]
  const text = final.isPaidOut ? TEXTS.settlement(slot) : TEXTS.wentBack(slot)
  return [...entry('', first, text, lines), ...rest]
}

/** What left the operator's account, by the days on which it is booked. */
export const bookedMoves = (one: SettlementFacts, basis: BookRules['basis']): Moves => {
  const moves = new Map<SlotDate, Centavos>()
  for (const [day, sum] of [...one.settled].sort(([a], [b]) => compareText(a, b))) {
    const booked = bookedFrom(one, basis, day)
    if (booked !== null && sum !== ZERO) moves.set(booked, plus(moves.get(booked) ?? ZERO, sum))
  }
  return moves
}

/** What was paid out: on its way to the bank, or under cash what arrived. */
const payoutLines = (one: SettlementFacts, final: FinalSettlement, { basis }: BookRules): readonly JournalLine[] => {
  const { payout } = final.settlement
  if (basis === 'accrual' || one.arrival === null) return [line(holderOf(one), payout)]
  return [line('bank', one.arrival.banked), ...bankKept(one, final)]
}

const bankKept = ({ arrival }: SettlementFacts, { settlement, isPaidOut }: FinalSettlement): readonly JournalLine[] =>
  arrival === null || !isPaidOut ? [] : [line('bankCharges', bankDeduction(settlement.payout, arrival))]

/** Fees and withholdings, adjustments by what explains them, and what the gateway kept. */
const partLines = (
  { withholdings, explained }: SettlementFacts,
  final: FinalSettlement,
  policy: Policy,
): readonly JournalLine[] => {
  const { fees, adjustments, kept } = partsOfPayout(final, policy)
  const withheld = fees === ZERO ? [] : [...withholdings].map(([name, sum]) => line('withholdings', sum, { name }))
  const debited = adjustments === ZERO ? [] : explained
  const open = minus(adjustments, sumOf(debited.map(({ effect }) => effect)))
  return [
    line('fees', minus(fees, sumOf(withheld.map(({ sum }) => sum)))),
    ...withheld,
    ...debited.map(({ effect, invoice, document }) => line('chargebacks', negate(effect), { invoice, document })),
    line('adjustments', negate(open)),
    line('gateway', kept),
  ]
}

const feesBilled = (one: SettlementFacts, { policy, basis, say }: BookRules): readonly EntryFacts[] => {
  const { slot, final } = one
  const day = final && bookedFrom(one, basis, final.day)
  if (final === null || day === null || !final.settlement.feesPostpaid) return []
  const sum = minus(final.settlement.fees, partsOfPayout(final, policy).fees)
  const lines = [line('fees', sum), line('feesPayable', negate(sum))]
  const text = say(TEXTS.feesBilled(slot))
  return entryOf({ key: `fees-billed ${nameOf(slot)}`, kind: 'fees-billed', day, slot, text, findings: [], lines })
}

/** A list that was tied before its settlement existed: what arrived, for what the list comes to. */
const advanceEntry = (one: SettlementFacts, arrival: BankArrival, { say, basis }: BookRules): readonly EntryFacts[] => {
  const { slot, findings } = one
  const { on: day } = arrival
  const listed = bookedMoves(one, basis).get(day) ?? ZERO
  const lines = [line('bank', arrival.banked), line('operator', negate(listed))]
  const text = say(TEXTS.advance(slot))
  return balanced({ key: `advance ${nameOf(slot)}`, kind: 'advance', day, slot, text, findings, lines })
}

/** A credit as the bank shows it, for the settlements of its tie: an entry for each day of the bank. */
const arrivalEntries = (settlements: readonly SettlementFacts[], { basis, say }: BookRules): readonly EntryFacts[] => {
  const arrived = settlements.flatMap((one) =>
    one.arrival === null || one.isAdvance || (basis === 'cash' && one.final !== null)
      ? []
      : [{ ...one, arrival: one.arrival }],
  )
  const ofTies = groupBy(arrived, ({ slot, arrival }) => (arrival.tie === null ? nameOf(slot) : `${arrival.tie}`))
  return [...ofTies.values()].flatMap((ofTie) => {
    const days = [...new Set(ofTie.flatMap((one) => [clearedOn(one), ...one.arrival.parts.map(({ on }) => on)]))].sort()
    return days.flatMap((day) => {
      const lines = ofTie.flatMap((one) => arrivalLines(one, one.arrival, day))
      const [first] = ofTie
      const isOne = first.arrival.tie === null
      const text = say(isOne ? TEXTS.unconfirmed(first.slot) : TEXTS.arrival(ofTie.map(({ slot }) => slot)))
      const findings = ofTie.flatMap((one) => one.findings)
      const slot = ofTie.length === 1 ? first.slot : null
      const bank = line('bank', negate(sumOf(lines.map(({ sum }) => sum))))
      return entryOf({
        key: `arrival ${nameOf(first.slot)} ${day}`,
        kind: 'arrival',
        day,
        slot,
        text,
        findings,
        lines: [bank, ...lines],
      })
    })
  })
}

/** The day from which nothing of a payout is in transit: that of its last credit, or of its payout where that was read later. */
const clearedOn = ({ final, arrival }: Pick<SettlementFacts, 'final'> & { readonly arrival: BankArrival }): SlotDate =>
  final === null ? arrival.on : later(arrival.on, final.day)

/** What came on a day leaves transit; with the last credit all that is left does. */
const arrivalLines = (one: SettlementFacts, arrival: BankArrival, day: SlotDate): readonly JournalLine[] => {
  const came = sumOf(arrival.parts.filter(({ on }) => on === day).map(({ sum }) => sum))
  const holder = holderOf(one)
  if (day !== clearedOn({ ...one, arrival }) || one.final === null || !one.final.isPaidOut)
    return [line(holder, negate(came))]
  const { payout } = one.final.settlement
  const rest = minus(payout, arrival.banked)
  const kept = bankDeduction(payout, arrival)
  return [line(holder, negate(plus(came, rest))), line('bankCharges', kept), line('suspense', minus(rest, kept))]
}

const creditEntries = ({ id, day, value, accepted }: UnknownCredit, { say }: BookRules): readonly EntryFacts[] => {
  const about = { slot: null, text: say(TEXTS.unknownCredit(id)), findings: [] }
  const lines = [line('bank', value), line('unknownCredits', negate(value))]
  const credit = entryOf({ ...about, key: `unknown-credit ${id}`, kind: 'unknown-credit', day, lines })
  if (accepted === null) return credit
  const taken = [line('unknownCredits', accepted.sum), line('accepted', negate(accepted.sum))]
  return [
    ...credit,
    ...entryOf({ ...about, key: `accepted ${id}`, kind: 'accepted', day: later(day, accepted.day), lines: taken }),
  ]
}

const acceptedEntries = ({ slot, accepted, findings }: SettlementFacts, { say }: BookRules): readonly EntryFacts[] =>
  accepted.flatMap(({ of, day, sum, role }) => {
    const text = say(of === 'bank' ? TEXTS.acceptedAtBank(slot) : TEXTS.accepted(slot))
    const lines = [line('accepted', sum), line(role, negate(sum))]
    return entryOf({ key: `accepted ${nameOf(slot)} ${of}`, kind: 'accepted', day, slot, text, findings, lines })
  })

const recoveredEntries = ({ slot, recovered, findings }: SettlementFacts, { say }: BookRules): readonly EntryFacts[] =>
  recovered.flatMap(({ key, day, sum, role, by }) => {
    const lines = role === by ? [] : [line(by, sum), line(role, negate(sum))]
    const text = say(TEXTS.recovered(slot))
    return entryOf({ key: `recovered ${nameOf(slot)} ${key}`, kind: 'recovered', day, slot, text, findings, lines })
  })

/** Its tax alone: the fees are booked with the settlements. */
const invoiceEntry = ({ number, cufe, day, kind, iva }: InvoiceTax, { say }: BookRules): readonly EntryFacts[] => {
  const sum = kind === 'invoice' ? iva : negate(iva)
  const text = say(kind === 'invoice' ? TEXTS.feesInvoice(number) : TEXTS.creditNote(number))
  const lines = [line('feeTax', sum), line('fees', negate(sum))]
  return entryOf({ key: `fees-invoice ${cufe}`, kind: 'fees-invoice', day, slot: null, text, findings: [], lines })
}
