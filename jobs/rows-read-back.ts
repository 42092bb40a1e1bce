import type { Row } from '../src/domain/cell.ts'
import { ZERO } from '../src/domain/money.ts'
import type { Store } from '../src/store/store.ts'
import type { JobContext } from './context.ts'
import { rowsOfSlot } from './ledger-rows.ts'
import type { SlotOfDay } from './slots-of-day.ts'

/** The invoice rows of a slot, read from the books a page at a time, and held against its tally at the end. */
export async function* rowsReadBack(
  context: Pick<JobContext, 'settings' | 'zone'>,
  store: Store,
  { report, pull }: SlotOfDay,
): AsyncGenerator<readonly Row[]> {
  if (pull === null) return
  const rows = rowsOfSlot(context, store.merchant, pull)
  for await (const page of store.held(pull.slot, pull, null)) yield rows.of(page)
  rows.mustComeTo(report.totals?.collected ?? ZERO)
}
