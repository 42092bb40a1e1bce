import type Database from 'better-sqlite3'
import type { Instant } from '../../../core/calendar/calendar.ts'
import type { SharedKey } from '../../../core/pull/invoice-in-pull.ts'
import type { Slot } from '../../../core/slot.ts'
import type { Both } from '../../../std/both.ts'
import { CuadreError } from '../../../std/errors.ts'
import { openDatabase } from '../../connection/database.ts'
import { asFault } from '../../connection/fault.ts'
import { hashOf } from '../../invoices/keys.ts'
import type { ProvingPart } from '../../tables.ts'
import { answers, content } from './answers.ts'
import { pages, schema } from './file.ts'
import { chains, links } from './links.ts'
import { counters, discrepancies, lists, pulls, sequence } from './lists.ts'
import {
  type AnswerReader,
  type DatabaseToVerify,
  type DatabaseVerification,
  inTurns,
  type ReportDamage,
  sqlCount,
  type VerificationPart,
} from './verification-part.ts'

type KeyedRow = readonly [
  id: number,
  slot: number,
  invoiceId: string,
  paymentId: string | null,
  reference: string | null,
]
type Holder = readonly [slot: number, invoiceId: string]

/** Versions read at a time. */
const VERSIONS_PER_SLICE = 1000

/**
 * Checks the keys derived from invoices to find shared payments, references and invoices: one for each, with the shared
 * ones marked.
 */
const keys: VerificationPart = async ({ sqlite }, report, signal) => {
  if (sqlCount(sqlite, 'SELECT count(*) FROM key_reach WHERE id <> 1') > 0)
    report({
      en: 'the reach of the keys is not the one row it was',
      es: 'el alcance de las claves no es la única fila que era',
    })
  const reach = sqlCount(sqlite, 'SELECT version FROM key_reach')
  if (reach > sqlCount(sqlite, 'SELECT max(id) FROM version'))
    report({ en: 'there are keys of invoices that are not there', es: 'hay claves de facturas que no están' })
  const checker = keyChecker(sqlite)
  const slice = sqlite
    .prepare<[after: number, reach: number], KeyedRow>(
      `SELECT id, slot, invoice_id, payment_id, reference FROM version WHERE id > ? AND id <= ? ORDER BY id LIMIT ${VERSIONS_PER_SLICE}`,
    )
    .raw()
  const slices = inTurns(
    {
      sqlite,
      start: 0,
      size: VERSIONS_PER_SLICE,
      read: (after: number) => slice.all(after, reach),
      positionOf: ([id]) => id,
    },
    signal,
  )
  for await (const rows of slices) {
    for (const row of rows)
      if (!checker.isFound(row))
        report({
          en: `a key of version ${row[0]} of an invoice is not what it was`,
          es: `una clave de la versión ${row[0]} de una factura no es la que era`,
        })
  }
  const kept = sqlCount(sqlite, 'SELECT (SELECT count(*) FROM key) + (SELECT count(*) FROM shared_key)')
  if (checker.found() !== kept)
    report({ en: 'there are keys that no invoice carries', es: 'hay claves que no tiene ninguna factura' })
  return kept
}

/** Looks up the keys of each version in order, and counts the rows it found. */
const keyChecker = (sqlite: Database.Database) => {
  const merchants = new Map(sqlite.prepare<[], [number, string]>('SELECT id, merchant FROM slot').raw().all())
  const first = sqlite.prepare<[hash: number], number>('SELECT version FROM key WHERE hash = ?').pluck()
  const holder = sqlite.prepare<[id: number], Holder>('SELECT slot, invoice_id FROM version WHERE id = ?').raw()
  const shared = sqlite
    .prepare<[hash: number, slot: number, id: string], number>(
      'SELECT rowid FROM shared_key WHERE hash = ? AND slot = ? AND invoice_id = ?',
    )
    .pluck()
  const noted = new Set<number>()
  let firsts = 0

  const isNoted = (hash: number, [slot, invoiceId]: Holder): boolean => {
    const row = shared.get(hash, slot, invoiceId)
    if (row !== undefined) noted.add(row)
    return row !== undefined
  }
  const isKnown = (id: number, hash: number, own: Holder): boolean => {
    const version = first.get(hash)
    if (version === id) firsts += 1
    if (version === undefined || version >= id) return version === id
    const other = holder.get(version)
    if (other === undefined) return false
    return (other[0] === own[0] && other[1] === own[1]) || (isNoted(hash, other) && isNoted(hash, own))
  }
  return {
    isFound: ([id, slot, invoiceId, paymentId, reference]: KeyedRow): boolean => {
      const merchant = merchants.get(slot) ?? ''
      const isKept = (kind: SharedKey['kind'], value: string | null): boolean =>
        value === null || isKnown(id, hashOf(merchant, kind, value), [slot, invoiceId])
      const [invoice, payment, named] = [
        isKept('invoice', invoiceId),
        isKept('payment', paymentId),
        isKept('reference', reference),
      ]
      return invoice && payment && named
    },
    found: (): number => firsts + noted.size,
  }
}

interface NamedPart {
  readonly es: string
  readonly check: VerificationPart
  /** Whether the facts of one slot depend on it. The bytes of its answers are verified by their users. */
  readonly ofSlot: boolean
}

/** Each part by its name, which is that of JSON and of English; it names the things that are counted. */
const PARTS = {
  pages: { es: 'páginas', check: pages, ofSlot: false },
  answers: { es: 'respuestas', check: answers, ofSlot: false },
  'pulls compared with their answers': { es: 'lecturas cotejadas con sus respuestas', check: content, ofSlot: true },
  'invoice versions': { es: 'versiones de facturas', check: lists, ofSlot: true },
  pulls: { es: 'lecturas', check: pulls, ofSlot: false },
  discrepancies: { es: 'novedades', check: discrepancies, ofSlot: true },
  'numbers of the sequence': { es: 'números de la secuencia', check: sequence, ofSlot: true },
  'decisions and states of discrepancies': { es: 'decisiones y situaciones de novedades', check: chains, ofSlot: true },
  'digests of the chain': { es: 'huellas de la cadena', check: links, ofSlot: true },
  'keys of invoices': { es: 'claves de facturas', check: keys, ofSlot: false },
  counters: { es: 'contadores', check: counters, ofSlot: false },
  'tables, indexes and triggers': { es: 'tablas, índices y disparadores', check: schema, ofSlot: true },
} satisfies Readonly<Record<ProvingPart, NamedPart>> & Readonly<Record<string, NamedPart>>

type Parts = readonly (readonly [name: string, part: NamedPart])[]

/** The most lines, since a file that lost a page may have a million damaged rows. */
const DAMAGE_LINES_MAX = 100

/**
 * Verifies the whole database as of this moment, while others may write. SQLite's own check misses one changed bit in
 * forty, so every answer is compared with its SHA-256, every invoice and settlement with the answers, and everything
 * else with the chain.
 */
export const verifyDatabaseFile = (
  path: string,
  reader: AnswerReader,
  signal: AbortSignal,
): Promise<DatabaseVerification> => verified(path, Object.entries(PARTS), { reader, slotOf: () => null }, signal)

/** Verifies what the database holds of one slot of a merchant, by the merchant's first name. */
export const verifySlot = (
  path: string,
  { merchant, date, cycle }: Slot & { readonly merchant: string },
  reader: AnswerReader,
  signal: AbortSignal,
): Promise<DatabaseVerification> => {
  const slotOf = (sqlite: Database.Database): number | null =>
    sqlite
      .prepare<[string, string, string], number>('SELECT id FROM slot WHERE merchant = ? AND date = ? AND cycle = ?')
      .pluck()
      .get(merchant, date, cycle) ?? null
  const parts = Object.entries(PARTS).filter(([, { ofSlot }]) => ofSlot)
  return verified(path, parts, { reader, slotOf }, signal)
}

interface VerifyScope {
  readonly reader: AnswerReader
  readonly slotOf: (sqlite: Database.Database) => number | null
}

const verified = async (
  path: string,
  parts: Parts,
  { reader, slotOf }: VerifyScope,
  signal: AbortSignal,
): Promise<DatabaseVerification> => {
  const { sqlite, db, close } = openDatabase(path, 'read')
  const damage: Both<string>[] = []
  let damages = 0
  const report = (line: Both<string>): void => {
    damages += 1
    if (damage.length < DAMAGE_LINES_MAX) damage.push(line)
  }
  try {
    sqlite.exec('BEGIN')
    const slot = slotOf(sqlite)
    const checked: { what: string; number: number }[] = []
    for (const [what, part] of parts) {
      signal.throwIfAborted()
      const number = await readable([what, part], { sqlite, db, reader, slot }, report, signal, path)
      checked.push({ what, number })
    }
    return { checked, damage, damages, upTo: lastInstant(sqlite, path) }
  } catch (error) {
    throw asFault(error, path)
  } finally {
    close()
  }
}

/** Null when there is none, or its table is damaged. */
const lastInstant = (sqlite: Database.Database, path: string): Instant | null => {
  try {
    return sqlite.prepare<[], number>('SELECT max(at) FROM moment').pluck().get() ?? null
  } catch (error) {
    if (isDamage(error, path)) return null
    throw error
  }
}

/** Unreadable values, or values of a wrong type, are damage too; the other parts are still checked. */
const readable = async (
  [what, { es, check }]: Parts[number],
  database: DatabaseToVerify,
  report: ReportDamage,
  signal: AbortSignal,
  path: string,
): Promise<number> => {
  try {
    return await check(database, report, signal)
  } catch (error) {
    if (signal.aborted || !isDamage(error, path)) throw error
    report({
      en: `not all of the ${what} can be read`,
      es: `no se puede leer todo de: ${es}`,
    })
    return 0
  }
}

/** Whether an error is damage, and not a problem of the disk or of another program. */
const isDamage = (error: unknown, path: string): boolean => {
  const fault = asFault(error, path)
  return !(fault instanceof CuadreError) || fault.code === 'DAMAGED'
}

/** The error about the first damage; null when there is none. */
export const damageOf = (path: string, { damage, damages }: DatabaseVerification): CuadreError | null => {
  const [first] = damage
  if (first === undefined) return null
  const more = damages === 1 ? null : damages - 1
  return new CuadreError(
    'DAMAGED',
    {
      en: `${path} is damaged: ${first.en}${more === null ? '' : ` (and ${more} more)`}`,
      es: `${path} está dañada: ${first.es}${more === null ? '' : ` (y ${more} más)`}`,
    },
    {
      en: 'move it away, and put back the last good backup: cuadre db restore FILE',
      es: 'quítela de su lugar y restaure la última copia buena: cuadre db restore ARCHIVO',
    },
  )
}

export const requireWhole = (path: string, verified: DatabaseVerification): void => {
  const fault = damageOf(path, verified)
  if (fault !== null) throw fault
}

/** In English the parts of a verification have their names of JSON. */
export const partInSpanish = (part: string): string =>
  OF_INBOX[part] ?? Object.entries(PARTS).find(([name]) => name === part)?.[1].es ?? part

const OF_INBOX: Readonly<Record<string, string>> = {
  'pages of the inbox': 'páginas de las notificaciones',
  notifications: 'notificaciones',
}
