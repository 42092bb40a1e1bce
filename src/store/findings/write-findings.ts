import { hash } from 'node:crypto'
import { type Finding, identityText, sameFinding } from '../../core/findings/discrepancy.ts'
import type { Centavos } from '../../core/money.ts'
import type { Pull } from '../../core/pull/pull.ts'
import { nameOf, type Slot } from '../../core/slot.ts'
import { lastInSequence, linkOf } from '../chain/chain.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { RowSet, slicesOf, storable } from '../connection/rows.ts'
import { findSlot } from '../pulls/slots.ts'
import type { sighting } from '../schema.ts'
import { findingOf, GONE_COLUMNS, type ShownRow, sightingColumns } from './shown.ts'

/** Findings that are compared and written at once. */
const BATCH = 500

/**
 * Appends a sighting for each finding that is new, changed, gone or back. Findings are written as they arrive and are
 * never all in memory. Of two findings with one code and subject the first counts. Findings lost in a power cut are
 * found again: only the assessment that follows makes a slot checked, and it flushes everything before it. Findings of
 * codes in `staying` are not gone when this check does not show them.
 */
export const writeFindings = async (
  database: MerchantDatabase,
  slot: Slot,
  pull: Pull,
  findings: Iterable<Finding> | AsyncIterable<Finding>,
  staying: ReadonlySet<string> = new Set(),
): Promise<void> => {
  const number = findSlot(database, slot)
  if (number === null) throw new Error(`slot ${nameOf(slot)} was never pulled`)
  const check = { database, slot, number, pull: pull.id, shown: new RowSet() }
  for await (const batch of batchesOf(findings)) await database.writeQueue.writeAllUnflushed(showEach(check, batch))
  await database.writeQueue.writeAllUnflushed(endOthers(check, staying))
}

/** One check of a slot, and the rows of the discrepancies it has shown so far. */
interface Check {
  readonly database: MerchantDatabase
  readonly slot: Slot
  readonly number: number
  readonly pull: number
  readonly shown: RowSet
}

async function* batchesOf(findings: Iterable<Finding> | AsyncIterable<Finding>): AsyncGenerator<readonly Finding[]> {
  let batch: Finding[] = []
  for await (const finding of findings) {
    batch.push(finding)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

function* showEach(check: Check, findings: readonly Finding[]): Generator<() => void> {
  for (const finding of findings) yield () => show(check, finding)
}

/** Call it within a write transaction. */
const show = ({ database, slot, number, pull, shown }: Check, finding: Finding): void => {
  const id = idOf(database.merchant, slot, finding)
  const last = statements(database).last.get(id)
  if (last !== undefined && shown.has(last.row)) return
  shown.add(last?.row ?? insertDiscrepancy(database, number, id, finding))
  const { code, subject } = finding
  if (last?.event === 'shown' && sameFinding(findingOf({ ...last, code, subject }), finding)) return
  insertSighting(database, {
    discrepancy: id,
    event: 'shown',
    pull,
    after: lastInSequence(database),
    ...sightingColumns(finding),
  })
}

const idOf = (merchant: string, slot: Slot, finding: Finding): string =>
  hash('sha256', identityText(merchant, slot, finding), 'hex').slice(0, 16)

const insertDiscrepancy = (database: MerchantDatabase, slot: number, id: string, { code, subject }: Finding): number =>
  Number(statements(database).discrepancy.run(id, slot, code, subject).lastInsertRowid)

/** Discrepancies that were shown before but not by this check are gone. */
function* endOthers({ database, number, pull, shown }: Check, staying: ReadonlySet<string>): Generator<() => void> {
  const { page } = statements(database)
  const slices = slicesOf({
    sqlite: database.sqlite,
    start: 0,
    size: BATCH,
    read: (after: number) => page.all(number, after),
    positionOf: ({ row }) => row,
  })
  for (const rows of slices) {
    for (const { row, id, code, event } of rows) {
      if (event === 'gone' || shown.has(row) || staying.has(code)) continue
      yield () =>
        insertSighting(database, {
          discrepancy: id,
          event: 'gone',
          pull,
          after: lastInSequence(database),
          ...GONE_COLUMNS,
        })
    }
  }
}

type Sighting = typeof sighting.$inferSelect
type NewSightingRow = Omit<Sighting, 'id' | 'chain'>
type Last = Omit<ShownRow, 'code' | 'subject'> & { readonly row: number; readonly event: Sighting['event'] }

/** Prepared once: a slot may have a discrepancy for each of its invoices. */
const statements = prepared(({ sqlite }) => ({
  last: sqlite.prepare<[id: string], Last>(`
    SELECT d.rowid AS row, event, severity, unit, reported, expected, message, causes, data, CAST(amount AS TEXT) AS amount
    FROM discrepancy d JOIN sighting s ON s.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
    WHERE d.id = ?`),
  page: sqlite.prepare<
    [slot: number, after: number],
    { row: number; id: string; code: string; event: Sighting['event'] }
  >(`
    SELECT d.rowid AS row, d.id, d.code, event
    FROM discrepancy d JOIN sighting s ON s.id = (SELECT max(id) FROM sighting WHERE discrepancy = d.id)
    WHERE slot = ? AND d.rowid > ? ORDER BY d.rowid LIMIT ${BATCH}`),
  discrepancy: sqlite.prepare<[id: string, slot: number, code: string, subject: string]>(
    'INSERT INTO discrepancy (id, slot, code, subject) VALUES (?, ?, ?, ?)',
  ),
  sighting: sqlite.prepare<NewSightingRow & { readonly chain: string }>(`
    INSERT INTO sighting (discrepancy, event, pull, after, severity, unit, reported, expected, message, causes, data, amount, chain)
    VALUES (@discrepancy, @event, @pull, @after, @severity, @unit, @reported, @expected, @message, @causes, @data, @amount, @chain)`),
  chain: sqlite.prepare<[], string>('SELECT chain FROM sighting ORDER BY id DESC LIMIT 1').pluck(),
}))

/** Call it within a write transaction. */
const insertSighting = (database: MerchantDatabase, given: NewSightingRow): void => {
  const row = storable(given)
  const previous = statements(database).chain.get() ?? null
  statements(database).sighting.run({ ...row, chain: linkOf(previous, sightingFacts(row)) })
}

/** The facts that link a sighting into the chain. */
export const sightingFacts = (
  row: Omit<NewSightingRow, 'amount'> & { readonly amount: Centavos | string | null },
): readonly (string | number | null)[] => [
  row.discrepancy,
  row.event,
  row.pull,
  row.after,
  row.severity,
  row.unit,
  row.reported,
  row.expected,
  row.message,
  row.causes,
  row.data,
  row.amount === null ? null : `${row.amount}`,
]
