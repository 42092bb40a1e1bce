import { Pool } from 'undici'
import type { FetchedInvoice, Invoice, InvoiceFilter, NewInvoice, ParsedRecord } from '../core/invoice.ts'
import type { Answer, ListedPage } from '../core/pull/pull.ts'
import type { AbsentBody, Settlement } from '../core/settlement.ts'
import type { Slot } from '../core/slot.ts'
import { type Creation, createInvoice } from './creation.ts'
import { type AnswerExpectation, ONLY_OK } from './http/answer-expectation.ts'
import { attempt, startDeadline } from './http/attempt.ts'
import { exchangeError } from './http/errors.ts'
import { DEFAULT_LIMITS, type Limits } from './http/limits.ts'
import { type Clock, createRateLimiter, type Sleep } from './http/rate-limiter.ts'
import {
  exchangeOf,
  get,
  type ReceivedAnswer,
  type RequestContext,
  type Retry,
  type RetryBudget,
  requestOf,
} from './http/request.ts'
import { isPassingStatus } from './http/retry.ts'
import { invoiceTarget, personIn, settlementTarget, type Target } from './http/target.ts'
import type { Transport } from './http/transport.ts'
import { type KnownPages, type Lister, listPages, type PageForPerson, pagesForPerson } from './pages.ts'
import { type Absence, absenceHint } from './wire/absence.ts'
import { readFetchedInvoice, readInvoice, type StatusCounts } from './wire/read-invoice.ts'
import { readSettlement } from './wire/read-settlement.ts'
import { itemsOfKnownPage } from './wire/wire-page.ts'

export type { RequestContext as SlotContext, Retry } from './http/request.ts'

export interface ClientOptions {
  /** With the version in its path: `https://host/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Statuses of answers that mean: no such settlement. Their body is an error in JSON, or one of `absentBodies`. */
  readonly absentStatuses: readonly number[]
  readonly absentBodies: readonly AbsentBody[]
  readonly pageLimit: number
  readonly statusCounts: StatusCounts
  readonly limits?: Partial<Limits>
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly sleep: Sleep
  readonly onRetry?: (retry: Retry) => void
  /** Called with every answer that carries a `Date`. */
  readonly onDate?: (serviceDateMs: number, nowMs: number) => void
  /** Called with the media type of every answer that is JSON under another name. */
  readonly onMediaType?: (mediaType: string) => void
}

/** The service as a client. Throws an error of errors.ts when an answer is not usable. */
export interface Client {
  /** The context that the requests of one slot share. */
  slotContext(signal: AbortSignal, onRetry?: (retry: Retry) => void): RequestContext
  /** `settlement` is null when the service reports that there is none. */
  settlement(slot: Slot, context: RequestContext): Promise<{ settlement: Settlement | null; answer: Answer }>
  /**
   * The list of a slot, or another one, page by page on demand. Pages with the bytes of a known one are not parsed.
   * Throws LIST_BROKEN when the pages do not lead to the end of the list.
   */
  invoicePages(filter: InvoiceFilter, context: RequestContext, known?: KnownPages): AsyncIterable<ListedPage>
  /** Null when the service plainly refuses to show it. api.md does not document the answer for an unknown id. */
  invoice(
    id: string,
    context: RequestContext,
  ): Promise<{ invoice: Invoice | null; paymentUrl: string | null; answer: Answer }>
  /** Any list for a person, page by page on demand. */
  pagesForPerson(filter: InvoiceFilter, context: RequestContext): AsyncIterable<PageForPerson>
  /** Sends one POST and never a second. Throws when the service refused it, or when it was never sent. */
  create(order: NewInvoice, context: RequestContext): Promise<Creation>
  /** Reads the stored bytes of a page again. */
  readPage(body: Uint8Array): readonly ParsedRecord[]
  /** Ends all connections at once. */
  close(): Promise<void>
}

export const createClient = (options: ClientOptions): Client => {
  const transport = openTransport(options)
  const budget = retryBudgetOf(options, transport.limits)
  const { statusCounts, absentStatuses, pageLimit } = options
  const ask = (target: Target, expectation: AnswerExpectation, context: RequestContext) =>
    get(transport, budget, target, expectation, context)
  const absence: Absence = { statuses: absentStatuses, bodies: options.absentBodies }
  const maybeAbsent: AnswerExpectation = { ...ONLY_OK, absence }
  const maybeRefused: AnswerExpectation = {
    ...ONLY_OK,
    status: (status) => (absentStatuses.includes(status) || isPlainRefusal(status) ? 'whatever' : 'trouble'),
  }
  const listerFor = (context: RequestContext, alsoPersonal: readonly string[] = []): Lister => ({
    get: (target, isKnown) =>
      ask({ ...target, personal: [...target.personal, ...alsoPersonal] }, { ...ONLY_OK, isKnown }, context),
    pageLimit,
    mostPages: transport.limits.mostPages,
    statusCounts,
  })
  return {
    slotContext: (signal, onRetry = options.onRetry ?? (() => undefined)) => ({ signal, waited: { ms: 0 }, onRetry }),
    settlement: async (slot, context) => {
      const target = settlementTarget(slot)
      const received = await ask(target, maybeAbsent, context)
      return { settlement: settlementIn(received, target, absence), answer: answerOf(received, target) }
    },
    invoicePages: (filter, context, known) => listPages(listerFor(context), filter, known),
    invoice: async (id, context) => {
      const target = invoiceTarget(id)
      const received = await ask(target, maybeRefused, context)
      const { invoice, paymentUrl } = shownIn(received, target, id, statusCounts)
      return { invoice, paymentUrl, answer: answerOf(received, target) }
    },
    pagesForPerson: (filter, context) => pagesForPerson(listerFor(context), filter),
    create: (order, context) =>
      createInvoice(
        {
          send: (target) =>
            attempt(transport, target, ANY_DONE, startDeadline(transport.limits.requestMs, context.signal)),
          withItsReference: (order) =>
            pagesForPerson(listerFor(context, personIn(order)), { reference: order.reference }),
          statusCounts,
        },
        order,
      ),
    readPage: (body) => itemsOfKnownPage(body).map((item) => readInvoice(item, statusCounts)),
    close: () => transport.pool.destroy(),
  }
}

const openTransport = ({ baseUrl, apiKey, limits, clock, onDate, onMediaType }: ClientOptions): Transport => {
  const { origin, pathname } = new URL(baseUrl)
  return {
    pool: new Pool(origin),
    basePath: pathname.replace(/\/+$/, ''),
    apiKey,
    limits: { ...DEFAULT_LIMITS, ...limits },
    clock,
    onDate: onDate ?? (() => undefined),
    onMediaType: onMediaType ?? (() => undefined),
  }
}

const retryBudgetOf = ({ clock, sleep, random }: ClientOptions, { retryAfterMs }: Limits): RetryBudget => ({
  rateLimiter: createRateLimiter(clock, sleep, retryAfterMs),
  sleep,
  random,
})

/** api.md does not show the status of a creation: any 2xx with an invoice is accepted. */
const ANY_DONE: AnswerExpectation = {
  ...ONLY_OK,
  status: (status) => (status >= 200 && status < 300 ? 'json' : 'trouble'),
}

/** A 4xx that a retry will not change. */
const isPlainRefusal = (status: number): boolean => status >= 400 && status < 500 && !isPassingStatus(status)

const answerOf = ({ status, body }: ReceivedAnswer, target: Target): Answer => ({
  request: requestOf(target),
  status,
  body,
})

const settlementIn = (received: ReceivedAnswer, target: Target, absence: Absence): Settlement | null => {
  if (received.isAbsent) return null
  const parsed = readSettlement(received.value)
  if (parsed.ok) return parsed.settlement
  const { status, body, value } = received
  const hint = absenceHint(absence, { status, body, contentType: undefined, parsed: { ok: true, value } })
  throw exchangeError('BAD_ANSWER', exchangeOf(target, received, `answered 200, but ${parsed.reason}${hint}`))
}

const shownIn = (
  received: ReceivedAnswer,
  target: Target,
  id: string,
  statusCounts: StatusCounts,
): FetchedInvoice | { readonly invoice: null; readonly paymentUrl: null } => {
  if (received.status !== 200) return { invoice: null, paymentUrl: null }
  const parsed = readFetchedInvoice(received.value, statusCounts)
  const bad = (reason: string) =>
    exchangeError('BAD_ANSWER', exchangeOf(target, received, `answered 200, but ${reason}`))
  if (parsed.kind === 'malformed') throw bad(`${parsed.record.field} ${parsed.record.reason}`)
  if (parsed.invoice.id !== id) throw bad('with another invoice')
  return parsed
}
