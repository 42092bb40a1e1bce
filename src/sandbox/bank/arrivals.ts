import { shiftBusinessDays } from '../settlements/holidays.ts'
import type { SettlementRow } from '../settlements/settlement.ts'
import type { StatementEntry } from './sandbox-statement.ts'

/** The operator's name as the bank writes it. */
export const OPERATOR = 'ABONO OPERADOR PAGOS'

/** A trouble with a payout on its way to the bank. */
export interface ArrivalTrouble {
  readonly kind: 'late' | 'joined' | 'split' | 'short' | 'missing' | 'stranger'
  /** The settlements it is about; none for an unrelated credit. */
  readonly slots: readonly string[]
  readonly sentence: string
}

export interface Arrivals {
  readonly entries: readonly StatementEntry[]
  readonly troubles: readonly ArrivalTrouble[]
}

/** Each trouble occurs once in thirty payouts, about once a week; these are its positions among them. */
const PERIOD = 30
const JOINED = 2
const SPLIT = 5
const LATE = 8
const SHORT = 11
const MISSING = 13
const LATE_BUSINESS_DAYS = 5
const SHORT_CENTAVOS = 1_500_000

/** Afternoon and evening cycles arrive on the next business day, the others on their own. */
const FIRST_LATE_CYCLE = 16

const nameOf = ({ date, cycle }: SettlementRow): string => `${date} ${cycle}`
const centavosOf = ({ payout }: SettlementRow): number => Math.round(payout * 100)

const arrivalOf = ({ date, cycle }: SettlementRow, days = Number(cycle) >= FIRST_LATE_CYCLE ? 1 : 0): string =>
  shiftBusinessDays(date, days)

const entryOf = (
  settlement: SettlementRow,
  centavos: number,
  day = arrivalOf(settlement),
  part = '',
): StatementEntry => ({
  day,
  centavos,
  text: OPERATOR,
  reference: `OP${settlement.date.replaceAll('-', '')}${settlement.cycle}${part}`,
})

/**
 * How payouts reach the bank: most of them one by one, some with a trouble. A settlement that is still to be paid out
 * has its position already, so that no entry changes when it is.
 */
export const arrivalsOf = (settlements: readonly SettlementRow[]): Arrivals => {
  const arrivals = settlements.filter(hasPayout).map(arrivalAt)
  return {
    entries: arrivals.flatMap(({ entries }) => entries),
    troubles: arrivals.flatMap(({ troubles }) => troubles),
  }
}

const hasPayout = ({ payout, status, fails }: SettlementRow): boolean => payout > 0 && status !== 'error' && fails === 0
const isPaidOut = ({ status }: SettlementRow): boolean => status === 'paid' || status === 'credited'
const NOTHING: Arrivals = { entries: [], troubles: [] }

const arrivalAt = (settlement: SettlementRow, index: number, all: readonly SettlementRow[]): Arrivals => {
  if (!isPaidOut(settlement)) return NOTHING
  const [place, centavos] = [index % PERIOD, centavosOf(settlement)]
  const troubled = (kind: ArrivalTrouble['kind'], sentence: string, entries: readonly StatementEntry[]): Arrivals => ({
    entries,
    troubles: [{ kind, slots: [nameOf(settlement)], sentence }],
  })
  if (place === LATE)
    return troubled('late', 'The payout arrives five business days late.', [
      entryOf(settlement, centavos, arrivalOf(settlement, LATE_BUSINESS_DAYS)),
    ])
  if (place === JOINED) return NOTHING
  if (place === JOINED + 1) return joinedCredit(all[index - 1], settlement)
  if (place === SPLIT) return troubled('split', 'The payout arrives in two credits.', inTwo(settlement, centavos))
  if (place === SHORT)
    return troubled('short', 'The credit is 15,000 COP less than the payout.', [
      entryOf(settlement, centavos - SHORT_CENTAVOS),
    ])
  if (place === MISSING) return troubled('missing', 'The payout does not arrive.', [])
  return { entries: [entryOf(settlement, centavos)], troubles: [] }
}

/** Nothing arrives before both are paid out. */
const joinedCredit = (first: SettlementRow | undefined, second: SettlementRow): Arrivals => {
  if (first === undefined || !isPaidOut(first)) return NOTHING
  return {
    entries: [entryOf(second, centavosOf(first) + centavosOf(second))],
    troubles: [
      { kind: 'joined', slots: [nameOf(first), nameOf(second)], sentence: 'Two payouts arrive in one credit.' },
    ],
  }
}

const inTwo = (settlement: SettlementRow, centavos: number): readonly StatementEntry[] => {
  const first = Math.floor(centavos / 300) * 100
  return [
    entryOf(settlement, first, arrivalOf(settlement), 'A'),
    entryOf(settlement, centavos - first, arrivalOf(settlement), 'B'),
  ]
}
