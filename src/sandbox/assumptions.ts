import type { Calendars } from './calendar.ts'
import type { Fees } from './fees.ts'

/** What api.md does not show and the sandbox had to choose. Each choice can be set; the list at the end says them all. */
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
  webhookFormat: 'signed-body',
  httpsOnly: false,
  webhookAnswerMs: 5_000,
  retryMinutes: [1, 5, 25, 120],
  retryVariation: 0.1,
  dateHeader: 'machine',
  seededPageUrl: 'https://pagos.arriendos.example/pay',
}
