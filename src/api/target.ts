import type { Slot } from '../domain/slot.ts'
import { UnusableIdFault } from './errors.ts'
import { isWellFormed } from './well-formed.ts'

/** What is asked for. All paths are relative to the base address, and a query is part of them. */
export interface Target {
  readonly path: string
  /** As it may stand in a message: cursors are opaque and may hold anything, so they are left out. */
  readonly shown: string
}

const plain = (path: string): Target => ({ path, shown: path })

/** api.md, Endpoints, 4. Date and cycle have passed their allow-lists; encoding them costs nothing and trusts nobody. */
export const settlementTarget = ({ date, cycle }: Slot): Target =>
  plain(`/settlements/${encodeURIComponent(date)}/${encodeURIComponent(cycle)}`)

/** api.md, Endpoints, 3. An id is foreign text: `..` would be another resource, and encoding leaves it as it is. */
export const invoiceTarget = (id: string): Target => {
  if (id === '' || id === '.' || id === '..' || !isWellFormed(id)) throw new UnusableIdFault()
  return plain(`/invoices/${encodeURIComponent(id)}`)
}

/** api.md, Endpoints, 2. */
export const pageTarget = (
  { date, cycle }: Slot,
  limit: number,
  page: number,
  cursor: string | null | undefined,
): Target => {
  const slot = `settlementDate=${encodeURIComponent(date)}&settlementCycle=${encodeURIComponent(cycle)}`
  const first = `/invoices?${slot}&limit=${limit}`
  if (typeof cursor !== 'string') return plain(first)
  return { path: `${first}&cursor=${encodeURIComponent(cursor)}`, shown: `${first} (page ${page})` }
}
