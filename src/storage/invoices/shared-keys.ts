import { sql } from 'drizzle-orm'
import { fromCentavos } from '../../domain/money.ts'
import type { KeyHolder, SharedKey } from '../../domain/pull/invoice-in-pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { hashOf } from './keys.ts'

interface Candidate extends Slot {
  readonly hash: number
  readonly slotNumber: number
  readonly invoiceId: string
  readonly status: string
  readonly paid: number | null
  readonly paymentId: string | null
  readonly reference: string | null
  readonly latest: number
  readonly readInRun: number
}

type Found = Omit<SharedKey, 'holders'> & { readonly candidates: Candidate[] }

/** The keys that two different current records share. Only keys that were ever shared are compared. */
export const sharedKeys = (database: MerchantDatabase): readonly SharedKey[] => {
  const found = new Map<string, Found>()
  for (const candidate of candidatesOf(database)) {
    const values = { payment: candidate.paymentId, reference: candidate.reference, invoice: candidate.invoiceId }
    for (const kind of ['payment', 'reference', 'invoice'] as const) {
      const value = values[kind]
      if (value === null || hashOf(database.merchant, kind, value) !== candidate.hash) continue
      const name = `${kind}\n${value}`
      const entry = found.get(name) ?? { kind, value, candidates: [] }
      entry.candidates.push(candidate)
      found.set(name, entry)
    }
  }
  return [...found]
    .filter(([, { candidates }]) => candidates.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { kind, value, candidates }]) => ({
      kind,
      value,
      holders: candidates.map((one) => holderOf(database, one)),
    }))
}

/** The current records among those whose keys were ever shared, in order of slot and id. */
const candidatesOf = ({ db, merchant }: MerchantDatabase): readonly Candidate[] =>
  db.all<Candidate>(sql`
    WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id FROM pull WHERE state = 'closed' GROUP BY slot)
    SELECT shared_key.hash, slot.id AS slotNumber, slot.date, slot.cycle, version.invoice_id AS invoiceId, version.status, version.paid,
      version.payment_id AS paymentId, version.reference, latest.id AS latest, run.ordinal AS readInRun
    FROM shared_key
      JOIN slot ON slot.id = shared_key.slot
      JOIN latest ON latest.slot = slot.id
      JOIN pull ON pull.id = latest.id
      JOIN run ON run.id = pull.run
      JOIN version ON version.slot = shared_key.slot AND version.invoice_id = shared_key.invoice_id
        AND version.from_pull <= latest.id AND (version.to_pull IS NULL OR version.to_pull > latest.id)
    WHERE slot.merchant = ${merchant}
    ORDER BY slot.date, slot.minute, slot.cycle, version.invoice_id`)

const holderOf = (database: MerchantDatabase, candidate: Candidate): KeyHolder => ({
  slot: { date: candidate.date, cycle: candidate.cycle },
  invoiceId: candidate.invoiceId,
  status: candidate.status,
  paid: candidate.paid === null ? null : fromCentavos(candidate.paid),
  listedSinceRun: listedSinceRun(database, candidate),
  readInRun: candidate.readInRun,
})

/**
 * Goes back from the current version while each version directly follows the previous one. Returns the run of the
 * first.
 */
const listedSinceRun = (database: MerchantDatabase, { slotNumber, invoiceId, latest }: Candidate): number => {
  const rows = versionRuns(database).all(slotNumber, invoiceId, latest)
  const gap = rows.findIndex((row, index) => row.from !== rows[index + 1]?.to)
  return rows[gap]?.ordinal ?? 0
}

interface VersionRun {
  readonly from: number
  readonly to: number | null
  readonly ordinal: number
}

/** Prepared once: built for each holder of a key, the query took most of a run in which 40,000 invoices share references. */
const versionRuns = prepared(({ sqlite }) =>
  sqlite.prepare<[slot: number, invoiceId: string, latest: number], VersionRun>(
    `SELECT version.from_pull AS "from", version.to_pull AS "to", run.ordinal
     FROM version JOIN pull ON pull.id = version.from_pull JOIN run ON run.id = pull.run
     WHERE version.slot = ? AND version.invoice_id = ? AND version.from_pull <= ?
     ORDER BY version.from_pull DESC`,
  ),
)

/** The invoices that several slots ever listed, each with these slots in order. The keys must be up to date. */
export const invoicesOfSeveralSlots = ({ db, merchant }: MerchantDatabase): ReadonlyMap<string, readonly Slot[]> => {
  const rows = db.all<Slot & { readonly invoiceId: string }>(sql`
    SELECT DISTINCT shared_key.invoice_id AS invoiceId, slot.date, slot.cycle
    FROM shared_key JOIN slot ON slot.id = shared_key.slot
    WHERE slot.merchant = ${merchant}
    ORDER BY shared_key.invoice_id, slot.date, slot.minute, slot.cycle`)
  const slots = new Map<string, Slot[]>()
  for (const { invoiceId, date, cycle } of rows) {
    slots.set(invoiceId, [...(slots.get(invoiceId) ?? []), { date, cycle }])
  }
  return new Map([...slots].filter(([, among]) => among.length > 1))
}
