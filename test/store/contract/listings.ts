import { expect, test } from 'vitest'
import { type Implementation, SLOT } from './scene.ts'

export const listingContract = ({ open }: Implementation): void => {
  test('the newest listing of a date shows the invoices that no slot holds', async () => {
    const { store } = await open()
    expect(await store.listings.newest()).toMatchObject([{ date: SLOT.date, pages: 1, items: 1, unlisted: 1 }])
    expect(await store.listings.unlistedInvoices()).toMatchObject([{ invoiceId: 'unlisted', listedIn: [] }])
    const pages = []
    for await (const { invoiceIds, bytes } of store.listings.unlistedPages())
      pages.push([[...invoiceIds], new TextDecoder().decode(bytes())])
    expect(pages).toEqual([[['unlisted'], expect.stringContaining('unlisted')]])
    await store.close()
  })
}
