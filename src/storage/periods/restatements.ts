import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ListDifference, Restatement } from '../../domain/assessment/restatement.ts'
import { closedThrough, closingOf } from '../../domain/assessment/slot-report.ts'
import type { Closing } from '../../domain/findings/act.ts'
import type { DiscrepancyState, Finding } from '../../domain/findings/discrepancy.ts'
import { hasOpenedSince } from '../../domain/findings/timeline.ts'
import type { Invoice } from '../../domain/invoice.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { restated } from '../../domain/rules/checks/restated.ts'
import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { currentDiscrepancies } from '../findings/discrepancies.ts'
import { findingOf, type ShownRow } from '../findings/shown.ts'
import { timelinesIn } from '../findings/timelines.ts'
import { VERSION_COLUMNS, type VersionRow, versionOf } from '../invoices/versions.ts'
import { IS_ASKED_FOR, versionsOfInvoices } from '../invoices/versions-of-invoices.ts'
import { committedPull } from '../pulls/pulls.ts'
import { closingsInForce } from './closings.ts'

/** The last whole pull of a slot as of a number of the event sequence, and the findings about the slot at that time. */
export const knownAt = (
  database: MerchantDatabase,
  slot: number,
  number: number,
): { readonly pull: Pull | null; readonly findings: readonly Finding[] } => {
  const { lastPull, shown } = statements(database)
  const id = lastPull.get(slot, number) ?? null
  return {
    pull: id === null ? null : committedPull(database, id),
    findings: shown.all(number, slot).map((row) => findingOf(row)),
  }
}

const statements = prepared(({ sqlite }) => ({
  lastPull: sqlite
    .prepare<[slot: number, number: number], number | null>(
      `SELECT max(id) FROM pull WHERE slot = ? AND state = 'closed' AND number <= ?`,
    )
    .pluck(),
  shown: sqlite.prepare<[number: number, slot: number], ShownRow>(
    `SELECT d.code, d.subject, s.severity, s.unit, s.reported, s.expected, s.amount, s.message, s.causes, s.data
     FROM discrepancy d JOIN sighting s ON s.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id AND after <= ?)
     WHERE d.slot = ? AND s.event = 'shown' ORDER BY d.code, d.subject`,
  ),
}))

const liveAt = (pull: string): string => `(from_pull <= ${pull} AND (to_pull IS NULL OR to_pull > ${pull}))`

interface PullsAsked {
  readonly slot: number
  readonly before: number
  readonly now: number
}

const differing = prepared(({ sqlite }) => ({
  ids: sqlite
    .prepare<PullsAsked, string>(
      `SELECT invoice_id FROM version WHERE slot = :slot AND from_pull > :before AND from_pull <= :now
       UNION SELECT invoice_id FROM version WHERE slot = :slot AND to_pull > :before AND to_pull <= :now
       ORDER BY invoice_id`,
    )
    .pluck(),
  versions: sqlite
    .prepare<PullsAsked & { readonly ids: string }, VersionRow>(
      `SELECT ${VERSION_COLUMNS} FROM version
       WHERE slot = :slot AND (${liveAt(':before')} OR ${liveAt(':now')}) AND ${IS_ASKED_FOR}
       ORDER BY invoice_id, from_pull`,
    )
    .raw(),
}))

/** The invoices that differ between two pulls of a slot, in order of id; both are ids of pulls. */
export async function* listDifferences(
  database: MerchantDatabase,
  slot: number,
  before: number,
  now: number,
): AsyncGenerator<readonly ListDifference[]> {
  let waiting: { id: string; before: Invoice | null; now: Invoice | null } | null = null
  const { ids, versions } = differing(database)
  const asked = { slot, before, now }
  for (const rows of versionsOfInvoices(ids.all(asked), versions, asked)) {
    const page: ListDifference[] = []
    for (const row of rows) {
      const { invoice, from: begun, to } = versionOf(row)
      if (waiting !== null && waiting.id !== invoice.id) {
        page.push(waiting)
        waiting = null
      }
      waiting ??= { id: invoice.id, before: null, now: null }
      if (begun <= before && (to === null || to > before)) waiting.before = invoice
      if (begun <= now && (to === null || to > now)) waiting.now = invoice
    }
    yield page
    await yieldToEventLoop()
  }
  if (waiting !== null) yield [waiting]
}

/** The slots of closed days with an error that is open now and was not at their closing, in order. */
export const openedSinceClosing = (database: MerchantDatabase): readonly Slot[] =>
  closingsInForce(database).flatMap(({ number, through }, at, closings) =>
    changedSince(database)
      .all({ merchant: database.merchant, number, through, after: closings[at - 1]?.through ?? '' })
      .filter(({ id }) => [...timelinesIn(database, id).values()].some((steps) => hasOpenedSince(steps, number)))
      .map(({ date, cycle }) => ({ date, cycle })),
  )

interface ChangedRow {
  readonly id: number
  readonly date: SlotDate
  readonly cycle: Slot['cycle']
}

/** Few slots of closed days show an error, and of these fewer changed since; timelines are read for them alone. */
const changedSince = prepared(({ sqlite }) =>
  sqlite.prepare<[{ merchant: string; number: number; after: string; through: string }], ChangedRow>(
    `SELECT DISTINCT slot.id, slot.date, slot.minute, slot.cycle
     FROM slot
       JOIN discrepancy d ON d.slot = slot.id
       JOIN sighting last ON last.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
     WHERE slot.merchant = :merchant AND slot.date > :after AND slot.date <= :through
       AND last.event = 'shown' AND last.severity = 'error'
       AND (last.after >= :number OR EXISTS (SELECT 1 FROM act WHERE act.discrepancy = d.id AND act.number > :number))
     ORDER BY slot.date, slot.minute, slot.cycle`,
  ),
)

interface RestatedRow extends ShownRow {
  readonly id: string
  readonly date: SlotDate
  readonly cycle: Slot['cycle']
  readonly after: number
  readonly foundAt: number
  readonly isLast: 0 | 1
}

/** Everything that later pulls found different from a closed period, as found, in order of slot and subject. */
export const everyRestatement = (database: MerchantDatabase): readonly Restatement[] => {
  const stateOf = statesIn(database)
  const closingsAt = closingsByNumber(database)
  return restatedRows(database)
    .all(database.merchant, restated.code)
    .flatMap((row) => {
      const slot = { date: row.date, cycle: row.cycle }
      const closings = closingsAt(row.after)
      const [closing, through] = [closingOf(closings, row.date), closedThrough(closings)]
      if (closing === null || through === null)
        throw new Error(`${row.id} was restated while ${row.date} was not closed`)
      const state = row.isLast === 1 ? stateOf(slot, row.id) : 'resolved'
      const { subject, severity, figures } = findingOf(row)
      return [
        {
          id: row.id,
          slot,
          subject,
          severity,
          state,
          figures,
          closedAt: closing.at,
          closedThrough: through,
          foundAt: row.foundAt,
          foundAfter: row.after,
        },
      ]
    })
}

const restatedRows = prepared(({ sqlite }) =>
  sqlite.prepare<[merchant: string, code: string], RestatedRow>(
    `SELECT d.id, slot.date, slot.cycle, d.code, d.subject, s.after, s.severity, s.unit, s.reported, s.expected, s.amount, s.message, s.causes, s.data,
       p.started_at AS foundAt,
       s.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id) AS isLast
     FROM discrepancy d
       JOIN slot ON slot.id = d.slot
       JOIN sighting s ON s.discrepancy = d.id AND s.event = 'shown'
       JOIN pull p ON p.id = s.pull
     WHERE slot.merchant = ? AND d.code = ?
     ORDER BY slot.date, slot.minute, slot.cycle, d.subject, s.id`,
  ),
)

/** Cached, since a slot of a thousand invoices may be restated at one number. */
const closingsByNumber = (database: MerchantDatabase): ((number: number) => readonly Closing[]) => {
  const known = new Map<number, readonly Closing[]>()
  return (number) => {
    const closings = known.get(number) ?? closingsInForce(database, number)
    known.set(number, closings)
    return closings
  }
}

/** A discrepancy that is no longer shown is resolved. */
const statesIn = (database: MerchantDatabase): ((slot: Slot, id: string) => DiscrepancyState) => {
  const bySlot = new Map<string, ReadonlyMap<string, DiscrepancyState>>()
  return (slot, id) => {
    const name = `${slot.date} ${slot.cycle}`
    const states =
      bySlot.get(name) ??
      new Map(currentDiscrepancies(database, slot).map((discrepancy) => [discrepancy.id, discrepancy.state]))
    bySlot.set(name, states)
    return states.get(id) ?? 'resolved'
  }
}
