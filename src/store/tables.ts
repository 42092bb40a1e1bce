import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as schema from './schema.ts'

/*
 * What is said of each table: whose its rows are, how the past hides them, and what proves that they are what was kept.
 * Splitting a database, its past, its chain and its verification are made from these records, and a table without one
 * does not compile.
 */

type TableOf<T> = T extends SQLiteTable<infer C> ? C['name'] : never
type TableName = TableOf<(typeof schema)[keyof typeof schema]>

/** The kinds of the event sequence. A pull is of a slot, or lists a whole date; acts include those about the bank. */
type EventKind = 'pull' | 'act' | 'policy'

/** The rows of one merchant in the database `shared`. `:merchant` is its first name. */
interface MerchantRows {
  readonly where: string
  /** Columns with numbers of the event sequence, which begins at 1 again. */
  readonly numbers?: readonly string[]
  /** Other columns that hold such numbers, and what takes their place. */
  readonly instead?: Readonly<Record<string, string>>
}

/**
 * How a snapshot hides what came later. Conditions may name `:number`, the last number of the sequence that was known;
 * `:until`, after which no attempt and no end of a run was known, and `:firstUnknownRun`, each null when all were.
 */
type Past =
  /** Rows that hold for ever, or are always read as of a pull. */
  | 'shows all'
  /** A view of the rows for which this holds. */
  | { readonly shows: string; readonly end?: EndOfRow }
  /** A copy of these rows in memory, since checks write to the table. */
  | { readonly copies: string }

/** Columns that are written when a row ends, and are null unless that was known. */
export interface EndOfRow {
  readonly columns: readonly string[]
  readonly known: string
}

/** Rows that have links of their own in the chain. */
interface LinkedRows {
  /** The column that numbers them. */
  readonly row: string
  /**
   * Their cells, in an order that must not change. A later column is appended: absent cells at the end of a row do not
   * count, so that the links of earlier rows still hold.
   */
  readonly facts: string
  /** Which rows are linked; all without it. */
  readonly when?: string
  /** The rows behind the facts of the slot `:slot`. */
  readonly ofSlot?: string
}

/** Rows that are facts of another table's link, after those of the tables above them. */
interface RowsOfLink {
  readonly within: TableName
  /** The column that names the row of the link, and the order of the facts. */
  readonly by: string
  readonly facts: string
  readonly order: string
}

/** The parts of the verification, besides the chain, that prove rows. */
export type ProvingPart =
  | 'answers'
  | 'pulls compared with their answers'
  | 'discrepancies'
  | 'numbers of the sequence'
  | 'decisions and states of discrepancies'
  | 'digests of the chain'
  | 'keys of invoices'

type Proved =
  | LinkedRows
  | RowsOfLink
  | { readonly within: TableName; readonly query: string }
  | { readonly by: ProvingPart }

export interface TableRecord {
  /** Null when its rows are made anew from those of other tables. */
  readonly ofMerchant: MerchantRows | null
  readonly past: Past
  /** Null for what is no fact. */
  readonly proved: Proved | null
  /** The column by which SQLite counts the rows: 1, 2, 3, ..., with gaps where undone work leaves them. */
  readonly counter?: { readonly column: string; readonly hasGaps: boolean }
  /** The kind of the numbers that its rows have of the event sequence. */
  readonly event?: EventKind
}

const SLOTS = 'SELECT id FROM shared.slot WHERE merchant = :merchant'
const PULLS = `SELECT id FROM shared.pull WHERE slot IN (${SLOTS})`
const LISTINGS = 'SELECT id FROM shared.date_listing WHERE merchant = :merchant'
const DISCREPANCIES = `SELECT id FROM shared.discrepancy WHERE slot IN (${SLOTS})`
/** The merchant's numbers of the sequence, with their new ones. */
const MOMENTS = 'SELECT old FROM temp.own_moment'
const BODIES = `SELECT body FROM shared.listing_page WHERE pull IN (${PULLS})
  UNION SELECT body FROM shared.answer WHERE pull IN (${PULLS})
  UNION SELECT body FROM shared.date_listing_page WHERE listing IN (${LISTINGS})
  UNION SELECT body FROM shared.bank_file WHERE number IN (${MOMENTS})
  UNION SELECT body FROM shared.operator_invoice WHERE number IN (${MOMENTS})
  UNION SELECT body FROM shared.receivable_file WHERE number IN (${MOMENTS})`

/** The new number in the event sequence, for a row that has one. */
export const newNumberOf = (column: string): string => `(SELECT new FROM temp.own_moment WHERE old = ${column})`

const OF_MERCHANT = { where: 'merchant = :merchant' }
const OF_SLOT = { where: `slot IN (${SLOTS})` }

/** Rows that have a number of the event sequence, or were written with a row that has one. */
const numbered = (column: string, ...others: readonly string[]) => ({
  ofMerchant: { where: `${column} IN (${MOMENTS})`, numbers: [column, ...others] },
  past: { shows: `${column} <= :number` },
})

/** Rows that hold, in `after`, the last number of the sequence when they were written. */
const WRITTEN_BY_CHECKS = { copies: 'after <= :number' }

/** Numbers that belong to runs. The number of an act or a policy belongs to none. */
export const NUMBERS_OF_RUNS = `SELECT run, number FROM main.pull WHERE state = 'closed'
  UNION ALL SELECT run, number FROM main.date_listing WHERE number IS NOT NULL`

/** Rows within a link of another table, by their order and facts. */
const partOfPull = (order: string, facts: string) =>
  ({
    ofMerchant: { where: `pull IN (${PULLS})` },
    past: 'shows all',
    proved: { within: 'pull', by: 'pull', order, facts },
  }) as const
const partOfListing = (order: string, facts: string) =>
  ({
    ofMerchant: { where: `listing IN (${LISTINGS})` },
    past: 'shows all',
    proved: { within: 'date_listing', by: 'listing', order, facts },
  }) as const
const partOfFile = (order: string, facts: string) =>
  ({ ...numbered('file'), proved: { within: 'bank_file', by: 'file', order, facts } }) as const
const partOfReceivables = (facts: string) =>
  ({ ...numbered('file'), proved: { within: 'receivable_file', by: 'file', order: 'row', facts } }) as const
const partOfTie = (order: string, facts: string) =>
  ({ ...numbered('tie'), proved: { within: 'bank_tie', by: 'tie', order, facts } }) as const

const PAGE_FACTS = 'position, request, status, digest, body, cursor, cursor_at, items, count'
const TIES_OF_SLOT = 'SELECT tie FROM bank_tie_payout WHERE slot = :slot'
const ENTRIES_OF_SLOT = `bank_tie_payout JOIN bank_tie_entry USING (tie) JOIN bank_entry ON id = entry`

export const TABLES = {
  merchant: {
    ofMerchant: { where: 'name = :merchant' },
    past: 'shows all',
    proved: {
      row: 'rowid',
      facts: 'name, base_url',
      ofSlot: 'SELECT merchant.rowid FROM slot JOIN merchant ON merchant.name = slot.merchant WHERE slot.id = :slot',
    },
  },
  merchant_name: {
    ofMerchant: OF_MERCHANT,
    past: 'shows all',
    proved: { row: 'id', facts: 'id, merchant, name, at' },
    counter: { column: 'id', hasGaps: false },
  },
  run: {
    ofMerchant: { ...OF_MERCHANT, numbers: ['policy_number'] },
    past: {
      shows: ':firstUnknownRun IS NULL OR ordinal < :firstUnknownRun',
      end: {
        columns: ['ended_at', 'exit_code', 'outcome'],
        known: `(:until IS NULL OR ended_at <= :until) AND run.id NOT IN (SELECT run FROM (${NUMBERS_OF_RUNS}) WHERE number > :number)`,
      },
    },
    proved: {
      row: 'ordinal',
      facts: 'ordinal, id, merchant, job, at, version, policy_number, ended_at, exit_code, outcome, scope',
      ofSlot: 'SELECT ordinal FROM pull JOIN run ON run.id = pull.run WHERE slot = :slot',
    },
    counter: { column: 'ordinal', hasGaps: false },
  },
  moment: {
    ofMerchant: OF_MERCHANT,
    past: { shows: 'number <= :number' },
    proved: { by: 'numbers of the sequence' },
    counter: { column: 'number', hasGaps: false },
  },
  slot: {
    ofMerchant: OF_MERCHANT,
    past: 'shows all',
    proved: { row: 'id', facts: 'id, merchant, date, cycle, minute', ofSlot: 'SELECT :slot' },
  },
  policy: {
    ...numbered('number'),
    proved: {
      row: 'number',
      facts: 'json',
      ofSlot: 'SELECT policy_number FROM pull JOIN run ON run.id = pull.run WHERE slot = :slot',
    },
    event: 'policy',
  },
  act: {
    ofMerchant: {
      where: `number IN (${MOMENTS})`,
      numbers: ['number'],
      instead: {
        detail: `CASE WHEN json_extract(detail, '$.closing') IS NULL THEN detail
          ELSE json_set(detail, '$.closing', ${newNumberOf("json_extract(detail, '$.closing')")}) END`,
      },
    },
    past: { shows: 'number <= :number' },
    proved: {
      row: 'number',
      facts: 'kind, by, reason, until, discrepancy, detail, chain',
      ofSlot: 'SELECT number FROM act JOIN discrepancy ON discrepancy.id = act.discrepancy WHERE slot = :slot',
    },
    event: 'act',
  },
  pull: {
    ofMerchant: { ...OF_SLOT, numbers: ['number'] },
    past: {
      shows: `(state = 'closed' AND number <= :number) OR (state = 'incomplete'
        AND (:firstUnknownRun IS NULL OR (SELECT ordinal FROM main.run WHERE run.id = run) < :firstUnknownRun)
        AND (:until IS NULL OR closed_at <= :until))`,
    },
    proved: {
      row: 'id',
      facts: `id, slot, run, state, number, started_at, closed_at, reason_code, reason, facts, kept, sum_amount, sum_paid,
        list_of, reading_of, content_of, departures_owed, versions_before, bodies_before, exchange`,
      when: "state <> 'open'",
      ofSlot: 'SELECT id FROM pull WHERE slot = :slot',
    },
    counter: { column: 'id', hasGaps: true },
    event: 'pull',
  },
  answer: partOfPull('id', 'id, role, request, status, digest, body'),
  listing_page: partOfPull('position', PAGE_FACTS),
  quarantine: partOfPull('page, item', 'page, item, field, reason, digest, invoice_id, reference'),
  repeat: partOfPull('invoice_id', 'invoice_id, copies_differ'),
  departure: partOfPull('invoice_id', 'slot, invoice_id, status, own_date, own_cycle, answer'),
  settlement_version: {
    ofMerchant: OF_SLOT,
    past: 'shows all',
    proved: {
      within: 'pull',
      query: `SELECT id, from_pull, date, cycle, status, invoice_count, collected, fees, fees_postpaid, adjustments, gateway,
          payout, extra
        FROM settlement_version AS held, (SELECT id AS asked, slot AS of FROM pull WHERE id = ?)
        WHERE held.slot = of AND from_pull <= asked AND (to_pull IS NULL OR to_pull > asked)`,
    },
  },
  version: { ofMerchant: OF_SLOT, past: 'shows all', proved: { by: 'pulls compared with their answers' } },
  date_listing: {
    ofMerchant: { ...OF_MERCHANT, numbers: ['number'] },
    past: { shows: 'number <= :number' },
    proved: {
      row: 'id',
      facts:
        'id, merchant, run, date, number, started_at, closed_at, pages, items, malformed, bodies_before, listed, payments_of',
      when: 'number IS NOT NULL',
    },
    counter: { column: 'id', hasGaps: true },
    event: 'pull',
  },
  date_listing_page: partOfListing('position', PAGE_FACTS),
  day_payment: partOfListing(
    'invoice_id',
    'invoice_id, status, paid, reference, contract, customer_document, payment_method, payment_date',
  ),
  stray: partOfListing('invoice_id', 'invoice_id, position, status, paid, own_date, own_cycle'),
  discrepancy: {
    ofMerchant: OF_SLOT,
    past: { copies: 'id IN (SELECT discrepancy FROM main.sighting WHERE after <= :number)' },
    proved: { by: 'discrepancies' },
  },
  sighting: {
    ofMerchant: { where: `discrepancy IN (${DISCREPANCIES})` },
    past: WRITTEN_BY_CHECKS,
    proved: { by: 'decisions and states of discrepancies' },
    counter: { column: 'id', hasGaps: false },
  },
  assessment: {
    ofMerchant: {
      ...OF_SLOT,
      instead: {
        rulebook: `${newNumberOf('CAST(rulebook AS INTEGER)')} || substr(rulebook, instr(rulebook, ' '))`,
      },
    },
    past: WRITTEN_BY_CHECKS,
    proved: {
      row: 'id',
      facts: 'id, slot, pull, after, verdict, totals, rulebook',
      ofSlot: 'SELECT id FROM assessment WHERE slot = :slot',
    },
    counter: { column: 'id', hasGaps: false },
  },
  audit_pack: {
    ofMerchant: OF_SLOT,
    past: { shows: 'after <= :number AND (:until IS NULL OR at <= :until)' },
    proved: {
      row: 'id',
      facts: 'id, slot, at, after, manifest, masked, version',
      ofSlot: 'SELECT id FROM audit_pack WHERE slot = :slot',
    },
    counter: { column: 'id', hasGaps: false },
  },
  bank_file: {
    ...numbered('number'),
    proved: {
      row: 'number',
      facts: 'name, format, by, digest, is_original, body',
      ofSlot: `SELECT file FROM ${ENTRIES_OF_SLOT} WHERE slot = :slot`,
    },
    event: 'act',
  },
  bank_statement: partOfFile(
    'position',
    'position, account, statement_number, from_day, to_day, opening, closing, entries',
  ),
  bank_entry: {
    ...partOfFile('id', 'id, merchant, position, account, booked_on, value_on, value'),
    ofMerchant: { ...OF_MERCHANT, numbers: ['file'] },
  },
  bank_text: partOfFile('entry', 'entry, text, reference'),
  bank_tie: {
    ...numbered('number', 'tie'),
    proved: {
      row: 'number',
      facts: 'kind, by, reason, tie',
      ofSlot: `${TIES_OF_SLOT} UNION SELECT number FROM bank_tie WHERE tie IN (${TIES_OF_SLOT})`,
    },
    event: 'act',
  },
  bank_tie_payout: partOfTie('slot', 'slot, payout'),
  bank_tie_entry: partOfTie('entry', 'entry'),
  bank_void: {
    ...numbered('number', 'file'),
    proved: {
      row: 'number',
      facts: 'file, by, reason',
      ofSlot: `SELECT bank_void.number FROM ${ENTRIES_OF_SLOT} JOIN bank_void ON bank_void.file = bank_entry.file WHERE slot = :slot`,
    },
    event: 'act',
  },
  operator_invoice: {
    ...numbered('number'),
    proved: {
      row: 'number',
      facts: `number, kind, invoice_number, cufe, day, period, supplier, customer, base, iva, total, parts, name, by, digest,
        contents, body`,
    },
    event: 'act',
  },
  operator_invoice_void: {
    ...numbered('number', 'invoice'),
    proved: { row: 'number', facts: 'number, invoice, by, reason' },
    event: 'act',
  },
  journal_closing: { ...numbered('number'), proved: { row: 'number', facts: 'number' } },
  journal_entry: {
    ...numbered('closing'),
    proved: {
      within: 'journal_closing',
      by: 'closing',
      facts: 'position, number, key, revision, kind, date, basis, entry',
      order: 'position',
    },
  },
  receivable_file: {
    ...numbered('number'),
    proved: { row: 'number', facts: 'number, kind, name, by, digest, body' },
    event: 'act',
  },
  due: partOfReceivables('row, key, due_id, reference, contract, document, amount, due_date, month, concept, owner'),
  bank_payment: partOfReceivables('row, id, reference, paid, paid_on'),
  receivable_void: {
    ...numbered('number', 'file'),
    proved: { row: 'number', facts: 'file, by, reason' },
    event: 'act',
  },
  body: { ofMerchant: { where: `id IN (${BODIES})` }, past: 'shows all', proved: { by: 'answers' } },
  link: {
    ofMerchant: null,
    past: { copies: 'false' },
    proved: { by: 'digests of the chain' },
    counter: { column: 'id', hasGaps: false },
  },
  // The past has keys of its own unless those of the database are up to date.
  key: { ofMerchant: null, past: 'shows all', proved: { by: 'keys of invoices' } },
  shared_key: { ofMerchant: null, past: 'shows all', proved: { by: 'keys of invoices' } },
  key_reach: { ofMerchant: null, past: 'shows all', proved: { by: 'keys of invoices' } },
  writer: { ofMerchant: null, past: 'shows all', proved: null },
} as const satisfies Readonly<Record<TableName, TableRecord>>

/** The kind of a row in the chain: its table. */
export type LinkKind = {
  [T in TableName]: (typeof TABLES)[T]['proved'] extends LinkedRows ? T : never
}[TableName]

/** Every table with its record. Rows within a link are its facts in this order, which must not change. */
export const TABLE_RECORDS: readonly (readonly [table: string, record: TableRecord])[] = Object.entries(TABLES)

const LINKED: ReadonlySet<string> = new Set(
  TABLE_RECORDS.flatMap(([table, { proved }]) => (proved !== null && 'row' in proved ? [table] : [])),
)
export const isLinkKind = (table: string): table is LinkKind => LINKED.has(table)
export const LINK_KINDS: readonly LinkKind[] = Object.keys(TABLES).filter(isLinkKind)

/** How the rows of a kind are linked. */
export const linkedRowsOf = (kind: LinkKind): LinkedRows => TABLES[kind].proved
