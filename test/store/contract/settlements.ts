import { expect, test } from 'vitest'
import { type Implementation, NEVER_PULLED, SLOT } from './scene.ts'

export const settlementContract = ({ open }: Implementation): void => {
  test('the settlements of a slot are given oldest first, up to a pull', async () => {
    const { store, first, second } = await open()
    const payouts = (found: readonly { readonly settlement: { readonly payout: bigint | number } }[]) =>
      found.map(({ settlement }) => Number(settlement.payout))
    expect(payouts(await store.settlements.versions(SLOT, first))).toEqual([5])
    expect(payouts(await store.settlements.versions(SLOT, second))).toEqual([5, 6])
    const readings = await store.settlements.inPulls(SLOT)
    expect(readings.map(({ pull, at, isFirstPull }) => [pull, at, isFirstPull])).toEqual([
      [first.id, 1000, true],
      [second.id, 2000, false],
    ])
    expect(await store.settlements.inPulls(NEVER_PULLED)).toEqual([])
    await store.close()
  })
}
