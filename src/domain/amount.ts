import { type Centavos, plus, sumOf } from './money.ts'

/** A number of settlements, invoices or payouts, and their sum in centavos. */
export interface Amount {
  readonly number: number
  readonly sum: Centavos
}

export const amountOf = (items: readonly { readonly sum: Centavos }[]): Amount => ({
  number: items.length,
  sum: sumOf(items.map(({ sum }) => sum)),
})

export const amountOfSums = (sums: readonly Centavos[]): Amount => amountOf(sums.map((sum) => ({ sum })))

export const addAmounts = (a: Amount, b: Amount): Amount => ({ number: a.number + b.number, sum: plus(a.sum, b.sum) })
