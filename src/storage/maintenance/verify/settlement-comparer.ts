import type Database from 'better-sqlite3'
import type { Settlement } from '../../../domain/settlement.ts'
import { bytesOf, type ReadPull } from './read-pull.ts'
import type { AnswerReader } from './reader.ts'
import type { ReportDamage } from './verification-part.ts'

interface AnswerRow {
  readonly status: number
  readonly gzip: Buffer
}

/** Compares the stored settlement of a pull with the last answer. */
export const settlementComparer = (
  sqlite: Database.Database,
  reader: AnswerReader,
  report: ReportDamage,
): ((pull: ReadPull) => void) => {
  const answerOf = sqlite.prepare<[pull: number], AnswerRow>(
    `SELECT status, gzip FROM answer JOIN body ON body.id = answer.body
     WHERE pull = ? AND role = 'after' ORDER BY answer.id DESC LIMIT 1`,
  )
  const rowOf = sqlite
    .prepare<[slot: number, pull: number, pull: number], readonly unknown[]>(
      `SELECT date, cycle, status, invoice_count, collected, fees, fees_postpaid, adjustments, gateway, payout, extra
       FROM settlement_version WHERE slot = ? AND from_pull <= ? AND (to_pull IS NULL OR to_pull > ?)`,
    )
    .raw()
  return ({ id, slot }) => {
    const answer = answerOf.get(id)
    const bytes = answer === undefined ? null : bytesOf(answer.gzip, null, null)
    if (answer === undefined || bytes === null) return
    const said = cellsOf(reader.settlement(answer.status, bytes))
    const kept = rowOf.get(slot, id, id) ?? []
    if (said.length !== kept.length || said.some((cell, index) => cell !== kept[index]))
      report({
        en: `the settlement of pull ${id} is not what the service answered`,
        es: `la liquidación de la lectura ${id} no es la que respondió el servicio`,
      })
  }
}

/** The cells as SQLite returns them, in the order of the query; none without a settlement. */
const cellsOf = (settlement: Settlement | null): readonly unknown[] =>
  settlement === null
    ? []
    : [
        settlement.date,
        settlement.cycle,
        settlement.status,
        settlement.invoiceCount,
        Number(settlement.collected),
        Number(settlement.fees),
        settlement.feesPostpaid ? 1 : 0,
        Number(settlement.adjustments),
        settlement.gateway ? 1 : 0,
        Number(settlement.payout),
        settlement.extra,
      ]
