import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Discrepancy, DiscrepancyState, Finding } from '../../core/findings/discrepancy.ts'
import {
  type Change,
  type CheckedPull,
  changeAt,
  firstOfContent,
  lastShowing,
  type TimedPull,
} from '../../core/findings/timeline.ts'
import type { Cycle, Slot, SlotDate } from '../../core/slot.ts'
import { type Case, casesOf, type PastFinding } from '../../rules/assessment/case.ts'
import { CODES_OF_FIGURES, type ErrorCount } from '../../rules/assessment/slot-report.ts'
import { FILES_WRITTEN_STATUSES } from '../../std/exit-statuses.ts'
import { groupBy } from '../../std/group-by.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { latestPull } from '../pulls/pulls.ts'
import { findSlot, inSlot } from '../pulls/slots.ts'
import { discrepancy, slot as slotTable } from '../schema.ts'
import {
  centavosOf,
  type DecisionState,
  decisionsIn,
  findingReader,
  type ShownRow,
  severityOf,
  timelinesIn,
} from './shown.ts'
import { writeFindings } from './write-findings.ts'

/** One discrepancy of a slot as stored: its last finding, and the sightings that its state and times follow from. */
interface StoredDiscrepancy {
  readonly id: string
  readonly finding: Finding
  readonly isShown: boolean
  /** How it was first shown. */
  readonly shownFirst: Pick<PastFinding['first'], 'severity' | 'amount' | 'figures'>
  /** Its first sighting, the last that showed it, and the last of all, which may show that it is resolved. */
  readonly first: CheckedPull
  readonly figures: CheckedPull
  readonly last: CheckedPull
}

interface StoredDiscrepancyRow extends ShownRow {
  readonly id: string
  readonly event: 'shown' | 'gone'
  readonly firstSeverity: string
  readonly firstAmount: string | null
  readonly firstReported: string | null
  readonly firstExpected: string | null
  readonly firstPull: number
  readonly firstAfter: number
  readonly figuresPull: number
  readonly figuresAfter: number
  readonly lastPull: number
  readonly lastAfter: number
}

const statements = prepared(({ sqlite }) => ({
  any: sqlite.prepare<[slot: number]>('SELECT 1 FROM discrepancy WHERE slot = ? LIMIT 1'),
  shown: sqlite.prepare<[slot: number]>(`
      SELECT 1 FROM discrepancy d
      WHERE slot = ? AND (SELECT event FROM sighting WHERE discrepancy = d.id ORDER BY id DESC LIMIT 1) = 'shown' LIMIT 1`),
  errors: sqlite.prepare<[slot: number], { code: string; number: number }>(`
      SELECT d.code, count(*) AS number FROM discrepancy d
        JOIN sighting last ON last.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
      WHERE d.slot = ? AND last.event = 'shown' AND last.severity = 'error' GROUP BY d.code`),
  codeOfError: sqlite
    .prepare<[id: string], string>(`
      SELECT d.code FROM discrepancy d JOIN sighting last ON last.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
      WHERE d.id = ? AND last.event = 'shown' AND last.severity = 'error'`)
    .pluck(),
  all: sqlite.prepare<[slot: number], StoredDiscrepancyRow>(`
      SELECT d.id, d.code, d.subject, figures.severity, figures.unit, figures.reported, figures.expected, figures.message, figures.causes, figures.data, CAST(figures.amount AS TEXT) AS amount,
        last.event, first.severity AS firstSeverity, CAST(first.amount AS TEXT) AS firstAmount, CAST(first.reported AS TEXT) AS firstReported, CAST(first.expected AS TEXT) AS firstExpected, first.pull AS firstPull, first.after AS firstAfter, last.pull AS lastPull, last.after AS lastAfter,
        figures.pull AS figuresPull, figures.after AS figuresAfter
      FROM discrepancy d
        JOIN sighting first ON first.id = (SELECT min(id) FROM sighting WHERE discrepancy = d.id)
        JOIN sighting last ON last.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
        JOIN sighting figures ON figures.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id AND event = 'shown')
      WHERE d.slot = ?
      ORDER BY d.code, d.subject`),
  /** The sightings, other than its first, at which a discrepancy had other numbers than before. */
  renumbered: sqlite.prepare<[slot: number], CheckedPull & { id: string }>(`
      SELECT discrepancy AS id, pull, after FROM (
        SELECT s.discrepancy, s.id, s.event, s.pull, s.after, s.reported, s.expected, s.amount,
          lag(s.reported) OVER earlier AS reportedBefore, lag(s.expected) OVER earlier AS expectedBefore,
          lag(s.amount) OVER earlier AS amountBefore, row_number() OVER earlier AS number
        FROM discrepancy d JOIN sighting s ON s.discrepancy = d.id WHERE d.slot = ?
        WINDOW earlier AS (PARTITION BY s.discrepancy ORDER BY s.id))
      WHERE event = 'shown' AND number > 1
        AND (reported IS NOT reportedBefore OR expected IS NOT expectedBefore OR amount IS NOT amountBefore)
      ORDER BY id`),
  /** The closing of the slot's day that was undone with that number: checks under it showed what differed from it. */
  undone: sqlite
    .prepare<[slot: number, number: number], number>(`
      SELECT closed.number FROM act undo JOIN moment m ON m.number = undo.number
        JOIN act closed ON closed.number = json_extract(undo.detail, '$.closing')
        JOIN slot ON slot.id = ? AND slot.merchant = m.merchant AND slot.date <= json_extract(closed.detail, '$.through')
      WHERE undo.number = ? AND undo.kind = 'undo'`)
    .pluck(),
}))

function* storedDiscrepancies(database: MerchantDatabase, slot: number): Generator<StoredDiscrepancy> {
  const findingOf = findingReader()
  for (const row of statements(database).all.iterate(slot)) yield storedDiscrepancyOf(row, findingOf(row))
}

const storedDiscrepancyOf = (row: StoredDiscrepancyRow, finding: Finding): StoredDiscrepancy => ({
  id: row.id,
  finding,
  isShown: row.event === 'shown',
  shownFirst: {
    severity: severityOf(row.firstSeverity),
    amount: centavosOf(row.firstAmount),
    figures: [row.firstReported, row.firstExpected],
  },
  first: { pull: row.firstPull, after: row.firstAfter },
  figures: { pull: row.figuresPull, after: row.figuresAfter },
  last: { pull: row.lastPull, after: row.lastAfter },
})

/**
 * A discrepancy is new when the slot's latest pull showed it first. One that returned, or that people accepted or
 * claimed before, is open. A run that never ended, or ended without its files, reported nothing: for the next run over
 * the slot its findings count as first shown by the next run's pull.
 */
const stateOf = (
  stored: StoredDiscrepancy,
  lastReported: number,
  decisions: ReadonlyMap<string, DecisionState>,
): DiscrepancyState => {
  if (!stored.isShown) return 'resolved'
  const decided = decisions.get(stored.id)
  if (decided !== undefined) return decided.state
  return stored.first.pull > lastReported ? 'new' : 'open'
}

/**
 * The last pull before this one whose run ended with its files written (`FILES_WRITTEN_STATUSES`), and so reported its findings; 0 when there
 * is none.
 */
const lastReportedPullBefore = (database: MerchantDatabase, slot: number, latest: number): number =>
  lastReportedPull(database).get(slot, latest) ?? 0

const lastReportedPull = prepared(({ sqlite }) =>
  sqlite
    .prepare<[slot: number, before: number], number | null>(`
      SELECT max(p.id) FROM pull p JOIN run r ON r.id = p.run
      WHERE p.slot = ? AND p.state = 'closed' AND p.id < ? AND r.exit_code IN (${FILES_WRITTEN_STATUSES.join(', ')})`)
    .pluck(),
)

/**
 * The new, open, accepted and claimed discrepancies, and those that the slot's latest pull resolved; earlier
 * resolutions are history.
 */
export const currentDiscrepancies = (database: MerchantDatabase, slot: Slot): readonly Discrepancy[] => [
  ...discrepanciesOf(database, slot, (stored, lastReported) => stored.isShown || stored.last.pull > lastReported),
]

/**
 * The numbers of open errors of a slot, and of accepted or claimed ones. Counted in the database, since there may be
 * one for each invoice.
 */
const errorsOf = (database: MerchantDatabase, slot: number): ErrorCount => {
  const { errors, codeOfError } = statements(database)
  const decided = [...decisionsIn(database, slot)].flatMap(([id, { state }]) =>
    state === 'open' ? [] : (codeOfError.get(id) ?? []),
  )
  const shown = errors.all(slot)
  const ofFigures = shown.filter(({ code }) => CODES_OF_FIGURES.has(code))
  const sum = (counts: typeof shown): number => counts.reduce((all, { number }) => all + number, 0)
  return {
    open: sum(shown) - decided.length,
    openFigures: sum(ofFigures) - decided.filter((code) => CODES_OF_FIGURES.has(code)).length,
    decided: decided.length,
  }
}

/** Whether the last check of a slot showed a discrepancy. */
const isShowing = (database: MerchantDatabase, slot: number): boolean =>
  statements(database).shown.get(slot) !== undefined

/** Every discrepancy ever found, in all slots or in these, slot by slot, in its present state. */
const everyDiscrepancy = (
  database: MerchantDatabase,
  slots: readonly Slot[] = slotsWithAny(database),
): readonly Discrepancy[] => slots.flatMap((slot) => [...discrepanciesOf(database, slot, () => true)])

const slotsWithAny = ({ db, merchant }: MerchantDatabase): readonly Slot[] =>
  db
    .selectDistinct({ date: slotTable.date, cycle: slotTable.cycle, minute: slotTable.minute })
    .from(slotTable)
    .innerJoin(discrepancy, eq(discrepancy.slot, slotTable.id))
    .where(eq(slotTable.merchant, merchant))
    .orderBy(asc(slotTable.date), asc(slotTable.minute), asc(slotTable.cycle))
    .all()
    .map(({ date, cycle }) => ({ date, cycle }))

function* discrepanciesOf(
  database: MerchantDatabase,
  slot: Slot,
  isAsked: (stored: StoredDiscrepancy, lastReported: number) => boolean,
): Generator<Discrepancy> {
  const number = findSlot(database, slot)
  // Most slots have no discrepancy, and some have one for each of their invoices.
  if (number === null || statements(database).any.get(number) === undefined) return
  const latest = latestPull(database, number)
  if (latest === null) return
  const lastReported = lastReportedPullBefore(database, number, latest.pull.id)
  const decisions = decisionsIn(database, number)
  const timesOf = timesIn(database, number)
  const all = [...storedDiscrepancies(database, number)]
  const caseOf = casesIn(database, number, all)
  for (const stored of all) {
    if (!isAsked(stored, lastReported)) continue
    const state = stateOf(stored, lastReported, decisions)
    const found = discrepancyOf(stored, slot, state, timesOf(stored), caseOf(stored.id))
    const recovered = decisions.get(stored.id)?.recovered ?? null
    yield recovered === null ? found : { ...found, recovered }
  }
}

/** The case of each discrepancy of a slot. */
const casesIn = (
  database: MerchantDatabase,
  slot: number,
  all: readonly StoredDiscrepancy[],
): ((id: string) => Case) => {
  const pulls = timesOfPulls(database).pulls.all(slot)
  const checked = timesOfPulls(database).checked.all(slot)
  const known = new Map<string, number | null>()
  const changeOf = ({ pull, after }: CheckedPull): number | null => {
    const key = `${pull} ${after}`
    const change = known.get(key)
    if (change !== undefined) return change
    const undone = statements(database).undone.get(slot, after)
    const compared = undone === undefined ? checked : checked.filter((one) => one.after < undone)
    const found = changeAt({ pull, after }, pulls, compared)
    known.set(key, found)
    return found
  }
  const renumbered = groupBy(statements(database).renumbered.all(slot), ({ id }) => id)
  const cases = casesOf(
    all.map(
      ({ id, finding: { code, subject, amount }, isShown, shownFirst, first }): PastFinding => ({
        id,
        code,
        subject,
        amount,
        isShown,
        first: { ...shownFirst, after: first.after },
        change: changeOf(first),
        laterChanges: (renumbered.get(id) ?? []).flatMap((one) => changeOf(one) ?? []),
      }),
    ),
  )
  return (id) => {
    const found = cases.get(id)
    if (found === undefined) throw new Error(`discrepancy ${id} is in no case`)
    return found
  }
}

/** Written out: an object made by spreading takes twice the memory, and there may be one for each invoice. */
const discrepancyOf = (
  { id, finding }: StoredDiscrepancy,
  slot: Slot,
  state: DiscrepancyState,
  times: Times,
  of: Case,
): Discrepancy => ({
  id,
  case: of.case,
  caseAmount: of.caseAmount,
  slot,
  state,
  code: finding.code,
  severity: finding.severity,
  subject: finding.subject,
  figures: finding.figures,
  amount: finding.amount,
  data: finding.data,
  message: finding.message,
  causes: finding.causes,
  firstSeen: times.firstSeen,
  lastSeen: times.lastSeen,
  ageEnd: times.ageEnd,
})

type Times = Pick<Discrepancy, 'firstSeen' | 'lastSeen' | 'ageEnd'>

/**
 * When a discrepancy of the slot was first and last shown, and where its age ends; queried once for all with the same
 * sightings.
 */
const timesIn = (database: MerchantDatabase, slot: number): ((stored: StoredDiscrepancy) => Times) => {
  const timesOf = timesFrom(database, slot)
  const known = new Map<string, Times>()
  return (stored) => {
    const { isShown, first, figures, last } = stored
    const key = [isShown, isOfBank(stored), ...[first, figures, last].flatMap(({ pull, after }) => [pull, after])].join(
      ' ',
    )
    const times = known.get(key) ?? timesOf(stored)
    known.set(key, times)
    return times
  }
}

const timesFrom = (database: MerchantDatabase, slot: number) => {
  const pulls = timesOfPulls(database).pulls.all(slot)
  const checked = timesOfPulls(database).checked.all(slot)
  const latest = pulls.at(-1)
  return (stored: StoredDiscrepancy): Times => {
    const { isShown, first, figures, last } = stored
    const shown = isShown ? latest : lastShowing(figures, last, pulls, checked)
    const contentAt = firstOfContent(first, pulls, checked)?.at ?? 0
    const firstSeen = isOfBank(stored)
      ? Math.max(contentAt, timesOfPulls(database).event.get(database.merchant, first.after) ?? 0)
      : contentAt
    const ageEnd =
      timesOfPulls(database).newest.get(database.merchant, isShown ? Number.MAX_SAFE_INTEGER : last.after) ?? 0
    return { firstSeen, lastSeen: Math.max(shown?.at ?? firstSeen, firstSeen), ageEnd }
  }
}

/** A statement of the bank is imported after the readings that it contradicts. */
const isOfBank = ({ finding }: StoredDiscrepancy): boolean => finding.code.startsWith('BANK_')

const timesOfPulls = prepared(({ sqlite }) => ({
  pulls: sqlite.prepare<[slot: number], TimedPull>(`
    SELECT id, started_at AS at, coalesce(content_of, id) || ' ' || facts || ' ' || coalesce(
        (SELECT max(from_pull) FROM settlement_version read WHERE read.slot = pull.slot AND read.from_pull <= pull.id), 0) AS content
    FROM pull WHERE slot = ? AND state = 'closed' ORDER BY id`),
  checked: sqlite.prepare<[slot: number], CheckedPull>('SELECT pull, after FROM assessment WHERE slot = ? ORDER BY id'),
  /** The time of the merchant's latest event up to a number of the event sequence. */
  event: sqlite
    .prepare<[merchant: string, number: number], number>(
      'SELECT at FROM moment WHERE merchant = ? AND number <= ? ORDER BY number DESC LIMIT 1',
    )
    .pluck(),
  /** The time of the newest pull of the merchant up to a number of the event sequence. */
  newest: sqlite
    .prepare<[merchant: string, number: number], number>(`
      SELECT started_at FROM moment JOIN pull ON pull.number = moment.number
      WHERE moment.merchant = ? AND moment.kind = 'pull' AND moment.number <= ? ORDER BY moment.number DESC LIMIT 1`)
    .pluck(),
}))

/** The slots that currently show a discrepancy with one of these codes. */
const slotsShowing = ({ db, merchant }: MerchantDatabase, codes?: readonly string[]): readonly Slot[] =>
  db
    .selectDistinct({ date: slotTable.date, cycle: slotTable.cycle, minute: slotTable.minute })
    .from(slotTable)
    .innerJoin(discrepancy, eq(discrepancy.slot, slotTable.id))
    .where(
      and(
        eq(slotTable.merchant, merchant),
        codes === undefined ? undefined : inArray(discrepancy.code, [...codes]),
        sql`(SELECT event FROM sighting WHERE sighting.discrepancy = ${discrepancy.id} ORDER BY id DESC LIMIT 1) = 'shown'`,
      ),
    )
    .orderBy(asc(slotTable.date), asc(slotTable.minute), asc(slotTable.cycle))
    .all()
    .map(({ date, cycle }) => ({ date, cycle }))

/** A finding about the payment of a due, as it is shown now. */
interface ShownRent extends Slot {
  readonly code: string
  readonly subject: string
  readonly reported: string
  readonly expected: string | null
  readonly due: string | null
}

/** The findings with one of these codes, which are about dues, that the merchant's settlements show now. */
const rentsShown = ({ db, merchant }: MerchantDatabase, codes: readonly string[]): readonly ShownRent[] =>
  db.all<ShownRent>(sql`
    SELECT slot.date, slot.cycle, d.code, d.subject, shown.reported, shown.expected, json_extract(shown.data, '$.due') AS due
    FROM discrepancy d JOIN slot ON slot.id = d.slot
      JOIN sighting shown ON shown.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
    WHERE slot.merchant = ${merchant} AND d.code IN ${[...codes]} AND shown.event = 'shown'`)

/** The number of the last sighting. Later ones have greater numbers. */
const lastSighting = ({ db }: MerchantDatabase): number =>
  db.get<{ readonly last: number }>(sql`SELECT coalesce(max(id), 0) AS last FROM sighting`).last

interface Row extends Pick<Change, 'id' | 'code' | 'before' | 'after'> {
  readonly date: SlotDate
  readonly cycle: Cycle
}

/** The merchant's discrepancies with a sighting after that one: their states then and now. */
const changesSince = ({ db, merchant }: MerchantDatabase, sighting: number): readonly Change[] =>
  db
    .all<Row>(
      sql`SELECT d.id, d.code, slot.date, slot.cycle,
          (SELECT severity FROM sighting WHERE discrepancy = d.id AND id <= ${sighting} ORDER BY id DESC LIMIT 1) AS before,
          (SELECT severity FROM sighting WHERE discrepancy = d.id ORDER BY id DESC LIMIT 1) AS after
        FROM discrepancy d JOIN slot ON slot.id = d.slot
        WHERE slot.merchant = ${merchant} AND d.id IN (SELECT discrepancy FROM sighting WHERE id > ${sighting})
        ORDER BY slot.date, slot.minute, slot.cycle, d.code, d.subject`,
    )
    .map(({ date, cycle, ...row }) => ({ slot: { date, cycle }, ...row }))

/** What checks found, and its life. */
export const createFindingRepository = repository({
  record: writeFindings,
  ofSlot: currentDiscrepancies,
  all: everyDiscrepancy,
  slotsWith: slotsShowing,
  rentsShown,
  hasAny: inSlot(false, isShowing),
  errorCount: inSlot({ open: 0, openFigures: 0, decided: 0 }, errorsOf),
  timelines: inSlot(new Map(), timelinesIn),
  lastSighting,
  changesSince,
})
