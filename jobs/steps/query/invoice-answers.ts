import type { InvoiceAnswer, InvoiceInSettlement } from '../../../reports/documents/search-report.ts'
import type { Instant } from '../../../src/core/calendar/calendar.ts'
import { type Discrepancy, subjectOf } from '../../../src/core/findings/discrepancy.ts'
import { sumTyped } from '../../../src/core/money.ts'
import type { Policy } from '../../../src/core/policy.ts'
import type { InvoiceVersion } from '../../../src/core/pull/invoice-in-pull.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import {
  fieldsMatching,
  type InvoiceMatch,
  type InvoiceSearch,
  SEARCH_FIELDS,
} from '../../../src/core/pull/unlisted-invoice.ts'
import { compareSlots, nameOf, type Slot, sameSlot } from '../../../src/core/slot.ts'
import type { Verdict } from '../../../src/core/verdict.ts'
import { slotReport } from '../../../src/rules/assessment/slot-report.ts'
import { compareText } from '../../../src/std/compare-text.ts'
import type { InboxEvent, StoredEvent } from '../../../src/store/inbox/inbox.ts'
import type { Store } from '../../../src/store/store.ts'
import { readEnvelope } from '../../../src/webhooks/claims/envelope.ts'
import { objectIn } from '../../../src/webhooks/claims/json.ts'
import { checkedRead } from './checked-read.ts'

/** An invoice in a settlement, and its versions there since its first listing. */
interface InvoiceWithVersions {
  readonly settlement: InvoiceInSettlement
  readonly versions: readonly InvoiceVersion[]
}

/** The facts that all invoices of one settlement share. */
interface SettlementFacts {
  readonly pull: Pull
  readonly verdict: Verdict | null
  readonly discrepancies: readonly Discrepancy[]
  /** The time of each of its pulls, by id of the pull. */
  readonly times: ReadonlyMap<number, Instant>
}

/**
 * Returns an invoice with the facts about its settlement, which is read once. Empty for an invoice whose settlement was
 * unknown at that moment.
 */
export const invoiceInSettlementReader = (store: Store, policy: Policy) => {
  const known = new Map<string, SettlementFacts>()
  return async ({ slot, invoiceId }: InvoiceMatch): Promise<readonly InvoiceWithVersions[]> => {
    const facts = known.get(nameOf(slot)) ?? (await factsOf(store, slot, policy))
    if (facts === null) return []
    known.set(nameOf(slot), facts)
    const versions = await store.invoices.versionsOf(slot, facts.pull, invoiceId)
    return listedIn(facts, versions)
  }
}

const factsOf = async (store: Store, slot: Slot, policy: Policy): Promise<SettlementFacts | null> => {
  const ofDay = await store.slots.states({ from: slot.date, to: slot.date })
  const state = ofDay.find((one) => sameSlot(one.slot, slot))
  if (!state?.pull) return null
  const { pull, incomplete } = state
  const discrepancies = await store.findings.ofSlot(slot)
  const read = checkedRead(state)
  const report = slotReport(store.merchant.name, { slot, read, incomplete, discrepancies, due: true }, policy)
  const pulls = await store.pulls.history(slot)
  return {
    pull,
    verdict: read === null ? null : report.verdict,
    discrepancies,
    times: new Map(pulls.map(({ id, at }) => [id, at])),
  }
}

const listedIn = (
  { pull, verdict, discrepancies, times }: SettlementFacts,
  versions: readonly InvoiceVersion[],
): readonly InvoiceWithVersions[] => {
  const [first, last] = [versions[0], versions.at(-1)]
  if (first === undefined || last === undefined) return []
  const { to } = last
  const settlement: InvoiceInSettlement = {
    slot: pull.slot,
    verdict,
    listedSince: times.get(first.from) ?? pull.at,
    leftAt: to === null || to > pull.id ? null : (times.get(to) ?? pull.at),
    firstStatus: first.invoice.status,
    invoice: last.invoice,
    discrepancies: discrepancies.filter((one) => isAbout(one, versions)),
  }
  return [{ settlement, versions }]
}

/** About the invoice itself, about its payment, or about its reference. */
const isAbout = ({ subject }: Discrepancy, versions: readonly InvoiceVersion[]): boolean => {
  const of = subjectOf(subject)
  return versions.some(({ invoice }) => {
    if (of.kind === 'invoice') return of.id === invoice.id
    if (of.kind === 'payment') return of.id === invoice.paymentId
    return of.kind === 'reference' && of.reference === invoice.reference
  })
}

/**
 * The invoices with a field that equals the text; when there are none, those of that sum, where the text is one; when there are none
 * either, those with a field that begins with the text.
 */
export const firstMatches = async (
  store: Store,
  text: string,
  most: number,
): Promise<{ readonly search: InvoiceSearch; readonly matches: readonly InvoiceMatch[] }> => {
  const sum = sumTyped(text)
  const searches: readonly InvoiceSearch[] = [
    { text, mode: 'exact' },
    ...(sum === null ? [] : [{ sum, mode: 'sum' } as const]),
  ]
  for (const search of searches) {
    const matches = await store.invoices.matching(search, most)
    if (matches.length > 0) return { search, matches }
  }
  const search: InvoiceSearch = { text, mode: 'beginning' }
  return { search, matches: await store.invoices.matching(search, most) }
}

/** The invoices, each with its settlements in order; in the order of their first settlements. */
export const invoiceAnswers = (
  listed: readonly InvoiceWithVersions[],
  search: InvoiceSearch,
): readonly InvoiceAnswer[] => {
  const inOrder = listed.toSorted(
    (a, b) => compareSlots(a.settlement.slot, b.settlement.slot) || compareText(idOf(a), idOf(b)),
  )
  const byId = new Map<string, InvoiceWithVersions[]>()
  for (const one of inOrder) byId.set(idOf(one), [...(byId.get(idOf(one)) ?? []), one])
  return [...byId].map(([id, ofInvoice]) => ({
    id,
    fields: SEARCH_FIELDS.filter((field) =>
      ofInvoice.some(({ versions }) => versions.some(({ invoice }) => fieldsMatching(invoice, search).includes(field))),
    ),
    settlements: ofInvoice.map(({ settlement }) => settlement),
  }))
}

const idOf = ({ settlement }: InvoiceWithVersions): string => settlement.invoice.id

/**
 * The notifications that named no settlement on arrival but name one under the present `webhookPayloadField`, each with
 * that settlement.
 */
export const recoveredNotifications = (
  unusable: Iterable<StoredEvent>,
  payloadField: string | null,
): readonly InboxEvent[] => {
  const recovered: InboxEvent[] = []
  for (const { headers: _, body, others: __, ...event } of unusable) {
    const named = settlementNamedIn(body, event, payloadField)
    if (named !== null) recovered.push({ ...event, ...named })
  }
  return recovered
}

const settlementNamedIn = (
  body: Uint8Array,
  { format }: Pick<InboxEvent, 'format'>,
  payloadField: string | null,
): Pick<InboxEvent, 'slot' | 'payloadField'> | null => {
  const envelope = objectIn(body)
  const notification = envelope === null ? null : readEnvelope(envelope, { format, payloadField })
  return notification === null || notification.slot === null
    ? null
    : { slot: notification.slot, payloadField: notification.payloadField }
}
