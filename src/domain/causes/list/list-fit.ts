import type { ListGap } from '../../assessment/gaps.ts'
import type { Centavos } from '../../money.ts'
import { closedBy } from '../closed-by.ts'
import { DOES_NOT_FIT, type Fit } from '../define-cause.ts'

/** A reading of sum and number of the invoices: the difference it makes between reported and listed. */
interface Effect<D extends object> extends Omit<Fit<D>, 'closes'> {
  readonly collected: Centavos
  readonly count: number
}

/** Fits the gaps that the effect closes; without any it does not fit. */
export const listFit = <D extends object>(gap: ListGap, effect: Effect<D>): readonly Fit<D>[] => {
  const { data, invoices, candidates } = effect
  const closes = closedBy(gap, effect.collected, effect.count)
  return closes.length === 0 ? DOES_NOT_FIT : [{ closes, data, invoices, candidates }]
}

/** The number of invoices that would each close the gap alone. */
export const fittingInEnglish = (number: number): string => (number === 1 ? '1 fits' : `${number} fit, each alone`)
export const fittingInSpanish = (number: number): string =>
  number === 1 ? 'encaja 1' : `encajan ${number}, cada una por sí sola`
