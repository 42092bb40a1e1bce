import { expect, test } from 'vitest'
import type { Implementation } from './scene.ts'

export const policyContract = ({ open }: Implementation): void => {
  test('the last policy is the one recorded last, and each is found by its number', async () => {
    const { store } = await open()
    const last = await store.policies.last()
    expect(last?.policy).toBe('{"last":true}')
    expect(await store.policies.withNumber(last?.number ?? 0)).toBe('{"last":true}')
    expect(await store.policies.withNumber((last?.number ?? 0) + 1)).toBeNull()
    await store.close()
  })
}
