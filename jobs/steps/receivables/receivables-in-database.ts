import { EVER, type Instant, isDue } from '../../../src/core/calendar/calendar.ts'
import type { DueInFile, RentPayment } from '../../../src/core/receivables.ts'
import { addDays, daysBetween, nameOf, type SlotDate } from '../../../src/core/slot.ts'
import { localTime } from '../../../src/input/zone.ts'
import { type Receivables, receivablesOf, type Unread } from '../../../src/receivables/standing.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import type { QueryContext } from '../run/context.ts'
import { slotsOf } from '../schedule/timetable.ts'

/** What was found last in a database. A night asks for it several times: for findings, for files and for the first page. */
const found = new WeakMap<Store, { readonly key: string; readonly all: Receivables | null }>()

/** What lists and payments say of each other as of the last run; null without a list, when nothing else is read. */
export const receivablesInDatabase = async (
  store: Store,
  states: readonly SlotState[],
  context: QueryContext,
): Promise<Receivables | null> => {
  if (!(await store.receivables.isKnown())) return null
  const { settings: rules } = context
  const judgedAt = (await store.runs.lastStart()) ?? context.now()
  const { receivableWindowDays: window, receivableGraceDays: grace, receivableToleranceCop: tolerance } = rules
  const key = [await store.receivables.lastMoment(), judgedAt, window.before, window.after, grace, tolerance].join(' ')
  const before = found.get(store)
  if (before?.key === key) return before.all
  found.delete(store)
  const all = await matchAll(store, states, judgedAt, context)
  found.set(store, { key, all })
  return all
}

const matchAll = async (
  store: Store,
  states: readonly SlotState[],
  judgedAt: Instant,
  context: QueryContext,
): Promise<Receivables | null> => {
  const dues = await store.receivables.dues()
  if (dues.length === 0) return null
  const { settings: rules, zone } = context
  const asOf = zone.dateAt(judgedAt)
  const from = addDays(firstDay(dues), -rules.receivableWindowDays.before)
  const ties = await store.receivables.ties()
  const inForce = ties.filter(({ isTied, undone }) => isTied && undone === null)
  const payments = await paymentsSince(store, from, new Set(inForce.flatMap((tie) => tie.payments)), zone)
  const unread = await unreadSince(store, states, { from, asOf, judgedAt }, context)
  return receivablesOf({ dues, payments, ties, rules, asOf, unread })
}

/** Payments from a day on, and those that a person tied, however early they are. */
const paymentsSince = async (
  store: Store,
  from: SlotDate,
  tied: ReadonlySet<string>,
  zone: QueryContext['zone'],
): Promise<readonly RentPayment[]> => {
  const atBanks = (await store.receivables.bankPayments()).map(
    (one): RentPayment => ({ ...one, contract: null, document: null, paidAt: one.paidOn, ...AT_BANK }),
  )
  const read = async (day: SlotDate): Promise<readonly RentPayment[]> => [
    ...(await store.receivables.operatorPayments(day, (text) => localTime(text, zone))),
    ...atBanks,
  ]
  // Of an earlier payment the list of its day, which may know more of it, is not among these.
  const late = (await read(from)).filter(({ paidOn }) => paidOn >= from)
  const ids = new Set(late.map(({ id }) => id))
  if ([...tied].every((id) => ids.has(id))) return late
  return (await read(EVER.from)).filter(({ paidOn, id }) => paidOn >= from || tied.has(id))
}

const AT_BANK = { channel: 'bank', isChargedBack: false, slot: null }

const firstDay = (dues: readonly DueInFile[]): SlotDate =>
  dues.reduce(
    (first, { dueDate }) => (dueDate < first ? dueDate : first),
    dues[0]?.dueDate ?? ('9999-01-01' as SlotDate),
  )

interface Range {
  readonly from: SlotDate
  readonly asOf: SlotDate
  readonly judgedAt: Instant
}

/** What was due by the last run and was never read whole, in order of day: settlements, and days of payments that were over. */
const unreadSince = async (
  store: Store,
  states: readonly SlotState[],
  { from, asOf, judgedAt }: Range,
  { settings: { policy }, zone }: QueryContext,
): Promise<readonly Unread[]> => {
  const read = new Set(states.filter(({ pull }) => pull !== null).map(({ slot }) => nameOf(slot)))
  const known = states.map(({ slot }) => ({ slot, verdict: null, isPending: false }))
  const expected = from > asOf ? [] : slotsOf({ from, to: asOf }, { cycles: [] }, { policy, known })
  const slots = expected.filter((slot) => !read.has(nameOf(slot)) && isDue(slot, policy, zone, judgedAt))
  const whole = wholeDays(await store.listings.paymentDays(), zone)
  const days = daysBetween(from, addDays(asOf, -1)).filter((date) => !whole.has(date))
  const unread: Unread[] = [
    ...slots.map((slot) => ({ date: slot.date, slot })),
    ...days.map((date) => ({ date, slot: null })),
  ]
  return unread.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** The days of payments that were listed after they were over. */
export const wholeDays = (
  listed: readonly { readonly date: SlotDate; readonly at: Instant }[],
  zone: Pick<QueryContext['zone'], 'dateAt'>,
): ReadonlySet<SlotDate> => new Set(listed.filter(({ date, at }) => zone.dateAt(at) > date).map(({ date }) => date))
