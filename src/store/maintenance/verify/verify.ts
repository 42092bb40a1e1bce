import type Database from 'better-sqlite3'
import type { Instant } from '../../../core/calendar/calendar.ts'
import type { Slot } from '../../../core/slot.ts'
import type { Both } from '../../../std/both.ts'
import { CuadreError } from '../../../std/errors.ts'
import { openDatabase } from '../../connection/database.ts'
import { asFault } from '../../connection/fault.ts'
import type { ProvingPart } from '../../tables.ts'
import { answers, content } from './answers.ts'
import { pages, schema } from './file.ts'
import { keys } from './keys.ts'
import { chains, links } from './links.ts'
import { counters, discrepancies, lists, pulls, sequence } from './lists.ts'
import type {
  AnswerReader,
  DatabaseToVerify,
  DatabaseVerification,
  ReportDamage,
  VerificationPart,
} from './verification-part.ts'

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
