/*
 * The rows of a shared database that belong to one merchant, and their changes in a database of its own: numbers of
 * tables without gaps start at 1 again. `:merchant` is its first name; `shared` is the source database. Numbers of
 * pulls, settlements, invoices and bodies do not change.
 */

const SLOTS = 'SELECT id FROM shared.slot WHERE merchant = :merchant'
const PULLS = `SELECT id FROM shared.pull WHERE slot IN (${SLOTS})`
const LISTINGS = 'SELECT id FROM shared.date_listing WHERE merchant = :merchant'
const DISCREPANCIES = `SELECT id FROM shared.discrepancy WHERE slot IN (${SLOTS})`
const MOMENTS = 'SELECT old FROM temp.own_moment'
const BODIES = `SELECT body FROM shared.listing_page WHERE pull IN (${PULLS})
  UNION SELECT body FROM shared.answer WHERE pull IN (${PULLS})
  UNION SELECT body FROM shared.date_listing_page WHERE listing IN (${LISTINGS})
  UNION SELECT body FROM shared.bank_file WHERE number IN (${MOMENTS})`

/** The new number in the event sequence, for a row that has one. */
const newNumberOf = (column: string): string => `(SELECT new FROM temp.own_moment WHERE old = ${column})`
/** The end of the sequence at that time: the merchant's own last number by then. */
const newNumberAtOrBefore = (column: string): string =>
  `coalesce((SELECT new FROM temp.own_moment WHERE old <= ${column} ORDER BY old DESC LIMIT 1), 0)`

interface OwnRows {
  readonly where: string
  /** Replacements of columns. */
  readonly instead?: Readonly<Record<string, string>>
  /** The column is left out: its rows are numbered again, in their order. */
  readonly countedBy?: string
}

/** Ordered so that each row follows those that it refers to. */
export const ROWS_OF_MERCHANT: Readonly<Record<string, OwnRows>> = {
  merchant: { where: 'name = :merchant' },
  merchant_name: { where: 'merchant = :merchant', countedBy: 'id' },
  moment: { where: 'merchant = :merchant', countedBy: 'number' },
  policy: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number') } },
  run: {
    where: 'merchant = :merchant',
    countedBy: 'ordinal',
    instead: { policy_number: newNumberOf('policy_number') },
  },
  slot: { where: 'merchant = :merchant' },
  body: { where: `id IN (${BODIES})` },
  pull: { where: `slot IN (${SLOTS})`, instead: { number: newNumberOf('number') } },
  answer: { where: `pull IN (${PULLS})` },
  listing_page: { where: `pull IN (${PULLS})` },
  version: { where: `slot IN (${SLOTS})` },
  settlement_version: { where: `slot IN (${SLOTS})` },
  quarantine: { where: `pull IN (${PULLS})` },
  repeat: { where: `pull IN (${PULLS})` },
  departure: { where: `slot IN (${SLOTS})` },
  date_listing: { where: 'merchant = :merchant', instead: { number: newNumberOf('number') } },
  date_listing_page: { where: `listing IN (${LISTINGS})` },
  stray: { where: `listing IN (${LISTINGS})` },
  discrepancy: { where: `slot IN (${SLOTS})` },
  sighting: {
    where: `discrepancy IN (${DISCREPANCIES})`,
    countedBy: 'id',
    instead: { after: newNumberAtOrBefore('after') },
  },
  act: {
    where: `number IN (${MOMENTS})`,
    instead: {
      number: newNumberOf('number'),
      detail: `CASE WHEN json_extract(detail, '$.closing') IS NULL THEN detail
        ELSE json_set(detail, '$.closing', ${newNumberOf("json_extract(detail, '$.closing')")}) END`,
    },
  },
  assessment: {
    where: `slot IN (${SLOTS})`,
    countedBy: 'id',
    instead: {
      after: newNumberAtOrBefore('after'),
      rulebook: `${newNumberOf('CAST(rulebook AS INTEGER)')} || substr(rulebook, instr(rulebook, ' '))`,
    },
  },
  audit_pack: { where: `slot IN (${SLOTS})`, countedBy: 'id', instead: { after: newNumberAtOrBefore('after') } },
  bank_file: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number') } },
  bank_statement: { where: `file IN (${MOMENTS})`, instead: { file: newNumberOf('file') } },
  bank_entry: { where: 'merchant = :merchant', instead: { file: newNumberOf('file') } },
  bank_text: { where: `file IN (${MOMENTS})`, instead: { file: newNumberOf('file') } },
  bank_tie: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number'), tie: newNumberOf('tie') } },
  bank_tie_payout: { where: `tie IN (${MOMENTS})`, instead: { tie: newNumberOf('tie') } },
  bank_tie_entry: { where: `tie IN (${MOMENTS})`, instead: { tie: newNumberOf('tie') } },
  bank_void: { where: `number IN (${MOMENTS})`, instead: { number: newNumberOf('number'), file: newNumberOf('file') } },
}

/** Made from the rows above: the chain now, the keys of invoices by the next job; a writer is whoever opens it. */
export const REBUILT_TABLES: readonly string[] = ['link', 'key', 'shared_key', 'key_reach', 'writer']

/** For a kind of link: a row's former number, and its present one. */
const renumbered = (kind: string, table: string, id: string): string =>
  `SELECT '${kind}', ${id}, row_number() OVER (ORDER BY ${id}) FROM shared.${table} WHERE ${ROWS_OF_MERCHANT[table]?.where}`
const sameNumbers = (kind: string, ids: string): string => `SELECT '${kind}', id, id FROM (${ids})`
const inSequence = (table: string): string =>
  `SELECT '${table}', number, ${newNumberOf('number')} FROM shared.${table} WHERE number IN (${MOMENTS})`

export const NUMBERS_BY_KIND: readonly string[] = [
  "SELECT 'merchant', rowid, 1 FROM shared.merchant WHERE name = :merchant",
  renumbered('merchant_name', 'merchant_name', 'id'),
  renumbered('run', 'run', 'ordinal'),
  renumbered('assessment', 'assessment', 'id'),
  renumbered('audit_pack', 'audit_pack', 'id'),
  sameNumbers('slot', SLOTS),
  sameNumbers('pull', PULLS),
  sameNumbers('reading', PULLS),
  sameNumbers('date_listing', LISTINGS),
  ...['policy', 'act', 'bank_file', 'bank_tie', 'bank_void'].map(inSequence),
]
