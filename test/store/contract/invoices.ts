import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../../src/core/policy.ts'
import { collect, type Implementation, NEVER_PULLED, SLOT } from './scene.ts'

export const invoiceContract = ({ open }: Implementation): void => {
  test('the invoices of a slot are given as of a pull, in order of id', async () => {
    const { store, first, second } = await open()
    const listed = async (pull: typeof first) =>
      (await collect(store.invoices.asOf(SLOT, pull, null))).map(({ id, current }) => [id, current?.status])
    expect(await listed(first)).toEqual([
      ['a', 'paid'],
      ['b', 'paid'],
    ])
    expect(await listed(second)).toEqual([
      ['a', 'chargeback'],
      ['b', undefined],
      ['c', 'paid'],
    ])
    expect(await collect(store.invoices.asOf(NEVER_PULLED, second, null))).toEqual([])
    await store.close()
  })

  test('an invoice is found by its id, with its versions', async () => {
    const { store, first, second } = await open()
    const found = await store.invoices.withIds(SLOT, second, ['c', 'd', 'a'])
    expect(found.map(({ id }) => id)).toEqual(['c', 'a'])
    expect(await store.invoices.versionsOf(SLOT, second, 'a')).toMatchObject([
      { from: first.id, to: second.id },
      { from: second.id },
    ])
    expect(await collect(store.invoices.versions(SLOT, second))).toHaveLength(3)
    await store.close()
  })

  test('a pull changes invoices, and chargebacks are those of the latest one', async () => {
    const { store, first, second } = await open()
    const changes = await collect(
      store.invoices.changes({ slot: SLOT, first: first.id, last: second.id }, DEFAULT_POLICY),
    )
    expect(changes.map(({ invoiceId, kind }) => [invoiceId, kind])).toEqual([
      ['a', 'altered'],
      ['b', 'moved'],
      ['c', 'added'],
    ])
    expect(await store.invoices.chargebacks()).toMatchObject([{ slot: SLOT, invoiceId: 'a', paid: 1000n }])
    await store.close()
  })

  test.each<[string, 'exact' | 'beginning', number, [string, string][]]>([
    ['a', 'exact', 9, [['11', 'a']]],
    ['ref-b', 'exact', 9, [['11', 'b']]],
    [
      'pay-a',
      'exact',
      9,
      [
        ['11', 'a'],
        ['11', 'c'],
      ],
    ],
    [
      '00000',
      'exact',
      2,
      [
        ['11', 'a'],
        ['11', 'b'],
      ],
    ],
    [
      '123',
      'exact',
      9,
      [
        ['11', 'a'],
        ['11', 'b'],
        ['11', 'c'],
      ],
    ],
    ['ref', 'exact', 9, []],
    [
      'ref',
      'beginning',
      9,
      [
        ['11', 'a'],
        ['11', 'b'],
        ['11', 'c'],
      ],
    ],
    ["' OR 1=1 --", 'beginning', 9, []],
    ['d', 'exact', 9, []],
  ])('the invoices that carry %s: %s', async (text, mode, most, found) => {
    const { store } = await open()
    const matches = await store.invoices.matching({ text, mode }, most)
    expect(matches.map(({ slot, invoiceId }) => [slot.cycle, invoiceId])).toEqual(found)
    await store.close()
  })
}
