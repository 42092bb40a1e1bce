import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import { differenceOf } from '../../src/core/findings/discrepancy.ts'
import { addDays, type SlotDate } from '../../src/core/slot.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import { column, type LedgerContext, ledger, settlementColumns } from './ledger.ts'

export const RESTATEMENT_LEDGER = ledger<Restatement, LedgerContext>('restatements.csv', [
  column('id', {
    of: ({ id }) => id,
    meaning: 'the discrepancy `RESTATED` that it belongs to',
  }),
  ...settlementColumns<Restatement, LedgerContext>(({ slot }) => slot),
  column('subject', {
    of: ({ subject }) => subject,
    meaning: 'the field that changed',
  }),
  column('unit', {
    of: ({ figures }) => figures.unit,
    meaning: 'what both figures are: COP, invoices; empty for text',
  }),
  column('before', {
    of: ({ figures }) => figures.expected,
    meaning: 'what it was when the period was closed',
  }),
  column('after', {
    of: ({ figures }) => figures.reported,
    meaning: 'what the pull of this day found',
  }),
  column('difference', {
    of: ({ figures }) => differenceOf(figures),
    meaning: 'after less before',
  }),
  column('closed_at', {
    of: ({ closedAt }, { zone }) => zone.clockAt(closedAt),
    meaning: 'when the period was closed',
  }),
  column('found_at', {
    of: ({ foundAt }, { zone }) => zone.clockAt(foundAt),
    meaning: 'when what was found was first read',
  }),
  column('state', {
    of: ({ state }) => state,
    meaning: 'new, open, accepted, claimed or resolved',
  }),
])

/**
 * The day in whose folder the restatement is listed: the day of the pull that found it, in the policy's zone; the first
 * open day when that one is closed.
 */
export const dayFound = ({ foundAt, closedThrough }: Restatement, zone: Zone): SlotDate => {
  const day = zone.dateAt(foundAt)
  return day > closedThrough ? day : addDays(closedThrough, 1)
}

/** One row for each restatement found by a pull of that day. When a day finds one twice, the last row counts. */
export const restatementRows = (
  restatements: readonly Restatement[],
  date: SlotDate,
  merchant: string,
  zone: Zone,
): Row[] => {
  const ofDay = restatements.filter((restatement) => dayFound(restatement, zone) === date)
  const last = new Map(ofDay.map((restatement) => [restatement.id, restatement]))
  return [...last.values()].map((restatement) => RESTATEMENT_LEDGER.row(restatement, { merchant, zone }))
}
