import { sqlCount, type VerificationPart } from './verification-part.ts'

const SETTLEMENTS_OF_NO_PULL = `SELECT id FROM settlement_version AS held
  WHERE NOT EXISTS (SELECT 1 FROM pull WHERE pull.slot = held.slot AND pull.id = held.from_pull)
    OR (to_pull IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pull WHERE pull.slot = held.slot AND pull.id = held.to_pull))`

interface Lacking {
  readonly id: number
  readonly pages: number
  readonly items: number
}

/**
 * Checks that every committed pull has its settlement's two answers, its number in the event sequence, and the recorded
 * number of pages and items; likewise every listing of a whole date, which has no settlement.
 */
export const pulls: VerificationPart = {
  name: 'pulls',
  check: async ({ sqlite }, report) => {
    const ids = (query: string) => sqlite.prepare<[], number>(query).pluck().all()
    const unanswered = ids(
      `SELECT id FROM pull WHERE state = 'closed'
         AND (SELECT count(*) FROM answer WHERE answer.pull = pull.id AND role IN ('before', 'after')) <> 2`,
    )
    for (const id of unanswered)
      report({
        en: `pull ${id} has lost an answer about its settlement`,
        es: `la lectura ${id} perdió una respuesta sobre su liquidación`,
      })
    for (const id of ids(SETTLEMENTS_OF_NO_PULL))
      report({
        en: `settlement version ${id} begins or ends with a pull that its settlement does not have`,
        es: `la versión de liquidación ${id} empieza o termina con una lectura que su liquidación no tiene`,
      })
    const lacking = sqlite
      .prepare<[], Lacking>(
        `SELECT id, json_extract(facts, '$.pages') AS pages, json_extract(facts, '$.items') AS items FROM pull
         WHERE state = 'closed' AND (pages, items) IS NOT (
           SELECT count(*), coalesce(sum(items), 0) FROM listing_page WHERE listing_page.pull = coalesce(pull.list_of, pull.id))`,
      )
      .all()
    for (const { id, pages, items } of lacking)
      report({
        en: `pull ${id} has not the ${pages} pages of ${items} items it had`,
        es: `la lectura ${id} no tiene las ${pages} páginas de ${items} elementos que tenía`,
      })
    const shortened = sqlite
      .prepare<[], Lacking>(
        `SELECT id, pages, items FROM date_listing WHERE number IS NOT NULL AND (pages, items) IS NOT (
           SELECT count(*), coalesce(sum(items), 0) FROM date_listing_page WHERE listing = date_listing.id)`,
      )
      .all()
    for (const { id, pages, items } of shortened)
      report({
        en: `date listing ${id} has not the ${pages} pages of ${items} items it had`,
        es: `el listado por fecha ${id} no tiene las ${pages} páginas de ${items} elementos que tenía`,
      })
    return sqlCount(sqlite, `SELECT count(*) FROM pull WHERE state = 'closed'`)
  },
}
