import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pull } from '../../src/core/pull/pull.ts'
import { emptyFolder } from '../empty-folder.ts'
import { trials } from '../trials.ts'
import { begin, beginNight, type Item, invoicesInPull, openTestStore, pagesOf, pullNight, slotOf } from './night.ts'

const item: fc.Arbitrary<Item> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'é', 'F', '10', '9'),
  amount: fc.constantFrom(1000, 2000),
})
/** A list as served: items in pages, in any order, some more than once. */
const list = fc.array(fc.array(item, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
const night = fc.record({
  list,
  cursors: fc.constantFrom('', 'x'),
  abandonedFirst: fc.option(list),
  again: fc.boolean(),
})

/** The result of a list, computed independently of the store: of several copies the last one counts. */
const lastCopies = (pages: readonly (readonly Item[])[]): Map<string, number> =>
  new Map(pages.flat().map(({ id, amount }) => [id, amount ?? 0]))

const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const sorted = (database: ReadonlyMap<string, number>): string[] =>
  [...database].sort(([a], [b]) => inBytes(a, b)).map(([id, amount]) => `${id} ${amount}`)

test('any order of pages, any overlap and any re-run give the same database, now and as of every earlier pull', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  let slots = 0
  await fc.assert(
    fc.asyncProperty(fc.array(night, { minLength: 1, maxLength: 4 }), async (nights) => {
      slots += 1
      const slot = slotOf('2026-03-12', `${slots}`)
      const told: { readonly pull: Pull; readonly database: Map<string, number> }[] = []
      for (const { list, cursors, abandonedFirst, again } of nights) {
        if (abandonedFirst !== null) {
          const pull = await begin(store, { run, slot })
          for (const page of pagesOf(abandonedFirst)) await pull.page(page)
          await pull.endList()
          await pull.abandon()
        }
        for (let times = again ? 2 : 1; times > 0; times -= 1) {
          const pull = await pullNight(store, { run, slot, pages: pagesOf(list, cursors) })
          told.push({ pull, database: lastCopies(list) })
          expect(pull.list.items).toBe(list.flat().length)
          expect(pull.list.kept + pull.list.repeated).toBe(list.flat().length)
          expect(pull.list.kept).toBe(lastCopies(list).size)
        }
      }
      const everHeld = new Set<string>()
      for (const { pull, database } of told) {
        for (const id of database.keys()) everHeld.add(id)
        const held = await invoicesInPull(store, pull)
        expect(held.map(({ id }) => id)).toEqual([...everHeld].sort(inBytes))
        const listed = held.flatMap(({ current }) => (current === null ? [] : [`${current.id} ${current.amount}`]))
        expect(listed).toEqual(sorted(database))
      }
      const last = told.at(-1)
      if (last !== undefined) {
        const gone = [...everHeld].filter((id) => !last.database.has(id)).sort(inBytes)
        expect((await store.pulls.departures(last.pull.slot, last.pull)).map(({ invoiceId }) => invoiceId)).toEqual(
          gone,
        )
      }
    }),
    { numRuns: trials(25) },
  )
  await store.close()
})

test('an invoice that says the same as before after all has not changed', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }]]), at: 1 })
  const copies = [
    [
      { id: 'a', amount: 5 },
      { id: 'a', amount: 6 },
    ],
    [{ id: 'a' }],
  ]
  const second = await pullNight(store, { run, pages: pagesOf(copies), at: 2 })
  expect((await invoicesInPull(store, second))[0]).toMatchObject({ previous: null, current: { amount: 1000n } })
  expect(await store.pulls.repeats(second)).toEqual([{ invoiceId: 'a', paid: 1000n, copiesDiffer: true }])
  await store.close()
})
