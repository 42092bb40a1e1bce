import { asText, type Figures } from '../../findings/discrepancy.ts'
import { isFinal } from '../../policy.ts'
import type { InvoiceInPull } from '../../pull/invoice-in-pull.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotContext, SlotFacts } from '../facts.ts'
import { ownSettlement } from '../judged.ts'
import { settlementField, theInvoice } from '../subject.ts'
import { ownSettlements } from './own-settlements.ts'

interface Regress {
  readonly of: 'settlement' | 'invoice'
  readonly before: string
  readonly now: string
}

type Regresses = readonly Observation<Figures, Regress>[]

/** A final settlement stays final, and a credited one does not return to paid. */
const settlementRegressed = (facts: SlotFacts): Regresses => {
  const { policy } = facts
  const settlement = ownSettlement(facts)
  if (settlement === null) return NOTHING
  const earlier = ownSettlements(facts).map(({ status }) => status)
  const isBackToPaid = settlement.status === 'paid' && earlier.includes('credited')
  if (isFinal(settlement.status, policy) && !isBackToPaid) return NOTHING
  const before = isBackToPaid ? 'credited' : earlier.find((status) => isFinal(status, policy))
  if (before === undefined) return NOTHING
  const data = { of: 'settlement', before, now: settlement.status } as const
  return observed(settlementField('status'), asText(settlement.status, before), data)
}

/** A paid invoice does not become unpaid. */
const invoiceRegressed = (
  { id, current, baseline }: InvoiceInPull,
  { departures, unreadable }: SlotContext,
): Regresses => {
  if (baseline === null || unreadable.now.has(id)) return NOTHING
  const now = current === null ? (departures.get(id)?.status ?? null) : current.status
  if (now !== 'ready' && now !== 'cancelled') return NOTHING
  const data = { of: 'invoice', before: baseline.status, now } as const
  return observed(theInvoice(id, 'status'), asText(now, baseline.status), data)
}

export const statusRegressed = defineCheck({
  code: 'STATUS_REGRESSED',
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  isChange: true,
  bucket: 'changed',
  check: settlementRegressed,
  checkInvoice: invoiceRegressed,
  title: { en: 'A final status went back', es: 'Un estado definitivo retrocedió' },
  when: 'a final settlement is not final any more, or paid after credited; a paid invoice is ready or cancelled',
  message: {
    en: ({ data: { of, before, now } }, say) =>
      `${of === 'settlement' ? 'the settlement ' : ''}was ${say.status(before)} and is ${say.status(now)} now`,
    es: ({ data: { of, before, now } }, say) =>
      `${of === 'settlement' ? 'la liquidación ' : ''}pasó de ${say.status(before)} a ${say.status(now)}`,
  },
})
