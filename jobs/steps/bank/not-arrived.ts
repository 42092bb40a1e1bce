import { monthOf } from '../../../src/core/calendar/calendar.ts'
import { type Amount, addAmounts } from '../../../src/core/money.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { operatorAccount } from '../../../src/rules/account/operator-account.ts'
import type { Store } from '../../../src/store/store.ts'
import { accountFacts } from '../report/account-facts.ts'
import { settlementsInDatabase } from '../report/counted-reports.ts'
import type { QueryContext } from '../run/context.ts'

/**
 * The payouts made by the end of a day of which nothing had arrived at the bank, and what those that arrived with
 * less are short of, without those that a person accepted; null when no bank statement was ever imported.
 */
export const notArrivedAt = async (
  store: Store,
  context: QueryContext,
  at: SlotDate,
): Promise<{ readonly notArrived: Amount; readonly arrivedLess: Amount } | null> => {
  if (!(await store.bank.isKnown())) return null
  const judgedAt = (await store.runs.lastStart()) ?? context.now()
  // What is at rest arrived by the end of its month.
  const known = await settlementsInDatabase(context, store, judgedAt, { days: monthOf(at) })
  const { bank } = operatorAccount(await accountFacts(store, context, known), { from: at, to: at })
  return (
    bank && {
      notArrived: [bank.onTheWay, bank.missing, bank.undecided].reduce(addAmounts),
      arrivedLess: bank.arrivedLess,
    }
  )
}
