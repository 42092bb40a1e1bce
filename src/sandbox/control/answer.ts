import { ASSUMPTIONS, assume } from '../assumptions.ts'
import { operatorInvoice } from '../bank/operator-invoice.ts'
import { merchantAccount } from '../bank/sandbox-statement.ts'
import { isStatementForm, STATEMENT_FORMS } from '../bank/statement-forms.ts'
import type { Rule } from '../fault.ts'
import { json, type SandboxAnswer, type SandboxRequest } from '../http/answer.ts'
import { readRule } from '../http/faults.ts'
import { readFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { renderAnew } from '../invoices/rendering-of.ts'
import { checkWebhookUrls } from '../merchants.ts'
import { notifySettlement } from '../notifications/notification.ts'
import { receivablesList } from '../receivables.ts'
import { SCENARIOS } from '../scenarios/scenarios.ts'
import type { SandboxSlot } from '../settlements/calendar.ts'
import { addedTo } from '../settlements/misstatement.ts'
import { runCycle } from '../settlements/run-cycle.ts'
import { type SettlementRow, settlementBody } from '../settlements/settlements.ts'
import { clockRoutes } from './clock.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { readMisstatement, readSlot, refuseOtherFields } from './fields.ts'
import { invoiceRoutes } from './invoices.ts'
import { planRoutes } from './plans.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const STATUSES = ['processing', 'paid', 'credited', 'error'] as const

const merchantOf = ({ world, request }: ControlCommand): number => {
  const text = request.query.get('merchant') ?? '1'
  const merchant = world.merchants.all().find(({ number }) => String(number) === text)
  if (merchant === undefined) throw new RequestRefusal(404, 'Merchant not found')
  return merchant.number
}

const findSettlement = (command: ControlCommand): SettlementRow => {
  const [date = '', cycle = ''] = command.parameters
  const settlement = command.world.settlements.get(merchantOf(command), { date, cycle })
  if (settlement === undefined) throw new RequestRefusal(404, 'Settlement not found')
  return settlement
}

const run = (command: ControlCommand): SandboxAnswer => {
  const { world } = command
  const slot: SandboxSlot = readSlot(command.parameters)
  const merchant = merchantOf(command)
  if (world.settlements.get(merchant, slot) !== undefined)
    throw new RequestRefusal(409, 'This cycle has been run already')
  const settlement = runCycle(world, world.merchants.byNumber(merchant), slot, world.clock.now())
  if (settlement === undefined) throw new RequestRefusal(409, 'No paid invoice is expected in this cycle')
  return json(200, settlementBody(settlement))
}

const misstate = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const settlement = findSettlement(command)
  const patch = addedTo(settlement.patch, readMisstatement(await readFields(command.request)))
  const next = { ...settlement, patch }
  command.world.settlements.put(next)
  return json(200, settlementBody(next))
}

/** A status that was set does not progress by itself. */
const setStatus = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const settlement = findSettlement(command)
  const fields = await readFields(command.request)
  refuseOtherFields(fields, ['status'])
  const status = STATUSES.find((known) => known === fields.status)
  if (status === undefined) throw new RequestRefusal(400, `status must be one of ${STATUSES.join(', ')}`)
  const next = { ...settlement, status, next_at: null }
  command.world.settlements.put(next)
  notifySettlement(command.world, next)
  return json(200, settlementBody(next))
}

const remove = (command: ControlCommand): SandboxAnswer => {
  const { merchant, date, cycle } = findSettlement(command)
  command.world.settlements.remove(merchant, { date, cycle })
  return json(200, {})
}

const cycleRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/cycles/{date}/{cycle}/run',
    sentence: 'Runs a settlement cycle now, before or after its hour.',
    executeControl: run,
  },
  {
    method: 'PUT',
    path: '/settlements/{date}/{cycle}/status',
    sentence: 'Puts a settlement into a {"status"}, error for one, and leaves it there.',
    executeControl: setStatus,
  },
  {
    method: 'PATCH',
    path: '/settlements/{date}/{cycle}',
    sentence: 'Says fields otherwise than they are: {"set":{...},"remove":[...]}.',
    executeControl: misstate,
  },
  {
    method: 'DELETE',
    path: '/settlements/{date}/{cycle}',
    sentence: 'Makes a settlement vanish.',
    executeControl: remove,
  },
]

/**
 * Decisions of the sandbox on points that api.md leaves open, in the order of api.md. Those that can be set are in
 * ASSUMPTIONS.
 */
const SENTENCES = {
  dateTimes: 'Date-times are in UTC, with milliseconds and a Z; days and hours of cycles are those of Bogota.',
  hiddenFields: 'redirectUrl and customerDocumentType are taken and never shown again.',
  usedReference:
    'A reference stays used when its invoice has expired, was cancelled or charged back; a second use is 400.',
  unknownFields: 'A body field that nobody knows is 400.',
  nullFields: 'A body field that is null is a wrong value, not an absent one.',
  emptyContract: 'An empty contract counts as none, so it becomes 00000; an empty customerName stays empty.',
  redirectUrls: 'A redirectUrl is an http or https URL; the customer is sent there with 303, with nothing added to it.',
  jsonBodies:
    'A body that is not JSON in UTF-8, is not declared as JSON, or is not an object, is 400; one of more than 1 MiB is 413.',
  filters: 'Filters must all hold, and compare whole texts, letter by letter.',
  queryParameters: 'An unknown, an empty or a repeated query parameter is 400.',
  paymentDays: 'The filter paymentDate means a day of Bogota, while the field paymentDate is in UTC.',
  settlementFilters:
    'settlementDate and settlementCycle may be given alone, and find paid and charged back invoices only.',
  anyCycle:
    'A cycle that does not exist is an empty list or an unknown settlement, not 400; a date that does not exist is 400.',
  cursors: 'A cursor belongs to its merchant and filters and never expires; the limit may change; another one is 400.',
  lastPage: 'The last page has the cursor null, also when it is full; an empty list is one empty page.',
  keyFirst: 'The key is looked at before path, method and body: without one everything under /v1 is 401.',
  otherMethods: 'Another method of a known path is 405 with Allow; another path is 404.',
  rateLimits: 'There is no rate limit.',
  transitions: 'An invoice goes from ready to paid or cancelled, from paid to chargeback, and nowhere else.',
  declined: 'A declined transaction leaves the invoice ready until its link expires.',
  pagePayments: 'The payment page pays the whole amount, with the source link.',
  settlementBirth: 'A settlement exists from the hour of its cycle on; without a payment there is none.',
  businessDays: 'Settlements are of business days only: no Saturday, no Sunday, no Colombian holiday.',
  latePayments: 'A payment whose cycle was run already is expected in the next one of its method.',
  countedInvoices: 'numberOfInvoices and amountCollected count paid and charged back invoices, by their paymentAmount.',
  feesOfPayments:
    'Fees are charged payment by payment, by the fees of its day in Bogota, and shown also when they are postpaid.',
  payouts: 'paymentAmount is collected less fees, unless they are postpaid, plus adjustments; it may be negative.',
  chargebackDebits:
    'A chargeback returns as a negative adjustment: of its own settlement when that is not made yet, else of the next one.',
  settlementErrors: 'A settlement is in error only on request (PUT /sandbox/settlements/...), and stays there.',
  oneNotification:
    'The first final state is notified, once, to every address with the same webhookId; later states are not.',
  payloadMoment:
    'A notification says what was true when it arose, on every retry; it tells the expiry of the link always.',
  acceptedAnswer: 'Only the status 200 counts: a redirect is not followed, and 201 is a failure.',
  secondFormat: 'The second format drops settlements, is always payment-request.update, and is retried like the first.',
  attemptOrder: 'Attempts go out side by side, at most fifty to one address, in no promised order.',
  madeUpPast: 'Nobody is notified of the made-up past of a scenario or of --days.',
  ownPages: 'A request that names another host, or comes from the page of another site, is 403.',
} as const

export const DECISIONS = Object.entries(SENTENCES).map(([name, sentence]) => ({ name, sentence }))

const merchantIn = ({ world, request }: ControlCommand): number => {
  const text = request.query.get('merchant') ?? '1'
  const merchant = world.merchants.all().find(({ number }) => String(number) === text)
  if (merchant === undefined) throw new RequestRefusal(404, 'Merchant not found')
  return merchant.number
}

const accountOf = (command: ControlCommand) => {
  const account = merchantAccount(command.world, merchantIn(command))
  if (account === null) throw new RequestRefusal(409, 'No settlement yet, so the bank has nothing of it')
  return account
}

const list = (command: ControlCommand): SandboxAnswer => {
  const { statement, troubles } = accountOf(command)
  const { account, from, to, entries } = statement
  const forms = Object.entries(STATEMENT_FORMS).map(([form, { file }]) => ({ form, file }))
  return json(200, { account, from, to, entries: entries.length, forms, troubles })
}

const statementAnswer = (command: ControlCommand): SandboxAnswer => {
  const [form = ''] = command.parameters
  if (!isStatementForm(form))
    throw new RequestRefusal(404, `Form not found; there are ${Object.keys(STATEMENT_FORMS).join(', ')}`)
  const { file, write } = STATEMENT_FORMS[form]
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${file}"` },
    body: [write(accountOf(command).statement)],
  }
}

const invoiceAnswer = (command: ControlCommand): SandboxAnswer => {
  const [month = ''] = command.parameters
  const body = /^\d{4}-\d{2}$/.test(month) ? operatorInvoice(command.world, merchantIn(command), month) : null
  if (body === null) throw new RequestRefusal(404, 'No settlement of this month (YYYY-MM)')
  return {
    status: 200,
    headers: {
      'content-type': 'application/xml',
      'content-disposition': `attachment; filename="factura-${month}.xml"`,
    },
    body: [body],
  }
}

const bankRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/operator-invoice/{month}',
    sentence:
      "Hands out the operator's electronic invoice for the fees of a month up to today: UBL 2.1, with IVA and ReteFuente.",
    executeControl: invoiceAnswer,
  },
  {
    method: 'GET',
    path: '/bank',
    sentence: "Tells of the merchant's account at its bank up to today: days, forms, and what went wrong with payouts.",
    executeControl: list,
  },
  {
    method: 'GET',
    path: '/bank/{form}',
    sentence: 'Hands out the statement of that account as a file: bancolombia-csv, camt, mt940 and others.',
    executeControl: statementAnswer,
  },
]

const receivableRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/receivables',
    sentence: "Hands out the merchant's own list of what its tenants owe, as a CSV file with a few faults.",
    executeControl: (command) => ({
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="cartera.csv"',
      },
      body: [receivablesList(command.world, merchantIn(command))],
    }),
  },
]

const assumptionRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/assumptions',
    sentence:
      'Lists what api.md does not show: assumptions that can be set, with the value in force, and decisions that cannot.',
    executeControl: ({ world }) =>
      json(200, {
        assumptions: ASSUMPTIONS.map(({ name, sentence, values }) => ({
          name,
          sentence,
          values: values.words,
          value: world.assumed[name],
        })),
        decisions: DECISIONS,
      }),
  },
  {
    method: 'PATCH',
    path: '/assumptions',
    sentence: 'Sets assumptions by name; those not named stay.',
    executeControl: async ({ world, request }) => {
      const assumed = assume(world.assumed, await readFields(request))
      checkWebhookUrls(world.merchants.all(), assumed)
      world.assumed = assumed
      renderAnew(world)
      return json(200, world.assumed)
    },
  },
]

const bodyOf = ({ faults }: ControlCommand): SandboxAnswer => json(200, { faults: faults.all() })

const put = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const fields = await readFields(command.request)
  refuseOtherFields(fields, ['faults'])
  if (!Array.isArray(fields.faults)) throw new RequestRefusal(400, 'faults must be a list of rules')
  const rules: readonly Rule[] = fields.faults.map(readRule)
  command.faults.set(rules)
  return bodyOf(command)
}

const faultRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    sentence: 'Lists the faults in force and how often each was met.',
    executeControl: bodyOf,
  },
  {
    method: 'PUT',
    path: '/faults',
    sentence: 'Puts {"faults":[...]} in force in place of all others; an empty list ends every misbehaviour.',
    executeControl: put,
  },
]

const listing: ControlRoute = {
  method: 'GET',
  path: '',
  sentence: 'Lists the control requests, the scenarios, and the days that have settlements.',
  executeControl: ({ world }) =>
    json(200, {
      days: world.settlements.days(),
      requests: CONTROL.map(({ method, path, sentence }) => ({ method, path: `/sandbox${path}`, sentence })),
      scenarios: SCENARIOS.map(({ name, sentence }) => ({ name, sentence })),
    }),
}

/** The control requests, which are outside the version prefix of the service. */
const CONTROL: readonly ControlRoute[] = [
  listing,
  ...clockRoutes,
  ...invoiceRoutes,
  ...cycleRoutes,
  ...bankRoutes,
  ...receivableRoutes,
  ...deliveryRoutes,
  ...faultRoutes,
  ...planRoutes,
  ...assumptionRoutes,
]

const patternOf = (path: string): RegExp => new RegExp(`^/sandbox${path.replace(/\{\w+\}/g, '([^/]+)')}$`)

const PATTERNS = new Map(CONTROL.map(({ path }) => [path, patternOf(path)]))

interface Found {
  readonly route: ControlRoute
  readonly parameters: readonly string[]
}

const routesAt = (path: string): readonly Found[] =>
  CONTROL.flatMap((route) => {
    const match = PATTERNS.get(route.path)?.exec(path)
    return match === null || match === undefined ? [] : [{ route, parameters: match.slice(1) }]
  })

const knows: ControlCommand['knows'] = (method, path) => routesAt(path).some(({ route }) => route.method === method)

/** Executes a control request. The caller runs the events that become due through it. */
export const executeControlRequest = (
  request: SandboxRequest,
  context: Pick<ControlCommand, 'world' | 'faults' | 'timeline'>,
): Promise<SandboxAnswer> | SandboxAnswer => {
  const here = routesAt(request.path)
  if (here.length === 0) throw new RequestRefusal(404, 'Not found; GET /sandbox lists what there is')
  const found = here.find(({ route }) => route.method === request.method)
  if (found === undefined) {
    throw new RequestRefusal(405, 'Method not allowed', { allow: here.map(({ route }) => route.method).join(', ') })
  }
  return found.route.executeControl({ ...context, request, parameters: found.parameters, knows })
}
