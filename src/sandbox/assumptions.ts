import type { Calendars } from './calendar.ts'
import type { Fees } from './fees.ts'
import { type Fields, isFields } from './json-body.ts'
import { Refusal } from './refusal.ts'

/** What api.md does not show and the sandbox had to choose. Each choice can be set; ASSUMPTIONS says them one by one. */
export interface Assumptions {
  readonly creationStatus: number
  readonly mandatoryFields: readonly string[]
  readonly leastAmount: number
  readonly greatestAmount: number
  readonly stateAfterExpiry: 'cancelled' | 'ready'
  readonly transactionMinutes: number
  readonly unknownInvoiceStatus: number
  readonly unknownSettlementStatus: number
  readonly listOrder: 'oldest-first' | 'newest-first'
  readonly expirationDate: 'always' | 'on-creation'
  readonly calendars: Calendars
  readonly fees: Fees
  readonly paidAfterMinutes: number
  readonly creditedAfterMinutes: number
  readonly finalInvoiceStatuses: readonly string[]
  readonly finalSettlementStatuses: readonly string[]
  readonly gatewayPayout: 'usual' | 'collected' | 'zero' | 'adjustments-less-fees'
  readonly webhookFormat: 'signed-body' | 'encoded-data'
  readonly httpsOnly: boolean
  readonly webhookAnswerMs: number
  readonly retryMinutes: readonly number[]
  readonly retryVariation: number
  readonly dateHeader: 'machine' | 'sandbox'
  readonly seededPageUrl: string
}

export const ASSUMED: Assumptions = {
  creationStatus: 201,
  mandatoryFields: ['reference', 'amount', 'description', 'redirectUrl', 'customerDocumentNumber'],
  leastAmount: 3_000,
  greatestAmount: 550_000_000,
  stateAfterExpiry: 'cancelled',
  transactionMinutes: 10,
  unknownInvoiceStatus: 404,
  unknownSettlementStatus: 404,
  listOrder: 'oldest-first',
  expirationDate: 'always',
  calendars: {
    breb: { cycles: ['11', '13', '16', '18', '20'], cutoffMinutes: 30, businessDays: 0 },
    nequiButton: { cycles: ['13', '16', '18', '20'], cutoffMinutes: 60, businessDays: 0 },
    bancolombiaButton: { cycles: ['11', '13', '16', '18'], cutoffMinutes: 60, businessDays: 0 },
    pse: { cycles: ['11', '16'], cutoffMinutes: 120, businessDays: 1 },
    card: { cycles: ['13', '20'], cutoffMinutes: 120, businessDays: 2 },
  },
  fees: {
    breb: { percent: 0, fixed: 1_900 },
    nequiButton: { percent: 1.2, fixed: 0 },
    bancolombiaButton: { percent: 1.2, fixed: 0 },
    pse: { percent: 0, fixed: 3_200 },
    card: { percent: 2.6, fixed: 800 },
  },
  paidAfterMinutes: 30,
  creditedAfterMinutes: 100,
  finalInvoiceStatuses: ['paid', 'cancelled', 'chargeback'],
  finalSettlementStatuses: ['credited', 'error'],
  gatewayPayout: 'usual',
  webhookFormat: 'signed-body',
  httpsOnly: false,
  webhookAnswerMs: 5_000,
  retryMinutes: [1, 5, 25, 120],
  retryVariation: 0.1,
  dateHeader: 'machine',
  seededPageUrl: 'https://pagos.arriendos.example/pay',
}

export interface Assumption {
  readonly name: keyof Assumptions
  readonly sentence: string
  readonly choices?: readonly string[]
}

/** The one list of what api.md leaves unsaid. */
export const ASSUMPTIONS: readonly Assumption[] = [
  { name: 'creationStatus', sentence: 'The status that answers a created invoice.' },
  { name: 'mandatoryFields', sentence: 'The fields a creation request must have.' },
  {
    name: 'leastAmount',
    sentence: 'The least amount of an invoice, in whole pesos; the operator may arrange another.',
  },
  {
    name: 'greatestAmount',
    sentence: 'The greatest amount of an invoice, in whole pesos; the operator may arrange another.',
  },
  {
    name: 'stateAfterExpiry',
    sentence: 'What an unpaid invoice becomes when its link expires.',
    choices: ['cancelled', 'ready'],
  },
  { name: 'transactionMinutes', sentence: 'How long a transaction in progress keeps an invoice from expiring.' },
  { name: 'unknownInvoiceStatus', sentence: 'The status that answers an unknown invoice, or one of another merchant.' },
  { name: 'unknownSettlementStatus', sentence: 'The status that answers a settlement there is none of.' },
  {
    name: 'listOrder',
    sentence: 'The order of listed invoices, by creation.',
    choices: ['oldest-first', 'newest-first'],
  },
  {
    name: 'expirationDate',
    sentence: 'Which payloads tell the expiry of the link.',
    choices: ['always', 'on-creation'],
  },
  {
    name: 'calendars',
    sentence: 'For each payment method its cycles, cut-off in minutes before them, and business days of delay.',
  },
  { name: 'fees', sentence: 'For each payment method the percentage and the fixed sum that are charged.' },
  { name: 'paidAfterMinutes', sentence: 'How long after its cycle a settlement is paid.' },
  { name: 'creditedAfterMinutes', sentence: 'How long after its cycle a settlement is credited.' },
  {
    name: 'gatewayPayout',
    sentence: 'What a gateway settlement pays out.',
    choices: ['usual', 'collected', 'zero', 'adjustments-less-fees'],
  },
  {
    name: 'finalInvoiceStatuses',
    sentence: 'The states of an invoice that are notified; the first reached is the only one.',
  },
  {
    name: 'finalSettlementStatuses',
    sentence: 'The states of a settlement that are notified; the first reached is the only one.',
  },
  {
    name: 'webhookFormat',
    sentence: 'Which of the two webhook formats is sent.',
    choices: ['signed-body', 'encoded-data'],
  },
  { name: 'httpsOnly', sentence: 'Whether webhooks go to HTTPS addresses only, as in production.' },
  { name: 'webhookAnswerMs', sentence: 'How long a webhook receiver has to answer, in milliseconds of real time.' },
  { name: 'retryMinutes', sentence: 'The waits before each retry of a webhook.' },
  { name: 'retryVariation', sentence: 'By which part of itself such a wait may vary.' },
  { name: 'dateHeader', sentence: 'Whose time the Date header of answers tells.', choices: ['machine', 'sandbox'] },
  {
    name: 'seededPageUrl',
    sentence: 'Where seeded invoices say their payment page is: an address that does not depend on the port.',
  },
]

const alike = (value: unknown, model: unknown): boolean => {
  if (Array.isArray(model)) return Array.isArray(value) && value.every((item) => typeof item === typeof model[0])
  if (!isFields(model)) return typeof value === typeof model && (typeof value !== 'number' || value >= 0)
  return isFields(value) && Object.entries(model).every(([name, part]) => alike(value[name], part))
}

/** Some assumptions set to something else, each checked against the shape it has now. */
export const assume = (current: Assumptions, changes: Fields): Assumptions => {
  for (const [name, value] of Object.entries(changes)) {
    const known = ASSUMPTIONS.find((assumption) => assumption.name === name)
    if (known === undefined) throw new Refusal(400, `Assumption ${name.slice(0, 40)} is not known`)
    const { choices } = known
    const usable =
      choices === undefined ? alike(value, ASSUMED[known.name]) : choices.some((choice) => choice === value)
    if (!usable) throw new Refusal(400, `Assumption ${name} must be ${choices?.join(' or ') ?? 'of the shape it has'}`)
  }
  return { ...current, ...changes }
}
