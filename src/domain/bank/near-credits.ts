import { groupBy } from '../../std/group-by.ts'
import { type Centavos, minus, size } from '../money.ts'
import type { AccountEntry } from './account-entry.ts'
import type { OpenPayout } from './open-payout.ts'
import { creditsWithin } from './payouts-within.ts'
import { type TieOutFacts, tieKey } from './tie-out.ts'

/** What the difference between a payout and a credit near it may be. */
export type NearCause =
  /** Exactly the tax of 4 in 1000 on the payout. */
  | { readonly kind: '4x1000' }
  /** A debit of exactly the difference on the day of the credit, by its id. */
  | { readonly kind: 'charge'; readonly entry: string }
  /** The payout had exactly the sum of the credit before it was issued again. */
  | { readonly kind: 're-issue' }

/** A credit that may be a payout, with another sum: a person confirms it. */
export interface NearCredit {
  readonly payout: OpenPayout
  readonly credit: AccountEntry
}

/**
 * Proposes a credit for a payout where it is the only one near it, and near no other payout (SPEC, section 9); a payout
 * a hundred times farther from it is not near. Nothing is tied by nearness. A combination that a person rejected is not
 * proposed again.
 */
export const nearCredits = ({ payouts, credits, refused }: TieOutFacts, percent: number): readonly NearCredit[] => {
  const creditsFor = creditsWithin(credits)
  const pairs = payouts.flatMap((payout) =>
    creditsFor(payout)
      .flat()
      .filter((credit) => isNear(payout, credit, percent) && !refused.has(tieKey([payout.slot], [credit.id])))
      .map((credit): NearCredit => ({ payout, credit })),
  )
  const ofPayout = groupBy(pairs, ({ payout }) => payout)
  const ofCredit = groupBy(pairs, ({ credit }) => credit)
  return pairs.filter(
    (pair) =>
      ofPayout.get(pair.payout)?.length === 1 &&
      ofCredit.get(pair.credit)?.every((other) => other === pair || apart(other) >= apart(pair) * FARTHER),
  )
}

/** So many times farther from a credit than another payout, a payout is not near it. */
const FARTHER = 100n

const apart = ({ payout: { payout }, credit: { value } }: NearCredit): bigint => size(minus(value, payout))

const isNear = ({ payout }: OpenPayout, { value }: AccountEntry, percent: number): boolean =>
  size(minus(value, payout)) * 100n <= payout * BigInt(percent)

/** Everything that the difference may be, among the entries of the accounts. */
export const nearCausesOf = (
  { payout: { payout, earlier }, credit }: NearCredit,
  entries: readonly AccountEntry[],
): readonly NearCause[] => {
  const lacking = minus(payout, credit.value)
  const charges = entries.filter(
    ({ account, bookedOn, value }) =>
      lacking > 0n && account === credit.account && bookedOn === credit.bookedOn && value === -lacking,
  )
  return [
    ...(isFourPerThousand(lacking, payout) ? [{ kind: '4x1000' } as const] : []),
    ...charges.slice(0, 1).map(({ id }) => ({ kind: 'charge', entry: id }) as const),
    ...(earlier.includes(credit.value) ? [{ kind: 're-issue' } as const] : []),
  ]
}

/** Banks round the tax to the centavo, or to the peso. */
const isFourPerThousand = (sum: Centavos, payout: Centavos): boolean =>
  sum === (payout * 4n + 500n) / 1000n || sum === ((payout * 4n + 50_000n) / 100_000n) * 100n
