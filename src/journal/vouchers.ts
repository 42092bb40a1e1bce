import type { JournalEntry, JournalLine, JournalSettings } from '../core/journal.ts'
import { plus, ZERO } from '../core/money.ts'
import { nameOf } from '../core/slot.ts'
import type { Both } from '../std/both.ts'
import { withAccounts } from './accounts.ts'
import { TEXTS } from './words.ts'

/** How entries become vouchers: one an entry, a day or a month; and whether payments have a line an invoice. */
export interface Grouping {
  readonly by: 'settlement' | 'day' | 'month'
  readonly detail: 'invoice' | 'settlement'
}

/** An entry as it is written: with its accounts, or several of a day or month in one. */
export type Voucher = JournalEntry

/** An entry of the store, with why a reversal is. */
export type Booked = JournalEntry & { readonly cause: 'changed' | 'moved' | 'gone' | null }

/**
 * The vouchers of entries, which come in the order of their dates. What is frozen and what is open is never in one voucher, nor what two
 * closings froze: the vouchers of closed days stay as they are.
 */
export async function* vouchersOf(
  pages: AsyncIterable<readonly Booked[]>,
  { by, detail }: Grouping,
  settings: JournalSettings,
  say: (text: Both<string>) => string,
): AsyncGenerator<Voucher> {
  let waiting = new Map<string, JournalEntry[]>()
  let period = ''
  const flush = function* (): Generator<Voucher> {
    for (const [key, entries] of waiting) yield merged(key, entries, { by, detail }, say)
    waiting = new Map()
  }
  for await (const page of pages) {
    for (const entry of page) {
      const own = periodOf(entry, by)
      if (own !== period) yield* flush()
      period = own
      const booked = withAccounts(told(entry, say), settings)
      const key = groupOf(booked, { by, detail })
      if (key === null) yield* flush()
      if (key === null) yield booked
      else waiting.set(key, [...(waiting.get(key) ?? []), booked])
    }
  }
  yield* flush()
}

/** Entries of one period may be one voucher; those of a day stay in their order. */
const periodOf = ({ date, kind }: JournalEntry, by: Grouping['by']): string =>
  by === 'month' ? date.slice(0, 7) : by === 'day' ? date : `${date} ${kind}`

/** Null for an entry that is a voucher of its own. */
const groupOf = (entry: JournalEntry, { by, detail }: Grouping): string | null => {
  const of = `${entry.closing ?? 'open'}`
  if (by === 'month') return `month ${entry.date.slice(0, 7)} ${of}`
  if (by === 'day') return `day ${entry.date} ${of}`
  if (detail === 'invoice' || entry.kind !== 'payment' || entry.slot === null) return null
  return `payments ${entry.date} ${nameOf(entry.slot)} ${of}`
}

/** The text of an entry with what its date and its cause say. */
const told = (entry: Booked, say: (text: Both<string>) => string): JournalEntry => {
  const { cause, ...rest } = entry
  if (entry.closing !== null) return rest
  const why = cause === null ? [] : [say(TEXTS[cause])]
  const own = cause === null && entry.day !== entry.date ? [say(TEXTS.ownDay(entry.day))] : []
  const notes = [...why, ...own]
  return notes.length === 0 ? rest : { ...rest, text: `${entry.text} (${notes.join('; ')})` }
}

const merged = (
  key: string,
  entries: readonly JournalEntry[],
  { by, detail }: Grouping,
  say: (text: Both<string>) => string,
): Voucher => {
  const [first, last] = [entries[0] as JournalEntry, entries.at(-1) as JournalEntry]
  const lines = entries.flatMap((one) => one.lines)
  const isOfDays = by !== 'settlement'
  const text =
    by === 'month'
      ? TEXTS.ofMonth(last.date)
      : by === 'day'
        ? TEXTS.ofDay(last.date)
        : first.slot === null
          ? null
          : TEXTS.payments(first.slot)
  return {
    ...first,
    id: key,
    key,
    day: last.date,
    date: last.date,
    slot: isOfDays ? null : first.slot,
    text: text === null ? first.text : say(text),
    ...(isOfDays ? { kind: 'settlement' as const, findings: [] } : {}),
    reverses: null,
    lines: detail === 'invoice' ? lines : together(lines),
  }
}

/** Lines of one account, third party and side as one; debits and credits are never netted. */
const together = (lines: readonly JournalLine[]): readonly JournalLine[] => {
  const all = new Map<string, JournalLine>()
  for (const line of lines) {
    const { role, name, account, thirdParty, sum } = line
    const key = JSON.stringify([role, name, account, thirdParty, sum > ZERO])
    const before = all.get(key)
    all.set(key, { ...line, invoice: null, document: null, due: null, sum: plus(before?.sum ?? ZERO, sum) })
  }
  return [...all.values()]
}
