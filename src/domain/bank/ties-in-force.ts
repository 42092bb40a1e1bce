import type { BankTie } from './bank-tie.ts'
import { tieKey } from './tie-out.ts'

export const tiesInForce = (ties: readonly BankTie[]): readonly BankTie[] =>
  ties.filter(({ undone }) => undone === null)

export const tieKeyOf = ({ payouts, entries }: Pick<BankTie, 'payouts' | 'entries'>): string =>
  tieKey(
    payouts.map(({ slot }) => slot),
    entries,
  )

/** The keys of ties that were undone, which are not tied by exact sums again. */
export const refusedKeys = (ties: readonly BankTie[]): ReadonlySet<string> =>
  new Set(ties.filter(({ undone }) => undone !== null).map(tieKeyOf))
