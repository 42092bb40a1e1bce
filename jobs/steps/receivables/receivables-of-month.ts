import { arrivedOn, type ReceivablesReport } from '../../../reports/documents/receivables.ts'
import { isJudged } from '../../../src/core/pull/pull.ts'
import type { Month } from '../../../src/core/receivables.ts'
import { lastDayOfMonth, nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { listLines, ownerLines, paymentLines, type Receivables } from '../../../src/receivables/standing.ts'
import { closingOf } from '../../../src/rules/assessment/slot-report.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { bankInDatabase } from '../bank/bank-in-database.ts'
import { readDatabase } from '../query/read-database.ts'
import type { QueryContext } from '../run/context.ts'
import { receivablesInDatabase } from './receivables-in-database.ts'

/** The last day of a month. */
export const endOf = (month: Month): SlotDate => lastDayOfMonth(`${month}-01` as SlotDate)

/** The months that have dues, in order. */
export const monthsOf = ({ dues }: Receivables): readonly Month[] =>
  [...new Set(dues.map(({ due }) => due.month))].sort()

/** The receivables of a month: its dues, its payments, and where they stand. */
export const receivablesByMonth = async (
  store: Store,
  states: readonly SlotState[],
  context: QueryContext,
  all: Receivables,
): Promise<(month: Month) => ReceivablesReport> => {
  const { settings: rules } = context
  const settledOn = await arrivals(store, states, context)
  const ties = (await store.receivables.ties()).filter(({ undone }) => undone === null)
  return (month) => {
    const dues = all.dues.filter(({ due }) => due.month === month)
    const keys = new Set(dues.map(({ due }) => due.key))
    return {
      merchant: store.merchant.name,
      month,
      asOf: all.asOf,
      rules,
      dues,
      list: listLines(dues, rules),
      payments: paymentLines(all, month),
      owners: ownerLines(dues, (one) => arrivedOn(one, settledOn) !== null),
      withoutDue: all.withoutDue.filter(({ payment }) => payment.paidOn.startsWith(month)),
      unread: all.unread,
      ties: ties.filter((tie) => tie.dues.some((key) => keys.has(key))),
      settledOn,
    }
  }
}

/** When the money of a settlement arrived: as the bank says or, without a bank, on the day of a settlement that is paid out. */
const arrivals = async (store: Store, states: readonly SlotState[], { settings: { policy }, zone }: QueryContext) => {
  const bank = await bankInDatabase(store, states, { policy, zone })
  const paidOut = new Map(
    states.flatMap(({ slot, pull }): readonly (readonly [string, SlotDate])[] => {
      if (pull === null || !isJudged(pull.settlement, slot, policy)) return []
      if (bank === null) return [[nameOf(slot), slot.date]]
      const arrival = bank.bySlot.get(nameOf(slot))?.arrival
      return arrival?.kind === 'arrived' ? [[nameOf(slot), arrival.on]] : []
    }),
  )
  return (slot: Slot): SlotDate | null => paidOut.get(nameOf(slot)) ?? null
}

/**
 * The receivables of a month, or of the newest that has dues; null without a list. A closed month is shown as of its closing: what
 * became of it later does not change what was signed.
 */
export const readReceivables = async (
  context: QueryContext,
  asked: Month | null,
): Promise<ReceivablesReport | null> => {
  const found = await readDatabase(context, async (store, then) => {
    if (!(await store.receivables.isKnown())) return null
    const states = await store.slots.states()
    const all = await receivablesInDatabase(store, states, then)
    const month = asked ?? (all === null ? null : (monthsOf(all).at(-1) ?? null))
    if (all === null || month === null) return null
    const closing = closingOf(await store.periods.closings(), endOf(month))
    const report = (await receivablesByMonth(store, states, then, all))(month)
    return { report, closing }
  })
  if (found === null || found.closing === null || (context.asOf ?? null) !== null) return found?.report ?? null
  const asOf = { kind: 'number', number: found.closing.number } as const
  return (await readReceivables({ ...context, asOf }, found.report?.month ?? asked)) ?? found.report
}
