import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { identityText } from '../../../core/findings/discrepancy.ts'
import type { Slot } from '../../../core/slot.ts'
import { TABLE_RECORDS } from '../../tables.ts'
import { sqlCount, type VerificationPart } from './verification-part.ts'

/** The sums of the versions that begin, or end, with one pull. */
interface Sums {
  readonly number: bigint
  readonly amount: bigint
  readonly paid: bigint
}

interface PullRow {
  readonly id: bigint
  readonly slot: bigint
  readonly kept: bigint | null
  readonly amount: string | null
  readonly paid: string | null
}

/** Checks the invoices of every committed pull: their number and the sums of amount and paid must be as written. */
export const lists: VerificationPart = async ({ sqlite, slot: asked }, report, signal) => {
  const begun = sumsBy(sqlite, 'from_pull', asked)
  signal.throwIfAborted()
  const ended = sumsBy(sqlite, 'to_pull', asked)
  const pulls = sqlite
    .prepare<{ asked: number | null }, PullRow>(
      `SELECT id, slot, kept, sum_amount AS amount, sum_paid AS paid FROM pull
         WHERE state <> 'incomplete' AND (:asked IS NULL OR slot = :asked)
         ORDER BY slot, id`,
    )
    .safeIntegers()
    .all({ asked })
  let total = NOTHING
  let slot = 0n
  for (const pull of pulls) {
    if (pull.slot !== slot) total = NOTHING
    slot = pull.slot
    const key = `${pull.slot} ${pull.id}`
    total = plus(plus(total, begun.get(key) ?? NOTHING), negative(ended.get(key) ?? NOTHING))
    begun.delete(key)
    ended.delete(key)
    const isOpen = pull.kept === null
    if (!isOpen && !comesTo(total, pull))
      report({
        en: `the invoices of pull ${pull.id} do not come to what was written`,
        es: `las facturas de la lectura ${pull.id} no suman lo que se escribió`,
      })
  }
  for (const key of new Set([...begun.keys(), ...ended.keys()]))
    report({
      en: `there are invoice versions of pull ${key.split(' ')[1]}, and no such pull of their slot`,
      es: `hay versiones de facturas de la lectura ${key.split(' ')[1]}, que no existe en su liquidación`,
    })
  return sqlCount(sqlite, 'SELECT count(*) FROM version')
}

const NOTHING: Sums = { number: 0n, amount: 0n, paid: 0n }
const plus = (a: Sums, b: Sums): Sums => ({
  number: a.number + b.number,
  amount: a.amount + b.amount,
  paid: a.paid + b.paid,
})
const negative = ({ number, amount, paid }: Sums): Sums => ({ number: -number, amount: -amount, paid: -paid })

const comesTo = ({ number, amount, paid }: Sums, written: PullRow): boolean =>
  number === written.kept && `${amount}` === written.amount && `${paid}` === written.paid

interface SumRow {
  readonly slot: bigint
  readonly pull: bigint
  readonly number: bigint
  readonly amountHigh: bigint
  readonly amountLow: bigint
  readonly paidHigh: bigint
  readonly paidLow: bigint
}
/** SQLite adds within 64 bits, which a list may exceed: high and low parts are added separately. */
const PART = 1_000_000_000n

const sumsBy = (
  sqlite: Database.Database,
  column: 'from_pull' | 'to_pull',
  asked: number | null,
): Map<string, Sums> => {
  const rows = sqlite
    .prepare<{ asked: number | null }, SumRow>(
      `SELECT slot, ${column} AS pull, count(*) AS number,
         sum(amount / ${PART}) AS amountHigh, sum(amount % ${PART}) AS amountLow,
         coalesce(sum(paid / ${PART}), 0) AS paidHigh, coalesce(sum(paid % ${PART}), 0) AS paidLow
       FROM version WHERE ${column} IS NOT NULL ${asked === null ? '' : 'AND slot = :asked'} GROUP BY slot, ${column}`,
    )
    .safeIntegers()
    .all({ asked })
  return new Map(
    rows.map((row) => [
      `${row.slot} ${row.pull}`,
      {
        number: row.number,
        amount: row.amountHigh * PART + row.amountLow,
        paid: row.paidHigh * PART + row.paidLow,
      },
    ]),
  )
}

const SETTLEMENTS_OF_NO_PULL = `SELECT id FROM settlement_version AS held
  WHERE NOT EXISTS (SELECT 1 FROM pull WHERE pull.slot = held.slot AND pull.id = held.from_pull)
    OR (to_pull IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pull WHERE pull.slot = held.slot AND pull.id = held.to_pull))`

interface Lacking {
  readonly id: number
  readonly pages: number
  readonly items: number
}

/**
 * Checks that every committed pull has its settlement's two answers, its number in the event sequence, and the recorded
 * number of pages and items; likewise every listing of a whole date, which has no settlement.
 */
export const pulls: VerificationPart = async ({ sqlite }, report) => {
  const ids = (query: string) => sqlite.prepare<[], number>(query).pluck().all()
  const unanswered = ids(
    `SELECT id FROM pull WHERE state = 'closed'
         AND (SELECT count(*) FROM answer WHERE answer.pull = pull.id AND role IN ('before', 'after')) <> 2`,
  )
  for (const id of unanswered)
    report({
      en: `pull ${id} has lost an answer about its settlement`,
      es: `la lectura ${id} perdió una respuesta sobre su liquidación`,
    })
  for (const id of ids(SETTLEMENTS_OF_NO_PULL))
    report({
      en: `settlement version ${id} begins or ends with a pull that its settlement does not have`,
      es: `la versión de liquidación ${id} empieza o termina con una lectura que su liquidación no tiene`,
    })
  const lacking = sqlite
    .prepare<[], Lacking>(
      `SELECT id, json_extract(facts, '$.pages') AS pages, json_extract(facts, '$.items') AS items FROM pull
         WHERE state = 'closed' AND (pages, items) IS NOT (
           SELECT count(*), coalesce(sum(items), 0) FROM listing_page WHERE listing_page.pull = coalesce(pull.list_of, pull.id))`,
    )
    .all()
  for (const { id, pages, items } of lacking)
    report({
      en: `pull ${id} has not the ${pages} pages of ${items} items it had`,
      es: `la lectura ${id} no tiene las ${pages} páginas de ${items} elementos que tenía`,
    })
  const shortened = sqlite
    .prepare<[], Lacking>(
      `SELECT id, pages, items FROM date_listing WHERE number IS NOT NULL AND (pages, items) IS NOT (
           SELECT count(*), coalesce(sum(items), 0) FROM date_listing_page WHERE listing = date_listing.id)`,
    )
    .all()
  for (const { id, pages, items } of shortened)
    report({
      en: `date listing ${id} has not the ${pages} pages of ${items} items it had`,
      es: `el listado por fecha ${id} no tiene las ${pages} páginas de ${items} elementos que tenía`,
    })
  return sqlCount(sqlite, `SELECT count(*) FROM pull WHERE state = 'closed'`)
}

interface Row extends Slot {
  readonly id: string
  readonly merchant: string
  readonly code: string
  readonly subject: string
}

/** Checks that every discrepancy's id matches its subject, and that its sightings follow one another. */
export const discrepancies: VerificationPart = async ({ sqlite }, report, signal) => {
  const rows = sqlite.prepare<[], Row>(
    `SELECT discrepancy.id, code, subject, merchant, date, cycle FROM discrepancy JOIN slot ON slot.id = discrepancy.slot`,
  )
  for (const { id, merchant, date, cycle, ...finding } of rows.iterate()) {
    const text = identityText(merchant, { date, cycle }, finding)
    const named = createHash('sha256').update(text).digest('hex').slice(0, id.length)
    if (named !== id)
      report({
        en: `discrepancy ${id} is about something else than it was`,
        es: `la novedad ${id} trata de algo distinto que antes`,
      })
  }
  signal.throwIfAborted()
  const broken = sqlite
    .prepare<[], { id: number; discrepancy: string }>(
      `SELECT id, discrepancy FROM (
           SELECT id, discrepancy, event, after, pull,
             lag(event) OVER life AS eventBefore, lag(after) OVER life AS afterBefore
           FROM sighting WINDOW life AS (PARTITION BY discrepancy ORDER BY id))
         WHERE after < afterBefore OR (event = 'gone' AND eventBefore IS NOT 'shown')
           OR NOT EXISTS (SELECT 1 FROM pull WHERE pull.id = pull AND pull.state = 'closed')`,
    )
    .all()
  for (const { id, discrepancy } of broken)
    report({
      en: `sighting ${id} does not follow in the life of discrepancy ${discrepancy}`,
      es: `la fila ${id} de sighting no encaja en la historia de la novedad ${discrepancy}`,
    })
  return sqlCount(sqlite, 'SELECT count(*) FROM discrepancy')
}

/** A counter further ahead than this does not come from undone work. */
const GAP_MAX = 1_000_000

interface Counter {
  readonly name: string
  readonly seq: number
}

/** Checks SQLite's own counters, which determine the number of the next row. */
export const counters: VerificationPart = async ({ sqlite }, report) => {
  const found = sqlite.prepare<[], Counter>('SELECT name, seq FROM sqlite_sequence').all()
  const ahead = (table: string): number =>
    Number(found.find(({ name }) => name === table)?.seq ?? 0) -
    sqlCount(sqlite, `SELECT coalesce(max(rowid), 0) FROM "${table}"`)
  const known = new Set<string>()
  for (const [table, { counter }] of TABLE_RECORDS) {
    if (counter === undefined) continue
    known.add(table)
    const gap = ahead(table)
    if (counter.hasGaps && !(gap >= 0 && gap <= GAP_MAX))
      report({
        en: `the counter of ${table} does not follow its rows`,
        es: `el contador de ${table} no sigue a sus filas`,
      })
    const gaps = sqlCount(sqlite, `SELECT coalesce(max(rowid), 0) - count(*) FROM "${table}"`)
    if (!counter.hasGaps && (gap !== 0 || gaps !== 0))
      report({
        en: `the rows of ${table} are not numbered without a gap`,
        es: `las filas de ${table} no están numeradas sin huecos`,
      })
  }
  for (const { name } of found)
    if (!known.delete(name))
      report({ en: 'there is a counter of no table', es: 'hay un contador que no es de ninguna tabla' })
  return found.length
}

const EVENT_KINDS = ['pull', 'act', 'policy'] as const

/** The numbers of a kind, in all tables that have some. */
const numbersOf = (kind: (typeof EVENT_KINDS)[number]): string =>
  TABLE_RECORDS.filter(([, { event }]) => event === kind)
    .map(([table]) => `SELECT number FROM ${table} WHERE number IS NOT NULL`)
    .join(' UNION ALL ')

/**
 * Checks that the event sequence has no gap, and that every number belongs to a row of its kind: a pull, an act of a
 * person, a change of policy.
 */
export const sequence: VerificationPart = async ({ sqlite }, report) => {
  const number = sqlCount(sqlite, 'SELECT count(*) FROM moment')
  const last = sqlCount(sqlite, 'SELECT max(number) FROM moment')
  if (number !== last)
    report({
      en: `the sequence has come to ${last}, and holds ${number} moments`,
      es: `la secuencia llegó a ${last}, y tiene ${number} momentos`,
    })
  for (const kind of EVENT_KINDS) {
    const kept = numbersOf(kind)
    const lost = sqlite
      .prepare<[string], number>(`SELECT number FROM moment WHERE kind = ? AND number NOT IN (${kept})`)
      .pluck()
      .all(kind)
    for (const one of lost)
      report({
        en: `moment ${one} is a ${kind} that is not there`,
        es: `el momento ${one} es una fila de ${kind} que no está`,
      })
    const strange = sqlite
      .prepare<[string], number>(
        `SELECT kept.number FROM (${kept}) AS kept JOIN moment ON moment.number = kept.number WHERE moment.kind <> ?`,
      )
      .pluck()
      .all(kind)
    for (const one of strange)
      report({
        en: `moment ${one} is not the ${kind} it was`,
        es: `el momento ${one} no es la fila de ${kind} que era`,
      })
  }
  return number
}
