import { hash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Days, EVER } from '../../core/calendar/calendar.ts'
import {
  ENTRY_KINDS,
  type EntryFacts,
  type EntryKind,
  type JournalEntry,
  type JournalLine,
} from '../../core/journal.ts'
import { fromCentavos, negate } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import { addLink } from '../chain/chain.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'

/*
 * Frozen entries are kept. Entries as they would be booked now are a draft in a temporary table, which SQLite compares with the frozen ones.
 * It is in memory, since no file may hold it (see `openSqlite`): about 600 bytes an entry. What is sorted are places, not entries.
 */

/** An entry as it would be booked now, and what it must share with a frozen one to be the same. */
export interface DraftEntry {
  readonly entry: EntryFacts
  readonly basis: string
}

/** Why a frozen entry is reversed. */
export type ReversalCause = 'changed' | 'moved' | 'gone'

/** An entry of the journal; of a reversal with its cause, and of one that was booked late with its own day. */
export interface BookedEntry extends JournalEntry {
  readonly cause: ReversalCause | null
}

/** What of an entry stands in one column; null is left out. */
type Stored = Pick<JournalEntry, 'day' | 'slot' | 'text' | 'findings' | 'voucherType' | 'costCenter' | 'reverses'> & {
  readonly lines: readonly (Omit<JournalLine, 'sum'> & { readonly sum: string })[]
}
const NO_LINE = { name: null, invoice: null, document: null, due: null, account: null, thirdParty: null }
const NO_ENTRY = { slot: null, voucherType: null, costCenter: null, reverses: null }

const DRAFT = `CREATE TEMP TABLE IF NOT EXISTS %s (
  key TEXT PRIMARY KEY, kind TEXT NOT NULL, day TEXT NOT NULL, basis TEXT NOT NULL, entry TEXT NOT NULL)`

/** `fresh`: as it would be booked now; `before`: as it would have been booked at a closing before the first frozen entry. */
export type Draft = 'fresh' | 'before'
const TABLE_OF = { fresh: 'temp.journal_fresh', before: 'temp.journal_before' } as const

const clearDrafts = ({ sqlite }: MerchantDatabase): void => {
  sqlite.exec('CREATE TEMP TABLE IF NOT EXISTS journal_to_freeze (key, revision, kind, date, basis, [of], at)')
  for (const table of Object.values(TABLE_OF)) {
    sqlite.exec(DRAFT.replace('%s', table.slice('temp.'.length)))
    sqlite.exec(`DELETE FROM ${table}`)
  }
}

const addToDraft = (database: MerchantDatabase, draft: Draft, entries: readonly DraftEntry[]): void => {
  const insert = inserts(database)[draft]
  for (const { entry, basis } of entries)
    insert.run(entry.key, entry.kind, entry.day, hash('sha256', basis, 'hex').slice(0, 16), jsonOf(entry))
}

const inserts = prepared(({ sqlite }) => {
  const into = (draft: Draft) =>
    sqlite.prepare<[key: string, kind: string, day: string, basis: string, entry: string]>(
      `INSERT INTO ${TABLE_OF[draft]} (key, kind, day, basis, entry) VALUES (?, ?, ?, ?, ?)`,
    )
  return { fresh: into('fresh'), before: into('before') }
})

const jsonOf = (entry: EntryFacts & Partial<JournalEntry>): string => {
  const { day, slot, text, findings, lines, voucherType, costCenter, reverses } = entry
  return JSON.stringify({ day, slot, text, findings, voucherType, costCenter, reverses, lines }, (_, value) =>
    typeof value === 'bigint' ? `${value}` : (value ?? undefined),
  )
}

/** Where the text of an entry stands: the closing that froze it, or one of the drafts, and its place there. */
interface EntryPlace {
  readonly of: number
  readonly at: number
}
const [FRESH, BEFORE] = [0, -1]

interface EntryRow extends EntryPlace {
  readonly key: string
  readonly kind: EntryKind
  readonly revision: number
  readonly date: SlotDate
  readonly closing: number | null
  readonly number: number | null
  readonly cause: ReversalCause | null
  readonly basis: string
}

const textAt = (database: MerchantDatabase, { of, at }: EntryPlace): string => {
  const { fresh, before, frozen } = texts(database)
  const text = of === FRESH ? fresh.get(at) : of === BEFORE ? before.get(at) : frozen.get(of, at)
  if (text === undefined) throw new Error(`no entry ${at} of ${of}`)
  return text
}

const texts = prepared(({ sqlite }) => {
  const inDraft = (draft: Draft) =>
    sqlite.prepare<[number], string>(`SELECT entry FROM ${TABLE_OF[draft]} WHERE rowid = ?`).pluck()
  const frozen = sqlite.prepare<[number, number], string>(
    'SELECT entry FROM journal_entry WHERE closing = ? AND position = ?',
  )
  return { fresh: inDraft('fresh'), before: inDraft('before'), frozen: frozen.pluck() }
})

const RANK = `CASE kind ${ENTRY_KINDS.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(' ')} END`

const ORDER = `date, ${RANK}, key, revision, closing`

/** Frozen rows of the merchant, the last row of each key, and the entry in force of each key, which is frozen and not reversed. */
const IN_FORCE = `
  frozen AS (SELECT e.closing, e.position, e.number, e.key, e.revision, e.kind, e.date, e.basis FROM journal_entry e JOIN moment m ON m.number = e.closing WHERE m.merchant = :merchant),
  last AS (SELECT *, row_number() OVER (PARTITION BY key ORDER BY revision DESC, kind = 'reversal' DESC) AS back FROM frozen),
  in_force AS (
    SELECT key, kind, revision, date, closing, basis, closing AS [of], position AS at FROM last
    WHERE back = 1 AND kind <> 'reversal'
    UNION ALL
    SELECT key, kind, 1, day, NULL, basis, ${BEFORE}, rowid FROM temp.journal_before b
    WHERE NOT EXISTS (SELECT 1 FROM frozen f WHERE f.key = b.key)),
  times AS (SELECT key, max(revision) AS times FROM frozen GROUP BY key)`

const later = (day: string): string => `max(:open, ${day})`
const DIFFERS = `f.key IS NULL OR f.basis <> i.basis OR ${later('f.day')} <> ${later('i.date')}`

/**
 * The journal: what is frozen, as it is; what was known at the last closing before the first frozen entry; what differs
 * from both is reversed, and booked anew on the first open day or on its own, if that is later.
 */
const ENTRIES = `WITH ${IN_FORCE}
  SELECT key, kind, revision, date, closing, number, NULL AS cause, basis, closing AS [of], position AS at FROM frozen
  UNION ALL
  SELECT key, kind, revision, date, NULL, NULL, NULL, basis, [of], at FROM in_force WHERE closing IS NULL
  UNION ALL
  SELECT i.key, 'reversal', i.revision, ${later('i.date')}, NULL, NULL,
    CASE WHEN f.key IS NULL THEN 'gone' WHEN f.basis <> i.basis THEN 'changed' ELSE 'moved' END, i.basis, i.[of], i.at
  FROM in_force i LEFT JOIN temp.journal_fresh f ON f.key = i.key WHERE ${DIFFERS}
  UNION ALL
  SELECT f.key, f.kind, coalesce(t.times, i.revision, 0) + 1, ${later('f.day')}, NULL, NULL, NULL, f.basis, ${FRESH}, f.rowid
  FROM temp.journal_fresh f LEFT JOIN in_force i ON i.key = f.key LEFT JOIN times t ON t.key = f.key
  WHERE i.key IS NULL OR ${DIFFERS}`

interface Asked extends Days {
  readonly merchant: string
  readonly open: SlotDate
}

const entryRows = prepared(({ sqlite }) =>
  sqlite.prepare<[Asked], EntryRow>(
    `SELECT * FROM (${ENTRIES}) WHERE date BETWEEN :from AND :to
     ORDER BY ${ORDER}`,
  ),
)

const PAGE = 500

/** The entries of some days, in their order; `open` is the first open day. */
async function* bookedEntries(
  database: MerchantDatabase,
  { from, to }: Days,
  open: SlotDate,
): AsyncGenerator<readonly BookedEntry[]> {
  let page: BookedEntry[] = []
  for (const row of entryRows(database).iterate({ merchant: database.merchant, from, to, open })) {
    page.push(entryIn(row, textAt(database, row)))
    if (page.length < PAGE) continue
    yield page
    page = []
    await yieldToEventLoop()
  }
  yield page
}

/** The draft alone, as if nothing had ever been frozen. */
async function* freshEntries(database: MerchantDatabase): AsyncGenerator<readonly BookedEntry[]> {
  const rows = database.sqlite.prepare<[], EntryRow & { readonly entry: string }>(
    `SELECT key, kind, 1 AS revision, day AS date, NULL AS closing, NULL AS number, NULL AS cause, basis, ${FRESH} AS [of], rowid AS at, entry
     FROM temp.journal_fresh ORDER BY date, ${RANK}, key`,
  )
  yield rows.all().map(({ entry, ...row }) => entryIn(row, entry))
}

const entryIn = ({ basis: _, of: __, at: ___, ...row }: EntryRow, entry: string): BookedEntry => {
  const { lines: stored, ...facts }: Stored = { ...NO_ENTRY, ...JSON.parse(entry) }
  const lines = stored.map(({ sum, ...line }) => ({ ...NO_LINE, ...line, sum: fromCentavos(BigInt(sum)) }))
  const own = row.revision === 1 ? row.key : `${row.key} #${row.revision}`
  if (row.kind !== 'reversal') return { ...facts, ...row, id: own, lines }
  const isFrozen = row.closing !== null
  // A frozen reversal has its own lines; one to come turns those of the entry.
  return {
    ...facts,
    ...row,
    id: `${own} reversed`,
    reverses: own,
    lines: isFrozen ? lines : lines.map((line) => ({ ...line, sum: negate(line.sum) })),
  }
}

/** How entries are frozen: the first open day before, the first day of the journal, and what each is as it is frozen. */
export interface Freeze {
  readonly open: SlotDate
  readonly from: SlotDate
  readonly through: SlotDate
  readonly asFrozen: (entry: BookedEntry) => JournalEntry
}

/** Freezes the entries through the closing's day. Call it within the write transaction of the closing. */
export const freezeEntries = (database: MerchantDatabase, closing: number, freeze: Freeze): void => {
  const { open, from, through, asFrozen } = freeze
  const { gather, page, insert } = freezing(database)
  gather.run({ merchant: database.merchant, from: EVER.from, to: through, open })
  let [number, position] = [lastNumber(database), 0]
  const rows = (): readonly EntryRow[] => page.all(position, PAGE)
  const { sqlite } = database
  for (let some = rows(); some.length > 0; some = rows()) {
    if (position === 0) sqlite.prepare('INSERT INTO journal_closing (number) VALUES (?)').run(closing)
    for (const row of some) {
      position += 1
      if (row.date >= from) number += 1
      const { key, revision, kind, date, basis } = row
      const entry = jsonOf(asFrozen(entryIn(row, textAt(database, row))))
      insert.run({
        closing,
        position,
        number: row.date >= from ? number : null,
        key,
        revision,
        kind,
        date,
        basis,
        entry,
      })
    }
  }
  sqlite.exec('DELETE FROM temp.journal_to_freeze')
  if (position > 0) addLink(database, 'journal_closing', closing)
}

const freezing = prepared(({ sqlite }) => ({
  gather: sqlite.prepare<[Asked]>(
    `INSERT INTO temp.journal_to_freeze (key, revision, kind, date, basis, [of], at)
     SELECT key, revision, kind, date, basis, [of], at FROM (${ENTRIES})
     WHERE closing IS NULL AND date BETWEEN :from AND :to ORDER BY ${ORDER}`,
  ),
  page: sqlite.prepare<[after: number, most: number], EntryRow>(
    `SELECT *, NULL AS closing, NULL AS number, NULL AS cause FROM temp.journal_to_freeze WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  ),
  insert: sqlite.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO journal_entry (closing, position, number, key, revision, kind, date, basis, entry)
     VALUES (:closing, :position, :number, :key, :revision, :kind, :date, :basis, :entry)`,
  ),
}))

/** Whether a closing froze entries. */
const hasFrozen = (database: MerchantDatabase): boolean => aClosing(database).get(database.merchant) !== undefined

const aClosing = prepared(({ sqlite }) =>
  sqlite
    .prepare<[string], number>(
      'SELECT c.number FROM journal_closing c JOIN moment m ON m.number = c.number WHERE m.merchant = ? LIMIT 1',
    )
    .pluck(),
)

/** The last number of a frozen entry; 0 before the first. */
const lastNumber = (database: MerchantDatabase): number => numbers(database).get(database.merchant) ?? 0

const numbers = prepared(({ sqlite }) =>
  sqlite
    .prepare<[string], number | null>(
      'SELECT max(e.number) FROM journal_entry e JOIN moment m ON m.number = e.closing WHERE m.merchant = ?',
    )
    .pluck(),
)

/** How many entries of these days closings froze. */
const numberFrozen = ({ sqlite, merchant }: MerchantDatabase, { from, to }: Days): number =>
  sqlite
    .prepare<[string, string, string], number>(
      `SELECT count(*) FROM journal_entry e JOIN moment m ON m.number = e.closing
       WHERE m.merchant = ? AND e.number IS NOT NULL AND e.date BETWEEN ? AND ?`,
    )
    .pluck()
    .get(merchant, from, to) ?? 0

/** The journal: what closings froze, and a draft of what would be booked now. */
export const createJournalRepository = repository({
  hasFrozen,
  lastNumber,
  numberFrozen,
  clearDrafts,
  addToDraft,
  entries: bookedEntries,
  fresh: freshEntries,
})
