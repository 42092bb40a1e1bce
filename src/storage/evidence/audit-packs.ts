import { asc, eq } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Slot } from '../../domain/slot.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { ensureSlot } from '../pulls/slots.ts'
import { auditPack } from '../schema.ts'
import { lastInSequence } from '../snapshot/sequence.ts'

/** An evidence pack of a slot. */
export interface AuditPack {
  readonly slot: Slot
  readonly at: Instant
  /** SHA-256 of its manifest, in lower-case hex digits. */
  readonly manifest: string
  /** Whether it is a copy for others, without document numbers and names. */
  readonly masked: boolean
}

/** Records a pack and the digest of its manifest, by which the pack can be recognized later. */
export const writeAuditPack = (database: MerchantDatabase, { slot, at, manifest, masked }: AuditPack): Promise<void> =>
  database.writeQueue.write(() => {
    const values = {
      slot: ensureSlot(database, slot),
      at,
      manifest,
      masked,
      after: lastInSequence(database),
      version: database.version,
    }
    const { lastInsertRowid } = database.db.insert(auditPack).values(values).run()
    addLink(database, 'audit_pack', Number(lastInsertRowid))
  })

/** The packs made of a slot, oldest first. */
export const auditPacks = ({ db }: MerchantDatabase, slot: AuditPack['slot'], number: number): readonly AuditPack[] =>
  db
    .select({ at: auditPack.at, manifest: auditPack.manifest, masked: auditPack.masked })
    .from(auditPack)
    .where(eq(auditPack.slot, number))
    .orderBy(asc(auditPack.id))
    .all()
    .map((made) => ({ slot, ...made }))
