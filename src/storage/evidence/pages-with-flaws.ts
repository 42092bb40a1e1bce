import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { type KeptAnswer, keptPages, type PullRow } from './answers.ts'

/**
 * The pages of lists with the first occurrence of an invoice in which one of these fields is missing or in a form that
 * is not stored: its value is nowhere else.
 */
export async function* pagesWithFlaws(
  database: MerchantDatabase,
  fields: readonly string[],
): AsyncGenerator<KeptAnswer> {
  const rows = statements(database).pulls.all({ merchant: database.merchant, fields: JSON.stringify(fields) })
  for (const row of rows) yield* keptPages(database, row)
}

const statements = prepared(({ sqlite }) => ({
  pulls: sqlite.prepare<{ merchant: string; fields: string }, PullRow>(`
    SELECT DISTINCT pull.id, pull.number, coalesce(pull.list_of, pull.id) AS pagesOf
    FROM version JOIN slot ON slot.id = version.slot JOIN pull ON pull.id = version.from_pull
    WHERE slot.merchant = :merchant AND version.flaws IS NOT NULL
      AND EXISTS (SELECT 1 FROM json_each(version.flaws) AS flaw, json_each(:fields) AS field WHERE flaw.value = field.value)
    ORDER BY pull.id`),
}))
