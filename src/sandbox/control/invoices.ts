import { json, jsonText, type SandboxAnswer } from '../http/answer.ts'
import { type Fields, readFields, readOptionalFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { cancel, chargeBack, type PaymentMade, pay } from '../invoices/invoice-life.ts'
import { type InvoiceRow, writeInvoice } from '../invoices/invoices.ts'
import { renderingAtCreation } from '../invoices/rendering-of.ts'
import { paidInvoice, paymentFor, tenantsOf } from '../invoices/seeded-invoice.ts'
import { randomOf } from '../random-source.ts'
import { isMethod, isSource, METHODS, SOURCES } from '../settlements/calendar.ts'
import type { World } from '../world.ts'
import { readAnySlot, readMisstatement, readSlot, refuseOtherFields } from './fields.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const bodyOf = (world: World, invoice: InvoiceRow): SandboxAnswer =>
  jsonText(200, writeInvoice(invoice, renderingAtCreation(world)))

const findInvoice = ({ world, parameters: [id = ''] }: ControlCommand): InvoiceRow => {
  const invoice = world.invoices.get(id)
  if (invoice === undefined) throw new RequestRefusal(404, 'Invoice not found')
  return invoice
}

const paymentOf = (fields: Fields, invoice: InvoiceRow): PaymentMade => {
  refuseOtherFields(fields, ['paymentMethod', 'paymentSource', 'paymentAmount'])
  const {
    paymentMethod: method = 'pse',
    paymentSource: source = 'link',
    paymentAmount: amount = invoice.amount,
  } = fields
  if (!isMethod(method)) throw new RequestRefusal(400, `paymentMethod must be one of ${METHODS.join(', ')}`)
  if (!isSource(source)) throw new RequestRefusal(400, `paymentSource must be one of ${SOURCES.join(', ')}`)
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0) {
    throw new RequestRefusal(400, 'paymentAmount must be a number above zero')
  }
  return { method, source, amount }
}

const payInvoice = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const invoice = findInvoice(command)
  return bodyOf(
    command.world,
    pay(command.world, invoice, paymentOf(await readOptionalFields(command.request), invoice)),
  )
}

const misstate = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const invoice = findInvoice(command)
  command.world.invoices.misstate(invoice, readMisstatement(await readFields(command.request)))
  return bodyOf(command.world, findInvoice(command))
}

const settleIn = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const invoice = findInvoice(command)
  const fields = await readFields(command.request)
  refuseOtherFields(fields, ['date', 'cycle'])
  const slot = readAnySlot([String(fields.date), String(fields.cycle)])
  return bodyOf(command.world, command.world.invoices.change(invoice, slot))
}

const remove = (command: ControlCommand): SandboxAnswer => {
  command.world.invoices.remove(findInvoice(command))
  return json(200, {})
}

/** Adds a paid invoice to a slot, also after its settlement: tests need late payments. */
const addPaid = async ({ world, request, parameters }: ControlCommand): Promise<SandboxAnswer> => {
  await readOptionalFields(request)
  const slot = readSlot(parameters)
  const nth = world.invoices.count()
  const random = randomOf(world.seed, `added ${nth}`)
  const invoice = paidInvoice(world, random, tenantsOf(world.seed)(nth), paymentFor(world, random, slot))
  world.invoices.add(invoice)
  const added = world.invoices.get(invoice.id)
  if (added === undefined) throw new Error('An invoice that was just added is not there')
  return bodyOf(world, added)
}

export const invoiceRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/invoices/{id}/pay',
    sentence: 'Pays a ready invoice; paymentMethod, paymentSource and paymentAmount may be given.',
    executeControl: payInvoice,
  },
  {
    method: 'POST',
    path: '/invoices/{id}/cancel',
    sentence: 'Cancels a ready invoice.',
    executeControl: (command) => bodyOf(command.world, cancel(command.world, findInvoice(command))),
  },
  {
    method: 'POST',
    path: '/invoices/{id}/chargeback',
    sentence: 'Charges a paid invoice back; a later settlement takes its money back.',
    executeControl: (command) => bodyOf(command.world, chargeBack(command.world, findInvoice(command))),
  },
  {
    method: 'PATCH',
    path: '/invoices/{id}',
    sentence: 'Says fields otherwise than they are: {"set":{...},"remove":[...]}.',
    executeControl: misstate,
  },
  {
    method: 'PUT',
    path: '/invoices/{id}/slot',
    sentence:
      'Moves a paid invoice to the settlement of another {"date","cycle"}, also to a cycle that nobody documented.',
    executeControl: settleIn,
  },
  { method: 'DELETE', path: '/invoices/{id}', sentence: 'Makes an invoice vanish.', executeControl: remove },
  {
    method: 'POST',
    path: '/cycles/{date}/{cycle}/invoices',
    sentence: 'Adds one more paid invoice to a settlement cycle.',
    executeControl: addPaid,
  },
]
