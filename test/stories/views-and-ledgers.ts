import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'

export type ViewRow = Readonly<Record<string, string | number | null>>
type Words = Readonly<Record<string, string>>

/** Reads a view, as by a program that knows nothing of Cuadre. */
export const readView = (database: string, sql: string): readonly ViewRow[] => {
  const sqlite = new Database(database, { readonly: true })
  try {
    return sqlite.prepare<[], ViewRow>(sql).all()
  } finally {
    sqlite.close()
  }
}

/** The rows of that file, of all days. */
export const readLedger = (out: string, name: string): readonly Words[] =>
  readdirSync(out)
    .filter((day) => /^\d{4}-\d\d-\d\d$/.test(day))
    .flatMap((day) => parse<Words>(readFileSync(join(out, day, name), 'utf8'), { columns: true }))

const BOOLEANS = ['gateway', 'counted']

/** A row of a view in the form of a CSV file. */
const inWords = (row: ViewRow): Words =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value === null ? '' : BOOLEANS.includes(column) ? String(value === 1) : String(value),
    ]),
  )

interface Pair {
  readonly view: string
  readonly file: string
  readonly key: readonly string[]
  /** Columns that only one of the two has, or that have different forms: times are UTC in a view. */
  readonly beside: readonly string[]
}

const PAIRS: readonly Pair[] = [
  {
    view: 'settlements',
    file: 'settlement-ledger.csv',
    key: ['merchant', 'date', 'cycle'],
    beside: ['discrepancies', 'fee_rate', 'accepted', 'claimed', 'pulled_at'],
  },
  {
    view: 'invoices',
    file: 'invoice-ledger.csv',
    key: ['merchant', 'date', 'cycle', 'invoice_id'],
    beside: ['payment_date', 'created_at', 'expiration_date', 'settlement_status'],
  },
  {
    view: 'discrepancies',
    file: 'discrepancies.csv',
    key: ['id'],
    beside: ['case', 'first_seen', 'resolved_at', 'decided_by', 'decided_why'],
  },
]

/**
 * Rows that are not the same in both. Findings that were resolved earlier, and slots that were not pulled, are only in
 * one of them.
 */
const differencesOf = ({ view, file, key, beside }: Pair, database: string, out: string): readonly unknown[] => {
  const keyed = (rows: readonly Words[]) =>
    new Map(
      rows
        .filter(({ verdict }) => verdict !== 'not-pulled' && verdict !== 'not-due')
        .map((row) => [
          key.map((column) => row[column]).join(' '),
          Object.fromEntries(Object.entries(row).filter(([column]) => !beside.includes(column))),
        ]),
    )
  const views = keyed(readView(database, `SELECT * FROM ${view}`).map(inWords))
  const ledgers = keyed(readLedger(out, file))
  const differ = [...ledgers].filter(([id, row]) => JSON.stringify(row) !== JSON.stringify(views.get(id)))
  const onlyInView = [...views].filter(([id, { state }]) => !ledgers.has(id) && state !== 'resolved')
  return [...differ.map(([id, ledger]) => ({ view, ledger, inView: views.get(id) })), ...onlyInView]
}

/** Compares the views of a database with the ledgers of its output folder, cell by cell. */
export const viewsAgainstLedgers = (database: string, out: string): readonly unknown[] =>
  PAIRS.flatMap((pair) => differencesOf(pair, database, out))
