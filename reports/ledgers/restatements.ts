import type { Restatement } from '../../src/domain/assessment/restatement.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Row } from '../../src/domain/cell.ts'
import { differenceOf } from '../../src/domain/findings/discrepancy.ts'
import { addDays, type SlotDate } from '../../src/domain/slot.ts'

export const RESTATEMENT_COLUMNS = [
  'id',
  'merchant',
  'date',
  'cycle',
  'subject',
  'unit',
  'before',
  'after',
  'difference',
  'closed_at',
  'found_at',
  'state',
] as const

/**
 * In whose folder it is told: of the day on which a pull found it, in the zone of the policy. When that day was closed itself, its files
 * stay as they are, and the first open day tells it.
 */
export const dayFound = ({ foundAt, closedThrough }: Restatement, zone: Zone): SlotDate => {
  const day = zone.dateAt(foundAt)
  return day > closedThrough ? day : addDays(closedThrough, 1)
}

/** One row per restatement that a pull of that day found; the last word of the day, when it found one twice. */
export const restatementRows = (
  restatements: readonly Restatement[],
  date: SlotDate,
  merchant: string,
  zone: Zone,
): Row[] => {
  const ofDay = restatements.filter((restatement) => dayFound(restatement, zone) === date)
  const last = new Map(ofDay.map((restatement) => [restatement.id, restatement]))
  return [...last.values()].map((restatement) => restatementRow(restatement, merchant, zone))
}

const restatementRow = (restatement: Restatement, merchant: string, zone: Zone): Row => {
  const { id, slot, subject, figures, closedAt, foundAt, state } = restatement
  return [
    id,
    merchant,
    slot.date,
    slot.cycle,
    subject,
    figures.unit,
    figures.recomputed,
    figures.stated,
    differenceOf(figures),
    zone.clockAt(closedAt),
    zone.clockAt(foundAt),
    state,
  ]
}
