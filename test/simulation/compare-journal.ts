import { proofFacts } from '../../jobs/journal.ts'
import { draftJournal, firstOpenDay } from '../../jobs/steps/journal/draft-journal.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import { EVER } from '../../src/core/calendar/calendar.ts'
import { ROLES } from '../../src/core/journal.ts'
import { addDays, type SlotDate } from '../../src/core/slot.ts'
import { loadSettings } from '../../src/input/settings.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { expectedBalances, PROVED } from '../../src/journal/proofs.ts'
import type { BookedEntry } from '../../src/store/journal/journal.ts'
import { keysOf, type Place } from './driver.ts'

/** Accounts of a made-up ledger, for every role. */
export const JOURNAL_OF_STORY = {
  accounts: {
    ...Object.fromEntries(ROLES.map((role, at) => [role, `${100 + at}`])),
    withholdings: { ReteFuente: '901', ReteICA: '902', ReteIVA: '903' },
  },
  thirdParties: { operator: '900', bank: '890', tenants: 'document' },
}

/** What closings froze, as text by the number of the closing: it never changes. */
export type FrozenTexts = Map<string, string>

/**
 * The journal of a night: its proofs at the end of several days; frozen entries are those of the night before, to the byte; what is frozen,
 * reversed and booked anew comes to what a fresh journal has.
 */
export const compareJournal = async (place: Place, now: number, frozen: FrozenTexts): Promise<readonly string[]> => {
  const lines: string[] = []
  for (const basis of ['accrual', 'cash'] as const) {
    const flags = place.entries === null ? {} : { merchant: place.merchant }
    const { settings } = loadSettings({ cwd: place.folder, env: keysOf(place), flags } as never)
    const zone = zoneByName(settings.policy.timeZone)
    const context = { settings, zone, version: '0', now: () => now, signal: new AbortController().signal }
    await readDatabase(context as never, async (store, then: never) => {
      const facts = await draftJournal(store, then, basis)
      const open = await firstOpenDay(store)
      const entries: BookedEntry[] = []
      for await (const page of store.journal.entries(EVER, open)) entries.push(...page)
      const today = zone.dateAt(now)
      if (basis === 'accrual') {
        lines.push(...stays(frozen, entries), ...comesTo(entries, await fresh(store as never, facts)))
        if (new Set(entries.map(({ id }) => id)).size !== entries.length) lines.push('journal: two entries of one id')
      } else if (entries.some(({ closing }) => closing !== null)) return
      for (const day of [0, -1, -2, -4, -9].map((days) => addDays(today, days))) {
        const expected = expectedBalances(await proofFacts(store, then, basis, facts, day))
        for (const role of PROVED) {
          const booked = balance(entries, role, day)
          if (booked !== expected[role])
            lines.push(`journal (${basis}) ${day}: ${role} is ${booked}, should be ${expected[role]}`)
        }
      }
    }).catch((error) => lines.push(`journal: ${error.stack}`))
  }
  return lines
}

const balance = (entries: readonly BookedEntry[], role: string, day: SlotDate): bigint =>
  entries
    .filter(({ date }) => date <= day)
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.role === role ? sum + line.sum : sum), 0n)

const textOf = (value: unknown): string => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one))

export const stays = (frozen: FrozenTexts, entries: readonly BookedEntry[]): readonly string[] => {
  const texts = new Map(entries.filter(({ closing }) => closing !== null).map((one) => [one.id, textOf(one)]))
  const changed = [...frozen].filter(([id, text]) => texts.get(id) !== text)
  for (const [id, text] of texts) frozen.set(id, text)
  return changed.map(([id]) => `journal: the frozen entry ${id} is not what it was`)
}

/** The sums of each thing, by role: reversals take away what was booked. */
export const comesTo = (entries: readonly BookedEntry[], own: ReadonlyMap<string, string>): readonly string[] => {
  const sums = sumsOf(entries)
  const names = new Set([...sums.keys(), ...own.keys()])
  return [...names].flatMap((name) =>
    (sums.get(name) ?? '{}') === (own.get(name) ?? '{}')
      ? []
      : [`journal: ${name} comes to ${sums.get(name)}, not ${own.get(name)}`],
  )
}

export const sumsOf = (entries: readonly Pick<BookedEntry, 'key' | 'lines'>[]): ReadonlyMap<string, string> => {
  const byKey = new Map<string, Record<string, bigint>>()
  for (const { key, lines } of entries) {
    const sums = byKey.get(key) ?? {}
    byKey.set(key, sums)
    for (const { role, name, invoice, sum } of lines) {
      const of = `${role} ${name} ${invoice}`
      sums[of] = (sums[of] ?? 0n) + sum
    }
  }
  return new Map(
    [...byKey].map(([key, sums]) => [
      key,
      textOf(
        Object.fromEntries(
          Object.entries(sums)
            .filter(([, sum]) => sum !== 0n)
            .sort(),
        ),
      ),
    ]),
  )
}

/** A journal of which nothing was ever frozen. */
const fresh = async (
  store: Parameters<typeof draftJournal>[0],
  _facts: unknown,
): Promise<ReadonlyMap<string, string>> => {
  const entries: BookedEntry[] = []
  for await (const page of store.journal.fresh()) entries.push(...page)
  return sumsOf(entries)
}
