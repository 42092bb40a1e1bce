import { chanceOf } from '../chance.ts'
import { json, jsonText, type SandboxAnswer } from '../http/answer.ts'
import { type Fields, readFields, readOptionalFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { type InvoiceRow, writeInvoice } from '../invoices/invoice.ts'
import { cancel, chargeBack, type PaymentMade, pay } from '../invoices/invoice-life.ts'
import { paidInvoice, paymentFor } from '../invoices/seeded-invoice.ts'
import { tenantsOf } from '../invoices/tenants.ts'
import { tellingAtCreation } from '../notifications/telling.ts'
import { isMethod, isSource, METHODS, SOURCES } from '../settlements/calendar.ts'
import type { World } from '../world.ts'
import { readAnySlot, readMisstatement, readSlot, refuseOtherFields } from './fields.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const tell = (world: World, invoice: InvoiceRow): SandboxAnswer =>
  jsonText(200, writeInvoice(invoice, tellingAtCreation(world)))

const invoiceNamed = ({ world, parameters: [id = ''] }: ControlCommand): InvoiceRow => {
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

const payNamed = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const invoice = invoiceNamed(command)
  return tell(command.world, pay(command.world, invoice, paymentOf(await readOptionalFields(command.asked), invoice)))
}

const misstate = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const invoice = invoiceNamed(command)
  command.world.invoices.misstate(invoice, readMisstatement(await readFields(command.asked)))
  return tell(command.world, invoiceNamed(command))
}

const settleIn = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const invoice = invoiceNamed(command)
  const fields = await readFields(command.asked)
  refuseOtherFields(fields, ['date', 'cycle'])
  const slot = readAnySlot([String(fields.date), String(fields.cycle)])
  return tell(command.world, command.world.invoices.change(invoice, slot))
}

const remove = (command: ControlCommand): SandboxAnswer => {
  command.world.invoices.remove(invoiceNamed(command))
  return json(200, {})
}

/** One more paid invoice in a slot, whether or not its settlement has been made: late money is what tests need. */
const addPaid = async ({ world, asked, parameters }: ControlCommand): Promise<SandboxAnswer> => {
  await readOptionalFields(asked)
  const slot = readSlot(parameters)
  const nth = world.invoices.count()
  const chance = chanceOf(world.seed, `added ${nth}`)
  const invoice = paidInvoice(world, chance, tenantsOf(world.seed)(nth), paymentFor(world, chance, slot))
  world.invoices.add(invoice)
  const added = world.invoices.get(invoice.id)
  if (added === undefined) throw new Error('An invoice that was just added is not there')
  return tell(world, added)
}

export const invoiceRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/invoices/{id}/pay',
    sentence: 'Pays a ready invoice; paymentMethod, paymentSource and paymentAmount may be given.',
    carryOut: payNamed,
  },
  {
    method: 'POST',
    path: '/invoices/{id}/cancel',
    sentence: 'Cancels a ready invoice.',
    carryOut: (command) => tell(command.world, cancel(command.world, invoiceNamed(command))),
  },
  {
    method: 'POST',
    path: '/invoices/{id}/chargeback',
    sentence: 'Charges a paid invoice back; a later settlement takes its money back.',
    carryOut: (command) => tell(command.world, chargeBack(command.world, invoiceNamed(command))),
  },
  {
    method: 'PATCH',
    path: '/invoices/{id}',
    sentence: 'Says fields otherwise than they are: {"set":{...},"remove":[...]}.',
    carryOut: misstate,
  },
  {
    method: 'PUT',
    path: '/invoices/{id}/slot',
    sentence:
      'Moves a paid invoice to the settlement of another {"date","cycle"}, also to a cycle that nobody documented.',
    carryOut: settleIn,
  },
  { method: 'DELETE', path: '/invoices/{id}', sentence: 'Makes an invoice vanish.', carryOut: remove },
  {
    method: 'POST',
    path: '/cycles/{date}/{cycle}/invoices',
    sentence: 'Adds one more paid invoice to a settlement cycle.',
    carryOut: addPaid,
  },
]
