import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import { csvColumn, ledger } from './ledger.ts'

/** One row for each pull or attempt, oldest first. An attempt that was not read whole has no number and no contents. */
export const PULL_LEDGER = ledger<PastPull, Zone>('pulls.csv', [
  csvColumn('pull', ({ number }) => number, 'its number in the one sequence; empty for an attempt'),
  csvColumn('read_at', ({ at }, zone) => zone.clockAt(at), 'when'),
  csvColumn('read_whole', ({ incomplete }) => incomplete === null, 'whether everything could be read'),
  csvColumn('reason_code', ({ incomplete }) => incomplete?.code ?? null, 'why not'),
  csvColumn('reason', ({ incomplete }) => incomplete?.reason ?? null, 'why not, in words'),
  csvColumn('verdict', ({ verdict }) => verdict, 'what the first check of it said'),
  csvColumn(
    'settlement_status',
    ({ settlement }) => settlement?.status ?? null,
    'the status that the settlement reported',
  ),
  csvColumn(
    'invoices_added',
    ({ incomplete, invoices }) => (incomplete === null ? invoices.added : null),
    'invoices that came to the list',
  ),
  csvColumn(
    'invoices_left',
    ({ incomplete, invoices }) => (incomplete === null ? invoices.left : null),
    'invoices that left it',
  ),
  csvColumn(
    'invoices_changed',
    ({ incomplete, invoices }) => (incomplete === null ? invoices.changed : null),
    'invoices that say something else than before',
  ),
])
