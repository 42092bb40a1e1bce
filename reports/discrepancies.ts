import type { Zone } from '../src/domain/calendar.ts'
import type { Cause } from '../src/domain/causes/cause.ts'
import type { Cell, Row } from '../src/domain/cell.ts'
import { type Discrepancy, differenceOf, settledDays } from '../src/domain/discrepancy.ts'
import { byCodeAndSubject } from '../src/domain/order.ts'
import { compareSlots } from '../src/domain/slot.ts'
import type { SlotReport } from '../src/domain/slot-report.ts'

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

/** One row per discrepancy that is new, open or waived, or that the slot's latest pull resolved; by slot, code and subject. */
export const discrepancyRows = (reports: readonly SlotReport[], zone: Zone): Row[] =>
  reports
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .flatMap((report) =>
      report.discrepancies
        .toSorted(byCodeAndSubject)
        .map((discrepancy) => discrepancyRow(discrepancy, report.merchant, zone)),
    )

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
