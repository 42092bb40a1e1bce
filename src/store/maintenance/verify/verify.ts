import type Database from 'better-sqlite3'
import type { Instant } from '../../../core/calendar/calendar.ts'
import type { Slot } from '../../../core/slot.ts'
import type { Both } from '../../../std/both.ts'
import { CuadreError } from '../../../std/errors.ts'
import { openDatabase } from '../../connection/database.ts'
import { asFault } from '../../connection/fault.ts'
import { answers } from './answers.ts'
import { content } from './content.ts'
import { keys } from './keys.ts'
import { chains, links } from './links.ts'
import { counters, discrepancies, lists, pulls, sequence } from './lists.ts'
import { schema } from './schema.ts'
import {
  type AnswerReader,
  type DatabaseToVerify,
  pages,
  type ReportDamage,
  type VerificationPart,
} from './verification-part.ts'

/** The parts of the database that were checked, and the damage found. */
export interface DatabaseVerification {
  readonly checked: readonly { readonly what: string; readonly number: number }[]
  /** One line for each of the first damages. */
  readonly damage: readonly Both<string>[]
  /** The number of all damages. */
  readonly damages: number
  /** The time of the last pull, act or change of policy. Null when there is none. */
  readonly upTo: Instant | null
}

const PARTS: readonly VerificationPart[] = [
  pages,
  answers,
  content,
  lists,
  pulls,
  discrepancies,
  sequence,
  chains,
  links,
  keys,
  counters,
  schema,
]

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
): Promise<DatabaseVerification> => verified(path, PARTS, { reader, slotOf: () => null }, signal)

/** The parts that the facts of one slot depend on. The bytes of its answers are verified by their users. */
const PARTS_OF_SLOT: readonly VerificationPart[] = [content, lists, discrepancies, sequence, chains, links, schema]

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
  return verified(path, PARTS_OF_SLOT, { reader, slotOf }, signal)
}

interface VerifyScope {
  readonly reader: AnswerReader
  readonly slotOf: (sqlite: Database.Database) => number | null
}

const verified = async (
  path: string,
  parts: readonly VerificationPart[],
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
    for (const part of parts) {
      signal.throwIfAborted()
      const number = await readable(part, { sqlite, db, reader, slot }, report, signal, path)
      checked.push({ what: part.name, number })
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
  part: VerificationPart,
  database: DatabaseToVerify,
  report: ReportDamage,
  signal: AbortSignal,
  path: string,
): Promise<number> => {
  try {
    return await part.check(database, report, signal)
  } catch (error) {
    if (signal.aborted || !isDamage(error, path)) throw error
    report({
      en: `not all of the ${part.name} can be read`,
      es: `no se puede leer todo de: ${partInSpanish(part.name)}`,
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
      en: 'put back the last good backup with "cuadre db restore"',
      es: 'restaure la última copia buena con "cuadre db restore"',
    },
  )
}

export const requireWhole = (path: string, verified: DatabaseVerification): void => {
  const fault = damageOf(path, verified)
  if (fault !== null) throw fault
}

/** In English the parts of a verification have their names of JSON. */
export const partInSpanish = (part: string): string => IN_SPANISH.get(part) ?? part

const IN_SPANISH = new Map([
  ['pages', 'páginas'],
  ['tables, indexes and triggers', 'tablas, índices y disparadores'],
  ['numbers of the sequence', 'números de la secuencia'],
  ['counters', 'contadores'],
  ['answers', 'respuestas'],
  ['pulls', 'lecturas'],
  ['pulls compared with their answers', 'lecturas cotejadas con sus respuestas'],
  ['invoice versions', 'versiones de facturas'],
  ['keys of invoices', 'claves de facturas'],
  ['discrepancies', 'hallazgos'],
  ['decisions and states of discrepancies', 'decisiones y situaciones de hallazgos'],
  ['digests of the chain', 'huellas de la cadena'],
  ['pages of the inbox', 'páginas de las notificaciones'],
  ['notifications', 'notificaciones'],
])
