import { type ChargeForm, factorOf, roundingNoise } from './charge-form.ts'
import { type Equations, solve } from './equations.ts'
import { RATE_STEPS, stepOf } from './round-rates.ts'
import { type FitWindow, type ScheduleFit, SUPPORT } from './schedule-fit.ts'
import { entry } from './vector.ts'

/**
 * Why history does not determine the rates of a method: too few settlements with it fit; its payments are nearly of one
 * size, so that a fixed sum and a percent explain them equally well; or it always occurs with other methods in one
 * proportion.
 */
export const LOOSE_REASONS = ['few', 'one-size', 'together', 'unclear'] as const
export type LooseReason = (typeof LOOSE_REASONS)[number]

export interface LooseMethod {
  readonly method: string
  readonly reason: LooseReason
  /** The methods with which it always occurs. */
  readonly with: readonly string[]
  /** The number of settlements with a payment by it. */
  readonly settlements: number
  readonly payments: number
}

export const looseMethods = (window: FitWindow, { loose, schedule }: ScheduleFit): readonly LooseMethod[] =>
  loose.map((method) => looseMethod(window, { loose, form: schedule }, method))

/** The methods that would stay undetermined even if all settlements were charged correctly. */
export const looseInAll = (window: FitWindow): readonly LooseMethod[] => {
  const form: ChargeForm = { tax: null, rounding: 'settlement', to: 'peso' }
  const open = window.methods.filter((method) => !isDetermined(window, { loose: [], form }, method, [], false))
  return open.map((method) => looseMethod(window, { loose: open, form }, method))
}

interface LooseFit {
  readonly loose: readonly string[]
  readonly form: ChargeForm
}

const looseMethod = (window: FitWindow, fit: LooseFit, method: string): LooseMethod => {
  const holding = window.settlements.map(
    ({ payments }) => payments.filter(({ paymentMethod }) => paymentMethod === method).length,
  )
  const settlements = holding.filter((payments) => payments > 0).length
  const partners = partnersOf(window, fit, method)
  const facts = { method, settlements, payments: holding.reduce((all, one) => all + one, 0) }
  if (settlements < SUPPORT) return { ...facts, reason: 'few', with: [] }
  if (partners.length > 0) return { ...facts, reason: 'together', with: partners }
  return { ...facts, reason: isOneSize(window, fit, method) ? 'one-size' : 'unclear', with: [] }
}

/** Whether knowing its fixed sum would determine the rest. */
const isOneSize = (window: FitWindow, fit: LooseFit, method: string): boolean =>
  !isDetermined(window, fit, method, [], false) && isDetermined(window, fit, method, [], true)

/** The methods without whose payments this one would be determined. */
const partnersOf = (window: FitWindow, fit: LooseFit, method: string): readonly string[] =>
  isDetermined(window, fit, method, [], false)
    ? []
    : fit.loose.filter((other) => other !== method && isDetermined(window, fit, method, [other], false))

/** Whether the unknowns of a method are determined once those of others are known; of its own two, once the fixed sum is known. */
const isDetermined = (
  { methods, equations, settlements }: FitWindow,
  { form }: LooseFit,
  method: string,
  known: readonly string[],
  isFixedKnown: boolean,
): boolean => {
  const unknowns = [...equations.columns.keys()].filter((unknown) => {
    const own = entry(methods, Math.floor(unknown / 2))
    return !known.includes(own) && !(isFixedKnown && own === method && unknown % 2 === 0)
  })
  const columns = unknowns.map((unknown) => entry(equations.columns, unknown))
  const weights = Float64Array.from(settlements, ({ payments }) => 1 / roundingNoise(form, payments.length))
  const open: Equations = { columns, fees: equations.fees }
  const { errors } = solve(open, weights)
  return unknowns.every(
    (unknown, at) =>
      entry(methods, Math.floor(unknown / 2)) !== method ||
      6 * entry(errors, at) <= (stepOf(unknown, entry(RATE_STEPS, 0)) * factorOf(form)) / 2,
  )
}
