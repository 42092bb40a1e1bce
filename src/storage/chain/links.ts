import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import type { LinkKind } from './link-facts.ts'
import { linkWriter } from './link-writer.ts'

/** Appends the link of a row's present facts. Call it within the write transaction that wrote the row. */
export const addLink = (database: MerchantDatabase, kind: LinkKind, row: number): void => {
  const { digestOf, append } = writer(database)
  append(kind, row, digestOf(kind, row))
}
const writer = prepared(({ sqlite }) => linkWriter(sqlite))
