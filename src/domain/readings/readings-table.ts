import { PINNED, type Policy } from '../policy.ts'
import { compareSlots, type Slot } from '../slot.ts'
import { type OpenReading, READINGS, type ReadingCase } from './open-reading.ts'

/**
 * The evidence of history about the value in force: supported when it fits wherever any value fits, contradicted when
 * another value fits and it does not, undecided when no settlement can tell.
 */
export type ReadingStanding = 'supported' | 'contradicted' | 'undecided'

/** One value of a reading, and the settlements that fit it. */
export interface ReadingValue {
  readonly value: string
  readonly fits: number
  readonly doesNotFit: number
}

export interface ReadingRow {
  readonly setting: OpenReading['setting']
  /** The value in force; null when the setting names no single one. */
  readonly inForce: string | null
  readonly values: readonly ReadingValue[]
  /** The number of settlements on which the values differ. */
  readonly canTell: number
  /** Those of them that fit no value: something else is wrong with them, and they decide nothing. */
  readonly fitNone: number
  readonly standing: ReadingStanding
  /** Settlements that fit another value but not the one in force, oldest first. */
  readonly against: readonly Slot[]
}

/** Every undocumented reading against history, in the order of READINGS. */
export const readingsTable = (cases: readonly ReadingCase[], policy: Policy): readonly ReadingRow[] =>
  READINGS.map((reading) => rowOf(reading, cases, policy))

const rowOf = (reading: OpenReading, cases: readonly ReadingCase[], policy: Policy): ReadingRow => {
  const comparisons = cases.flatMap((one) => {
    const fits = reading.fits(one, policy)
    return fits === null ? [] : [{ slot: one.slot, fits }]
  })
  const inForce = reading.inForce(policy)
  const names = [...new Set(comparisons.flatMap(({ fits }) => [...fits.keys()]))]
  const values = names.map((value) => {
    const fits = comparisons.filter((one) => one.fits.get(value) === true).length
    return { value, fits, doesNotFit: comparisons.length - fits }
  })
  const against = comparisons
    .filter(({ fits }) => isAgainst(fits, inForce))
    .map(({ slot }) => slot)
    .sort(compareSlots)
  return {
    setting: reading.setting,
    inForce,
    values,
    canTell: comparisons.length,
    fitNone: comparisons.filter(({ fits }) => ![...fits.values()].includes(true)).length,
    standing: standingOf(values, against),
    against,
  }
}

/** Whether it fits another value, but not the one in force. */
const isAgainst = (fits: ReadonlyMap<string, boolean>, inForce: string | null): boolean =>
  inForce !== null && fits.get(inForce) !== true && [...fits.values()].includes(true)

const standingOf = (values: readonly ReadingValue[], against: readonly Slot[]): ReadingStanding => {
  if (against.length > 0) return 'contradicted'
  // Here a settlement that fits any value fits the one in force; any other would have contradicted it.
  return values.some(({ fits }) => fits > 0) ? 'supported' : 'undecided'
}

/** A settlement that fits another value of a reading than the one in force. */
export interface Contradiction {
  readonly setting: OpenReading['setting']
  readonly inForce: string
  /** The values that it fits. */
  readonly fitting: readonly string[]
}

/**
 * For each pinned reading the first settlement, from the day of the pin on, that contradicts the value in force; it is
 * reported once. The person who pinned the reading knew the settlements before.
 */
export const firstContradictions = (
  cases: readonly Pick<ReadingCase, 'slot' | 'settlement'>[],
  policy: Policy,
): readonly (Contradiction & { readonly slot: Slot })[] => {
  const inOrder = [...cases].sort((a, b) => compareSlots(a.slot, b.slot))
  return PINNED.flatMap((setting) => {
    const pin = policy.pinnedReadings[setting]
    const reading = READINGS.find((one) => one.setting === setting)
    const inForce = reading?.inForce(policy) ?? null
    if (pin === undefined || reading === undefined || inForce === null) return []
    const later = inOrder.filter(({ slot }) => slot.date >= pin.at)
    return firstAgainst(reading, inForce, later, policy)
  })
}

const firstAgainst = (
  reading: OpenReading,
  inForce: string,
  cases: readonly Pick<ReadingCase, 'slot' | 'settlement'>[],
  policy: Policy,
): readonly (Contradiction & { readonly slot: Slot })[] => {
  for (const one of cases) {
    const fits = reading.fits({ ...one, totals: null, isChargedBackSince: false }, policy)
    if (fits === null || !isAgainst(fits, inForce)) continue
    const fitting = [...fits].filter(([, isFit]) => isFit).map(([value]) => value)
    return [{ setting: reading.setting, inForce, fitting, slot: one.slot }]
  }
  return []
}
