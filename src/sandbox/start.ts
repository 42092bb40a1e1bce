import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { ASSUMED, type Assumptions, assume } from './assumptions.ts'
import { executeControlRequest } from './control/answer.ts'
import type { ControlCommand } from './control/route.ts'
import { createHistory } from './create-history.ts'
import { makeIndexes, openDatabase, type Sqlite } from './database.ts'
import type { Rule } from './fault.ts'
import { addressesOf, isHost } from './http/addresses.ts'
import { html, redirect, type SandboxAnswer, type SandboxRequest } from './http/answer.ts'
import { answerApi } from './http/api.ts'
import { type Faults, openFaults } from './http/faults.ts'
import { type Fields, saysJson } from './http/fields.ts'
import { RequestRefusal } from './http/refusal.ts'
import { serve } from './http/serve.ts'
import { identifiersOf } from './invoices/identifiers.ts'
import { beginTransaction, cancel, endTransaction, linkIsActive, pay } from './invoices/invoice-life.ts'
import { type InvoiceRow, openInvoices } from './invoices/invoices.ts'
import { initialRendering, renderAnew } from './invoices/rendering-of.ts'
import { checkWebhookUrls, type MerchantOptions, merchantOf, openMerchants } from './merchants.ts'
import { openNotes } from './notes.ts'
import { openDeliveries } from './notifications/deliveries.ts'
import { choosePage, confirmPage, overPage, unknownPage, type View } from './payment-page/pages.tsx'
import { report } from './report.ts'
import { SCENARIOS } from './scenarios/scenarios.ts'
import type { Scenario } from './scenarios/trouble.ts'
import { isMethod } from './settlements/calendar.ts'
import {
  openDebits,
  openPlans,
  openSettlements,
  type PlannedRequest,
  type SettlementDays,
} from './settlements/settlements.ts'
import { instantMs, isSupportedInstant, openClock } from './time/clock.ts'
import { openTimeline, type Timeline } from './time/timeline.ts'
import { cyclesRunUntil } from './time/timeline-context.ts'
import type { World } from './world.ts'

/** The form of the customer's button; nothing but forms is accepted. */
const formOf = async (request: SandboxRequest): Promise<URLSearchParams> => new URLSearchParams(await request.body())

/** Sends the customer back to the merchant, or to a final page when there is no way back. */
const redirectToMerchant = (invoice: InvoiceRow): SandboxAnswer =>
  redirect(invoice.redirect_url ?? `/pay/${invoice.id}`)

const viewOf = (world: World, invoice: InvoiceRow): View => ({
  invoice,
  merchant: world.merchants.byNumber(invoice.merchant).name,
})

const show = (world: World, invoice: InvoiceRow): SandboxAnswer => {
  const view = viewOf(world, invoice)
  const active = linkIsActive(invoice, world.clock.now())
  return active ? html(200, choosePage(view)) : html(invoice.status === 'paid' ? 200 : 410, overPage(view))
}

const chooseAgain = (world: World, invoice: InvoiceRow): SandboxAnswer =>
  html(400, choosePage({ ...viewOf(world, invoice), problem: 'Elija un medio de pago para continuar.' }))

/** The next page has an address of its own, so that it can be reloaded. */
const choose = async (world: World, invoice: InvoiceRow, request: SandboxRequest): Promise<SandboxAnswer> => {
  const method = (await formOf(request)).get('method')
  if (!isMethod(method)) return chooseAgain(world, invoice)
  beginTransaction(world, invoice)
  return redirect(`/pay/${invoice.id}/confirm?method=${method}`)
}

const confirm = (world: World, invoice: InvoiceRow, { query }: SandboxRequest): SandboxAnswer => {
  const method = query.get('method')
  const inProgress = invoice.status === 'ready' && world.clock.now() < (invoice.busy_until ?? 0)
  return inProgress && isMethod(method)
    ? html(200, confirmPage({ ...viewOf(world, invoice), method }))
    : redirect(`/pay/${invoice.id}`)
}

const approve = async (world: World, invoice: InvoiceRow, request: SandboxRequest): Promise<SandboxAnswer> => {
  const method = (await formOf(request)).get('method')
  if (!isMethod(method)) return chooseAgain(world, invoice)
  return redirectToMerchant(pay(world, invoice, { method, source: 'link', amount: invoice.amount }))
}

const decline = (world: World, invoice: InvoiceRow): SandboxAnswer => {
  endTransaction(world, invoice)
  return redirect(`/pay/${invoice.id}`)
}

type Step = (world: World, invoice: InvoiceRow, request: SandboxRequest) => Promise<SandboxAnswer> | SandboxAnswer

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['choose', choose],
  ['approve', approve],
  ['decline', decline],
  ['cancel', (world, invoice) => redirectToMerchant(cancel(world, invoice))],
])

/** The hosted payment page of an invoice, `paymentUrl` (api.md, What the service does). Every answer is a page or leads to one. */
const answerPage = (world: World, request: SandboxRequest): Promise<SandboxAnswer> | SandboxAnswer => {
  const [, id = '', step] = /^\/pay\/([^/]+)(?:\/([a-z]+))?$/.exec(request.path) ?? []
  const invoice = world.invoices.get(id)
  if (invoice === undefined) return html(404, unknownPage())
  if (request.method === 'GET' && step === undefined) return show(world, invoice)
  if (request.method === 'GET' && step === 'confirm') return confirm(world, invoice, request)
  const act = request.method === 'POST' && step !== undefined ? STEPS.get(step) : undefined
  // A customer who comes late, or twice, or reloads a step, sees the state of the invoice.
  if (act === undefined || !linkIsActive(invoice, world.clock.now())) return redirect(`/pay/${id}`)
  return act(world, invoice, request)
}

/** Our OpenAPI description of the service, for tools. */
export const readOpenApi = (): string => readFileSync(new URL('./assets/openapi.json', import.meta.url), 'utf8')

type ServerContext = Pick<ControlCommand, 'world' | 'faults' | 'timeline'>

/** A web page's form cannot send JSON, so a control request that changes something must have a JSON body or none. */
const checkControlBody = ({ method, headers }: SandboxRequest): void => {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const hasType = headers['content-type'] !== undefined
  if (method !== 'GET' && (hasBody || hasType) && !saysJson(headers)) {
    throw new RequestRefusal(400, 'The body of a control request must be JSON, with Content-Type: application/json')
  }
}

const answerControl = async (request: SandboxRequest, context: ServerContext): Promise<SandboxAnswer> => {
  checkControlBody(request)
  const answer = await executeControlRequest(request, context)
  if (request.method !== 'GET') await context.timeline.runDue()
  return answer
}

/** Answers at once; the effects of the request, such as a notification, follow later. */
const answerCustomer = async (request: SandboxRequest, context: ServerContext): Promise<SandboxAnswer> => {
  const answer = await answerPage(context.world, request)
  if (request.method !== 'GET') context.timeline.runDueLater()
  return answer
}

/** Answers every request: the service under /v1, its payment pages, its description, and the control requests. */
const answerAll = (request: SandboxRequest, context: ServerContext): Promise<SandboxAnswer> | SandboxAnswer => {
  context.timeline.refresh()
  if (request.path.startsWith('/v1/')) return answerApi(context.world, request)
  if (request.path.startsWith('/pay/')) return answerCustomer(request, context)
  if (request.path === '/sandbox' || request.path.startsWith('/sandbox/')) return answerControl(request, context)
  if (request.path !== '/openapi.json') throw new RequestRefusal(404, 'Not found')
  if (request.method !== 'GET') throw new RequestRefusal(405, 'Method not allowed', { allow: 'GET' })
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: readOpenApi() }
}

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Further hosts that requests may name, with a port or, for any port, without. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The file for its state; without one, the state is lost at the end. */
  readonly db?: string | undefined
  /** The date-time, with an offset, of a fixed clock, which only moves on request; without it, time is real. */
  readonly clock?: string | undefined
  readonly webhookUrls?: readonly string[] | undefined
  readonly seed?: number | undefined
  /** The days of made-up history, today included, and the invoices of each day. */
  readonly days?: number | undefined
  readonly invoicesPerDay?: number | undefined
  readonly scenario?: string | undefined
  readonly merchants?: readonly MerchantOptions[] | undefined
  /** Other values for some of the ASSUMPTIONS. */
  readonly assumptions?: Fields | undefined
  readonly faults?: readonly Rule[] | undefined
}

export interface Sandbox {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly apiKey: string
  readonly integrityKey: string
  /** The first and the last day with a settlement at the start. */
  readonly days: SettlementDays | null
  /** The time of a fixed clock at the start. */
  readonly fixedAt: string | null
  readonly close: () => Promise<void>
}

const DEFAULT_SEED = 1
const DEFAULT_PER_DAY = 60

/** An option that cannot be met; thrown before anything is opened. */
export class SandboxOptionError extends Error {}

const scenarioOf = ({ scenario: name }: SandboxOptions): Scenario | undefined => {
  const scenario = SCENARIOS.find((known) => known.name === name)
  if (name !== undefined && scenario === undefined) throw new SandboxOptionError(`There is no scenario called ${name}`)
  return scenario
}

const checkHosts = ({ allowedHosts = [] }: SandboxOptions): void => {
  const wrong = allowedHosts.find((host) => !isHost(host))
  if (wrong !== undefined) throw new SandboxOptionError(`${wrong} is not a host, as sandbox.example or sandbox:8080`)
}

const startOf = (options: SandboxOptions, scenario: Scenario | undefined): number | undefined => {
  const text = options.clock ?? scenario?.clock
  if (text === undefined) return undefined
  const instant = instantMs(text)
  if (instant === undefined || !isSupportedInstant(instant))
    throw new SandboxOptionError(
      'The clock must be a date-time of 2000 to 2199 with an offset, as 2026-03-12T16:00:00Z',
    )
  return instant
}

const worldOf = (sqlite: Sqlite, options: SandboxOptions, start: number | undefined, assumed: Assumptions): World => {
  const notes = openNotes(sqlite)
  const seed = options.seed ?? Number(notes.get('seed') ?? DEFAULT_SEED)
  notes.put('seed', String(seed))
  return {
    sqlite,
    notes,
    clock: openClock(notes, start),
    seed,
    identifiers: identifiersOf(seed),
    merchants: openMerchants(sqlite),
    invoices: openInvoices(sqlite, initialRendering(notes, assumed)),
    settlements: openSettlements(sqlite),
    debits: openDebits(sqlite),
    deliveries: openDeliveries(sqlite),
    plans: openPlans(sqlite),
    assumed,
    pageUrl: '',
    addresses: new Set(),
  }
}

const registerMerchants = (world: World, options: SandboxOptions, scenario: Scenario | undefined): void => {
  const urls = options.webhookUrls ?? []
  for (const [index, one] of (options.merchants ?? scenario?.merchants ?? [{}]).entries()) {
    world.merchants.put(merchantOf(index + 1, one, urls))
  }
  checkWebhookUrls(world.merchants.all(), world.assumed)
}

/** A database that already has a history is used unchanged; a second history would repeat it. */
const createHistoryOnce = (world: World, options: SandboxOptions, scenario: Scenario | undefined): void => {
  const indexed = (): void => makeIndexes(world.sqlite)
  if (world.notes.get('sown') === undefined) {
    const { days = options.invoicesPerDay === undefined ? 0 : 7, invoicesPerDay = DEFAULT_PER_DAY } = options
    cyclesRunUntil(world, world.clock.now())
    scenario?.sow?.(world)
    createHistory(world, { days, invoicesPerDay }, indexed)
    world.notes.put('sown', 'true')
  }
  indexed()
}

const listen = (server: Server, port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`)
    })
  })

/** Executes a planned request as if it came over HTTP. An error is reported, and stops nothing else. */
const planned =
  (world: World, faults: Faults, timelineOf: () => Timeline) =>
  async ({ method, path, body }: PlannedRequest): Promise<void> => {
    const request = {
      method,
      path,
      query: new URLSearchParams(),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: async () => JSON.stringify(body),
    }
    try {
      await executeControlRequest(request, { world, faults, timeline: timelineOf() })
    } catch (error) {
      report(`planned ${method} ${path}`, error instanceof RequestRefusal ? error.message : error)
    }
  }

/** Reports any refusal of an option as a SandboxOptionError. */
const asOption = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof RequestRefusal ? new SandboxOptionError(error.message) : error
  }
}

const databaseFor = ({ db }: SandboxOptions): Sqlite => {
  try {
    return openDatabase(db)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SandboxOptionError(`${db ?? 'a temporary database'} cannot be used: ${reason}`, { cause: error })
  }
}

/** Starts the whole service of api.md on this machine. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const scenario = scenarioOf(options)
  checkHosts(options)
  const start = startOf(options, scenario)
  const assumed = asOption(() => assume(ASSUMED, { ...scenario?.assumptions, ...options.assumptions }))
  const sqlite = databaseFor(options)
  try {
    const world = worldOf(sqlite, options, start, assumed)
    sqlite.transaction(() => {
      asOption(() => registerMerchants(world, options, scenario))
      createHistoryOnce(world, options, scenario)
    })()
    return await open(world, options, [...(scenario?.faults ?? []), ...(options.faults ?? [])])
  } catch (error) {
    sqlite.close()
    throw error
  }
}

const open = async (world: World, options: SandboxOptions, rules: readonly Rule[]): Promise<Sandbox> => {
  const faults = openFaults(rules)
  const timeline: Timeline = openTimeline(
    world,
    planned(world, faults, () => timeline),
  )
  const server = serve((request) => answerAll(request, { world, faults, timeline }), world, faults)
  const origin = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1')
  world.pageUrl = `${origin}/pay`
  world.addresses = addressesOf(origin, options.allowedHosts ?? [])
  renderAnew(world)
  timeline.start()
  const { apiKey, integrityKey } = world.merchants.byNumber(1)
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
    await timeline.stop()
    world.sqlite.close()
  }
  return {
    baseUrl: `${origin}/v1`,
    controlUrl: `${origin}/sandbox`,
    apiKey,
    integrityKey,
    days: world.settlements.days(),
    fixedAt: world.clock.isFixed() ? new Date(world.clock.now()).toISOString() : null,
    close,
  }
}
