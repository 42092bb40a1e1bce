import type { Finding } from '../findings/discrepancy.ts'
import type { Invoice } from '../invoice.ts'
import { inWords } from '../money.ts'
import {
  type InvoiceTold,
  invoicesTold,
  isOlder,
  type SettlementTold,
  settlementTold,
} from '../notifications/witness.ts'
import { isFinal, sameCycle } from '../policy.ts'
import type { Settlement } from '../settlement.ts'
import { isSameDate } from '../slot.ts'
import { asText, type Check, found, inCop, inInvoices, NOTHING, type SlotFacts } from './facts.ts'
import { isListJudged, ownSettlement } from './judged.ts'

/** What a notification said, a pull that began after it says too, or something that comes later; and of the same sums. */
export const webhookDisagrees: Check = (facts) => [...settlementDisagrees(facts), ...invoicesDisagree(facts)]

const CODE = 'WEBHOOK_DISAGREES'

const settlementDisagrees = (facts: SlotFacts): readonly Finding[] => {
  const told = settlementTold(facts.witness)
  if (told === null) return NOTHING
  const { settlement } = facts
  if (settlement === null) return older('settlement.status', null, told.status)
  const own = ownSettlement(facts)
  if (own === null) return NOTHING
  const status = isOlder(own.status, told) ? older('settlement.status', own.status, told.status) : NOTHING
  return isFinal(told.status, facts.policy) ? [...status, ...settlementSums(own, told)] : status
}

const older = (subject: string, read: string | null, told: string): readonly Finding[] =>
  found(
    CODE,
    'error',
    subject,
    asText(read, told),
    `a notification said ${told}; read afterwards it is ${read ?? 'not there'}`,
  )

const SUMS = ['collected', 'fees', 'adjustments', 'payout'] as const

const settlementSums = (settlement: Settlement, told: SettlementTold): readonly Finding[] => {
  const sums = SUMS.flatMap((field) => sumDisagrees(`settlement.${field}`, field, settlement[field], told[field]))
  if (told.invoiceCount === null || told.invoiceCount === settlement.invoiceCount) return sums
  const count = found(
    CODE,
    'error',
    'settlement.invoiceCount',
    inInvoices(settlement.invoiceCount, told.invoiceCount),
    `the number of invoices is ${settlement.invoiceCount} and a notification said ${told.invoiceCount}`,
  )
  return [...sums, ...count]
}

/** A sum that was not told says nothing. */
const sumDisagrees = (
  subject: string,
  field: string,
  read: Settlement['collected'] | null,
  told: Settlement['collected'] | null,
): readonly Finding[] => {
  if (told === null || read === told) return NOTHING
  const words = read === null ? 'absent' : inWords(read)
  return found(
    CODE,
    'error',
    subject,
    inCop(read, told),
    `${field} is ${words} and a notification said ${inWords(told)}`,
  )
}

const invoicesDisagree = (facts: SlotFacts): readonly Finding[] =>
  invoicesTold(facts.witness).flatMap((told) => {
    const held = facts.toldOf.get(told.invoiceId)
    if (!held?.current) return isMissed(told, facts) ? older(subjectOf(told, 'status'), null, told.status) : NOTHING
    const isReversed = held.wasChargeback && held.current.status === 'paid'
    const status =
      isOlder(held.current.status, told) && !isReversed
        ? older(subjectOf(told, 'status'), held.current.status, told.status)
        : NOTHING
    return [...status, ...invoiceSums(held.current, told)]
  })

const subjectOf = ({ invoiceId }: InvoiceTold, field: string): string => `invoice:${invoiceId}.${field}`

const invoiceSums = (invoice: Invoice, told: InvoiceTold): readonly Finding[] =>
  (['amount', 'paid'] as const).flatMap((field) =>
    sumDisagrees(subjectOf(told, field), field, invoice[field], told[field]),
  )

/** Paid in this slot by what was told, and not listed here: unless it names another slot now, or may be the record in quarantine. */
const isMissed = ({ invoiceId, status }: InvoiceTold, { departures, slot, policy, pull }: SlotFacts): boolean => {
  if ((status !== 'paid' && status !== 'chargeback') || !isListJudged(pull.list)) return false
  const departure = departures.get(invoiceId)
  if (departure === undefined || departure.ownDate === null || departure.ownCycle === null) return true
  return isSameDate(departure.ownDate, slot.date) && sameCycle(departure.ownCycle, slot.cycle, policy)
}

const HOURS_TO_TELL = 3
const HOUR = 3_600_000

/** A settlement that became final is told, once somebody listens (api.md, Delivery rules): within its retries, so in three hours. */
export const webhookMissed: Check = (facts) => {
  const { witness, pull, policy } = facts
  const settlement = ownSettlement(facts)
  if (settlement === null || !isFinal(settlement.status, policy) || settlementTold(witness)) return NOTHING
  const wasListening = witness.listeningSince !== null && witness.listeningSince <= pull.contentAt
  if (!wasListening || pull.at - pull.contentAt < HOURS_TO_TELL * HOUR) return NOTHING
  return found(
    'WEBHOOK_MISSED',
    'info',
    'settlement',
    asText(settlement.status, null),
    `it was read as ${settlement.status} and no notification of it came within ${HOURS_TO_TELL} hours`,
  )
}

/** One id is one notification: with another body, one of the two is not what the service meant. */
export const webhookConflict: Check = ({ witness }) => {
  const bodies = new Map<string, number>()
  for (const { webhookId } of witness.conflicts) bodies.set(webhookId, (bodies.get(webhookId) ?? 1) + 1)
  return [...bodies].flatMap(([webhookId, number]) =>
    found(
      'WEBHOOK_CONFLICT',
      'error',
      `webhook:${webhookId}`,
      asText(String(number), '1'),
      `notification ${webhookId} came with ${number} different bodies; the first is kept`,
    ),
  )
}
