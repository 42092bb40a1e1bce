import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstOpenDay } from '../../jobs/steps/journal/draft-journal.ts'
import { EVER } from '../../src/core/calendar/calendar.ts'
import { ENTRY_KINDS, type EntryFacts, type JournalSettings, ROLES } from '../../src/core/journal.ts'
import { fromCentavos, negate, sumOf } from '../../src/core/money.ts'
import { addDays, type SlotDate } from '../../src/core/slot.ts'
import { withAccounts } from '../../src/journal/accounts.ts'
import { basisOf, line } from '../../src/journal/entry.ts'
import type { BookedEntry } from '../../src/store/journal/journal.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Chance, chanceOf } from '../simulation/chance.ts'
import { comesTo, type FrozenTexts, stays, sumsOf } from '../simulation/compare-journal.ts'
import { openTestStore } from '../store/night.ts'

/*
 * What is booked changes as it likes: things come, change, move to other days and vanish; days are closed, closed further and opened
 * again. The proofs of whole nights are those of the simulator (test/simulation/compare-journal.ts).
 */

const FIRST = '2026-03-01' as SlotDate
const KINDS = ENTRY_KINDS.filter((kind) => kind !== 'opening' && kind !== 'reversal')

const entryOf = (chance: Chance, key: string): EntryFacts => {
  const sum = fromCentavos(chance.whole(1, 3) * 100)
  const about = { invoice: chance.oneOf([null, 'i-1']), document: null }
  return {
    key,
    kind: chance.oneOf(KINDS),
    day: addDays(FIRST, chance.whole(0, 9)),
    slot: null,
    text: chance.oneOf(['one', 'other']),
    findings: [],
    lines: [line(chance.oneOf(ROLES), sum, about), line(chance.oneOf(ROLES), negate(sum))],
  }
}

const KEYS = ['a', 'b', 'c', 'd', 'e']

const change = (chance: Chance, facts: Map<string, EntryFacts>): void => {
  for (const key of KEYS) {
    const known = facts.get(key)
    if (chance.percent(15)) facts.delete(key)
    else if (known !== undefined && chance.percent(20))
      facts.set(key, { ...known, day: addDays(FIRST, chance.whole(0, 9)) })
    else if (chance.percent(known === undefined ? 50 : 20)) facts.set(key, entryOf(chance, key))
  }
}

const draftOf = (entries: Iterable<EntryFacts>) => [...entries].map((entry) => ({ entry, basis: basisOf(entry) }))

const SETTINGS: JournalSettings = {
  ...{ accounts: {}, thirdParties: {}, voucherType: '12', costCenter: null, from: null, template: null },
  basis: 'accrual',
}

/** Plays a history, and says on which step the journal was not what it should be. */
const history = async (seed: number, store: Store): Promise<readonly string[]> => {
  const chance = chanceOf(seed)
  const [facts, frozen]: [Map<string, EntryFacts>, FrozenTexts] = [new Map(), new Map()]
  let before: readonly EntryFacts[] = []
  const by = { by: 'Ana', reason: 'r', isForced: false }
  for (let step = 1; step <= 8; step += 1) {
    change(chance, facts)
    await store.journal.clearDrafts()
    await store.journal.addToDraft('fresh', draftOf(facts.values()))
    if (!(await store.journal.hasFrozen())) await store.journal.addToDraft('before', draftOf(before))
    const open = await firstOpenDay(store)
    const entries: BookedEntry[] = []
    for await (const page of store.journal.entries(EVER, open)) entries.push(...page)
    const wrong = [...stays(frozen, entries), ...comesTo(entries, sumsOf([...facts.values()])), ...shape(entries, open)]
    if (wrong.length > 0) return wrong.map((one) => `seed ${seed}, step ${step}: ${one}`)
    const last = (await store.periods.closings()).at(-1)
    if (chance.percent(40)) {
      const through = addDays(last?.through ?? FIRST, chance.whole(last === undefined ? 0 : 1, 3))
      // Before the journal was set up, a closing froze nothing.
      const isSetUp = step > 2
      const freeze = { open, from: EVER.from, through, asFrozen: (one: BookedEntry) => withAccounts(one, SETTINGS) }
      await store.periods.close({ ...by, through, at: step }, isSetUp ? freeze : null)
      if (!isSetUp) before = [...facts.values()].filter(({ day }) => day <= through)
    } else if (last !== undefined && step > 3 && chance.percent(30)) await store.periods.undo(last, { ...by, at: step })
  }
  return []
}

/** Entries sum to 0, have ids of their own, and those to come are on open days; those of a closing are numbered in their order. */
const shape = (entries: readonly BookedEntry[], open: SlotDate): readonly string[] => {
  const numbers = entries.flatMap(({ number }) => number ?? []).sort((a, b) => a - b)
  return [
    ...entries.flatMap(({ id, lines }) =>
      sumOf(lines.map(({ sum }) => sum)) === 0n ? [] : [`${id} does not sum to 0`],
    ),
    ...(new Set(entries.map(({ id }) => id)).size === entries.length ? [] : ['two entries of one id']),
    ...(numbers.every((number, at) => number === at + 1) ? [] : [`numbers are ${numbers}`]),
    ...entries.flatMap(({ id, date, closing }) =>
      closing === null && date < open && (id.includes('#') || id.endsWith('reversed'))
        ? [`${id} is booked on the closed ${date}`]
        : [],
    ),
  ]
}

test('of 200 random histories frozen entries never change, and reversed and new ones come to a fresh journal', async () => {
  const [folder, wrong]: [string, string[]] = [emptyFolder(), []]
  for (let seed = 1; seed <= 200; seed += 1) {
    const store = await openTestStore(join(folder, `${seed}.db`))
    wrong.push(...(await history(seed, store)))
    await store.close()
  }
  expect(wrong).toEqual([])
})
