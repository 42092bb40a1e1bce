import {
  type ChargebackAccount,
  type ChargebackBalance,
  chargebackAccount,
  chargebackBalance,
} from '../../domain/assessment/chargeback-account.ts'
import type { Days } from '../../domain/calendar/calendar.ts'
import type { Policy } from '../../domain/policy.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { Store } from '../../storage/store.ts'

/** Chargebacks and adjustments of the whole database: one account for every check, screen and file. */
export const readChargebackAccount = async (
  store: Store,
  states: readonly SlotState[],
  policy: Policy,
): Promise<ChargebackAccount> => {
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const ties = await store.dispositions.chargebackTies()
  const recovered = (await store.dispositions.recoveries()).flatMap(({ by, sum }) =>
    by.kind === 'adjustment' ? [{ slot: by.slot, sum }] : [],
  )
  return chargebackAccount(await store.invoices.chargebacks(), pulls, policy, ties, recovered)
}

/** The balance over all days in the database; `none` are the days when it is empty. */
export const readChargebackBalance = async (
  store: Store,
  states: readonly SlotState[],
  policy: Policy,
  none: Days,
): Promise<ChargebackBalance> => {
  const { from, to } = { from: states[0]?.slot.date ?? none.from, to: states.at(-1)?.slot.date ?? none.to }
  return chargebackBalance(await readChargebackAccount(store, states, policy), { from, to })
}
