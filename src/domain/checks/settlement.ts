import { howMany } from '../../std/how-many.ts'
import { hoursSince } from '../calendar/calendar.ts'
import { inWords, ZERO } from '../money.ts'
import { fieldName } from '../operator-fields.ts'
import { isFinal, isKnownCycle } from '../policy.ts'
import { isCycleNumber, type Settlement } from '../settlement.ts'
import { nameOf } from '../slot.ts'
import { asText, type Check, found, inCop, inInvoices, NOTHING, type SlotFacts } from './facts.ts'
import { carriesAnotherLabel, isEcho, ownSettlement } from './judged.ts'

/** Invoices that count belong to a settlement; at first it may still be on its way. */
export const settlementMissing: Check = ({ settlement, totals, slot, zone, pull, policy }) => {
  if (settlement !== null || totals.counted === 0) return NOTHING
  const isOverdue = hoursSince(slot, zone, pull.at) >= policy.overdueHours
  return found(
    'SETTLEMENT_MISSING',
    isOverdue ? 'error' : 'info',
    'settlement',
    inCop(null, totals.collected),
    `${howMany(totals.counted, 'invoice')} of ${inWords(totals.collected)} ${totals.counted === 1 ? 'counts' : 'count'} here and the service has no settlement${
      isOverdue ? ` ${policy.overdueHours} hours after its cycle` : ' yet'
    }`,
  )
}

/** A settlement reaches a final status, or `error`, in time. */
export const settlementOverdue: Check = (facts) => {
  const { slot, zone, pull, policy } = facts
  const settlement = ownSettlement(facts)
  if (settlement === null || settlement.status === 'error' || isFinal(settlement.status, policy)) return NOTHING
  const hours = hoursSince(slot, zone, pull.at)
  if (hours < policy.overdueHours) return NOTHING
  const isStuck = hours >= policy.stuckHours
  return found(
    'SETTLEMENT_OVERDUE',
    isStuck ? 'error' : 'warning',
    'settlement',
    asText(settlement.status, null),
    `still ${settlement.status} ${isStuck ? policy.stuckHours : policy.overdueHours} hours after its cycle`,
  )
}

/** The service itself says that the settlement failed. */
export const settlementError: Check = (facts) =>
  ownSettlement(facts)?.status === 'error'
    ? found('SETTLEMENT_ERROR', 'error', 'settlement', asText('error', null), 'the service states status error')
    : NOTHING

/** What the slot's pulls have shown of it so far, oldest first: what once answered for another slot is no part of its past. */
const ownSettlements = ({ settlements, slot, policy }: SlotFacts): readonly Settlement[] =>
  settlements.map(({ settlement }) => settlement).filter((settlement) => !isEcho(settlement, slot, policy))

/** A settlement that was there stays there. */
export const settlementVanished: Check = (facts) => {
  const { settlement } = facts
  const last = ownSettlements(facts).at(-1)
  if (settlement !== null || last === undefined) return NOTHING
  return found(
    'SETTLEMENT_VANISHED',
    'error',
    'settlement',
    asText(null, last.status),
    `a settlement that was ${last.status} with a payout of ${inWords(last.payout)} is gone`,
  )
}

const SUMS = ['collected', 'fees', 'adjustments', 'payout'] as const
const FLAGS = ['feesPostpaid', 'gateway'] as const

/** The amounts, the count and the flags of a final settlement do not change. */
export const settlementChanged: Check = (facts) => {
  const { baseline } = facts
  const settlement = ownSettlement(facts)
  if (settlement === null || baseline === null) return NOTHING
  const before = baseline.settlement
  const changed = 'differs from the first final reading'
  return [
    ...SUMS.filter((field) => settlement[field] !== before[field]).flatMap((field) =>
      found(
        'SETTLEMENT_CHANGED',
        'error',
        `settlement.${field}`,
        inCop(settlement[field], before[field]),
        `${fieldName(field)} is ${inWords(settlement[field])} and was ${inWords(before[field])}: it ${changed}`,
      ),
    ),
    ...(settlement.invoiceCount === before.invoiceCount
      ? NOTHING
      : found(
          'SETTLEMENT_CHANGED',
          'error',
          'settlement.invoiceCount',
          inInvoices(settlement.invoiceCount, before.invoiceCount),
          `the number of invoices (numberOfInvoices) is ${settlement.invoiceCount} and was ${before.invoiceCount}: it ${changed}`,
        )),
    ...FLAGS.filter((field) => settlement[field] !== before[field]).flatMap((field) =>
      found(
        'SETTLEMENT_CHANGED',
        'error',
        `settlement.${field}`,
        asText(String(settlement[field]), String(before[field])),
        `${field} is ${settlement[field]} and was ${before[field]}: it ${changed}`,
      ),
    ),
  ]
}

/** A final settlement stays final, and one that was credited does not go back to paid. */
export const settlementRegressed: Check = (facts) => {
  const { policy } = facts
  const settlement = ownSettlement(facts)
  if (settlement === null) return NOTHING
  const earlier = ownSettlements(facts).map(({ status }) => status)
  const wasFinal = earlier.find((status) => isFinal(status, policy))
  const before =
    settlement.status === 'paid' && earlier.includes('credited')
      ? 'credited'
      : isFinal(settlement.status, policy)
        ? undefined
        : wasFinal
  if (before === undefined) return NOTHING
  return found(
    'STATUS_REGRESSED',
    'error',
    'settlement.status',
    asText(settlement.status, before),
    `the settlement was ${before} and is ${settlement.status} now`,
  )
}

/** The settlement that answers is the one that was asked for. */
export const slotEcho: Check = ({ settlement, slot, policy }) => {
  if (settlement === null || !isEcho(settlement, slot, policy)) return NOTHING
  return found(
    'SLOT_ECHO',
    'error',
    'settlement',
    asText(nameOf(settlement), nameOf(slot)),
    `asked for ${nameOf(slot)}, the service answered for ${nameOf(settlement)}; its figures are not judged`,
  )
}

/** A cycle is text; one that came as a number is read as its text. */
export const cycleNumber: Check = ({ settlement }) =>
  settlement === null || !isCycleNumber(settlement)
    ? NOTHING
    : found(
        'CYCLE_LABEL',
        'warning',
        'settlement.cycle',
        asText(settlement.cycle, null),
        `the settlement gives its cycle as the number ${settlement.cycle}; it is read as text`,
      )

/** One other, unknown label on the settlement or on all invoices is most likely another spelling of the same cycle. */
export const cycleLabel: Check = ({ settlement, slot, policy, ownSlots }) => {
  const labels = new Set<string>()
  if (settlement !== null && carriesAnotherLabel(settlement, slot, policy) && !isEcho(settlement, slot, policy))
    labels.add(settlement.cycle)
  if (ownSlots.label !== null) labels.add(ownSlots.label)
  return [...labels].flatMap((label) =>
    found(
      'CYCLE_LABEL',
      'warning',
      `cycle:${label}`,
      asText(label, slot.cycle),
      `cycle ${slot.cycle} answers under the label ${label}; if they are the same, set cycleAliases to ${JSON.stringify({ [label]: slot.cycle })}`,
    ),
  )
}

/** A cycle outside the known ones was asked for. */
export const unknownCycle: Check = ({ slot, policy }) =>
  isKnownCycle(slot.cycle, policy)
    ? NOTHING
    : found(
        'UNKNOWN_CYCLE',
        'info',
        `cycle:${slot.cycle}`,
        asText(slot.cycle, null),
        `cycle ${slot.cycle} is in neither cycles nor extraCycles`,
      )

/** A payout below zero takes money from the merchant. */
export const negativePayout: Check = (facts) => {
  const settlement = ownSettlement(facts)
  if (settlement === null || settlement.payout >= 0n) return NOTHING
  return found(
    'NEGATIVE_PAYOUT',
    'warning',
    'settlement.payout',
    inCop(settlement.payout, ZERO),
    `the stated payout (paymentAmount) is ${inWords(settlement.payout)}`,
  )
}

/** Fees are a part of what was collected. */
export const feesExceedCollected: Check = (facts) => {
  const settlement = ownSettlement(facts)
  if (settlement === null || settlement.collected <= 0n || settlement.fees <= settlement.collected) return NOTHING
  return found(
    'FEES_EXCEED_COLLECTED',
    'warning',
    'settlement.fees',
    inCop(settlement.fees, settlement.collected),
    `fees of ${inWords(settlement.fees)} on ${inWords(settlement.collected)} collected (amountCollected)`,
  )
}

/** Collected, fees and the number of invoices are not negative. */
export const negativeSettlement: Check = (facts) => {
  const settlement = ownSettlement(facts)
  if (settlement === null) return NOTHING
  const sums = (['collected', 'fees'] as const)
    .filter((field) => settlement[field] < 0n)
    .flatMap((field) =>
      found(
        'NEGATIVE_AMOUNT',
        'error',
        `settlement.${field}`,
        inCop(settlement[field], ZERO),
        `${fieldName(field)} is ${inWords(settlement[field])}`,
      ),
    )
  if (settlement.invoiceCount >= 0) return sums
  const count = found(
    'NEGATIVE_AMOUNT',
    'error',
    'settlement.invoiceCount',
    inInvoices(settlement.invoiceCount, 0),
    `the number of invoices (numberOfInvoices) is ${settlement.invoiceCount}`,
  )
  return [...sums, ...count]
}
