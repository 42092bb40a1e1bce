import type { Assumptions } from './assumptions.ts'
import type { Sqlite } from './database.ts'
import type { Addresses } from './http/addresses.ts'
import type { Identifiers } from './invoices/identifiers.ts'
import type { Invoices } from './invoices/invoices.ts'
import type { Merchants } from './merchants.ts'
import type { Notes } from './notes.ts'
import type { Deliveries } from './notifications/deliveries.ts'
import type { Debits, Plans, Settlements } from './settlements/settlements.ts'
import type { SandboxClock } from './time/clock.ts'

/** The parts of a running sandbox, passed to its functions. */
export interface World {
  readonly sqlite: Sqlite
  readonly clock: SandboxClock
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
  /** The address of the hosted payment pages; known once the port is. */
  pageUrl: string
  /** The hosts that requests may name; known once the port is. */
  addresses: Addresses
}
