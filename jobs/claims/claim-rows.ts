import type { ClaimedInvoice, ClaimRow } from '../../reports/claims/letter-facts.ts'
import type { Arrival } from '../../src/core/bank/payout-arrivals.ts'
import { type Discrepancy, differenceOf, subjectOf } from '../../src/core/findings/discrepancy.ts'
import { counts, type Invoice } from '../../src/core/invoice.ts'
import { ZERO } from '../../src/core/money.ts'
import { daysFrom, type Slot, type SlotDate, sameSlot } from '../../src/core/slot.ts'
import type { OwedSum } from '../../src/rules/account/position-of.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { bucketOf } from '../../src/rules/registry.ts'
import type { Store } from '../../src/store/store.ts'
import type { JobContext } from '../steps/run/context.ts'

/** A sum that is owed, and the report of its settlement. */
export interface OwedItem {
  readonly report: CountedReport
  readonly owed: OwedSum
  /** What the bank's statements show of its payout; null where there are none. */
  readonly arrival: Arrival | null
}

export interface RowContext extends Pick<JobContext, 'settings'> {
  readonly store: Store
  /** The same, without names and documents where the letter is masked. */
  readonly shown: Store
  readonly today: SlotDate
  readonly hasNames: boolean
}

/** What a letter says of a sum that is owed. */
export const claimRow = async (context: RowContext, item: OwedItem): Promise<ClaimRow> => {
  const { report, owed } = item
  const { slot } = report
  const findings = (await context.store.findings.ofSlot(slot)).filter(
    (one) => one.state !== 'resolved' && owed.cases.includes(one.case),
  )
  const named = namedIn(findings)
  const all = await invoicesOf(context, slot, named)
  const invoices = all.map((invoice) => claimedInvoice(invoice, context.hasNames))
  return { slot, sum: owed.sum, invoices, isWhole: named.length === 0, ...figuresOf(item, findings, context) }
}

type RowFigures = Pick<ClaimRow, 'field' | 'reported' | 'ours' | 'ground'>

const figuresOf = (
  { report: { slot, settlement, money, fees, totals }, owed: { bucket, sum }, arrival }: OwedItem,
  findings: readonly Discrepancy[],
  { today }: RowContext,
): RowFigures => {
  const [payout, status] = [settlement?.payout ?? ZERO, settlement?.status ?? '']
  const ours = money.expected ?? sum
  const found = findings.find((one) => bucketOf(one, differenceOf(one.figures)) === bucket)
  const { reported, expected } = found?.figures.unit === 'COP' ? found.figures : { reported: null, expected: null }
  switch (bucket) {
    case 'failed':
    case 'inProcess':
      return { field: 'status', reported: status, ours, ground: { kind: bucket, days: daysFrom(slot.date, today) } }
    case 'feesTooMuch':
      return {
        ...{ field: 'fees', reported: fees.charged ?? ZERO, ours: fees.expected ?? ZERO },
        ground: { kind: 'fees', payments: totals?.counted ?? 0 },
      }
    case 'adjustmentsTaken':
      return {
        ...{ field: 'adjustments', reported: settlement?.adjustments ?? ZERO, ours: expected ?? ZERO },
        ground: { kind: 'adjustments' },
      }
    case 'bankMissing':
    case 'bankLess':
      return {
        ...{ field: 'paymentAmount', reported: payout, ours: reported ?? ZERO },
        ground: { kind: 'notAtBank', status, ...throughIn(arrival) },
      }
    default:
      return {
        ...{ field: 'paymentAmount', reported: payout, ours },
        ground: {
          kind: 'owed',
          listed: money.listed ?? ZERO,
          collected: settlement?.collected ?? ZERO,
          feesDeducted: money.parts?.feesDeducted ?? ZERO,
          adjustments: money.parts?.adjustments ?? ZERO,
          keptByGateway: money.parts?.keptByGateway ?? ZERO,
        },
      }
  }
}

/** How far the bank's statements say that nothing arrived, and what came later. */
const throughIn = (arrival: Arrival | null) =>
  arrival?.kind === 'missing'
    ? { through: arrival.through, later: arrival.laterCredits.map(({ bookedOn }) => bookedOn) }
    : { through: null, later: [] }

/** The invoices that the findings are about, or that alone would explain them. */
const namedIn = (findings: readonly Discrepancy[]): readonly string[] => [
  ...new Set(
    findings.flatMap(({ subject, causes }) => {
      const of = subjectOf(subject)
      const [cause, another] = causes
      const meant = cause !== undefined && another === undefined && cause.candidates === 1 ? cause.invoices : []
      return of.kind === 'invoice' ? [of.id, ...meant] : meant
    }),
  ),
]

/** A letter and its sheet name no more; the ledger of the evidence has all. */
const INVOICES_MAX = 200

/** Those that are named, or those of the whole settlement that count. */
const invoicesOf = async (
  { store, shown, settings: { policy } }: RowContext,
  slot: Slot,
  named: readonly string[],
): Promise<readonly Invoice[]> => {
  const states = await store.slots.states({ from: slot.date, to: slot.date })
  const pull = states.find((state) => sameSlot(state.slot, slot))?.pull ?? null
  if (pull === null) return []
  if (named.length > 0)
    return (await shown.invoices.withIds(slot, pull, named)).flatMap(
      ({ current, previous }) => current ?? previous ?? [],
    )
  const listed: Invoice[] = []
  for await (const page of shown.invoices.asOf(slot, pull, null)) {
    listed.push(...page.flatMap(({ current }) => (current !== null && counts(current, policy) ? [current] : [])))
    if (listed.length >= INVOICES_MAX) break
  }
  return listed.slice(0, INVOICES_MAX)
}

const claimedInvoice = (invoice: Invoice, hasNames: boolean): ClaimedInvoice => {
  const payer = [invoice.customerName, invoice.customerDocument].filter((text) => text !== null && text !== '')
  return {
    reference: invoice.reference,
    paymentId: invoice.paymentId,
    payer: hasNames && payer.length > 0 ? payer.join(', ') : null,
  }
}
