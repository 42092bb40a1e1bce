import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import { differenceOf } from '../../src/core/findings/discrepancy.ts'
import { addDays, type SlotDate } from '../../src/core/slot.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import { csvColumn, type LedgerContext, ledger, settlementColumns } from './ledger.ts'

export const RESTATEMENT_LEDGER = ledger<Restatement, LedgerContext>('restatements.csv', [
  csvColumn('id', ({ id }) => id, 'the discrepancy `RESTATED` that it belongs to'),
  ...settlementColumns<Restatement, LedgerContext>(({ slot }) => slot),
  csvColumn('subject', ({ subject }) => subject, 'the field that changed'),
  csvColumn('unit', ({ figures }) => figures.unit, 'what both figures are: COP, invoices; empty for text'),
  csvColumn('before', ({ figures }) => figures.expected, 'what it was when the period was closed'),
  csvColumn('after', ({ figures }) => figures.reported, 'what the pull of this day found'),
  csvColumn('difference', ({ figures }) => differenceOf(figures), 'after less before'),
  csvColumn('closed_at', ({ closedAt }, { zone }) => zone.clockAt(closedAt), 'when the period was closed'),
  csvColumn('found_at', ({ foundAt }, { zone }) => zone.clockAt(foundAt), 'when what was found was first read'),
  csvColumn('state', ({ state }) => state, 'new, open, accepted, claimed or resolved'),
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
