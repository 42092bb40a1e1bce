import type { Instant } from '../../domain/calendar/calendar.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { baseUrlOf, checkBaseUrl, writeBaseUrl } from './base-url.ts'
import { type Customers, customersOf, documentsBeginning } from './customers.ts'
import { type KnownMerchant, writeName } from './merchants.ts'

/** The merchant whose database this is. */
export interface MerchantRepository extends Pick<KnownMerchant, 'name' | 'names'> {
  /** Renames the merchant; throws a CuadreError `MERCHANT_NAME_TAKEN` when another merchant has or had the name. */
  rename(name: string, at: Instant): Promise<void>
  /** The base URL of its records; null before its first pull. */
  baseUrl(): Promise<string | null>
  /** Refuses a base URL other than that one: a CuadreError `OTHER_BASE_URL`. */
  checkBaseUrl(baseUrl: string): Promise<void>
  /**
   * Checks the base URL, and records it when none is recorded. Only checking does not record: a typing error must not
   * bind a merchant without data.
   */
  belongTo(baseUrl: string): Promise<void>
  /** Its customers, over all slots, whose data must not be shown to others. */
  customers(): Promise<Customers>
  /**
   * Their document numbers that begin with one of these rows of digits, and all that have other characters than digits.
   */
  documents(rows: readonly string[]): Promise<readonly string[]>
}

export const createMerchantRepository = (
  database: MerchantDatabase,
  { name, names }: Pick<KnownMerchant, 'name' | 'names'>,
): MerchantRepository =>
  withStoreErrors<MerchantRepository>(database.path, {
    name,
    names,
    rename: (to, at) => writeName(database, to, at),
    baseUrl: () => baseUrlOf(database),
    checkBaseUrl: (baseUrl) => void checkBaseUrl(database, baseUrl),
    belongTo: (baseUrl) => writeBaseUrl(database, baseUrl),
    customers: () => customersOf(database),
    documents: (rows) => documentsBeginning(database, rows),
  })
