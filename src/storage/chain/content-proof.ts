import type { Pull } from '../../domain/pull/pull.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'

/** The digests that prove the content of a pull. An unchanged re-pull has the same. */
export interface ContentProof {
  readonly runId: string
  /** SHA-256, in lower-case hex, of the settlement's answer after the list, or of the answer that there is none. */
  readonly settlement: string
  /** SHA-256 of each page of the list, in order. */
  readonly pages: readonly string[]
}

const statements = prepared(({ sqlite }) => ({
  run: sqlite.prepare<[pull: number], string>('SELECT run FROM pull WHERE id = ?').pluck(),
  settlement: sqlite
    .prepare<[pull: number], string>(
      `SELECT lower(hex(digest)) FROM answer WHERE pull = ? AND role = 'after' ORDER BY id DESC LIMIT 1`,
    )
    .pluck(),
  pages: sqlite
    .prepare<[pull: number], string>(
      `SELECT lower(hex(digest)) FROM listing_page
       WHERE pull = (SELECT coalesce(list_of, id) FROM pull WHERE id = ?) ORDER BY position`,
    )
    .pluck(),
}))

/** Where the content of a pull was first read: the run, and the digests of the answers. */
export const contentProof = (database: MerchantDatabase, { contentId }: Pull): ContentProof => {
  const { run, settlement, pages } = statements(database)
  return { runId: run.get(contentId) ?? '', settlement: settlement.get(contentId) ?? '', pages: pages.all(contentId) }
}
