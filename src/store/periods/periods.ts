import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Closing, PastClosing } from '../../core/findings/act.ts'
import type { DiscrepancyState, Finding } from '../../core/findings/discrepancy.ts'
import { hasOpenedSince } from '../../core/findings/timeline.ts'
import type { Invoice } from '../../core/invoice.ts'
import type { Pull } from '../../core/pull/pull.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import type { ListDifference, Restatement } from '../../rules/assessment/restatement.ts'
import { closedThrough, closingOf } from '../../rules/assessment/slot-report.ts'
import { restated } from '../../rules/checks/restated.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { decisionsOfKind, storeDecision, writeDecision } from '../dispositions/acts.ts'
import { currentDiscrepancies } from '../findings/finding-repository.ts'
import { findingOf, type ShownRow, timelinesIn } from '../findings/shown.ts'
import { IS_ASKED_FOR, VERSION_COLUMNS, type VersionRow, versionOf, versionsOfInvoices } from '../invoices/versions.ts'
import { type Freeze, freezeEntries } from '../journal/journal.ts'
import { committedPull } from '../pulls/pulls.ts'
import { inSlot, pagesInSlot } from '../pulls/slots.ts'

/** The last whole pull of a slot as of a number of the event sequence, and the findings about the slot at that time. */
interface PeriodState {
  readonly pull: Pull | null
  readonly findings: readonly Finding[]
}

/** With it the entries of the journal are frozen, where there is one. */
const writeClosing = (
  database: MerchantDatabase,
  closing: Omit<Closing, 'number'>,
  freeze: Freeze | null = null,
): Promise<Closing> =>
  database.writeQueue.write(() => {
    const { through, isForced: forced } = closing
    const number = writeDecision(database, 'close', { through, forced }, closing)
    if (freeze !== null) freezeEntries(database, number, freeze)
    return { ...closing, number }
  })

/** Undoes a closing; both stay in the database. Returns the number of the undoing. */
const writeUndo = (
  database: MerchantDatabase,
  { number: closing }: Closing,
  author: Pick<Closing, 'by' | 'at' | 'reason'>,
): Promise<number> => storeDecision(database, 'undo', { closing }, author)

/** A pack of a closed month that was made, and the SHA-256 of its manifest. */
export interface MonthPack {
  /** In the event sequence. */
  readonly number: number
  readonly month: string
  readonly manifest: string
}

const writePack = (
  database: MerchantDatabase,
  { month, manifest }: Omit<MonthPack, 'number'>,
  { by, at }: Pick<Closing, 'by' | 'at'>,
): Promise<number> => storeDecision(database, 'pack', { month, manifest }, { by, at, reason: '' })

/** The packs of months that were made, oldest first. */
const monthPacks = (database: MerchantDatabase): readonly MonthPack[] =>
  decisionsOfKind(database, 'pack').map(({ number, details: { month = '', manifest = '' } }) => ({
    number,
    month,
    manifest,
  }))

/** The closings in force, now or as of a number, oldest first. An undoing removes the last one. */
const closingsInForce = (database: MerchantDatabase, upTo?: number): readonly Closing[] =>
  pastClosings(database, upTo).flatMap(({ undone, ...closing }) => (undone === null ? [closing] : []))

/** Every closing up to a number, oldest first, including those that were undone by then. */
const pastClosings = (database: MerchantDatabase, upTo?: number): readonly PastClosing[] =>
  decisionsOfKind(database, 'close', upTo).flatMap(({ details: { through, forced }, ...closing }) =>
    through === undefined ? [] : [{ ...closing, through, isForced: forced === true }],
  )

/** The last day that any closing reached, even one that was undone; null when there was none. */
const everClosedThrough = ({ db, merchant }: MerchantDatabase): SlotDate | null =>
  db.get<{ readonly through: SlotDate | null }>(sql`
    SELECT max(json_extract(a.detail, '$.through')) AS through FROM act a JOIN moment m ON m.number = a.number
    WHERE m.merchant = ${merchant} AND a.kind = 'close'`).through

const knownAt = (database: MerchantDatabase, slot: number, number: number): PeriodState => {
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
    `SELECT d.code, d.subject, s.severity, s.unit, s.reported, s.expected, CAST(s.amount AS TEXT) AS amount, s.message, s.causes, s.data
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
async function* listDifferences(
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
const openedSinceClosing = (database: MerchantDatabase): readonly Slot[] =>
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
const everyRestatement = (database: MerchantDatabase): readonly Restatement[] => {
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
    `SELECT d.id, slot.date, slot.cycle, d.code, d.subject, s.after, s.severity, s.unit, s.reported, s.expected, CAST(s.amount AS TEXT) AS amount, s.message, s.causes, s.data,
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

/** The closed periods, and what was found different since. */
export const createPeriodRepository = repository({
  recordPack: writePack,
  packs: monthPacks,
  closings: closingsInForce,
  pastClosings,
  everClosedThrough,
  close: writeClosing,
  undo: writeUndo,
  stateAt: inSlot({ pull: null, findings: [] }, knownAt),
  listDifferences: pagesInSlot(listDifferences),
  restatements: everyRestatement,
  openedSinceClosing,
})
