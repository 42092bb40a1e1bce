import type Database from 'better-sqlite3'
import { sqlCount, type VerificationPart } from './verification-part.ts'

/** The sums of the versions that begin, or end, with one pull. */
interface Sums {
  readonly number: bigint
  readonly amount: bigint
  readonly paid: bigint
}

interface PullRow {
  readonly id: bigint
  readonly slot: bigint
  readonly kept: bigint | null
  readonly amount: string | null
  readonly paid: string | null
}

/** Checks the invoices of every committed pull: their number and the sums of amount and paid must be as written. */
export const lists: VerificationPart = {
  name: 'invoice versions',
  check: async ({ sqlite, slot: asked }, report, signal) => {
    const begun = sumsBy(sqlite, 'from_pull', asked)
    signal.throwIfAborted()
    const ended = sumsBy(sqlite, 'to_pull', asked)
    const pulls = sqlite
      .prepare<{ asked: number | null }, PullRow>(
        `SELECT id, slot, kept, sum_amount AS amount, sum_paid AS paid FROM pull
         WHERE state <> 'incomplete' AND (:asked IS NULL OR slot = :asked)
         ORDER BY slot, id`,
      )
      .safeIntegers()
      .all({ asked })
    let total = NOTHING
    let slot = 0n
    for (const pull of pulls) {
      if (pull.slot !== slot) total = NOTHING
      slot = pull.slot
      const key = `${pull.slot} ${pull.id}`
      total = plus(plus(total, begun.get(key) ?? NOTHING), negative(ended.get(key) ?? NOTHING))
      begun.delete(key)
      ended.delete(key)
      const isOpen = pull.kept === null
      if (!isOpen && !comesTo(total, pull))
        report({
          en: `the invoices of pull ${pull.id} do not come to what was written`,
          es: `las facturas de la lectura ${pull.id} no suman lo que se escribió`,
        })
    }
    for (const key of new Set([...begun.keys(), ...ended.keys()]))
      report({
        en: `there are invoice versions of pull ${key.split(' ')[1]}, and no such pull of their slot`,
        es: `hay versiones de facturas de la lectura ${key.split(' ')[1]}, que no existe en su liquidación`,
      })
    return sqlCount(sqlite, 'SELECT count(*) FROM version')
  },
}

const NOTHING: Sums = { number: 0n, amount: 0n, paid: 0n }
const plus = (a: Sums, b: Sums): Sums => ({
  number: a.number + b.number,
  amount: a.amount + b.amount,
  paid: a.paid + b.paid,
})
const negative = ({ number, amount, paid }: Sums): Sums => ({ number: -number, amount: -amount, paid: -paid })

const comesTo = ({ number, amount, paid }: Sums, written: PullRow): boolean =>
  number === written.kept && `${amount}` === written.amount && `${paid}` === written.paid

interface SumRow {
  readonly slot: bigint
  readonly pull: bigint
  readonly number: bigint
  readonly amountHigh: bigint
  readonly amountLow: bigint
  readonly paidHigh: bigint
  readonly paidLow: bigint
}
/** SQLite adds within 64 bits, which a list may exceed: high and low parts are added separately. */
const PART = 1_000_000_000n

const sumsBy = (
  sqlite: Database.Database,
  column: 'from_pull' | 'to_pull',
  asked: number | null,
): Map<string, Sums> => {
  const rows = sqlite
    .prepare<{ asked: number | null }, SumRow>(
      `SELECT slot, ${column} AS pull, count(*) AS number,
         sum(amount / ${PART}) AS amountHigh, sum(amount % ${PART}) AS amountLow,
         coalesce(sum(paid / ${PART}), 0) AS paidHigh, coalesce(sum(paid % ${PART}), 0) AS paidLow
       FROM version WHERE ${column} IS NOT NULL ${asked === null ? '' : 'AND slot = :asked'} GROUP BY slot, ${column}`,
    )
    .safeIntegers()
    .all({ asked })
  return new Map(
    rows.map((row) => [
      `${row.slot} ${row.pull}`,
      {
        number: row.number,
        amount: row.amountHigh * PART + row.amountLow,
        paid: row.paidHigh * PART + row.paidLow,
      },
    ]),
  )
}
