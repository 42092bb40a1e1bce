import { policyIn } from '../../../reports/documents/assumptions.ts'
import { statusCounts } from '../../../src/core/invoice.ts'
import { claimsAt, NO_CLAIMS, type NotificationClaims } from '../../../src/core/notifications/notification.ts'
import { type Policy, sameCycle } from '../../../src/core/policy.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { sameSettlement } from '../../../src/core/settlement.ts'
import type { Slot, SlotDate } from '../../../src/core/slot.ts'
import type { Client, SlotContext } from '../../../src/service/client.ts'
import { isServiceError, slotMoved } from '../../../src/service/http/errors.ts'
import type { KnownPages } from '../../../src/service/pages.ts'
import { rereadPage, rereadSettlement } from '../../../src/service/wire/wire-page.ts'
import { sideBySide } from '../../../src/std/side-by-side.ts'
import { type InboxEvent, type InboxReader, openInboxReader, type StoredEvent } from '../../../src/store/inbox/inbox.ts'
import type { AnswerReader } from '../../../src/store/maintenance/verify/verification-part.ts'
import type { DepartureRead, OpenPull, PullStart } from '../../../src/store/pulls/open-pull.ts'
import type { Store } from '../../../src/store/store.ts'
import { parseNotification } from '../../../src/webhooks/claims/parse-notification.ts'
import { recoveredNotifications } from '../query/invoice-answers.ts'
import type { Progress } from '../run/context.ts'

/** A slot that was read whole and written, but is not visible before it is committed. */
export interface UncommittedPull {
  readonly slot: Slot
  readonly pull: OpenPull
  /** Neither a settlement nor any item in the list. */
  readonly isEmpty: boolean
  /** Asks for the invoices that left the list; undoes the pull when that fails. Called once, before the commit. */
  readDepartures(): Promise<void>
}

/** The dependencies for reading a slot. */
interface SlotReadContext {
  readonly client: Client
  readonly store: Store
  readonly progress: Progress
  /** The number of concurrent requests for departed invoices. */
  readonly concurrency: number
}

type AnsweredSettlement = Awaited<ReturnType<Client['settlement']>>

/**
 * Reads one slot: the settlement, the list, the settlement again. When the two settlements differ, list and settlement
 * are read once more; when they differ again, the slot is incomplete.
 */
export const readSlot = async (
  reader: SlotReadContext,
  start: PullStart,
  context: SlotContext,
): Promise<UncommittedPull> => {
  const first = await reader.client.settlement(start.slot, context)
  reader.progress({ kind: 'slot-began', slot: start.slot, invoices: first.settlement?.invoiceCount ?? null })
  const attempt = await readOnce(reader, start, context, first)
  if (attempt.read !== null) return attempt.read
  const again = await readOnce(reader, start, context, attempt.settlement)
  if (again.read !== null) return again.read
  throw slotMoved(start.slot)
}

/**
 * Reads the list between two readings of the settlement. When the settlement changed meanwhile, the pull is undone and
 * `read` is null.
 */
const readOnce = async (
  reader: SlotReadContext,
  start: PullStart,
  context: SlotContext,
  before: AnsweredSettlement,
): Promise<{ read: UncommittedPull | null; settlement: AnsweredSettlement }> => {
  const pull = await reader.store.pulls.begin(start)
  try {
    await readList(reader, start.slot, pull, context)
    const after = await reader.client.settlement(start.slot, context)
    if (!sameSettlement(before.settlement, after.settlement)) {
      await pull.abandon()
      return { read: null, settlement: after }
    }
    const { items, left } = await pull.endList()
    await pull.settlement(after.settlement, before.answer, after.answer)
    const isEmpty = items === 0 && after.settlement === null
    const departures = () => orAbandon(pull, () => readDepartures(reader, left, pull, context))
    return { read: { slot: start.slot, pull, isEmpty, readDepartures: departures }, settlement: after }
  } catch (fault) {
    await pull.abandon()
    throw fault
  }
}

const orAbandon = async (pull: OpenPull, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (fault) {
    await pull.abandon()
    throw fault
  }
}

const readList = async ({ client, progress }: SlotReadContext, slot: Slot, pull: OpenPull, context: SlotContext) => {
  const known: KnownPages = (position, request) => pull.known(position, request)
  for await (const page of client.invoicePages(slot, context, known)) {
    await pull.page(page)
    progress({ kind: 'page', slot, items: page.items })
  }
}

/**
 * Asks for each invoice that left the list by its id, several side by side. The list itself was read whole, so an answer that cannot be
 * read leaves its invoice to the next pull. After several failures in a row the service is left alone.
 */
const readDepartures = async (
  reader: SlotReadContext,
  ids: readonly string[],
  pull: OpenPull,
  context: SlotContext,
) => {
  let failures = 0
  for (let from = 0; from < ids.length && failures < FAILURES_MAX; from += DEPARTURES_PER_COMMIT) {
    const batch = ids.slice(from, from + DEPARTURES_PER_COMMIT)
    const read = new Map<string, DepartureRead>()
    await sideBySide(batch, reader.concurrency, async (id) => {
      if (failures >= FAILURES_MAX) return
      const outcome = await readDeparture(reader, id, context)
      failures = outcome === 'failed' ? failures + 1 : 0
      if (typeof outcome === 'object') read.set(id, outcome)
    })
    await pull.departures(batch.flatMap((id) => read.get(id) ?? []))
  }
}
const FAILURES_MAX = 3

/** Departures written in one transaction: thousands of them must not be thousands of commits. */
const DEPARTURES_PER_COMMIT = 100

const readDeparture = async (
  { client }: SlotReadContext,
  id: string,
  context: SlotContext,
): Promise<DepartureRead | 'unreadable' | 'failed'> => {
  try {
    const { invoice, answer } = await client.invoice(id, context)
    const { status = null, ownDate = null, ownCycle = null } = invoice ?? {}
    return { departure: { invoiceId: id, status, ownDate, ownCycle }, answer }
  } catch (fault) {
    if (!isServiceError(fault) || fault.code === 'CREDENTIALS_REJECTED') throw fault
    return fault.code === 'BAD_ANSWER' || fault.code === 'UNUSABLE_ID' ? 'unreadable' : 'failed'
  }
}

/** Reads the claims of received notifications about the slots of a job. */
export interface ClaimReader {
  /** The claims about the slot in notifications that arrived before the pull began. */
  readonly of: (pull: Pull, policy: Policy) => NotificationClaims
  readonly close: () => void
}

/** Where notifications are stored, and the settings for reading them. */
export interface ClaimSource {
  /** Path of the inbox, which need not exist. */
  readonly inbox: string
  readonly webhookPayloadField: string | null
}

/** Opens the inbox for reading, if there is one. The receiver can still write. */
export const openClaims = ({ inbox: path, webhookPayloadField }: ClaimSource, merchant: string): ClaimReader => {
  const inbox = openInboxReader(path, merchant)
  if (inbox === null) return { of: () => NO_CLAIMS, close: () => {} }
  const listeningSince = inbox.listeningSince()
  const recovered = new Map(
    recoveredNotifications(inbox.keptEvents(), webhookPayloadField).map((event) => [event.webhookId, event]),
  )
  let day: { readonly date: SlotDate; readonly claims: readonly EventClaims[] } | null = null
  return {
    of: ({ slot, at }, policy) => {
      if (day?.date !== slot.date) day = { date: slot.date, claims: claimsOn(inbox, slot.date, recovered) }
      const ofSlot = day.claims.filter(({ cycle }) => sameCycle(cycle, slot.cycle, policy))
      const claims = ofSlot.flatMap((event) => event.claims)
      return claimsAt({ listeningSince, claims, conflicts: ofSlot.flatMap(({ conflicts }) => conflicts) }, at)
    },
    close: inbox.close,
  }
}

/** The claims of one event without its bytes, since a day may have a hundred thousand. */
interface EventClaims extends Pick<NotificationClaims, 'claims' | 'conflicts'> {
  readonly cycle: string
}

/** The claims of the events that named the day on arrival, and of those that name it under the present settings. */
const claimsOn = (
  inbox: InboxReader,
  date: SlotDate,
  recovered: ReadonlyMap<string, InboxEvent>,
): readonly EventClaims[] => [
  ...Array.from(inbox.ofDate(date), claimsIn),
  ...[...recovered.values()].flatMap((event) => {
    const stored = event.slot?.date === date ? inbox.named(event.webhookId) : null
    return stored === null ? [] : [claimsIn({ ...stored, slot: event.slot, payloadField: event.payloadField })]
  }),
]

/** The claim of one event, and its conflicts; a repeated id with another body is one. */
const claimsIn = (event: StoredEvent): EventClaims => {
  const { webhookId, slot, others } = event
  const claim = parseNotification(event)
  return {
    cycle: slot?.cycle ?? '',
    claims: claim === null ? [] : [claim],
    conflicts: others.map((other) => ({ webhookId, receivedAt: other.receivedAt })),
  }
}

/** Reads stored answers as the run that asked for them did. */
export const answerReader = (version: string): AnswerReader => {
  const policies = new Map<string, Policy>()
  const policyOf = (text: string): Policy => {
    const policy = policies.get(text) ?? policyIn(text)
    policies.set(text, policy)
    return policy
  }
  return {
    version,
    page: (body, text) => {
      const policy = policyOf(text)
      return rereadPage(body, (status) => statusCounts(status, policy))
    },
    settlement: rereadSettlement,
  }
}
