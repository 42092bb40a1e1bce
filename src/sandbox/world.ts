import type { Addresses } from './addresses.ts'
import type { Assumptions } from './assumptions.ts'
import type { Clock } from './clock.ts'
import type { Sqlite } from './database.ts'
import type { Debits } from './debits.ts'
import type { Deliveries } from './deliveries.ts'
import type { Identifiers } from './identifiers.ts'
import type { Invoices } from './invoices.ts'
import type { Merchants } from './merchants.ts'
import type { Notes } from './notes.ts'
import type { Plans } from './plans.ts'
import type { Settlements } from './settlements.ts'

/** Everything the sandbox is made of while it runs, handed to whoever acts in it. */
export interface World {
  readonly sqlite: Sqlite
  readonly clock: Clock
  readonly seed: number
  readonly notes: Notes
  readonly identifiers: Identifiers
  readonly merchants: Merchants
  readonly invoices: Invoices
  readonly settlements: Settlements
  readonly debits: Debits
  readonly deliveries: Deliveries
  readonly plans: Plans
  /** Replaced as a whole when one of them is set. */
  assumed: Assumptions
  /** Where the hosted payment pages are; known once the port is. */
  pageUrl: string
  /** The hosts that requests may name; known once the port is. */
  addresses: Addresses
}
