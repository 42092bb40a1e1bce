import { tenantsOf } from '../invoices/seeded-invoice.ts'
import { randomOf } from '../random-source.ts'
import { isBusinessDay, shiftBusinessDays } from '../settlements/calendar.ts'
import type { SettlementRow } from '../settlements/settlements.ts'
import { addDays, dayAt } from '../time/clock.ts'
import type { World } from '../world.ts'

/** An entry of a merchant's bank account. */
export interface StatementEntry {
  readonly day: string
  /** Whole centavos: positive for a credit, negative for a debit. */
  readonly centavos: number
  readonly text: string
  readonly reference: string
}

/** A bank statement of some days, oldest entry first. */
export interface SandboxStatement {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly opening: number
  readonly entries: readonly StatementEntry[]
}

export const closingOf = ({ opening, entries }: SandboxStatement): number =>
  entries.reduce((sum, { centavos }) => sum + centavos, opening)

/** Each entry with the balance after it. */
export const withBalances = ({ opening, entries }: SandboxStatement) => {
  let balance = opening
  return entries.map((entry) => {
    balance += entry.centavos
    return { ...entry, balance }
  })
}

/** Pesos with two decimals after this decimal sign; `grouping` is optional. */
export const pesos = (centavos: number, decimal: '.' | ',' = '.', grouping = ''): string => {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, grouping)
  return `${centavos < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`
}

/** The operator's name as the bank writes it. */
const OPERATOR = 'ABONO OPERADOR PAGOS'

/** A trouble with a payout on its way to the bank. */
interface ArrivalTrouble {
  readonly kind: 'late' | 'joined' | 'split' | 'short' | 'missing' | 'stranger'
  /** The settlements it is about; none for an unrelated credit. */
  readonly slots: readonly string[]
  readonly sentence: string
}

interface Arrivals {
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

interface MerchantAccount {
  readonly statement: SandboxStatement
  /** The troubles with payouts, also those of future days. */
  readonly troubles: readonly ArrivalTrouble[]
}

const OPENING_CENTAVOS = 1_250_000_000
const STRANGERS_CENTAVOS = 25_000_000

/** A merchant's bank account from its first settlement to today; null before there is one. */
export const merchantAccount = (world: World, merchant: number): MerchantAccount | null => {
  const settlements = world.settlements.all(merchant)
  const from = settlements[0]?.date
  if (from === undefined) return null
  const to = dayAt(world.clock.now())
  const arrivals = arrivalsOf(settlements)
  const days = businessDays(from, to)
  const stranger = unrelatedCredit(days[1] ?? from)
  const entries = [...arrivals.entries, stranger, ...days.flatMap((day) => otherEntries(world, merchant, day))]
  return {
    statement: {
      account: `4060000${String(merchant).padStart(4, '0')}`,
      from,
      to,
      opening: OPENING_CENTAVOS,
      entries: entries
        .filter(({ day }) => day >= from && day <= to)
        .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day))),
    },
    troubles: [...arrivals.troubles, STRANGER],
  }
}

const STRANGER: ArrivalTrouble = {
  kind: 'stranger',
  slots: [],
  sentence: 'A credit of 250,000 COP with the text of the operator belongs to no payout.',
}

const unrelatedCredit = (day: string): StatementEntry => ({
  day,
  centavos: STRANGERS_CENTAVOS,
  text: OPERATOR,
  reference: `OTRO${day.replaceAll('-', '')}`,
})

const businessDays = (from: string, to: string): readonly string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (isBusinessDay(day)) days.push(day)
  return days
}

/**
 * Other entries: a tenant who pays at the bank, a bill of the merchant, and the tax on it, which has an entry of its
 * own.
 */
const otherEntries = (world: World, merchant: number, day: string): readonly StatementEntry[] => {
  const random = randomOf(world.seed, `bank ${merchant} ${day}`)
  const tenant = tenantsOf(world.seed + merchant - 1)(random.between(0, 20_000))
  const bill = random.between(2_000, 90_000) * 10_000
  const compact = day.replaceAll('-', '')
  return [
    {
      day,
      centavos: Math.round(tenant.rent * 100),
      text: `CONSIGNACION ${(tenant.name ?? 'SIN NOMBRE').toUpperCase()}`,
      reference: `CN${compact}`,
    },
    { day, centavos: -bill, text: 'PAGO A PROVEEDOR', reference: `PP${compact}` },
    { day, centavos: -Math.round((bill * 4) / 1000), text: 'IMPTO GOBIERNO 4X1000', reference: `GM${compact}` },
  ]
}
