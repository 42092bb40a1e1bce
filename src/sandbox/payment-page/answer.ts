import { isMethod } from '../calendar.ts'
import { type Answer, type Asked, html, redirect } from '../exchange.ts'
import type { InvoiceRow } from '../invoice.ts'
import { beginTransaction, cancel, endTransaction, linkIsActive, pay } from '../invoice-life.ts'
import { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { choosePage, confirmPage, overPage, unknownPage } from './pages.tsx'

/** What the customer sent with a button; forms are the only way in. */
const formOf = async (asked: Asked): Promise<URLSearchParams> => new URLSearchParams(await asked.body())

/** Where the customer goes once it is over: back to the merchant, or to a page that says so when there is no way back. */
const back = (invoice: InvoiceRow): Answer => redirect(invoice.redirect_url ?? `/pay/${invoice.id}`)

const show = (world: World, invoice: InvoiceRow): Answer => {
  const view = { invoice, merchant: world.merchants.byNumber(invoice.merchant).name }
  const active = linkIsActive(invoice, world.clock.now())
  return active ? html(200, choosePage(view)) : html(invoice.status === 'paid' ? 200 : 410, overPage(view))
}

const choose = async (world: World, invoice: InvoiceRow, asked: Asked): Promise<Answer> => {
  const method = (await formOf(asked)).get('method')
  const view = { invoice, merchant: world.merchants.byNumber(invoice.merchant).name }
  if (!isMethod(method)) return html(400, choosePage({ ...view, problem: 'Elija un medio de pago para continuar.' }))
  return html(200, confirmPage({ ...view, invoice: beginTransaction(world, invoice), method }))
}

const approve = async (world: World, invoice: InvoiceRow, asked: Asked): Promise<Answer> => {
  const method = (await formOf(asked)).get('method')
  if (!isMethod(method)) throw new Refusal(400, 'method is not a payment method')
  return back(pay(world, invoice, { method, source: 'link', amount: invoice.amount }))
}

const decline = (world: World, invoice: InvoiceRow): Answer => {
  endTransaction(world, invoice)
  return redirect(`/pay/${invoice.id}`)
}

const act = (world: World, invoice: InvoiceRow, step: string | undefined, asked: Asked): Promise<Answer> | Answer => {
  if (step === 'choose') return choose(world, invoice, asked)
  if (step === 'approve') return approve(world, invoice, asked)
  if (step === 'decline') return decline(world, invoice)
  if (step === 'cancel') return back(cancel(world, invoice))
  throw new Refusal(404, 'Not found')
}

/** The hosted payment page of an invoice, `paymentUrl` (api.md, What the service does). */
export const answerPage = (world: World, asked: Asked): Promise<Answer> | Answer => {
  const [, id = '', step] = /^\/pay\/([^/]+)(?:\/([a-z]+))?$/.exec(asked.path) ?? []
  const invoice = world.invoices.get(id)
  if (invoice === undefined) return html(404, unknownPage())
  if (asked.method === 'GET' && step === undefined) return show(world, invoice)
  if (asked.method !== 'POST')
    throw new Refusal(405, 'Method not allowed', { allow: step === undefined ? 'GET' : 'POST' })
  // Somebody who comes late, or twice, sees what has become of the invoice.
  return linkIsActive(invoice, world.clock.now()) ? act(world, invoice, step, asked) : redirect(`/pay/${id}`)
}
