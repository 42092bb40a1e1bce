import type { Days } from '../../domain/calendar/calendar.ts'
import type { ChargedSettlement, FeesHistory } from '../../domain/fees/fit/charged-settlement.ts'
import { counts } from '../../domain/invoice.ts'
import { isFinal } from '../../domain/policy.ts'
import { ownSettlement, type Pull } from '../../domain/pull/pull.ts'
import type { Store } from '../../storage/store.ts'
import type { QueryContext } from './read-database.ts'

/** The fees of the settlements of some days, or of all, with the payments that count. */
export const feesHistory = async (store: Store, context: QueryContext, days: Days | null): Promise<FeesHistory> => {
  const states = await store.slots.states(days ?? undefined)
  const kinds = { absent: 0, notFinal: 0, malformed: 0, noMethod: 0 }
  const settlements: ChargedSettlement[] = []
  for (const { pull } of states) {
    context.signal.throwIfAborted()
    const settlement = pull === null ? 'absent' : await chargedSettlement(store, context, pull)
    if (typeof settlement === 'string') kinds[settlement] += 1
    else settlements.push(settlement)
  }
  return { settlements, ...kinds }
}

const chargedSettlement = async (
  store: Store,
  { settings: { policy } }: QueryContext,
  pull: Pull,
): Promise<ChargedSettlement | 'absent' | 'notFinal' | 'malformed' | 'noMethod'> => {
  const { slot, list } = pull
  const settlement = ownSettlement({ ...pull, policy })
  if (settlement === null) return 'absent'
  if (!isFinal(settlement.status, policy)) return 'notFinal'
  if (list.malformed > 0) return 'malformed'
  const payments: ChargedSettlement['payments'][number][] = []
  for await (const page of store.invoices.asOf(slot, pull, null)) {
    for (const { current } of page) {
      if (current === null || !counts(current, policy)) continue
      const { paid, paymentMethod, paymentDate } = current
      if (paymentMethod === null || paymentMethod === '') return 'noMethod'
      payments.push({ paid, paymentMethod, paymentDate })
    }
  }
  return { slot, charged: settlement.fees, payments }
}
