import type { Days } from '../../domain/calendar/month.ts'
import type { FeesHistory, FeesReading } from '../../domain/fees/fit/reading.ts'
import { counts } from '../../domain/invoice.ts'
import { isFinal } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { Store } from '../../storage/store.ts'
import type { QueryContext } from './read-database.ts'

/** The fees of the settlements of some days, or of all, with the payments that count. */
export const feesHistory = async (store: Store, context: QueryContext, days: Days | null): Promise<FeesHistory> => {
  const states = await store.slots.states(days ?? undefined)
  const kinds = { absent: 0, notFinal: 0, malformed: 0, noMethod: 0 }
  const readings: FeesReading[] = []
  for (const { pull } of states) {
    context.signal.throwIfAborted()
    const reading = pull === null ? 'absent' : await readingOf(store, context, pull)
    if (typeof reading === 'string') kinds[reading] += 1
    else readings.push(reading)
  }
  return { readings, ...kinds }
}

const readingOf = async (
  store: Store,
  { settings: { policy } }: QueryContext,
  pull: Pull,
): Promise<FeesReading | 'absent' | 'notFinal' | 'malformed' | 'noMethod'> => {
  const { settlement, slot, list } = pull
  if (settlement === null) return 'absent'
  if (!isFinal(settlement.status, policy)) return 'notFinal'
  if (list.malformed > 0) return 'malformed'
  const payments: FeesReading['payments'][number][] = []
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
