import type { JournalSettings } from '../../../src/core/journal.ts'
import { sumOf, ZERO } from '../../../src/core/money.ts'
import { asSlotDate, nameOf, type SlotDate } from '../../../src/core/slot.ts'
import type { ProofFacts } from '../../../src/journal/proofs.ts'
import { type AccountReport, operatorAccount } from '../../../src/rules/account/operator-account.ts'
import { closingOf } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { paymentsInTransit } from '../query/payments-in-transit.ts'
import type { QueryContext } from '../run/context.ts'
import { type BookedFacts, bookAll } from './draft-journal.ts'

/** What other figures say of the end of a day; of a closed day as they were at its closing. */
export const proofFacts = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
  facts: BookedFacts,
  day: SlotDate,
): Promise<ProofFacts> => {
  const closing = closingOf(await store.periods.closings(), day)
  if (closing === null) return factsOf(store, context, basis, facts, day)
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, async (then) =>
    factsOf(then.store, then.context, basis, await bookAll(then.store, then.context, basis, async () => {}), day),
  )
}

const factsOf = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
  { account, all }: BookedFacts,
  day: SlotDate,
): Promise<ProofFacts> => {
  const { figures } = await paymentsInTransit(store, context, day)
  const paid = all.flatMap(({ slot, final }) => {
    const paidOn = account.times.get(nameOf(slot))?.paidOn ?? null
    return final?.isPaidOut && paidOn !== null && paidOn <= day ? final.settlement.payout : ZERO
  })
  return {
    day,
    inTransit: figures.total.sum,
    account: operatorAccount({ ...account, reports: account.reports.map(withoutEcho) }, { from: BEGINNING, to: day }),
    paidOut: sumOf(paid),
    settlements: all,
    policy: context.settings.policy,
    basis,
  }
}

/** The answer for another settlement is not booked, and pays out nothing. */
const withoutEcho = (report: AccountReport): AccountReport =>
  report.money.isEcho === true ? { ...report, money: { ...report.money, paidOut: null } } : report

/** Before every settlement; the account also asks for the day before it. */
const BEGINNING = asSlotDate('0001-01-02') as SlotDate
