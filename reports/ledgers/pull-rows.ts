import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import { column, ledger } from './ledger.ts'

/** One row for each pull or attempt, oldest first. An attempt that was not read whole has no number and no contents. */
export const PULL_LEDGER = ledger<PastPull, Zone>('pulls.csv', [
  column('pull', {
    of: ({ number }) => number,
    meaning: 'its number in the one sequence; empty for an attempt',
  }),
  column('read_at', {
    of: ({ at }, zone) => zone.clockAt(at),
    meaning: 'when',
  }),
  column('read_whole', {
    of: ({ incomplete }) => incomplete === null,
    meaning: 'whether everything could be read',
  }),
  column('reason_code', {
    of: ({ incomplete }) => incomplete?.code ?? null,
    meaning: 'why not',
  }),
  column('reason', {
    of: ({ incomplete }) => incomplete?.reason ?? null,
    meaning: 'why not, in words',
  }),
  column('verdict', {
    of: ({ verdict }) => verdict,
    meaning: 'what the first check of it said',
  }),
  column('settlement_status', {
    of: ({ settlement }) => settlement?.status ?? null,
    meaning: 'the status that the settlement reported',
  }),
  column('invoices_added', {
    of: ({ incomplete, invoices }) => (incomplete === null ? invoices.added : null),
    meaning: 'invoices that came to the list',
  }),
  column('invoices_left', {
    of: ({ incomplete, invoices }) => (incomplete === null ? invoices.left : null),
    meaning: 'invoices that left it',
  }),
  column('invoices_changed', {
    of: ({ incomplete, invoices }) => (incomplete === null ? invoices.changed : null),
    meaning: 'invoices that say something else than before',
  }),
])
