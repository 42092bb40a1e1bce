import type { Instant } from '../../domain/calendar/calendar.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
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
