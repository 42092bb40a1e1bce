import type { Fields } from './http/fields.ts'
import { RequestRefusal } from './http/refusal.ts'
import {
  eachOf,
  except,
  flag,
  inOrder,
  listOf,
  membersOf,
  numberFrom,
  oneOf,
  rising,
  someOf,
  textLike,
  textThat,
  type Values,
  wholeFrom,
} from './invoices/values.ts'
import { type Calendars, CYCLES, METHODS } from './settlements/calendar.ts'
import type { FeeTerms } from './settlements/fees.ts'
import { isDay } from './time/clock.ts'

/** The choices that api.md leaves open to the sandbox. Each can be set; ASSUMPTIONS describes them one by one. */
export interface Assumptions extends FeeTerms {
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
  readonly paidAfterMinutes: number
  readonly creditedAfterMinutes: number
  readonly finalInvoiceStatuses: readonly string[]
  readonly finalSettlementStatuses: readonly string[]
  readonly gatewayPayout: 'usual' | 'collected' | 'zero' | 'adjustments-less-fees'
  readonly payloadField: string
  readonly webhookFormat: 'signed-body' | 'encoded-header'
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
  feeChanges: [],
  feeTax: 0,
  feeRounding: 'invoice',
  feeRoundingTo: 'peso',
  paidAfterMinutes: 30,
  creditedAfterMinutes: 100,
  finalInvoiceStatuses: ['paid', 'cancelled', 'chargeback'],
  finalSettlementStatuses: ['credited', 'error'],
  gatewayPayout: 'usual',
  payloadField: 'payload',
  webhookFormat: 'signed-body',
  httpsOnly: false,
  webhookAnswerMs: 5_000,
  retryMinutes: [1, 5, 25, 120],
  retryVariation: 0.1,
  dateHeader: 'machine',
  seededPageUrl: 'https://pagos.arriendos.example/pay',
}

export interface SandboxAssumption {
  readonly name: keyof Assumptions
  readonly sentence: string
  readonly values: Values
}

const AMOUNT_MAX_PESOS = 1_000_000_000_000
const DELAY_MAX_MINUTES = 60 * 24 * 365
const BODY_FIELDS = [
  'reference',
  'amount',
  'description',
  'redirectUrl',
  'customerDocumentNumber',
  'customerDocumentType',
  'customerName',
  'contract',
] as const
const CALENDAR = membersOf({
  cycles: inOrder(...CYCLES),
  cutoffMinutes: wholeFrom(0, 24 * 60),
  businessDays: wholeFrom(0, 30),
})
const RATE = { percent: numberFrom(0, 100), fixed: wholeFrom(0, AMOUNT_MAX_PESOS) }
const PESOS = wholeFrom(0, AMOUNT_MAX_PESOS)
const FEE = membersOf(RATE, {
  min: PESOS,
  max: PESOS,
  tiers: rising('above', listOf(membersOf({ above: PESOS, ...RATE }), 9)),
})
const FEES = eachOf(METHODS, FEE)
const FEE_CHANGE = membersOf({ from: textThat(isDay, 'a date as 2026-03-16'), fees: FEES })

/** Whether a text is a page URL without characters that JSON or a link would have to escape. */
const isPageUrl = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && [text, `${text}/`].includes(new URL(text).href)

/** Every choice that api.md leaves open and that can be set. DECISIONS has those that cannot. */
export const ASSUMPTIONS: readonly SandboxAssumption[] = [
  {
    name: 'creationStatus',
    sentence: 'The status that answers a created invoice.',
    values: except(wholeFrom(200, 299), 204, 205),
  },
  {
    name: 'mandatoryFields',
    sentence: 'The fields a creation request must have.',
    values: someOf(...BODY_FIELDS),
  },
  {
    name: 'leastAmount',
    sentence: 'The least amount of an invoice, in whole pesos; the operator may arrange another.',
    values: wholeFrom(1, AMOUNT_MAX_PESOS),
  },
  {
    name: 'greatestAmount',
    sentence: 'The greatest amount of an invoice, in whole pesos; the operator may arrange another.',
    values: wholeFrom(1, AMOUNT_MAX_PESOS),
  },
  {
    name: 'stateAfterExpiry',
    sentence: 'What an unpaid invoice becomes when its link expires.',
    values: oneOf('cancelled', 'ready'),
  },
  {
    name: 'transactionMinutes',
    sentence: 'How long a transaction in progress keeps an invoice from expiring.',
    values: numberFrom(0, DELAY_MAX_MINUTES),
  },
  {
    name: 'unknownInvoiceStatus',
    sentence: 'The status that answers an unknown invoice, or one of another merchant.',
    values: wholeFrom(400, 599),
  },
  {
    name: 'unknownSettlementStatus',
    sentence: 'The status that answers a settlement there is none of.',
    values: wholeFrom(400, 599),
  },
  {
    name: 'listOrder',
    sentence: 'The order of listed invoices, by creation.',
    values: oneOf('oldest-first', 'newest-first'),
  },
  {
    name: 'expirationDate',
    sentence: 'Which payloads tell the expiry of the link.',
    values: oneOf('always', 'on-creation'),
  },
  {
    name: 'calendars',
    sentence: 'For each payment method its cycles, cut-off in minutes before them, and business days of delay.',
    values: eachOf(METHODS, CALENDAR),
  },
  {
    name: 'fees',
    sentence:
      'For each payment method the percentage and the fixed sum that are charged, with bounds and with other rates for the whole of larger payments.',
    values: FEES,
  },
  {
    name: 'feeChanges',
    sentence: 'Other fees for payments from a day on.',
    values: rising('from', listOf(FEE_CHANGE, 9)),
  },
  {
    name: 'feeTax',
    sentence: 'The tax on fees that is charged on top of them, in percent.',
    values: numberFrom(0, 100),
  },
  {
    name: 'feeRounding',
    sentence:
      'Where fee and tax are rounded: payment by payment (the tax of the exact fee, or of the rounded one), settlement by settlement, or nowhere.',
    values: oneOf('invoice', 'invoice-then-tax', 'settlement', 'none'),
  },
  {
    name: 'feeRoundingTo',
    sentence: 'What fee and tax are rounded to.',
    values: oneOf('peso', 'centavo'),
  },
  {
    name: 'paidAfterMinutes',
    sentence: 'How long after its cycle a settlement is paid.',
    values: numberFrom(0, DELAY_MAX_MINUTES),
  },
  {
    name: 'creditedAfterMinutes',
    sentence: 'How long after its cycle a settlement is credited.',
    values: numberFrom(0, DELAY_MAX_MINUTES),
  },
  {
    name: 'gatewayPayout',
    sentence: 'What a gateway settlement pays out.',
    values: oneOf('usual', 'collected', 'zero', 'adjustments-less-fees'),
  },
  {
    name: 'finalInvoiceStatuses',
    sentence: 'The states of an invoice that are notified; the first reached is the only one.',
    values: someOf('paid', 'cancelled', 'chargeback'),
  },
  {
    name: 'finalSettlementStatuses',
    sentence: 'The states of a settlement that are notified; the first reached is the only one.',
    values: someOf('paid', 'credited', 'error'),
  },
  {
    name: 'payloadField',
    sentence: 'The name of the field of a notification that holds its payload, in the format signed-body.',
    values: textLike(
      /^(?!(?:webhookId|timestamp|type|__proto__)$)[A-Za-z_][A-Za-z0-9_-]{0,39}$/,
      'a name of 1 to 40 letters, digits, "_" and "-" that begins with a letter and is not the name of another field of the envelope',
    ),
  },
  {
    name: 'webhookFormat',
    sentence: 'Which of the two webhook formats is sent.',
    values: oneOf('signed-body', 'encoded-header'),
  },
  {
    name: 'httpsOnly',
    sentence: 'Whether webhooks go to HTTPS addresses only, as in production.',
    values: flag,
  },
  {
    name: 'webhookAnswerMs',
    sentence: 'How long a webhook receiver has to answer, in milliseconds of real time.',
    values: wholeFrom(1, 600_000),
  },
  {
    name: 'retryMinutes',
    sentence: 'The waits before each retry of a webhook.',
    values: listOf(numberFrom(0, DELAY_MAX_MINUTES), 4),
  },
  {
    name: 'retryVariation',
    sentence: 'By which part of itself such a wait may vary.',
    values: numberFrom(0, 1),
  },
  {
    name: 'dateHeader',
    sentence: 'Whose time the Date header of answers tells.',
    values: oneOf('machine', 'sandbox'),
  },
  {
    name: 'seededPageUrl',
    sentence: 'Where seeded invoices say their payment page is: an address that does not depend on the port.',
    values: textThat(isPageUrl, 'an http or https URL in ASCII'),
  },
]

/** Checks two assumptions that must agree with each other. */
const checkTogether = (assumed: Assumptions): Assumptions => {
  if (assumed.leastAmount > assumed.greatestAmount) {
    throw new RequestRefusal(400, 'Assumption leastAmount must not be above greatestAmount')
  }
  if (assumed.paidAfterMinutes > assumed.creditedAfterMinutes) {
    throw new RequestRefusal(400, 'Assumption paidAfterMinutes must not be above creditedAfterMinutes')
  }
  return assumed
}

/** Changes some assumptions, after a check that the sandbox can act on each value. */
export const assume = (current: Assumptions, changes: Fields): Assumptions => {
  for (const [name, value] of Object.entries(changes)) {
    const known = ASSUMPTIONS.find((assumption) => assumption.name === name)
    if (known === undefined) throw new RequestRefusal(400, `Assumption ${name.slice(0, 40)} is not known`)
    if (!known.values.has(value)) throw new RequestRefusal(400, `Assumption ${name} must be ${known.values.words}`)
  }
  return checkTogether({ ...current, ...changes })
}
