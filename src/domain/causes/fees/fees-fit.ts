import { type Centavos, minus, size } from '../../money.ts'
import { DOES_NOT_FIT, type Fit } from '../define-cause.ts'
import type { FeeClues } from '../evidence.ts'
import type { Sample } from '../sample.ts'

/** Fits when charged differs from the tariff by exactly that sum; a sum of 0 never fits. */
export const fitsGap = ({ gap, slack }: FeeClues, sum: Centavos): boolean =>
  sum !== 0n && size(minus(gap, sum)) <= slack

export const feesFit = <D extends object>(data: D): readonly Fit<D>[] => [
  { closes: ['fees'], data, invoices: [], candidates: 1 },
]

/** One of these invoices; each fits alone. */
export const oneOfSample = ({ number, first }: Sample): readonly Fit<{ readonly candidates: number }>[] =>
  number === 0
    ? DOES_NOT_FIT
    : [{ closes: ['fees'], data: { candidates: number }, invoices: first, candidates: number }]
