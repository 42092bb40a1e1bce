import { howMany } from '../../std/how-many.ts'
import { isGatewayReading, payoutReading } from '../assessment/payout.ts'
import { type Centavos, inWords, minus, size } from '../money.ts'
import { isDocumentedStatus } from '../pull/field-notes.ts'
import { type Check, found, inCop, inInvoices, NOTHING, type SlotFacts } from './facts.ts'
import { judgedSettlement, judgedWithList } from './judged.ts'

/** Collected, less fees unless they are billed later, plus adjustments, is the payout. */
export const payout: Check = (facts) => {
  const settlement = judgedSettlement(facts)
  if (settlement === null) return NOTHING
  const { rule, payout: recomputed } = payoutReading(settlement, facts.policy)
  if (recomputed === null || settlement.payout === recomputed) return NOTHING
  const figures = inCop(settlement.payout, recomputed)
  const gap = size(minus(settlement.payout, recomputed))
  if (gap <= facts.policy.tolerance)
    return found('WITHIN_TOLERANCE', 'info', 'settlement.payout', figures, tolerated('payout', gap))
  return found(
    'PAYOUT_MISMATCH',
    'error',
    'settlement',
    figures,
    `the stated payout (paymentAmount) is ${inWords(settlement.payout)}; by its own amountCollected, fees and adjustments (${rule}) it should be ${inWords(recomputed)}`,
  )
}

/** Collected is the sum of the invoices that count. */
export const collected: Check = (facts) => {
  const settlement = judgedWithList(facts)
  if (settlement === null || isMissingItsInvoices(facts)) return NOTHING
  const { collected: sum, counted } = facts.totals
  if (settlement.collected === sum) return NOTHING
  const figures = inCop(settlement.collected, sum)
  const gap = size(minus(settlement.collected, sum))
  if (gap <= facts.policy.tolerance)
    return found('WITHIN_TOLERANCE', 'info', 'settlement.collected', figures, tolerated('collected', gap))
  return found(
    'COLLECTED_MISMATCH',
    'error',
    'settlement',
    figures,
    `stated as collected (amountCollected): ${inWords(settlement.collected)}; ${whatCounts(counted, sum)}${notCounted(facts)}`,
  )
}

/** The settlement has as many invoices as its list has that count. */
export const invoiceCount: Check = (facts) => {
  const settlement = judgedWithList(facts)
  if (settlement === null || isMissingItsInvoices(facts)) return NOTHING
  const { counted } = facts.totals
  if (settlement.invoiceCount === counted) return NOTHING
  return found(
    'COUNT_MISMATCH',
    'error',
    'settlement',
    inInvoices(settlement.invoiceCount, counted),
    `the settlement states ${howMany(settlement.invoiceCount, 'invoice')} (numberOfInvoices); ${howMany(counted, 'listed invoice')} ${counted === 1 ? 'counts' : 'count'}${notCounted(facts)}`,
  )
}

/** A settlement that has invoices lists some. */
export const invoicesMissing: Check = (facts) => {
  const settlement = judgedWithList(facts)
  if (settlement === null || !isMissingItsInvoices(facts)) return NOTHING
  return found(
    'INVOICES_MISSING',
    'error',
    'settlement',
    inInvoices(settlement.invoiceCount, 0),
    `the settlement states ${howMany(settlement.invoiceCount, 'invoice')} (numberOfInvoices) and ${inWords(settlement.collected)} (amountCollected); the list is empty`,
  )
}

/** A gateway settlement that is paid out by another equation is named, and a change of equation is a warning. */
export const gatewayReading: Check = (facts) => {
  const settlement = judgedSettlement(facts)
  if (settlement === null) return NOTHING
  const { rule, payout: recomputed } = payoutReading(settlement, facts.policy)
  if (!isGatewayReading(rule)) return NOTHING
  const before = facts.previousGatewayRule
  const hasChanged = before !== null && before !== rule
  return found(
    'GATEWAY_READING',
    hasChanged ? 'warning' : 'info',
    'settlement',
    inCop(settlement.payout, recomputed),
    `this gateway payout fits ${rule}${hasChanged ? `; the previous gateway settlement fitted ${before}` : ''}`,
  )
}

const isMissingItsInvoices: (facts: Parameters<Check>[0]) => boolean = ({ settlement, pull }) =>
  settlement !== null && settlement.invoiceCount > 0 && pull.list.items === 0

const whatCounts = (counted: number, sum: Centavos): string =>
  counted === 1
    ? `the one invoice that counts comes to ${inWords(sum)}`
    : `the ${counted} invoices that count come to ${inWords(sum)}`

/** Invoices with a status nobody documented do not count: a mismatch may be no more than that. */
const notCounted = ({ totals: { byStatus } }: SlotFacts): string => {
  const unknown = [...byStatus].filter(([status]) => !isDocumentedStatus(status))
  const number = unknown.reduce((all, [, { invoices }]) => all + invoices, 0)
  if (number === 0) return ''
  const statuses = unknown.map(([status]) => status).toSorted()
  const named = [...statuses.slice(0, MOST_STATUSES), ...(statuses.length > MOST_STATUSES ? ['...'] : [])].join(', ')
  return `; ${howMany(number, 'invoice')} with unknown statuses (${named}) ${number === 1 ? 'was' : 'were'} not counted`
}

const MOST_STATUSES = 3

const tolerated = (what: string, gap: Centavos): string =>
  `${what} is off by ${inWords(gap)}, which the setting toleranceCop allows`
