import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Books } from '../connection/books.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { baseUrlOf, checkBaseUrl, writeBaseUrl } from './base-url.ts'
import { type Customers, customersOf, documentsBeginning } from './customers.ts'
import { type KnownMerchant, writeName } from './merchants.ts'

/** The merchant whose database this is. */
export interface MerchantRepository extends Pick<KnownMerchant, 'name' | 'names'> {
  /** Gives it another name: a CuadreError `MERCHANT_NAME_TAKEN` when another merchant has it or had it. */
  rename(name: string, at: Instant): Promise<void>
  /** The base URL it belongs to; null before its first pull. */
  baseUrl(): Promise<string | null>
  /** Refuses a base URL other than that one: a CuadreError `OTHER_BASE_URL`. */
  checkBaseUrl(baseUrl: string): Promise<void>
  /** The same, and records the base URL when none is recorded: a typo must not bind a merchant of whom nothing is stored. */
  belongTo(baseUrl: string): Promise<void>
  /** Its customers, over all slots: who must not be shown to others. */
  customers(): Promise<Customers>
  /** Their document numbers that begin with one of these rows of digits, and all that have something else than digits. */
  documents(rows: readonly string[]): Promise<readonly string[]>
}

export const createMerchantRepository = (
  books: Books,
  { name, names }: Pick<KnownMerchant, 'name' | 'names'>,
): MerchantRepository =>
  withStoreErrors<MerchantRepository>(books.path, {
    name,
    names,
    rename: (to, at) => writeName(books, to, at),
    baseUrl: () => baseUrlOf(books),
    checkBaseUrl: (baseUrl) => void checkBaseUrl(books, baseUrl),
    belongTo: (baseUrl) => writeBaseUrl(books, baseUrl),
    customers: () => customersOf(books),
    documents: (rows) => documentsBeginning(books, rows),
  })
