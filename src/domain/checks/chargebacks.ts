import type { Adjustment, Chargeback } from '../assessment/chargeback-account.ts'
import type { Severity } from '../findings/discrepancy.ts'
import { inWords, size, ZERO } from '../money.ts'
import { nameOf } from '../slot.ts'
import { type Check, found, inCop, NOTHING } from './facts.ts'
import { ownSettlement } from './judged.ts'

/** Money adjusted is money explained: by chargebacks that come to exactly it, or by nothing we know. */
export const adjustment: Check = (facts) => {
  const { adjustment: of } = facts
  if (of === null || ownSettlement(facts) === null) return NOTHING
  const isExplained = of.sets.length > 0
  return found(
    'ADJUSTMENT',
    severityOf(of),
    'settlement',
    inCop(of.reported, isExplained ? of.reported : ZERO),
    `adjustments of ${inWords(of.reported)}: ${isExplained ? explanationOf(of) : unexplained(of)}`,
  )
}

const severityOf = ({ sets, effect }: Adjustment): Severity => {
  if (sets.length > 0) return 'info'
  return effect > 0n ? 'warning' : 'error'
}

const explanationOf = ({ sets, isComplete }: Adjustment): string => {
  const [first = [], second] = sets
  const more = isComplete ? '' : '; there are too many chargebacks to try every set of them'
  if (second === undefined) return `exactly ${named(first)}${more}`
  const others = sets.length > 2 ? `; so do ${sets.length - 2} other sets` : ''
  return `${named(first)} come to it, and so does another set: ${named(second)}${others}; none is taken as debited${more}`
}

const unexplained = ({ effect, isComplete }: Adjustment): string => {
  const sum = inWords(size(effect))
  if (effect > 0n) return `they bring ${sum} that nothing explains`
  return isComplete
    ? `no chargebacks come to exactly it; ${sum} is not explained`
    : `no set of chargebacks that was tried comes to it, and there are too many to try every set; ${sum} is not explained`
}

/** A message stays readable, however many chargebacks are in a set. */
const MOST_NAMED = 20

const named = (chargebacks: readonly Chargeback[]): string => {
  const names = chargebacks.slice(0, MOST_NAMED).map(({ invoiceId, slot }) => `${invoiceId} of ${nameOf(slot)}`)
  const more = chargebacks.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

/** What was charged back after it was paid out is taken back by an adjustment. */
export const chargebackNotDebited: Check = ({ notDebited }) =>
  notDebited.flatMap(({ invoiceId, paid }) =>
    found(
      'CHARGEBACK_NOT_DEBITED',
      'info',
      `invoice:${invoiceId}`,
      inCop(ZERO, paid),
      `a chargeback of ${inWords(paid)} that no adjustment has debited yet`,
    ),
  )
