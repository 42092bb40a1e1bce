import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Slot } from '../../src/core/slot.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyFolder } from '../empty-folder.ts'
import { changesBetween, rowsOf } from './keeping.ts'
import {
  answerOf,
  begin,
  beginNight,
  type Item,
  invoicesInPull,
  listedBy,
  openTestStore,
  pagesOf,
  pullNight,
  slotOf,
} from './night.ts'

const A = slotOf('2026-03-12', '11')
const B = slotOf('2026-03-12', '13')
const C = slotOf('2026-03-13', '9')

/** Nights are runs 1, 2, 3, ...; each pulls some slots with the given items. */
const databaseOf = async (...nights: readonly (readonly (readonly [Slot, readonly Item[]])[])[]): Promise<Store> => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  for (const [index, slots] of nights.entries()) {
    const run = await beginNight(store, `r${index + 1}`, index + 1)
    for (const [slot, items] of slots) await pullNight(store, { run, slot, at: index + 1, pages: pagesOf([items]) })
    await store.keys.update()
  }
  return store
}

const told = async (store: Store): Promise<string[]> =>
  (await store.keys.shared()).map(
    ({ kind, value, holders }) =>
      `${kind} ${value}: ${holders.map(({ slot, invoiceId, listedSinceRun, readInRun }) => `${invoiceId}@${slot.cycle} ${listedSinceRun}-${readInRun}`).join(', ')}`,
  )

const alone = { paymentId: null, reference: null }

test.each<[string, readonly (readonly (readonly [Slot, readonly Item[]])[])[], readonly string[]]>([
  ['nothing', [[[A, [{ id: 'a' }, { id: 'b' }]]]], []],
  [
    'a payment id, in one slot',
    [
      [
        [
          A,
          [
            { id: 'a', paymentId: 'p' },
            { id: 'b', paymentId: 'p' },
          ],
        ],
      ],
    ],
    ['payment p: a@11 1-1, b@11 1-1'],
  ],
  [
    'a reference, in two slots',
    [
      [
        [B, [{ id: 'b', reference: 'r' }]],
        [A, [{ id: 'a', reference: 'r' }]],
      ],
    ],
    ['reference r: a@11 1-1, b@13 1-1'],
  ],
  [
    'the invoice itself',
    [
      [
        [A, [{ id: 'a', ...alone }]],
        [B, [{ id: 'a', ...alone }]],
      ],
    ],
    ['invoice a: a@11 1-1, a@13 1-1'],
  ],
  [
    'found in a later night',
    [[[A, [{ id: 'a', ...alone }]]], [[B, [{ id: 'a', ...alone }]]]],
    ['invoice a: a@11 1-1, a@13 2-2'],
  ],
  ['an earlier version of itself', [[[A, [{ id: 'a', amount: 1 }]]], [[A, [{ id: 'a', amount: 2 }]]]], []],
  [
    'what one of them no longer carries',
    [
      [
        [
          A,
          [
            { id: 'a', reference: 'r' },
            { id: 'b', reference: 'r' },
          ],
        ],
      ],
      [
        [
          A,
          [
            { id: 'a', reference: 'r' },
            { id: 'b', reference: 's' },
          ],
        ],
      ],
    ],
    [],
  ],
  [
    'what one of them carries again',
    [
      [
        [
          A,
          [
            { id: 'a', reference: 'r' },
            { id: 'b', reference: 'r' },
          ],
        ],
      ],
      [[A, [{ id: 'a', reference: 'r' }]]],
      [
        [
          A,
          [
            { id: 'a', reference: 'r' },
            { id: 'b', reference: 'r' },
          ],
        ],
      ],
    ],
    ['reference r: a@11 1-3, b@11 3-3'],
  ],
  [
    'an invoice that moved',
    [
      [[A, [{ id: 'a', ...alone }]]],
      [
        [A, []],
        [B, [{ id: 'a', ...alone }]],
      ],
    ],
    [],
  ],
  [
    'a text that is a payment id here and a reference there',
    [
      [
        [
          A,
          [
            { id: 'a', paymentId: 'x', reference: null },
            { id: 'b', paymentId: null, reference: 'x' },
          ],
        ],
      ],
    ],
    [],
  ],
  [
    'changed without a gap: listed since the first',
    [
      [
        [A, [{ id: 'a', amount: 1, ...alone }]],
        [B, [{ id: 'a', ...alone }]],
      ],
      [[A, [{ id: 'a', amount: 2, ...alone }]]],
    ],
    ['invoice a: a@11 1-2, a@13 1-1'],
  ],
])('shared keys: %s', async (_, nights, expected) => {
  const store = await databaseOf(...nights)
  expect(await told(store)).toEqual(expected)
  await store.keys.update()
  expect(await told(store)).toEqual(expected)
  await store.close()
})

test('merchants share nothing', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  for (const merchant of ['default', 'other']) {
    const store = await openTestStore(path, { merchant })
    await pullNight(store, { run: await beginNight(store, `r-${merchant}`), slot: A, pages: pagesOf([[{ id: 'a' }]]) })
    await store.keys.update()
    expect(await told(store)).toEqual([])
    expect(await store.slots.states()).toHaveLength(1)
    await store.close()
  }
})

test('keys of an open pull wait until it is closed', async () => {
  const store = await databaseOf([[A, [{ id: 'a', ...alone }]]])
  const run = await beginNight(store, 'later', 9)
  const open = await begin(store, { run, slot: B })
  for (const page of pagesOf([[{ id: 'a', ...alone }]])) await open.page(page)
  const { left } = await open.endList()
  await store.keys.update()
  expect([left, await told(store)]).toEqual([[], []])
  await open.settlement(null, answerOf('{}'), answerOf('{}'))
  await open.commit()
  await store.keys.update()
  expect(await told(store)).toEqual(['invoice a: a@11 1-1, a@13 2-2'])
  await store.close()
})

test('slots pulled side by side do not mix, and an abandoned one leaves nothing in the others', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const items = (slot: Slot) => Array.from({ length: 120 }, (_, n) => [{ id: `${n}`, amount: n + Number(slot.cycle) }])
  const write = async (slot: Slot, closes: boolean) => {
    const pull = await begin(store, { run, slot })
    for (const page of pagesOf(items(slot))) await pull.page(page)
    await pull.endList()
    await pull.settlement(null, answerOf('{"error":"none"}'), answerOf('{"error":"none"}'))
    return closes ? pull.commit() : pull.abandon()
  }
  const [a, , c] = await Promise.all([write(A, true), write(B, false), write(C, true)])
  for (const [slot, pull] of [
    [A, a],
    [C, c],
  ] as const) {
    if (!pull) throw new Error('not closed')
    const expected = items(slot).map(([item]) => `${item?.id} ${item?.amount}`)
    expect((await listedBy(store, pull)).sort()).toEqual(expected.sort())
  }
  expect((await store.slots.states()).map(({ slot }) => slot)).toEqual([A, C])
  await store.close()
})

test('a pull abandoned while a batch of it is being written leaves nothing', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  const run = await beginNight(store, 'r1')
  const before = rowsOf(path)
  const pull = await begin(store, { run, slot: A })
  for (const page of pagesOf(Array.from({ length: 60 }, (_, n) => [{ id: `${n}` }]))) await pull.page(page)
  await pull.abandon()
  expect(Object.keys(changesBetween(before, rowsOf(path)))).toEqual(['link', 'slot'])
  await store.close()
})

test('charged back once, and whether that was reversed', async () => {
  const charged = { status: 'chargeback' }
  const store = await databaseOf(
    [
      [A, [{ id: 'a' }, { id: 'b', ...charged }, { id: 'c', ...charged }]],
      [B, [{ id: 'd', ...charged, paid: 7 }]],
    ],
    [[A, [{ id: 'a', ...charged }, { id: 'b', ...charged, amount: 5 }, { id: 'c' }]]],
  )
  expect(await store.invoices.chargebacks()).toEqual([
    { slot: A, invoiceId: 'a', paid: 1000n, isReversed: false },
    { slot: A, invoiceId: 'b', paid: 5n, isReversed: false },
    { slot: A, invoiceId: 'c', paid: 1000n, isReversed: true },
    { slot: B, invoiceId: 'd', paid: 7n, isReversed: false },
  ])
  await store.close()
})

test('more than a page of invoices with versions across its edge', async () => {
  const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
  const run = await beginNight(store, 'r1')
  const items = (amount: number) => [Array.from({ length: 1500 }, (_, n) => ({ id: `i${n}`, amount }))]
  await pullNight(store, { run, slot: A, pages: pagesOf(items(1)) })
  await pullNight(store, { run, slot: A, pages: pagesOf(items(2)) })
  const third = await pullNight(store, { run, slot: A, pages: pagesOf(items(3)) })
  const held = await invoicesInPull(store, third)
  expect(held).toHaveLength(1500)
  expect(held.every(({ current, previous }) => current?.amount === 3n && previous?.amount === 2n)).toBe(true)
  await store.close()
})
