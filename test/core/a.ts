import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { ListFees } from '../../src/core/fees/list-fees.ts'
import type { Discrepancy, Finding } from '../../src/core/findings/discrepancy.ts'
import type { PaidInvoice, UnpaidInvoice } from '../../src/core/invoice.ts'
import { type Centavos, fromPesos } from '../../src/core/money.ts'
import { NO_CLAIMS } from '../../src/core/notifications/notification.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/policy.ts'
import type { InvoiceInPull } from '../../src/core/pull/invoice-in-pull.ts'
import type { ListFacts, Pull, SettlementVersion } from '../../src/core/pull/pull.ts'
import type { Totals } from '../../src/core/pull/tally.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import type { Cycle, Slot, SlotDate } from '../../src/core/slot.ts'
import type { StoredFacts } from '../../src/rules/assessment/assess.ts'
import type { SlotContext, SlotFacts } from '../../src/rules/facts.ts'

/** Made-up records for the tables: ordinary, except for the values given in a row. */
export const cop = (pesos: number): Centavos => {
  const money = fromPesos(pesos)
  if (money === null) throw new Error(`${pesos} is not money`)
  return money
}

export const slot = (date = '2026-03-12', cycle = '11'): Slot => ({ date: date as SlotDate, cycle: cycle as Cycle })

/** Always five hours behind UTC. */
export const BOGOTA: Zone = {
  name: 'America/Bogota',
  instantOf: (date, minute) => Date.parse(`${date}T05:00:00Z`) + minute * 60_000,
  dateAt: (instant) => new Date(instant - 5 * 3_600_000).toISOString().slice(0, 10) as SlotDate,
  dayOf: (text) =>
    Number.isNaN(Date.parse(text))
      ? null
      : (new Date(Date.parse(text) - 5 * 3_600_000).toISOString().slice(0, 10) as SlotDate),
  clockAt: (instant) => new Date(instant - 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
}

export const at = (text: string): number => Date.parse(text)

export const aPolicy = (instead: Partial<Policy> = {}): Policy => ({ ...DEFAULT_POLICY, ...instead })

export const aSettlement = (instead: Partial<Settlement> = {}): Settlement => ({
  date: '2026-03-12',
  cycle: '11',
  status: 'credited',
  invoiceCount: 1,
  collected: cop(100_000),
  fees: cop(2_000),
  feesPostpaid: false,
  adjustments: cop(0),
  gateway: false,
  payout: cop(98_000),
  extra: null,
  ...instead,
})

export const aPaidInvoice = (instead: Partial<PaidInvoice> = {}): PaidInvoice => ({
  id: 'inv-1',
  status: 'paid',
  amount: cop(100_000),
  paid: cop(100_000),
  reference: 'ref-1',
  contract: '00000',
  customerDocument: '1020304050',
  customerName: 'Ana Muñoz',
  description: 'Arriendo',
  paymentMethod: 'pse',
  paymentSource: 'link',
  paymentId: 'pay-1',
  paymentDate: '2026-03-11T10:00:00-05:00',
  createdAt: '2026-03-11T09:58:00-05:00',
  expirationDate: null,
  ownDate: '2026-03-12',
  ownCycle: '11',
  flaws: [],
  extra: null,
  ...instead,
})

export const anUnpaidInvoice = (instead: Partial<UnpaidInvoice> = {}): UnpaidInvoice => ({
  ...aPaidInvoice(),
  status: 'ready',
  paid: null,
  paymentMethod: null,
  paymentSource: null,
  paymentId: null,
  paymentDate: null,
  ownDate: null,
  ownCycle: null,
  ...instead,
})

export const invoiceInPull = (instead: Partial<InvoiceInPull> = {}): InvoiceInPull => {
  const current = instead.current === undefined ? aPaidInvoice() : instead.current
  return {
    id: current?.id ?? 'inv-1',
    current,
    baseline: null,
    inBaselineList: false,
    listedSinceBaseline: false,
    previous: null,
    wasPaid: false,
    wasChargeback: false,
    ...instead,
  }
}

export const aList = (instead: Partial<ListFacts> = {}): ListFacts => ({
  pages: 1,
  items: 1,
  kept: 1,
  repeated: 0,
  malformed: 0,
  miscountedPages: 0,
  countReported: 1,
  cursorAbsent: false,
  unknownFields: {},
  ...instead,
})

export const aPull = (instead: Partial<Pull> = {}): Pull => ({
  id: 7,
  number: 9,
  contentId: 7,
  runId: 'run-1',
  slot: slot(),
  at: at('2026-03-13T03:30:00Z'),
  contentAt: at('2026-03-13T03:30:00Z'),
  list: aList(),
  settlement: aSettlement(),
  ...instead,
})

export const someTotals = (instead: Partial<Totals> = {}): Totals => ({
  kept: 1,
  counted: 1,
  collected: cop(100_000),
  listed: { invoices: 1, amount: cop(100_000), paid: cop(100_000) },
  byStatus: new Map(),
  byMethod: new Map(),
  ...instead,
})

/** The cost of the list under a tariff. */
export const someFees = (pesos: number | null): ListFees => ({
  expected: pesos === null ? null : cop(pesos),
  byMethod: new Map(),
  rounding: cop(0),
  unpriced: pesos === null ? [{ reason: 'no-rate', method: 'cash', payments: 1 }] : [],
})

export const aSettlementVersion = (
  settlement: Settlement,
  from = 1,
  readAt = at('2026-03-13T03:30:00Z'),
): SettlementVersion => ({ settlement, from, to: null, at: readAt })

export const aContext = (instead: Partial<SlotContext> = {}): SlotContext => ({
  slot: slot(),
  policy: aPolicy(),
  zone: BOGOTA,
  pull: aPull(),
  settlements: [],
  baseline: null,
  departures: new Map(),
  unreadable: { now: new Set(), atBaseline: new Set() },
  notificationClaims: NO_CLAIMS,
  ...instead,
})

export const someFacts = (instead: Partial<SlotFacts> = {}): SlotFacts => ({
  ...aContext(),
  ...NOTHING_AROUND,
  settlement: aSettlement(),
  totals: someTotals(),
  fields: {
    missing: new Map(),
    unknownFields: new Map(),
    unknownValues: new Map(),
    fractional: new Map(),
    dateTimes: new Map(),
  },
  ownSlots: { label: null, outside: [] },
  notifiedInvoices: new Map(),
  neverRead: [],
  ...instead,
})

/** An error about a settlement and no sum. */
export const aFinding = (instead: Partial<Finding> = {}): Finding => ({
  code: 'COUNT_MISMATCH',
  severity: 'error',
  subject: 'settlement',
  figures: { unit: null, reported: null, expected: null },
  message: 'm',
  data: null,
  amount: null,
  causes: [],
  ...instead,
})

/** A finding that is open, and a case of its own. */
export const anOpenFinding = (instead: Partial<Discrepancy> = {}): Discrepancy => ({
  ...aFinding(),
  id: '00',
  case: '00',
  caseAmount: null,
  slot: slot(),
  state: 'open',
  firstSeen: 0,
  lastSeen: 0,
  ageEnd: 0,
  ...instead,
})

/** What a database holds of a settlement that agrees, beside which nothing is. */
export const NOTHING_AROUND: StoredFacts = {
  settlement: null,
  lastCollected: null,
  quarantine: [],
  paidElsewhere: new Map(),
  repeats: [],
  shared: [],
  previousGatewayRule: null,
  contradictions: [],
  unlistedInvoices: [],
  adjustment: null,
  notDebited: [],
  bank: null,
  feesInvoice: null,
  rents: [],
}
