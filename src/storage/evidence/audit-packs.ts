import { asc, eq } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Slot } from '../../domain/slot.ts'
import { addLink } from '../chain/links.ts'
import type { Books } from '../connection/books.ts'
import { slotNumber } from '../pulls/slots.ts'
import { auditPack } from '../schema.ts'
import { lastMoment } from '../snapshot/sequence.ts'

/** An evidence pack that was made of a slot. */
export interface AuditPack {
  readonly slot: Slot
  readonly at: Instant
  /** SHA-256 of its manifest, in lower-case hex digits. */
  readonly manifest: string
  /** A copy for others, without document numbers and names. */
  readonly masked: boolean
}

/** That a pack was made, and the digest of its manifest: whoever holds the pack can be told whether it is that one. */
export const writeAuditPack = (books: Books, { slot, at, manifest, masked }: AuditPack): Promise<void> =>
  books.pace.write(() => {
    const values = {
      slot: slotNumber(books, slot),
      at,
      manifest,
      masked,
      after: lastMoment(books),
      version: books.version,
    }
    const { lastInsertRowid } = books.db.insert(auditPack).values(values).run()
    addLink(books, 'audit_pack', Number(lastInsertRowid))
  })

/** The packs made of a slot, oldest first. */
export const auditPacks = ({ db }: Books, slot: AuditPack['slot'], number: number): readonly AuditPack[] =>
  db
    .select({ at: auditPack.at, manifest: auditPack.manifest, masked: auditPack.masked })
    .from(auditPack)
    .where(eq(auditPack.slot, number))
    .orderBy(asc(auditPack.id))
    .all()
    .map((made) => ({ slot, ...made }))
