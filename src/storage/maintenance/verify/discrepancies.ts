import { createHash } from 'node:crypto'
import { identityText } from '../../../domain/findings/discrepancy.ts'
import type { Slot } from '../../../domain/slot.ts'
import { sqlCount, type VerificationPart } from './verification-part.ts'

interface Row extends Slot {
  readonly id: string
  readonly merchant: string
  readonly code: string
  readonly subject: string
}

/** Checks that every discrepancy's id matches its subject, and that its sightings follow one another. */
export const discrepancies: VerificationPart = {
  name: 'discrepancies',
  check: async ({ sqlite }, report, signal) => {
    const rows = sqlite.prepare<[], Row>(
      `SELECT discrepancy.id, code, subject, merchant, date, cycle FROM discrepancy JOIN slot ON slot.id = discrepancy.slot`,
    )
    for (const { id, merchant, date, cycle, ...finding } of rows.iterate()) {
      const text = identityText(merchant, { date, cycle }, finding)
      const named = createHash('sha256').update(text).digest('hex').slice(0, id.length)
      if (named !== id)
        report({
          en: `discrepancy ${id} is about something else than it was`,
          es: `el hallazgo ${id} trata de algo distinto que antes`,
        })
    }
    signal.throwIfAborted()
    const broken = sqlite
      .prepare<[], { id: number; discrepancy: string }>(
        `SELECT id, discrepancy FROM (
           SELECT id, discrepancy, event, after, pull,
             lag(event) OVER life AS eventBefore, lag(after) OVER life AS afterBefore
           FROM sighting WINDOW life AS (PARTITION BY discrepancy ORDER BY id))
         WHERE after < afterBefore OR (event = 'gone' AND eventBefore IS NOT 'shown')
           OR NOT EXISTS (SELECT 1 FROM pull WHERE pull.id = pull AND pull.state = 'closed')`,
      )
      .all()
    for (const { id, discrepancy } of broken)
      report({
        en: `sighting ${id} does not follow in the life of discrepancy ${discrepancy}`,
        es: `la fila ${id} de sighting no encaja en la historia del hallazgo ${discrepancy}`,
      })
    return sqlCount(sqlite, 'SELECT count(*) FROM discrepancy')
  },
}
