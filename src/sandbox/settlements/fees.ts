import type { Method } from './calendar.ts'

interface Rate {
  /** Percent of the paid sum. */
  readonly percent: number
  /** Pesos per payment. */
  readonly fixed: number
}

/** Another rate for the whole of a payment above this number of pesos. */
interface Tier extends Rate {
  readonly above: number
}

/** The fee of a payment by one method; api.md shows only that fees exist. */
export interface Fee extends Rate {
  readonly min?: number
  readonly max?: number
  /** In ascending order. */
  readonly tiers?: readonly Tier[]
}

export type Fees = Readonly<Record<Method, Fee>>

/** Other fees from a day on. */
interface FeeChange {
  readonly from: string
  readonly fees: Fees
}

/** The terms of fees: the rates, later changes, tax and rounding. */
export interface FeeTerms {
  readonly fees: Fees
  /** In ascending order of their days. */
  readonly feeChanges: readonly FeeChange[]
  /** A tax in percent of the fees, added to them. */
  readonly feeTax: number
  /**
   * Fee and tax are rounded for each payment, for the settlement, or not at all (then their sum to whole centavos); with
   * `invoice-then-tax` the tax is that of the rounded fee.
   */
  readonly feeRounding: 'invoice' | 'invoice-then-tax' | 'settlement' | 'none'
  readonly feeRoundingTo: 'peso' | 'centavo'
}

export interface ChargedPayment {
  readonly method: Method
  readonly paid: number
  /** Its day in Bogota. */
  readonly day: string
}

/** Sums are whole numbers of 10^-16 centavos: percents have six decimals, and the tax is a percent of a percent. */
const PERCENT = 100_000_000n
const CENTAVO = PERCENT * PERCENT
const PESO = 100n * CENTAVO

const centavosOf = (pesos: number): bigint => BigInt(Math.round(pesos * 100))
const millionths = (percent: number): bigint => BigInt(Math.round(percent * 1_000_000))
const roundToUnit = (sum: bigint, unit: bigint): bigint => ((sum + unit / 2n) / unit) * unit

const feesOn = ({ fees, feeChanges }: FeeTerms, day: string): Fees =>
  feeChanges.findLast(({ from }) => from <= day)?.fees ?? fees

const chargeOf = (fee: Fee, paid: bigint): bigint => {
  const { percent, fixed } = fee.tiers?.findLast(({ above }) => paid > centavosOf(above)) ?? fee
  const charge = centavosOf(fixed) * CENTAVO + millionths(percent) * paid * PERCENT
  const [least, most] = [fee.min, fee.max].map((bound) =>
    bound === undefined ? undefined : centavosOf(bound) * CENTAVO,
  )
  if (least !== undefined && charge < least) return least
  return most !== undefined && charge > most ? most : charge
}

/** Adds up the fees of payments, one after another. */
interface FeesSum {
  readonly add: (payment: ChargedPayment) => void
  /** In pesos. */
  readonly total: () => number
}

export const feesSum = (terms: FeeTerms): FeesSum => {
  let [fees, taxes] = [0n, 0n]
  const unit = terms.feeRoundingTo === 'peso' ? PESO : CENTAVO
  const rounded = (sum: bigint, ...roundings: readonly FeeTerms['feeRounding'][]): bigint =>
    roundings.includes(terms.feeRounding) ? roundToUnit(sum, unit) : sum
  return {
    add: ({ method, paid, day }) => {
      const fee = rounded(chargeOf(feesOn(terms, day)[method], centavosOf(paid)), 'invoice-then-tax')
      fees += rounded(fee, 'invoice')
      taxes += rounded((fee * millionths(terms.feeTax)) / PERCENT, 'invoice', 'invoice-then-tax')
    },
    total: () => {
      const sum = rounded(fees, 'settlement') + rounded(taxes, 'settlement')
      return Number(roundToUnit(sum, CENTAVO) / CENTAVO) / 100
    },
  }
}
