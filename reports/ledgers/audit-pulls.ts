import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Row } from '../../src/domain/cell.ts'
import type { PastPull } from '../../src/domain/pull/pull.ts'

export const PULL_COLUMNS = [
  'pull',
  'read_at',
  'read_whole',
  'reason_code',
  'reason',
  'verdict',
  'settlement_status',
  'invoices_added',
  'invoices_left',
  'invoices_changed',
] as const

/** One row per pull and per attempt at one, oldest first. An attempt that could not be read whole has no number, and no contents. */
export const pullRows = (pulls: readonly PastPull[], zone: Zone): readonly Row[] =>
  pulls.map(({ number, at, incomplete, verdict, settlement, invoices }) => [
    number,
    zone.clockAt(at),
    incomplete === null,
    incomplete?.code ?? null,
    incomplete?.reason ?? null,
    verdict,
    settlement?.status ?? null,
    ...(incomplete === null ? [invoices.added, invoices.left, invoices.changed] : [null, null, null]),
  ])
