import { groupBy } from '../../std/group-by.ts'
import type { Policy } from '../policy.ts'
import type { SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import { type BankTie, BY_EXACT_SUMS } from './bank-tie.ts'
import { lastDayOfCredit } from './last-day-of-credit.ts'
import { operatorCredits, operatorDebits } from './operator-credits.ts'
import { refusedKeys, tieKeyOf, tiesInForce } from './ties-in-force.ts'

/** A credit of the operator that the bank reversed. */
export interface Reversal {
  readonly credit: AccountEntry
  readonly debit: AccountEntry
}

/**
 * Finds the credits that the bank reversed. A debit of the operator reverses the latest credit of the same sum and
 * account, within `bankDays` business days. A debit that a person tied does not. Entries must be in order of account
 * and day.
 */
export const reversalsIn = (
  entries: readonly AccountEntry[],
  ties: readonly BankTie[],
  { bankText, bankDays }: Pick<Policy, 'bankText' | 'bankDays'>,
): readonly Reversal[] => {
  const isTied = new Set(tiesInForce(ties).flatMap((tie) => tie.entries))
  const debits = operatorDebits(entries, bankText).filter(({ id }) => !isTied.has(id))
  const credits = groupBy(operatorCredits(entries, bankText), ({ account, value }) => `${account} ${value}`)
  const taken = new Set<AccountEntry>()
  return debits.flatMap((debit) => {
    const { account, value, bookedOn } = debit
    const credit = credits.get(`${account} ${-value}`)?.findLast((one) => one.bookedOn <= bookedOn && !taken.has(one))
    if (credit === undefined || lastDayOfCredit(credit.bookedOn, bankDays) < bookedOn) return []
    taken.add(credit)
    return [{ credit, debit }]
  })
}

/**
 * Ties to credits that were reversed later: their payouts did not arrive. A tie that a person made again after Cuadre
 * undid it stays in force.
 */
export const reversedTies = (
  reversals: readonly Reversal[],
  ties: readonly BankTie[],
): readonly { readonly tie: BankTie; readonly on: SlotDate }[] => {
  const debitOf = new Map(reversals.map(({ credit, debit }) => [credit.id, debit]))
  const undone = refusedKeys(ties.filter((tie) => tie.undone?.by === BY_EXACT_SUMS))
  return tiesInForce(ties)
    .filter((tie) => !undone.has(tieKeyOf(tie)))
    .flatMap((tie) => {
      const debit = tie.entries.flatMap((id) => debitOf.get(id) ?? []).at(-1)
      return debit === undefined ? [] : [{ tie, on: debit.bookedOn }]
    })
}
