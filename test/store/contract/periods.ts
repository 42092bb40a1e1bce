import { expect, test } from 'vitest'
import { collect, type Implementation, NEVER_PULLED, payoutMismatch, SLOT } from './scene.ts'

export const periodContract = ({ open }: Implementation): void => {
  test('a closing stands, and the state of a slot at its number is known', async () => {
    const { store, second } = await open()
    const [closing] = await store.periods.closings()
    expect(closing).toMatchObject({ through: SLOT.date, by: 'Ana', at: 3000, isForced: true })
    expect(await store.periods.everClosedThrough()).toBe(SLOT.date)
    const state = await store.periods.stateAt(SLOT, closing?.number ?? 0)
    expect(state).toMatchObject({ pull: { id: second.id }, findings: [payoutMismatch(6)] })
    expect(await store.periods.stateAt(NEVER_PULLED, 1)).toEqual({ pull: null, findings: [] })
    expect(await store.periods.restatements()).toEqual([])
    await store.close()
  })

  test('two pulls of a slot list invoices differently', async () => {
    const { store, first, second } = await open()
    const differences = await collect(store.periods.listDifferences(SLOT, first.id, second.id))
    expect(differences.map(({ id, before, now }) => [id, before?.status, now?.status])).toEqual([
      ['a', 'paid', 'chargeback'],
      ['b', 'paid', undefined],
      ['c', undefined, 'paid'],
    ])
    await store.close()
  })
}
