import type { Pull } from '../../domain/pull/pull.ts'
import type { Slot } from '../../domain/slot.ts'
import { type ContentProof, contentProof } from '../chain/content-proof.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { ofSlot, pagesOfSlot } from '../pulls/slots.ts'
import { type KeptAnswer, keptAnswers } from './answers.ts'
import { type AuditPack, auditPacks, writeAuditPack } from './audit-packs.ts'
import { pagesWithFlaws } from './pages-with-flaws.ts'

/** The answers of the service, byte for byte, and the evidence packs. */
export interface EvidenceRepository {
  /** Every answer of every whole pull of the slot, in the order of reading; bytes are fetched one by one, on demand. */
  answers(slot: Slot): AsyncIterable<KeptAnswer>
  /**
   * The pages of lists with the first occurrence of an invoice in which one of these fields is missing or unreadable.
   */
  pagesWithFlaws(fields: readonly string[]): AsyncIterable<KeptAnswer>
  /** Where the content of the pull was first read, and the digests of its answers. */
  proof(pull: Pull): Promise<ContentProof>
  /** Records an evidence pack and the digest that identifies it. */
  recordPack(pack: AuditPack): Promise<void>
  /** The packs ever made of a slot, oldest first. */
  packs(slot: Slot): Promise<readonly AuditPack[]>
}

export const createEvidenceRepository = (database: MerchantDatabase): EvidenceRepository =>
  withStoreErrors<EvidenceRepository>(database.path, {
    answers: (slot) => pagesOfSlot(database, slot, (number) => keptAnswers(database, number)),
    pagesWithFlaws: (fields) => pagesWithFlaws(database, fields),
    proof: (pull) => contentProof(database, pull),
    recordPack: (pack) => writeAuditPack(database, pack),
    packs: (slot) => ofSlot(database, slot, [], (number) => auditPacks(database, slot, number)),
  })
