import { expect, test } from 'vitest'
import type { Implementation } from './scene.ts'

export const merchantContract = ({ open }: Implementation): void => {
  test('the merchant goes by its name, belongs to one base URL and has customers', async () => {
    const { store } = await open()
    expect(store.merchant).toMatchObject({ name: 'default' })
    expect(await store.merchant.baseUrl()).toBe('https://one.example/v1')
    await expect(store.merchant.checkBaseUrl('https://two.example/v1')).rejects.toMatchObject({
      code: 'OTHER_BASE_URL',
    })
    expect(await store.merchant.customers()).toEqual({ documents: ['123'], names: [] })
    expect(await store.merchant.documents(['123'])).toEqual(['123'])
    expect(await store.merchant.documents(['12345'])).toEqual([])
    await store.close()
  })
}
