import { html, redirect, type SandboxAnswer, type SandboxRequest } from '../http/answer.ts'
import { beginTransaction, cancel, endTransaction, linkIsActive, pay } from '../invoices/invoice-life.ts'
import type { InvoiceRow } from '../invoices/invoices.ts'
import { isMethod } from '../settlements/calendar.ts'
import type { World } from '../world.ts'
import { choosePage, confirmPage, overPage, unknownPage, type View } from './pages.tsx'

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
export const answerPage = (world: World, request: SandboxRequest): Promise<SandboxAnswer> | SandboxAnswer => {
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
