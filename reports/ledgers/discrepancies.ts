import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Cause } from '../../src/domain/causes/cause.ts'
import type { Cell, Row } from '../../src/domain/cell.ts'
import { byCodeAndSubject, type Discrepancy, differenceOf, settledDays } from '../../src/domain/findings/discrepancy.ts'
import { compareSlots } from '../../src/domain/slot.ts'

export const DISCREPANCY_COLUMNS = [
  'id',
  'merchant',
  'date',
  'cycle',
  'code',
  'severity',
  'state',
  'subject',
  'unit',
  'stated',
  'recomputed',
  'difference',
  'causes',
  'message',
  'first_seen',
  'last_seen',
  'settled_days',
] as const

/** Rows made together. */
const BATCH = 250

/**
 * One row per discrepancy that is new, open or waived, or that the slot's latest pull resolved; by slot, code and subject. They are made
 * when they are asked for: a slot may have a discrepancy for each of its invoices.
 */
export function* discrepancyRows(reports: readonly SlotReport[], zone: Zone): Generator<readonly Row[]> {
  for (const { merchant, discrepancies } of reports.toSorted((a, b) => compareSlots(a.slot, b.slot))) {
    const sorted = discrepancies.toSorted(byCodeAndSubject)
    for (let at = 0; at < sorted.length; at += BATCH)
      yield sorted.slice(at, at + BATCH).map((discrepancy) => discrepancyRow(discrepancy, merchant, zone))
  }
}

export const discrepancyRow = (discrepancy: Discrepancy, merchant: string, zone: Zone): Row => [
  discrepancy.id,
  merchant,
  discrepancy.slot.date,
  discrepancy.slot.cycle,
  discrepancy.code,
  discrepancy.severity,
  discrepancy.state,
  discrepancy.subject,
  discrepancy.figures.unit,
  discrepancy.figures.stated,
  discrepancy.figures.recomputed,
  differenceOf(discrepancy.figures),
  codesOf(discrepancy.causes),
  discrepancy.message,
  zone.clockAt(discrepancy.firstSeen),
  zone.clockAt(discrepancy.lastSeen),
  settledDays(discrepancy, zone),
]

const codesOf = (causes: readonly Cause[]): Cell =>
  causes
    .map(({ code }) => code)
    .toSorted()
    .join(' ') || null
