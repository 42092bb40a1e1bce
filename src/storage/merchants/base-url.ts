import { eq } from 'drizzle-orm'
import { CuadreError } from '../../std/errors.ts'
import { addLink } from '../chain/links.ts'
import type { Books } from '../connection/books.ts'
import { merchant } from '../schema.ts'

/** The base URL the merchant's books belong to; null before their first pull. */
export const baseUrlOf = ({ db, merchant: name }: Books): string | null =>
  db.select().from(merchant).where(eq(merchant.name, name)).get()?.baseUrl ?? null

/** The same; another one than this is refused. */
export const checkBaseUrl = (books: Books, baseUrl: string): string | null => {
  const { merchant: name, path } = books
  const known = baseUrlOf(books)
  if (known === null || known === baseUrl) return known
  throw new CuadreError(
    'OTHER_BASE_URL',
    `merchant ${name} in ${path} belongs to ${known}, not to ${baseUrl}`,
    'use that base URL, or another database (CUADRE_DB) or merchant (CUADRE_MERCHANT) for this one',
  )
}

/** Sandbox and production must never mix: the base URL of the first pull is the one the merchant's books belong to. */
export const writeBaseUrl = async (books: Books, baseUrl: string): Promise<void> => {
  const { db, merchant: name, pace } = books
  if (checkBaseUrl(books, baseUrl) !== null) return
  // Asked again inside: settlements read side by side may all have come this far.
  await pace.write(() => {
    if (checkBaseUrl(books, baseUrl) !== null) return
    db.update(merchant).set({ baseUrl }).where(eq(merchant.name, name)).run()
    linkMerchant(books)
  })
}

/** Adds the merchant of these books, who belongs to them from now on. */
export const writeMerchant = (books: Books): Promise<void> =>
  books.pace.write(() => {
    books.db.insert(merchant).values({ name: books.merchant }).run()
    linkMerchant(books)
  })

/** Within a write transaction. */
const linkMerchant = (books: Books): void => {
  const row = books.sqlite.prepare<[string], number>('SELECT rowid FROM merchant WHERE name = ?').pluck()
  addLink(books, 'merchant', row.get(books.merchant) ?? 0)
}
