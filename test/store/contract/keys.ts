import { expect, test } from 'vitest'
import type { Implementation } from './scene.ts'

export const keyContract = ({ open }: Implementation): void => {
  test('two current records share a key', async () => {
    const { store } = await open()
    await store.keys.update()
    const shared = await store.keys.shared()
    expect(shared.map(({ kind, value, holders }) => [kind, value, holders.map(({ invoiceId }) => invoiceId)])).toEqual([
      ['payment', 'pay-a', ['a', 'c']],
    ])
    expect(await store.keys.invoicesOfSeveralSlots()).toEqual(new Map())
    await store.close()
  })
}
