import { tenantsOf } from '../invoices/tenants.ts'
import { randomOf } from '../random-source.ts'
import { isBusinessDay } from '../settlements/holidays.ts'
import { addDays, dayAt } from '../time/day-at.ts'
import type { World } from '../world.ts'
import { type ArrivalTrouble, arrivalsOf, OPERATOR } from './arrivals.ts'
import type { SandboxStatement, StatementEntry } from './sandbox-statement.ts'

export interface MerchantAccount {
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
