import { type SQL, sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  blob,
  check,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { BankFormat } from '../core/bank/bank-statement.ts'
import type { OperatorInvoice } from '../core/fees/operator-invoice.ts'
import type { EntryKind } from '../core/journal.ts'
import { type Centavos, fromCentavos } from '../core/money.ts'
import type { Cycle, SlotDate } from '../core/slot.ts'

/*
 * The database. Once a pull is closed, nothing of it is overwritten or deleted: triggers, written by hand at the end of
 * the migration, prevent it. Three tables are derived and may be rebuilt at any time: key, shared_key, key_reach.
 * One holds no fact: writer.
 *
 * SQLite stores any type it is given, and a bare JavaScript number arrives as REAL: every INTEGER column is guarded.
 */
const each =
  (rule: (column: AnySQLiteColumn) => SQL) =>
  (name: string, ...columns: readonly AnySQLiteColumn[]) =>
    check(name, sql.join(columns.map(rule), sql` AND `))

const whole = each((column) => sql`typeof(${column}) = 'integer'`)
const wholeOrAbsent = each((column) => sql`typeof(${column}) IN ('integer', 'null')`)

const oneOf = (name: string, column: AnySQLiteColumn, ...words: readonly string[]) =>
  check(name, sql`${column} IN (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)

/** Bound as bigint; read as a number, exact because `exact` limits every amount to 2^53. */
const centavos = customType<{ data: Centavos; driverData: bigint | number }>({
  dataType: () => 'integer',
  toDriver: (value) => value,
  fromDriver: (value) => fromCentavos(value),
})

/** Limits amounts to what a double holds exactly (as fromPesos does), so that reading them as numbers is safe. */
const exact = each((column) => sql`abs(${column}) <= 9007199254740991`)

/** The row of another table, by its number or by its name. */
const rowOf = (column: () => AnySQLiteColumn) => integer().notNull().references(column)
const namedIn = (column: () => AnySQLiteColumn) => text().notNull().references(column)

/**
 * Who writes: the last holder of the run lock put its token here, and each of its transactions asks for it. Not a fact:
 * neither chained nor kept.
 */
export const writer = sqliteTable('writer', { id: integer().primaryKey(), token: text().notNull() }, (t) => [
  check('writer_one', sql`${t.id} = 1`),
])

export const merchant = sqliteTable('merchant', {
  name: text().primaryKey(),
  /** Null until the first job that asks the service; never changed afterwards. */
  baseUrl: text('base_url'),
})

/** The later names of a merchant; the last one counts. Every other row uses its first name. */
export const merchantName = sqliteTable(
  'merchant_name',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    merchant: namedIn(() => merchant.name),
    name: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [whole('merchant_name_whole', t.at)],
)

export const run = sqliteTable(
  'run',
  {
    /** 1, 2, 3, ... in this database. */
    ordinal: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    merchant: namedIn(() => merchant.name),
    job: text().notNull(),
    at: integer().notNull(),
    version: text().notNull(),
    /**
     * Whether the run was about everything due, or about slots that a person or a notification named; null for other
     * jobs.
     */
    scope: text().$type<'due' | 'named'>(),
    policyNumber: integer('policy_number').notNull(),
    endedAt: integer('ended_at'),
    exitCode: integer('exit_code'),
    outcome: text(),
  },
  (t) => [
    whole('run_whole', t.at, t.policyNumber),
    wholeOrAbsent('run_whole_or_absent', t.endedAt, t.exitCode),
    uniqueIndex('run_id').on(t.id),
    index('run_of_merchant').on(t.merchant, t.at),
  ],
)

/** The event sequence: committed pulls, acts of people and changes of policy, in order. */
export const eventSequence = sqliteTable(
  'moment',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<'pull' | 'act' | 'policy'>().notNull(),
    merchant: namedIn(() => merchant.name),
    at: integer().notNull(),
  },
  (t) => [
    oneOf('moment_kind', t.kind, 'pull', 'act', 'policy'),
    whole('moment_whole', t.at),
    index('moment_of_merchant').on(t.merchant, t.kind, t.number),
  ],
)

/** The row's own number of the event sequence. */
const numberOfEvent = () =>
  integer()
    .primaryKey()
    .references(() => eventSequence.number)

export const policy = sqliteTable('policy', {
  number: numberOfEvent(),
  json: text().notNull(),
})

/** An act of a person on a discrepancy, a period, or chargebacks and adjustments. */
export const act = sqliteTable(
  'act',
  {
    number: numberOfEvent(),
    kind: text()
      .$type<'accept' | 'claim' | 'reopen' | 'note' | 'close' | 'undo' | 'settle' | 'tie' | 'untie' | 'pack'>()
      .notNull(),
    by: text().notNull(),
    reason: text().notNull(),
    /** The first moment at which an acceptance or a claim no longer holds. */
    until: integer(),
    discrepancy: text().references(() => discrepancy.id),
    /** Further facts of the act, as JSON; see `acts.ts`. */
    detail: text(),
    /** Links it to the act before it; see `link-of.ts`. */
    chain: text().notNull(),
  },
  (t) => [
    oneOf('act_kind', t.kind, 'accept', 'claim', 'reopen', 'note', 'close', 'undo', 'settle', 'tie', 'untie', 'pack'),
    wholeOrAbsent('act_whole_or_absent', t.until),
    index('act_on_discrepancy').on(t.discrepancy),
  ],
)

export const slot = sqliteTable(
  'slot',
  {
    id: integer().primaryKey(),
    merchant: namedIn(() => merchant.name),
    date: text().$type<SlotDate>().notNull(),
    cycle: text().$type<Cycle>().notNull(),
    /** The minute of the day at which the cycle happens, which orders the cycles of a day. */
    minute: integer().notNull(),
  },
  (t) => [whole('slot_whole', t.minute), uniqueIndex('slot_named').on(t.merchant, t.date, t.cycle)],
)

export const pull = sqliteTable(
  'pull',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slot: rowOf(() => slot.id),
    run: namedIn(() => run.id),
    state: text().$type<'open' | 'closed' | 'incomplete'>().notNull(),
    /** Set at the commit: from then on the pull exists. */
    number: integer().references(() => eventSequence.number),
    startedAt: integer('started_at').notNull(),
    closedAt: integer('closed_at'),
    /** Why it could not be read whole. */
    reasonCode: text('reason_code'),
    reason: text(),
    /** The request that failed and the status of its answer, as JSON; null when unknown. */
    exchange: text(),
    /** ListFacts, as JSON. */
    facts: text(),
    /**
     * The number of invoices in the list, and their sums as decimal text, since they may exceed 2^63. Reading back must
     * give the same.
     */
    kept: integer(),
    sumAmount: text('sum_amount'),
    sumPaid: text('sum_paid'),
    /** The pull whose listing pages are also those of this one, byte for byte. */
    listOf: integer('list_of'),
    /** The pull that read the same list: its quarantine and repeats are also those of this one. */
    readingOf: integer('reading_of'),
    /** The pull whose content (list and settlement) this one repeats unchanged. */
    contentOf: integer('content_of'),
    /** Departed invoices that were not asked for by id yet. */
    departuresOwed: integer('departures_owed'),
    /** The last invoice version and the last body that existed when the pull began. Undoing it starts after them. */
    versionsBefore: integer('versions_before').notNull(),
    bodiesBefore: integer('bodies_before').notNull(),
  },
  (t) => [
    oneOf('pull_state', t.state, 'open', 'closed', 'incomplete'),
    check('pull_numbered_when_closed', sql`(${t.state} = 'closed') = (${t.number} IS NOT NULL)`),
    check('pull_whole_when_closed', sql`${t.state} <> 'closed' OR ${t.facts} IS NOT NULL`),
    check('pull_reasoned_when_incomplete', sql`(${t.state} = 'incomplete') = (${t.reasonCode} IS NOT NULL)`),
    whole('pull_whole', t.slot, t.startedAt, t.versionsBefore, t.bodiesBefore),
    wholeOrAbsent(
      'pull_whole_or_absent',
      t.number,
      t.closedAt,
      t.kept,
      t.departuresOwed,
      t.listOf,
      t.readingOf,
      t.contentOf,
    ),
    uniqueIndex('pull_number').on(t.number),
    index('pull_of_slot').on(t.slot, t.state),
    index('pull_of_run').on(t.run),
    index('pull_open').on(t.state).where(sql`state = 'open'`),
  ],
)

/** The compressed bytes of answers, each stored once. */
export const body = sqliteTable(
  'body',
  {
    id: integer().primaryKey(),
    digest: blob({ mode: 'buffer' }).notNull(),
    gzip: blob({ mode: 'buffer' }).notNull(),
    length: integer().notNull(),
  },
  (t) => [whole('body_whole', t.length), uniqueIndex('body_digest').on(t.digest)],
)

/** The answers about a settlement, before and after the list, and about an invoice that left. */
export const answer = sqliteTable(
  'answer',
  {
    id: integer().primaryKey(),
    pull: rowOf(() => pull.id),
    role: text().$type<'before' | 'after' | 'departure'>().notNull(),
    request: text().notNull(),
    status: integer().notNull(),
    digest: blob({ mode: 'buffer' }).notNull(),
    body: rowOf(() => body.id),
  },
  (t) => [
    oneOf('answer_role', t.role, 'before', 'after', 'departure'),
    whole('answer_whole', t.pull, t.status, t.body),
    index('answer_of_pull').on(t.pull),
    index('answer_body').on(t.body),
  ],
)

const pageColumns = () => ({
  position: integer().notNull(),
  request: text().notNull(),
  status: integer().notNull(),
  digest: blob({ mode: 'buffer' }).notNull(),
  body: rowOf(() => body.id),
  cursor: text(),
  cursorAt: integer('cursor_at'),
  items: integer().notNull(),
  count: integer(),
})

/**
 * One page of a list as answered. `digest` is that of the whole answer. `body` has the text of the cursor cut out at byte `cursor_at`, so
 * that a service whose cursors differ every night costs one row a page and no body.
 */
export const listingPage = sqliteTable(
  'listing_page',
  {
    pull: rowOf(() => pull.id),
    ...pageColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.pull, t.position] }),
    whole('listing_page_whole', t.pull, t.position, t.status, t.body, t.items),
    wholeOrAbsent('listing_page_whole_or_absent', t.cursorAt),
    check('listing_page_count', sql`typeof(${t.count}) IN ('integer', 'real', 'null')`),
    index('listing_page_body').on(t.body),
  ],
)

/**
 * An invoice in a slot as shown from one pull up to, but not including, another; both are ids of pulls. They are not
 * foreign keys, since undoing an open pull would then search every version of the database for each.
 */
export const version = sqliteTable(
  'version',
  {
    id: integer().primaryKey(),
    slot: rowOf(() => slot.id),
    fromPull: integer('from_pull').notNull(),
    toPull: integer('to_pull'),
    invoiceId: text('invoice_id').notNull(),
    status: text().notNull(),
    amount: centavos().notNull(),
    paid: centavos(),
    reference: text(),
    contract: text(),
    customerDocument: text('customer_document'),
    customerName: text('customer_name'),
    description: text(),
    paymentMethod: text('payment_method'),
    paymentSource: text('payment_source'),
    paymentId: text('payment_id'),
    paymentDate: text('payment_date'),
    createdAt: text('created_at'),
    expirationDate: text('expiration_date'),
    ownDate: text('own_date'),
    ownCycle: text('own_cycle'),
    /** A JSON array, or null when there are none. */
    flaws: text(),
    extra: text(),
  },
  (t) => [
    whole('version_whole', t.slot, t.fromPull, t.amount),
    wholeOrAbsent('version_whole_or_absent', t.toPull, t.paid),
    exact('version_exact', t.amount, t.paid),
    uniqueIndex('version_of_invoice').on(t.slot, t.invoiceId, t.fromPull),
    index('version_ended').on(t.slot, t.toPull).where(sql`to_pull IS NOT NULL`),
    index('version_charged_back').on(t.slot, t.invoiceId).where(sql`status = 'chargeback'`),
  ],
)

export const settlementVersion = sqliteTable(
  'settlement_version',
  {
    id: integer().primaryKey(),
    slot: rowOf(() => slot.id),
    fromPull: integer('from_pull').notNull(),
    toPull: integer('to_pull'),
    date: text().notNull(),
    cycle: text().notNull(),
    status: text().notNull(),
    invoiceCount: integer('invoice_count').notNull(),
    collected: centavos().notNull(),
    fees: centavos().notNull(),
    feesPostpaid: integer('fees_postpaid', { mode: 'boolean' }).notNull(),
    adjustments: centavos().notNull(),
    gateway: integer({ mode: 'boolean' }).notNull(),
    payout: centavos().notNull(),
    extra: text(),
  },
  (t) => [
    whole(
      'settlement_version_whole',
      ...[t.slot, t.fromPull, t.invoiceCount, t.collected, t.fees, t.feesPostpaid, t.adjustments, t.gateway, t.payout],
    ),
    wholeOrAbsent('settlement_version_whole_or_absent', t.toPull),
    exact('settlement_version_exact', t.invoiceCount, t.collected, t.fees, t.adjustments, t.payout),
    uniqueIndex('settlement_version_of_slot').on(t.slot, t.fromPull),
  ],
)

export const quarantine = sqliteTable(
  'quarantine',
  {
    pull: rowOf(() => pull.id),
    page: integer().notNull(),
    item: integer().notNull(),
    field: text().notNull(),
    reason: text().notNull(),
    digest: text().notNull(),
    /** The id of the record, if it can be read. The invoice has then not left the list. */
    invoiceId: text('invoice_id'),
    /** Its reference, without its customer. */
    reference: text(),
  },
  (t) => [primaryKey({ columns: [t.pull, t.page, t.item] }), whole('quarantine_whole', t.pull, t.page, t.item)],
)

/** An invoice that one list showed more than once. */
export const repeat = sqliteTable(
  'repeat',
  {
    pull: rowOf(() => pull.id),
    invoiceId: text('invoice_id').notNull(),
    copiesDiffer: integer('copies_differ', { mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.pull, t.invoiceId] }), whole('repeat_whole', t.pull, t.copiesDiffer)],
)

/** The fate of an invoice that left the slot's list, asked for by its id during a pull. */
export const departure = sqliteTable(
  'departure',
  {
    slot: rowOf(() => slot.id),
    invoiceId: text('invoice_id').notNull(),
    pull: rowOf(() => pull.id),
    status: text(),
    ownDate: text('own_date'),
    ownCycle: text('own_cycle'),
    answer: rowOf(() => answer.id),
  },
  (t) => [
    primaryKey({ columns: [t.slot, t.invoiceId, t.pull] }),
    whole('departure_whole', t.slot, t.pull, t.answer),
    index('departure_of_pull').on(t.pull),
    index('departure_answer').on(t.answer),
  ],
)

/** A whole date, listed without a cycle, to find invoices outside the expected slots. */
export const dateListing = sqliteTable(
  'date_listing',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    merchant: namedIn(() => merchant.name),
    run: namedIn(() => run.id),
    date: text().$type<SlotDate>().notNull(),
    /** Whether the date is the day on which its invoices were paid; null where they are settled on it. */
    listed: text().$type<'payment'>(),
    /** Of a day of payments: the earlier listing that shows the same payments, which are then not stored again. */
    paymentsOf: integer('payments_of'),
    /** Set at the commit: from then on the listing exists. */
    number: integer().references(() => eventSequence.number),
    startedAt: integer('started_at').notNull(),
    closedAt: integer('closed_at'),
    pages: integer(),
    items: integer(),
    malformed: integer(),
    /** The last body that existed when it began. Undoing it starts after it. */
    bodiesBefore: integer('bodies_before').notNull(),
  },
  (t) => [
    check(
      'date_listing_whole_when_closed',
      sql`(${t.number} IS NULL) = (${t.closedAt} IS NULL) AND (${t.number} IS NULL OR (${t.pages} IS NOT NULL AND ${t.items} IS NOT NULL AND ${t.malformed} IS NOT NULL))`,
    ),
    oneOf('date_listing_listed', t.listed, 'payment'),
    whole('date_listing_whole', t.startedAt, t.bodiesBefore),
    wholeOrAbsent('date_listing_whole_or_absent', t.paymentsOf, t.number, t.closedAt, t.pages, t.items, t.malformed),
    uniqueIndex('date_listing_number').on(t.number),
    index('date_listing_of_date').on(t.merchant, t.listed, t.date),
  ],
)

/** One page of it as answered, stored like the pages of a slot; see `listing_page`. */
export const dateListingPage = sqliteTable(
  'date_listing_page',
  {
    listing: rowOf(() => dateListing.id),
    ...pageColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.listing, t.position] }),
    whole('date_listing_page_whole', t.listing, t.position, t.status, t.body, t.items),
    wholeOrAbsent('date_listing_page_whole_or_absent', t.cursorAt),
    check('date_listing_page_count', sql`typeof(${t.count}) IN ('integer', 'real', 'null')`),
    index('date_listing_page_body').on(t.body),
  ],
)

/** A payment that the listing of a day of payments showed. */
export const dayPayment = sqliteTable(
  'day_payment',
  {
    listing: rowOf(() => dateListing.id),
    invoiceId: text('invoice_id').notNull(),
    status: text().notNull(),
    paid: centavos().notNull(),
    reference: text(),
    contract: text(),
    customerDocument: text('customer_document'),
    paymentMethod: text('payment_method'),
    paymentDate: text('payment_date'),
  },
  (t) => [
    primaryKey({ columns: [t.listing, t.invoiceId] }),
    whole('day_payment_whole', t.listing, t.paid),
    exact('day_payment_exact', t.paid),
  ],
)

/** An invoice that the listing of a date showed and that no slot listed then. */
export const unlistedInvoice = sqliteTable(
  'stray',
  {
    listing: rowOf(() => dateListing.id),
    invoiceId: text('invoice_id').notNull(),
    /** The page that shows it. */
    position: integer().notNull(),
    status: text().notNull(),
    paid: centavos(),
    ownDate: text('own_date'),
    ownCycle: text('own_cycle'),
  },
  (t) => [
    primaryKey({ columns: [t.listing, t.invoiceId] }),
    whole('stray_whole', t.listing, t.position),
    wholeOrAbsent('stray_whole_or_absent', t.paid),
    exact('stray_exact', t.paid),
  ],
)

/** Derived: the first version that carried a key. The row number is the hash of merchant, kind and value. */
export const key = sqliteTable('key', { hash: integer().primaryKey(), version: integer().notNull() }, (t) => [
  whole('key_whole', t.version),
])

/** Derived: the keys that more than one invoice of a slot ever carried. */
export const sharedKey = sqliteTable(
  'shared_key',
  {
    hash: integer().notNull(),
    slot: rowOf(() => slot.id),
    invoiceId: text('invoice_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hash, t.slot, t.invoiceId] }), whole('shared_key_whole', t.hash, t.slot)],
)

/** Derived: the last version whose keys are stored. */
export const keyReach = sqliteTable('key_reach', { id: integer().primaryKey(), version: integer().notNull() }, (t) => [
  check('key_reach_single', sql`${t.id} = 1`),
  whole('key_reach_whole', t.version),
])

export const discrepancy = sqliteTable(
  'discrepancy',
  {
    id: text().primaryKey(),
    slot: rowOf(() => slot.id),
    code: text().notNull(),
    subject: text().notNull(),
  },
  (t) => [whole('discrepancy_whole', t.slot), index('discrepancy_of_slot').on(t.slot)],
)

/** The slot's latest pull at that time showed a discrepancy with these figures, or no longer showed it. */
export const sighting = sqliteTable(
  'sighting',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    discrepancy: namedIn(() => discrepancy.id),
    event: text().$type<'shown' | 'gone'>().notNull(),
    /** The id of a committed pull; no foreign key, as in `version`. */
    pull: integer().notNull(),
    /** The last number of the event sequence when it was written. */
    after: integer().notNull(),
    severity: text(),
    unit: text(),
    reported: text(),
    expected: text(),
    message: text(),
    /** The causes that fit, as JSON; null when none does. */
    causes: text(),
    /** Links it to the sighting before it; see `link-of.ts`. */
    chain: text().notNull(),
    /** What its sentence needs in addition to the figures, as JSON; null when it needs nothing, and when it is gone. */
    data: text(),
    /** The centavos it is about, which may exceed 2^53: read as text. Null when it is not about a sum. */
    amount: centavos(),
  },
  (t) => [
    oneOf('sighting_event', t.event, 'shown', 'gone'),
    check('sighting_shown', sql`(${t.event} = 'shown') = (${t.severity} IS NOT NULL AND ${t.message} IS NOT NULL)`),
    whole('sighting_whole', t.pull, t.after),
    index('sighting_of_discrepancy').on(t.discrepancy),
  ],
)

/** The result of checking a slot's latest pull. */
export const assessment = sqliteTable(
  'assessment',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slot: rowOf(() => slot.id),
    pull: integer().notNull(),
    after: integer().notNull(),
    verdict: text().notNull(),
    /** Totals, as JSON with centavos as decimal text. */
    totals: text().notNull(),
    rulebook: text().notNull(),
  },
  (t) => [whole('assessment_whole', t.slot, t.pull, t.after), index('assessment_of_slot').on(t.slot)],
)

/** An evidence pack of a slot, and the SHA-256 of its manifest. */
export const auditPack = sqliteTable(
  'audit_pack',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slot: rowOf(() => slot.id),
    at: integer().notNull(),
    /** The last number of the event sequence when the pack was made. */
    after: integer().notNull(),
    /** In lower-case hex digits. */
    manifest: text().notNull(),
    /** Whether it hides document numbers and names. */
    masked: integer({ mode: 'boolean' }).notNull(),
    version: text().notNull(),
  },
  (t) => [
    whole('audit_pack_whole', t.slot, t.at, t.after, t.masked),
    check('audit_pack_digest', sql`length(${t.manifest}) = 64 AND ${t.manifest} NOT GLOB '*[^0-9a-f]*'`),
    index('audit_pack_of_slot').on(t.slot),
  ],
)

/**
 * The chain over rows that no answer of the service can prove. Each link holds the SHA-256 of a row's facts and of the
 * previous link. A row written in two steps, such as a run that begins and ends, has two links, of which the last
 * counts. See `links.ts`.
 */
export const link = sqliteTable(
  'link',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The kind of row and its own number; see `link-facts.ts`. */
    kind: text().notNull(),
    row: integer().notNull(),
    digest: blob({ mode: 'buffer' }).notNull(),
    chain: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [whole('link_whole', t.row), index('link_of_row').on(t.kind, t.row)],
)

/** An imported file of the merchant's bank. Its number is that of the act of the person who imported it. */
export const bankFile = sqliteTable(
  'bank_file',
  {
    number: numberOfEvent(),
    /** Without its folder. */
    name: text().notNull(),
    format: text().$type<BankFormat>().notNull(),
    by: text().notNull(),
    /** The digest of the whole file as received. */
    digest: blob({ mode: 'buffer' }).notNull(),
    /**
     * Whether the body is the file as received, or its contents without the texts of others; see `pack-evidence.ts`.
     */
    isOriginal: integer('is_original', { mode: 'boolean' }).notNull(),
    body: rowOf(() => body.id),
  },
  (t) => [
    whole('bank_file_whole', t.isOriginal, t.body),
    index('bank_file_digest').on(t.digest),
    index('bank_file_body').on(t.body),
  ],
)

/** A bank file that does not count any more, with its statements and entries, as a person decided. */
export const bankVoid = sqliteTable(
  'bank_void',
  {
    number: numberOfEvent(),
    file: rowOf(() => bankFile.number),
    by: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [whole('bank_void_whole', t.file), uniqueIndex('bank_void_of_file').on(t.file)],
)

/** A file's statement of one account over some days. */
export const bankStatement = sqliteTable(
  'bank_statement',
  {
    file: rowOf(() => bankFile.number),
    /** 1, 2, 3, ... in its file. */
    position: integer().notNull(),
    account: text().notNull(),
    /** The number the bank gave it. */
    statementNumber: text('statement_number'),
    fromDay: text('from_day').$type<SlotDate>().notNull(),
    toDay: text('to_day').$type<SlotDate>().notNull(),
    opening: centavos(),
    closing: centavos(),
    /** The number of its entries, including those of earlier files. */
    entries: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.file, t.position] }),
    whole('bank_statement_whole', t.file, t.position, t.entries),
    wholeOrAbsent('bank_statement_whole_or_absent', t.opening, t.closing),
    exact('bank_statement_exact', t.opening, t.closing),
  ],
)

/**
 * An entry of an account, stored once, however many files have it. Its id is made of its contents; see
 * `entries-with-ids.ts`.
 */
export const bankEntry = sqliteTable(
  'bank_entry',
  {
    id: text().primaryKey(),
    merchant: namedIn(() => merchant.name),
    /** The first file that had it, and its place there. */
    file: rowOf(() => bankFile.number),
    position: integer().notNull(),
    account: text().notNull(),
    bookedOn: text('booked_on').$type<SlotDate>().notNull(),
    valueOn: text('value_on').$type<SlotDate>(),
    value: centavos().notNull(),
  },
  (t) => [
    whole('bank_entry_whole', t.file, t.position, t.value),
    exact('bank_entry_exact', t.value),
    index('bank_entry_of_account').on(t.merchant, t.account, t.bookedOn),
    index('bank_entry_of_file').on(t.file),
  ],
)

/** The bank's text of an entry, stored only when allowed. A later file may supply it. */
export const bankText = sqliteTable(
  'bank_text',
  {
    entry: text()
      .primaryKey()
      .references(() => bankEntry.id),
    file: rowOf(() => bankFile.number),
    text: text().notNull(),
    reference: text(),
  },
  (t) => [whole('bank_text_whole', t.file), index('bank_text_of_file').on(t.file)],
)

/** A tie of payouts and entries, or the undoing of one, by exact sums or by a person. */
export const bankTie = sqliteTable(
  'bank_tie',
  {
    number: numberOfEvent(),
    kind: text().$type<'tie' | 'untie'>().notNull(),
    by: text().notNull(),
    reason: text().notNull(),
    /** The tie that this row undoes. */
    tie: integer().references((): AnySQLiteColumn => bankTie.number),
  },
  (t) => [
    oneOf('bank_tie_kind', t.kind, 'tie', 'untie'),
    index('bank_tie_of_untie').on(t.tie),
    check('bank_tie_undone', sql`(${t.kind} = 'untie') = (${t.tie} IS NOT NULL)`),
    wholeOrAbsent('bank_tie_whole_or_absent', t.tie),
  ],
)

/** A settlement of a tie, and its payout at that time. */
export const bankTiePayout = sqliteTable(
  'bank_tie_payout',
  {
    tie: rowOf(() => bankTie.number),
    slot: rowOf(() => slot.id),
    payout: centavos().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tie, t.slot] }),
    index('bank_tie_payout_of_slot').on(t.slot),
    whole('bank_tie_payout_whole', t.tie, t.slot, t.payout),
    exact('bank_tie_payout_exact', t.payout),
  ],
)

/** An entry of a tie. */
export const bankTieEntry = sqliteTable(
  'bank_tie_entry',
  {
    tie: rowOf(() => bankTie.number),
    entry: namedIn(() => bankEntry.id),
  },
  (t) => [primaryKey({ columns: [t.tie, t.entry] }), whole('bank_tie_entry_whole', t.tie)],
)

/** An invoice or credit note of the operator. Its number is that of the act of the person who imported it. */
export const operatorInvoice = sqliteTable(
  'operator_invoice',
  {
    number: numberOfEvent(),
    kind: text().$type<OperatorInvoice['kind']>().notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    cufe: text().notNull(),
    day: text().$type<SlotDate>().notNull(),
    /** The month that it charges: `2026-03`. */
    period: text().notNull(),
    supplier: text().notNull(),
    customer: text().notNull(),
    base: centavos().notNull(),
    iva: centavos().notNull(),
    total: centavos().notNull(),
    /** Lines, taxes and withholdings, as JSON. */
    parts: text().notNull(),
    /** The file without its folder, and within a zip its part. */
    name: text().notNull(),
    by: text().notNull(),
    /** The digest of the whole file as received, which is the body. */
    digest: blob({ mode: 'buffer' }).notNull(),
    /** The digest of the text of the Invoice itself, whatever wraps it. */
    contents: blob({ mode: 'buffer' }).notNull(),
    body: rowOf(() => body.id),
  },
  (t) => [
    oneOf('operator_invoice_kind', t.kind, 'invoice', 'credit-note'),
    whole('operator_invoice_whole', t.base, t.iva, t.total, t.body),
    exact('operator_invoice_exact', t.base, t.iva, t.total),
    index('operator_invoice_cufe').on(t.cufe),
    index('operator_invoice_body').on(t.body),
  ],
)

/** An invoice of the operator that does not count any more, as a person decided. */
export const operatorInvoiceVoid = sqliteTable(
  'operator_invoice_void',
  {
    number: numberOfEvent(),
    invoice: rowOf(() => operatorInvoice.number),
    by: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [
    whole('operator_invoice_void_whole', t.invoice),
    uniqueIndex('operator_invoice_void_of_invoice').on(t.invoice),
  ],
)

/** A closing that froze entries of the journal. */
export const journalClosing = sqliteTable('journal_closing', {
  number: integer()
    .primaryKey()
    .references(() => act.number),
})

/** An entry of the journal as a closing froze it. */
export const frozenEntry = sqliteTable(
  'journal_entry',
  {
    closing: rowOf(() => journalClosing.number),
    position: integer().notNull(),
    /** In the journal, without gaps; null for what lies before its first day. */
    number: integer(),
    /** What it is made from, and which entry of that it is. */
    key: text().notNull(),
    revision: integer().notNull(),
    kind: text().$type<EntryKind>().notNull(),
    date: text().$type<SlotDate>().notNull(),
    /** Digest of what another entry of the same thing must share to be the same. */
    basis: text().notNull(),
    /** Everything else, as JSON; see `journal.ts`. */
    entry: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.closing, t.position] }),
    index('journal_entry_of_key').on(t.key),
    whole('journal_entry_whole', t.closing, t.position, t.revision),
    wholeOrAbsent('journal_entry_whole_or_absent', t.number),
  ],
)

/** A file of receivables: a list of dues, or the payments that a bank collected. */
export const receivableFile = sqliteTable(
  'receivable_file',
  {
    number: numberOfEvent(),
    kind: text().$type<'list' | 'bank'>().notNull(),
    /** Without its folder. */
    name: text().notNull(),
    by: text().notNull(),
    digest: blob({ mode: 'buffer' }).notNull(),
    body: rowOf(() => body.id),
  },
  (t) => [
    oneOf('receivable_file_kind', t.kind, 'list', 'bank'),
    whole('receivable_file_whole', t.body),
    index('receivable_file_body').on(t.body),
  ],
)

/** What a tenant owes, as a row of a list says it. */
export const due = sqliteTable(
  'due',
  {
    file: rowOf(() => receivableFile.number),
    row: integer().notNull(),
    key: text().notNull(),
    dueId: text('due_id'),
    reference: text(),
    contract: text(),
    document: text(),
    amount: centavos().notNull(),
    dueDate: text('due_date').$type<SlotDate>().notNull(),
    month: text().notNull(),
    concept: text(),
    owner: text(),
  },
  (t) => [
    primaryKey({ columns: [t.file, t.row] }),
    uniqueIndex('due_key').on(t.file, t.key),
    whole('due_whole', t.file, t.row, t.amount),
    exact('due_exact', t.amount),
  ],
)

/** What was paid at a bank, as a line of its file says it. */
export const bankPayment = sqliteTable(
  'bank_payment',
  {
    file: rowOf(() => receivableFile.number),
    row: integer().notNull(),
    id: text().notNull(),
    reference: text(),
    paid: centavos().notNull(),
    paidOn: text('paid_on').$type<SlotDate>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.file, t.row] }),
    whole('bank_payment_whole', t.file, t.row, t.paid),
    exact('bank_payment_exact', t.paid),
  ],
)

/** A file of receivables that does not count any more, as a person decided. */
export const receivableVoid = sqliteTable(
  'receivable_void',
  {
    number: numberOfEvent(),
    file: rowOf(() => receivableFile.number),
    by: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [whole('receivable_void_whole', t.file), uniqueIndex('receivable_void_of_file').on(t.file)],
)
