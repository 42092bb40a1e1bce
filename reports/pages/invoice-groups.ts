import { type Centavos, plus, ZERO } from '../../src/core/money.ts'
import type { Sum } from '../../src/core/pull/tally.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { compareText } from '../../src/std/compare-text.ts'

/** Invoices with the same payment method, or the same status. */
export interface InvoiceGroup {
  /** As received; null for the groups that are too small to be shown separately. */
  readonly name: string | null
  readonly invoices: number
  readonly paid: Centavos
  /** How many groups this one combines. */
  readonly together: number
}

/** The most groups that are shown: a service may return as many words as invoices. */
const GROUPS_MAX = 12

/** The groups of all slots of a day, largest sum first; those beyond a dozen are combined. */
const groupsOf = (
  reports: readonly SlotReport[],
  of: (report: SlotReport) => ReadonlyMap<string, Sum>,
): readonly InvoiceGroup[] => {
  const groups = new Map<string, InvoiceGroup>()
  for (const report of reports)
    for (const [name, { invoices, paid }] of of(report)) {
      const known = groups.get(name) ?? { name, invoices: 0, paid: ZERO, together: 1 }
      groups.set(name, { ...known, invoices: known.invoices + invoices, paid: plus(known.paid, paid) })
    }
  const sorted = [...groups.values()].sort(bySum)
  const rest = sorted.slice(GROUPS_MAX - 1)
  return rest.length < 2 ? sorted : [...sorted.slice(0, GROUPS_MAX - 1), rest.reduce(together)]
}

const bySum = (a: InvoiceGroup, b: InvoiceGroup): number =>
  a.paid === b.paid ? compareText(a.name ?? '', b.name ?? '') : a.paid > b.paid ? -1 : 1

const together = (a: InvoiceGroup, b: InvoiceGroup): InvoiceGroup => ({
  name: null,
  invoices: a.invoices + b.invoices,
  paid: plus(a.paid, b.paid),
  together: a.together + b.together,
})

const NONE: ReadonlyMap<string, Sum> = new Map()

/** Over the invoices that count. */
export const byMethod = (reports: readonly SlotReport[]): readonly InvoiceGroup[] =>
  groupsOf(reports, ({ totals }) => totals?.byMethod ?? NONE)

/** Over all listed invoices. */
export const byStatus = (reports: readonly SlotReport[]): readonly InvoiceGroup[] =>
  groupsOf(reports, ({ totals }) => totals?.byStatus ?? NONE)
