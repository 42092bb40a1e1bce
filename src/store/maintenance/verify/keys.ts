import type Database from 'better-sqlite3'
import type { SharedKey } from '../../../core/pull/invoice-in-pull.ts'
import { hashOf } from '../../invoices/keys.ts'
import { inTurns, sqlCount, type VerificationPart } from './verification-part.ts'

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
export const keys: VerificationPart = async ({ sqlite }, report, signal) => {
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
