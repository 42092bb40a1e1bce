import { howMany } from '../../../std/how-many.ts'
import { isDocumentedStatus } from '../../pull/field-notes.ts'
import type { SlotFacts } from '../facts.ts'

/** Invoices with an undocumented status do not count, which alone may explain a mismatch. */
export interface UncountedInvoices {
  readonly invoices: number
  /** The first of their statuses. */
  readonly statuses: readonly string[]
  readonly hasMoreStatuses: boolean
}

const STATUSES_MAX = 3

export const uncountedIn = ({ totals: { byStatus } }: SlotFacts): UncountedInvoices | null => {
  const unknown = [...byStatus].filter(([status]) => !isDocumentedStatus(status))
  const invoices = unknown.reduce((all, [, { invoices }]) => all + invoices, 0)
  if (invoices === 0) return null
  const statuses = unknown.map(([status]) => status).toSorted()
  return {
    invoices,
    statuses: statuses.slice(0, STATUSES_MAX),
    hasMoreStatuses: statuses.length > STATUSES_MAX,
  }
}

const statusList = ({ statuses, hasMoreStatuses }: UncountedInvoices): string =>
  [...statuses, ...(hasMoreStatuses ? ['...'] : [])].join(', ')

/** The end of a sentence. */
export const uncountedInEnglish = (uncounted: UncountedInvoices | null): string =>
  uncounted === null
    ? ''
    : `; ${howMany(uncounted.invoices, 'invoice')} with unknown statuses (${statusList(uncounted)}) ${uncounted.invoices === 1 ? 'was' : 'were'} not counted`

export const uncountedInSpanish = (uncounted: UncountedInvoices | null): string =>
  uncounted === null
    ? ''
    : `; no se ${uncounted.invoices === 1 ? 'contó' : 'contaron'} ${howMany(uncounted.invoices, 'factura')} con estados desconocidos (${statusList(uncounted)})`
