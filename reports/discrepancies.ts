import type { Zone } from '../src/domain/calendar.ts'
import type { Row } from '../src/domain/cell.ts'
import { type Discrepancy, differenceOf } from '../src/domain/discrepancy.ts'
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

const discrepancyRow = (discrepancy: Discrepancy, merchant: string, zone: Zone): Row => [
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
  NO_CAUSES,
  discrepancy.message,
  zone.clockAt(discrepancy.firstSeen),
  zone.clockAt(discrepancy.lastSeen),
]

/** Nothing looks for causes yet. */
const NO_CAUSES = null

export const byCodeAndSubject = (a: Discrepancy, b: Discrepancy): number =>
  compareText(a.code, b.code) || compareText(a.subject, b.subject)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
