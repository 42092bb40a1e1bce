import type { StatementOfClosedDays } from '../../reports/statements/since-closing.ts'
import type { Statement } from '../../reports/statements/statement.ts'
import { inCop, inInvoices } from '../../src/core/findings/discrepancy.ts'
import { gatherInTransit, type Payment } from '../../src/core/in-transit.ts'
import { minus } from '../../src/core/money.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { accountItems, operatorAccount } from '../../src/rules/account/operator-account.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import type { Language } from '../../src/words/language.ts'
import { at, BOGOTA, cop, slot } from '../core/a.ts'
import { MONTH_POLICY, monthFacts, monthReports } from './a-month.ts'

export const MARCH = { from: '2026-03-01' as SlotDate, to: '2026-03-31' as SlotDate }
const FEBRUARY_END = '2026-02-28' as SlotDate

export const aPayment = (instead: Partial<Payment> = {}): Payment => ({
  invoiceId: 'p-1',
  reference: 'ARR-1',
  contract: '00042',
  paymentDate: '2026-03-31T10:00:00-05:00',
  paidOn: '2026-03-31' as SlotDate,
  method: 'pse',
  paid: cop(70_000),
  date: '2026-04-01',
  cycle: '11',
  settlementStatus: 'processing',
  isSettled: false,
  ...instead,
})

/**
 * In transit before: 40,000, settled since; paid since: 70,000 and 21,000, of which the second is settled; one has no
 * date.
 */
export const someInTransit = () => {
  const transit = gatherInTransit(MARCH.to, FEBRUARY_END)
  const before = aPayment({ invoiceId: 'p-2', paid: cop(40_000), paidOn: '2026-02-27' as SlotDate, method: 'card' })
  transit.add(before, { ...before, isSettled: true })
  transit.add(null, aPayment())
  transit.add(null, aPayment({ invoiceId: 'p-3', paid: cop(21_000), isSettled: true }))
  transit.add(null, aPayment({ invoiceId: 'p-4', paid: cop(3_000), paymentDate: null, paidOn: null, method: null }))
  transit.add(null, aPayment({ invoiceId: 'p-5', paid: cop(9_000), paidOn: '2026-03-20' as SlotDate, method: null }))
  return transit.result()
}

const asOf = (reports: readonly SlotReport[], number: number, time: string) => {
  const facts = monthFacts(reports)
  return {
    account: operatorAccount(facts, MARCH),
    position: positionOf(reports.filter(({ slot: { date } }) => date >= MARCH.from)),
    moment: { number, at: at(time) },
    policy: MONTH_POLICY,
    chargebacks: facts.chargebacks,
    unfinished: [{ slot: slot('2026-03-03'), verdict: 'failed' as const }],
  }
}

/** The account with the operator over March. */
export const aStatement = (language: Language = 'en', instead: Partial<Statement> = {}): Statement => ({
  ...asOf(monthReports(), 40, '2026-04-01T09:00:00-05:00'),
  merchant: 'casa',
  language,
  zone: BOGOTA,
  days: MARCH,
  businessDays: 21,
  inTransit: {
    figures: someInTransit(),
    payments: [
      aPayment(),
      aPayment({
        invoiceId: 'p-5',
        paymentDate: 'soon',
        paidOn: '2026-03-20' as SlotDate,
        paid: cop(9_000),
        method: null,
      }),
      aPayment({ invoiceId: 'p-6', paymentDate: null, paidOn: null, date: null, cycle: null, settlementStatus: null }),
    ],
  },
  closed: null,
  decisions: [],
  openingAsClosed: null,
  bankOpeningAsClosed: null,
  ...instead,
})

/** March after a closing through February, of which two settlements are others since. */
export const aStatementWithRestatements = (language: Language = 'en'): Statement => {
  const facts = monthFacts(monthReports())
  const items = accountItems(facts).filter(({ slot: { date } }) => date < MARCH.from)
  const [first, second, ...others] = items
  if (first === undefined || second === undefined) throw new Error('February has settlements')
  const signed = [
    { ...first, expected: minus(first.expected, cop(9_000)), listed: minus(first.listed, cop(9_000)) },
    { ...second, expected: minus(second.expected, cop(1_000)), listed: minus(second.listed, cop(1_000)) },
    ...others,
  ]
  const account = operatorAccount({ ...facts, closedBefore: { from: MARCH.from, items: signed } }, MARCH)
  return aStatement(language, { account, openingAsClosed: account.opening })
}

export const A_CLOSING = {
  number: 30,
  at: at('2026-04-02T08:00:00-05:00'),
  by: 'Ana',
  through: MARCH.to,
  reason: 'the month is over',
  isForced: false,
}

export const aRestatement = (instead: Partial<Restatement> = {}): Restatement => ({
  id: 'r-1',
  slot: slot('2026-03-02'),
  subject: 'settlement.payout',
  state: 'open',
  severity: 'error',
  figures: inCop(cop(1_960_000), cop(1_860_000)),
  closedAt: A_CLOSING.at,
  closedThrough: MARCH.to,
  foundAt: at('2026-04-05T23:59:59-05:00'),
  foundAfter: 9,
  ...instead,
})

/** March as closed, and later: the operator has paid the 100,000 that were missing on March 2. */
export const aStatementOfClosedDays = (language: Language = 'en'): StatementOfClosedDays => {
  const paid = monthReports().map((report): SlotReport => {
    const { slot: where, settlement, money } = report
    if (where.date !== '2026-03-02' || where.cycle !== '11' || settlement === null) return report
    return {
      ...report,
      settlement: { ...settlement, payout: cop(1_960_000) },
      money: { ...money, paidOut: cop(1_960_000), difference: cop(0), state: 'none' },
    }
  })
  return {
    ...aStatement(language),
    closed: {
      closing: A_CLOSING,
      now: asOf(paid, 55, '2026-04-06T07:30:00-05:00'),
      restatements: [
        aRestatement(),
        aRestatement({
          id: 'r-2',
          slot: slot('2026-03-04'),
          subject: 'settlement.invoiceCount',
          state: 'accepted',
          figures: inInvoices(1_004, 1_003),
        }),
        aRestatement({
          id: 'r-3',
          subject: 'settlement.status',
          state: 'new',
          figures: { unit: null, reported: 'credited', expected: null },
        }),
      ],
    },
  }
}
