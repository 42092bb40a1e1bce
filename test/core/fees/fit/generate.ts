import type { Zone } from '../../../../src/core/calendar/calendar.ts'
import type { ChargedSettlement, FeePayment } from '../../../../src/core/fees/fit/charged-settlement.ts'
import {
  type MethodRate,
  ROUNDING_UNITS,
  ROUNDINGS,
  type Schedule,
  type Tariff,
  type TariffDate,
} from '../../../../src/core/fees/tariff.ts'
import { type Centavos, fromCentavos } from '../../../../src/core/money.ts'
import { addDays, asCycle, asSlotDate, type Slot, type SlotDate } from '../../../../src/core/slot.ts'
import { chargeOf } from './charge.ts'

/** Numbers from 0 to 1, reproducible from the seed (mulberry32). */
export const chanceFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A zone in which a date-time's day is its first ten characters. */
export const PLAIN_ZONE: Zone = {
  name: 'America/Bogota',
  instantOf: (date) => Date.parse(`${date}T05:00:00Z`),
  dateAt: (instant) => day(new Date(instant).toISOString().slice(0, 10)),
  dayOf: (text) => asSlotDate(text.slice(0, 10)),
  clockAt: (instant) => new Date(instant).toISOString(),
}

const day = (text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw new Error(`${text} is not a date`)
  return date
}

const METHODS = ['cash', 'credit_card', 'debit_card', 'pse', 'transfer']
const CYCLES = ['11', '13', '16', '18', '20']

/** The troubles of a history. */
export interface Troubles {
  /** The form of its schedules; any without it. */
  readonly form?: Pick<Schedule, 'tax' | 'rounding' | 'to'>
  /** The share of settlements that are charged wrongly. */
  readonly wrong: number
  readonly changes: boolean
  /** Whether one method always occurs with another. */
  readonly twins: boolean
}

export interface History {
  readonly tariff: Tariff
  readonly tariffDate: TariffDate
  readonly settlements: readonly ChargedSettlement[]
  /** The settlements that are charged wrongly, by position. */
  readonly wrong: ReadonlyMap<number, Centavos>
  readonly twins: readonly string[]
}

type Chance = () => number

const below = (chance: Chance, end: number): number => Math.floor(chance() * end)
const oneOf = <T>(chance: Chance, values: readonly T[]): T => {
  const value = values[below(chance, values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

const aRate = (chance: Chance): MethodRate => {
  const kind = below(chance, 3)
  const step = oneOf(chance, [1, 10, 50, 100])
  const fixed = kind === 1 ? 0 : step * (1 + below(chance, Math.floor(5000 / step)))
  const decimals = oneOf(chance, [10, 100, 100, 1000])
  const percent = kind === 0 ? 0 : (1 + below(chance, 4 * decimals)) / decimals
  return { fixed, percent, min: null, max: null, tiers: [] }
}

const FIRST = day('2026-01-05')

const aSchedule = (chance: Chance): Schedule => ({
  from: FIRST,
  methods: Object.fromEntries(METHODS.slice(0, 2 + below(chance, 4)).map((method) => [method, aRate(chance)])),
  tax: chance() < 0.5 ? { name: 'IVA', percent: 19, included: chance() < 0.2 } : null,
  withholdings: [],
  rounding: oneOf(chance, ROUNDINGS),
  to: oneOf(chance, ROUNDING_UNITS),
  proposed: null,
})

const aSum = (chance: Chance): Centavos => {
  const pesos = 300_000 + below(chance, 4_000_000)
  const kind = chance()
  return fromCentavos(kind < 0.5 ? Math.round(pesos / 1000) * 100_000 : kind < 0.9 ? pesos * 100 : pesos * 100 + 37)
}

const slotAt = (at: number): Slot => {
  const cycle = asCycle(CYCLES[at % CYCLES.length] ?? '')
  if (cycle === null) throw new Error('no cycle')
  return { date: addDays(FIRST, 2 + Math.floor(at / CYCLES.length)), cycle }
}

const payments = (chance: Chance, { date }: Slot, methods: readonly string[], twins: readonly string[]) => {
  const number = 1 + below(chance, 40)
  return Array.from({ length: number }, () => oneOf(chance, methods)).flatMap((method): FeePayment[] => {
    const paymentDate = `${addDays(date, -below(chance, 3))}T10:00:00-05:00`
    const paid = aSum(chance)
    if (!twins.includes(method)) return [{ paymentMethod: method, paid, paymentDate }]
    return twins.map((twin) => ({ paymentMethod: twin, paid, paymentDate }))
  })
}

const wrongBy = (chance: Chance, charged: Centavos): Centavos => {
  const kind = below(chance, 4)
  if (kind === 0) return charged
  if (kind === 1) return fromCentavos((charged * 19n) / 100n + 100n)
  return fromCentavos(100 * (1 + below(chance, kind === 2 ? 3000 : 500_000)))
}

export const generate = (seed: number, { form, wrong: share, changes, twins: hasTwins }: Troubles): History => {
  const chance = chanceFrom(seed)
  const first = { ...aSchedule(chance), ...form }
  const methods = Object.keys(first.methods)
  const twins = hasTwins && methods.length > 2 ? methods.slice(0, 2) : []
  const size = 30 + below(chance, 96)
  const tariffDate = oneOf(chance, ['payment', 'settlement'] as const)
  const change = addDays(FIRST, 2 + Math.floor((size / 5) * (0.3 + 0.4 * chance())))
  const second = { ...first, from: change, methods: changedRates(chance, first.methods) }
  const tariff = changes ? [first, second] : [first]
  const charge = chargeOf(tariff, tariffDate)
  const places = Array.from({ length: size }, (_, at) => ({ at, by: chance() })).sort((a, b) => a.by - b.by)
  const chosen = new Set(places.slice(0, Math.floor(share * size)).map(({ at }) => at))
  const wrong = new Map<number, Centavos>()
  const settlements = Array.from({ length: size }, (_, at) => {
    const slot = slotAt(at)
    const settlement = { slot, payments: payments(chance, slot, methods, twins) }
    const charged = charge(settlement)
    const off = chosen.has(at) ? wrongBy(chance, charged) : fromCentavos(0)
    if (off > 0n) wrong.set(at, off)
    return { ...settlement, charged: fromCentavos(charged + off) }
  })
  return { tariff, tariffDate, settlements, wrong, twins }
}

const changedRates = (chance: Chance, methods: Schedule['methods']): Schedule['methods'] => {
  const all = Object.entries(methods)
  const changed = 1 + below(chance, all.length)
  return Object.fromEntries(
    all.map(([method, rate], at) => [
      method,
      at < changed ? { ...rate, fixed: rate.fixed + 10 * (1 + below(chance, 40)) } : rate,
    ]),
  )
}
