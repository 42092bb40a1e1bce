import { type ChargedSettlement, expectedFees } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { type FeesFit, fitFees } from '../../../../src/core/fees/fit/fees-fit.ts'
import type { Schedule, TariffDate } from '../../../../src/core/fees/tariff.ts'
import { fromCentavos, plus } from '../../../../src/core/money.ts'
import { addDays, type SlotDate } from '../../../../src/core/slot.ts'
import { cop, slot } from '../../a.ts'
import { FIRST, rate } from './a-schedule.ts'
import { PLAIN_ZONE } from './generate.ts'

export const PSE = { pse: rate(2900, 0) }
export const CARD = { card: rate(800, 2.79) }
export const IVA = { name: 'IVA', percent: 19, included: false }

/** Sums in thousands of pesos, of one settlement a day: as mixed as in a real history, but few. */
const SUMS = [
  [420],
  [980, 310],
  [1_750],
  [505, 640, 2_200],
  [1_130],
  [290, 870],
  [3_010, 415],
  [760],
  [1_999, 1_001, 333],
  [450],
]
export const OTHERS = [[700], [350], [1_200, 90], [2_500], [610, 930], [1_480], [220], [840, 1_660], [390], [1_900]]

export type Payments = readonly (readonly [method: string, thousands: number])[]
export const by = (method: string, sums: readonly number[][], at: number): Payments =>
  (sums[at % sums.length] ?? []).map((thousands) => [method, thousands + Math.floor(at / sums.length) * 37])

/** Two days before, one before and the day itself, in turn. */
const inTurn = (date: SlotDate, place: number): SlotDate => addDays(date, (place % 3) - 2)

/** The settlement of a day, without fees yet. */
export const settlement = (at: number, payments: Payments, paidOn = inTurn): ChargedSettlement => {
  const { date, cycle } = slot(addDays(FIRST, at))
  return {
    slot: { date, cycle },
    charged: fromCentavos(0),
    payments: payments.map(([paymentMethod, thousands], place) => ({
      paymentMethod,
      paid: cop(thousands * 1_000),
      paymentDate: `${paidOn(date, place)}T10:00:00-05:00`,
    })),
  }
}

/** One settlement a day from the first day on; some are off by this many pesos, by position. */
export const history = (
  tariff: readonly Schedule[],
  payments: readonly Payments[],
  off: Readonly<Record<number, number>> = {},
  date: TariffDate = 'settlement',
): readonly ChargedSettlement[] => {
  const settlements = payments.map((sums, at) => settlement(at, sums))
  return charged(tariff, settlements, date).map((one, at) => ({
    ...one,
    charged: plus(one.charged, cop(off[at] ?? 0)),
  }))
}

/** Settlements with the fees of a tariff. */
export const charged = (
  tariff: readonly Schedule[],
  settlements: readonly ChargedSettlement[],
  date: TariffDate,
): readonly ChargedSettlement[] => {
  const expected = expectedFees(tariff, date, PLAIN_ZONE)
  return settlements.map((one) => ({ ...one, charged: expected(one) ?? fromCentavos(0) }))
}

export const days = (number: number, of: (at: number) => Payments) => Array.from({ length: number }, (_, at) => of(at))
export const pse = (at: number) => by('pse', SUMS, at)
export const card = (at: number) => by('card', OTHERS, at)
export const both = (at: number) => [...pse(at), ...card(at)]

export const propose = (settlements: readonly ChargedSettlement[], taxes: readonly number[] = []): FeesFit =>
  fitFees(settlements, {
    taxes: taxes.map((percent) => ({ name: 'IVA', percent })),
    zone: PLAIN_ZONE,
    tariffDate: 'payment',
  })

export const told = ({ refusal, schedules, fits, deviations }: FeesFit) => ({
  refusal,
  rates: schedules.map(({ rates }) =>
    rates.map(({ method, rate: { fixed, percent } }) => `${method} ${fixed} ${percent}`),
  ),
  fits,
  off: deviations.map(({ slot: { date }, difference }): (string | bigint)[] => [date, difference]),
})
