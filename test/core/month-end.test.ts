import { expect, test } from 'vitest'
import type { BridgeRow } from '../../src/core/bank/bank-overview.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { fromCentavos, ZERO } from '../../src/core/money.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import type { Claim } from '../../src/rules/account/claims.ts'
import { type MonthFacts, type MonthStepName, monthSteps } from '../../src/rules/account/month-end.ts'
import { countedReportOf, type SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { aDiscrepancy, aReport, NO_FEES, someMoney } from '../reports/a-slot.ts'
import { cop } from './a.ts'

/** Its settlement adds up, but for what was found. */
const of = (discrepancies: readonly Discrepancy[], instead: Partial<SlotReport> = {}) =>
  countedReportOf(
    aReport({
      verdict: 'reconciled',
      money: someMoney({ difference: cop(0), state: 'none' }),
      ...instead,
      discrepancies,
    }),
  )

const MISSING = { code: 'BANK_MISSING', id: 'm', case: 'm', amount: cop(9), caseAmount: cop(9) } as const

type ByKind = Readonly<Partial<Record<BridgeRow['kind'], number>>>

/** So many payouts of each kind, and pesos that are left of them: a peso of each where it does not say. */
const bank = (kinds: ByKind, left: ByKind = {}): readonly BridgeRow[] => {
  const rows = Object.entries({ ...kinds, total: Object.values(kinds).reduce((all, number) => all + number, 0) })
  return rows.map(([kind, settlements]) => ({
    kind: kind as BridgeRow['kind'],
    settlements,
    payouts: cop(settlements),
    banked: null,
    left: cop(left[kind as BridgeRow['kind']] ?? settlements),
  }))
}

/** Two payouts arrived, and one is missing, of which so many pesos are left; or so many were settled otherwise. */
const missing = (left: number) => bank({ arrived: 2, missing: 1 }, { missing: left })
const settled = (number: number) => bank({ arrived: 2, settled: number }, { settled: 0 })

const DURING = '2026-03-31' as SlotDate

const facts: MonthFacts = {
  days: monthOf('2026-03-01' as SlotDate),
  today: '2026-04-02' as SlotDate,
  isClosed: false,
  reports: [of([])],
  pulls: { all: 1, again: 1 },
  bank: null,
  hasTariff: false,
  feesInvoices: null,
  frozenEntries: null,
  claims: [],
  isPacked: false,
  receivables: null,
}

/** A claim of 4 pesos that is due on a day. */
const claim = (letter: number | null, day: string, instead: Partial<Claim> = {}) => {
  const days = { promisedFor: null, answerBy: day as SlotDate }
  return { ...days, letter, case: `of ${letter}`, isPayable: true, left: fromCentavos(400), ...instead } as Claim
}
/** The day before today, and today. */
const [PAST, TODAY] = ['2026-04-01', '2026-04-02']

/** `state done/of centavos command` */
const step = (name: MonthStepName, instead: Partial<MonthFacts>): string => {
  const found = monthSteps({ ...facts, ...instead }).find((one) => one.step === name)
  const { state = '', facts: figures, next = null } = found ?? {}
  return [state, `${figures?.done ?? '-'}/${figures?.of ?? '-'}`, figures?.sum ?? [], next ?? []].flat().join(' ')
}

const RUN = 'cuadre run --from 2026-03-01 --to 2026-03-31'
const BANK = 'cuadre bank list'
const LETTER = 'cuadre claims letter --out claim-2026-03.zip'
const REMIND = 'cuadre claims letter --again 3 --out reminder-3-2026-04-02.zip'
const FEES = 'cuadre fees --from 2026-03-01 --to 2026-03-31'
const unread = of([], { verdict: 'not-pulled', money: someMoney({ notCompared: 'unread', difference: null }) })
const owing = (state: Discrepancy['state']) => [
  aDiscrepancy({ code: 'PAYOUT_MISMATCH', figures: { unit: 'COP', reported: cop(3), expected: cop(8) }, state }),
  aDiscrepancy({ ...MISSING, state }),
]
const fees = (pesos: number) => ({
  discrepancies: [
    aDiscrepancy({
      ...{ code: 'FEES_MISMATCH', amount: cop(pesos), caseAmount: cop(pesos) },
      figures: { unit: 'COP', reported: cop(pesos), expected: cop(0) },
    }),
  ],
  fees: { ...NO_FEES, difference: cop(pesos), notCompared: null },
})

const invoiceFinding = (instead: Partial<Discrepancy>) =>
  aDiscrepancy({ ...{ code: 'FEES_INVOICE_DIFFERS', amount: cop(4), caseAmount: cop(4) }, ...instead })

/** The fees of a settlement are not those of the tariff, and so many invoices of 4 pesos each are not the fees. */
const offBy = (pesos: number, invoices: number): Partial<MonthFacts> => {
  const differing = Array.from({ length: invoices }, (_, at) => of([invoiceFinding({ id: `i${at}`, case: `i${at}` })]))
  return {
    hasTariff: true,
    feesInvoices: invoices,
    reports: [of(fees(pesos).discrepancies, fees(pesos)), ...differing],
  }
}

test.each<readonly [told: string, name: MonthStepName, instead: Partial<MonthFacts>]>([
  ['done 1/1', 'read', {}],
  ['blocked 1/1', 'read', { today: DURING }],
  [`to-do 1/2 ${RUN}`, 'read', { reports: [of([]), unread] }],
  ['done 1/1', 'swept', {}],
  [`to-do 1/2 ${RUN}`, 'swept', { pulls: { all: 2, again: 1 } }],
  ['blocked 0/2', 'swept', { pulls: { all: 2, again: 0 }, today: DURING }],
  ['not-used -/-', 'receivables', {}],
  ['done 2/3 500', 'receivables', { receivables: { dues: 3, paid: 2, left: cop(5), isOpen: false } }],
  ['blocked 2/3 500', 'receivables', { today: DURING, receivables: { dues: 3, paid: 2, left: cop(5), isOpen: false } }],
  [
    'to-do 2/3 500 cuadre receivables list --month 2026-03',
    'receivables',
    { receivables: { dues: 3, paid: 2, left: cop(5), isOpen: true } },
  ],
  // A closed month's dues are those of its closing: nothing is left to do about them.
  ['done 2/3 500', 'receivables', { isClosed: true, receivables: { dues: 3, paid: 2, left: cop(5), isOpen: true } }],
  ['not-used -/-', 'bank', {}],
  ['done 3/3', 'bank', { bank: bank({ arrived: 3, negative: 1, echo: 1 }) }],
  [`to-do 2/3 200 ${BANK}`, 'bank', { bank: bank({ arrived: 2, unconfirmed: 1 }, { unconfirmed: 2 }) }],
  // What came too much is nothing that waits.
  [`to-do 2/3 ${BANK}`, 'bank', { bank: bank({ arrived: 2, unconfirmed: 1 }, { unconfirmed: 0 }) }],
  // What a tied credit is short of is a difference, and no payout that waits.
  ['done 3/3', 'bank', { bank: bank({ arrived: 3 }, { arrived: 2 }) }],
  [`to-do 2/3 100 ${BANK}`, 'bank', { bank: bank({ arrived: 2, candidates: 1 }) }],
  ['blocked 2/3 100', 'bank', { bank: bank({ arrived: 2, 'on-the-way': 1 }) }],
  [`to-do 2/3 100 ${BANK}`, 'bank', { bank: bank({ arrived: 2, 'not-covered': 1 }) }],
  [`to-do 2/3 900 ${BANK}`, 'bank', { bank: missing(9), reports: [of([aDiscrepancy(MISSING)])] }],
  ['done 2/3 900', 'bank', { bank: missing(9), reports: [of([aDiscrepancy({ ...MISSING, state: 'claimed' })])] }],
  // The sum falls as the claim is paid, and ends with it.
  [
    'done 2/3 400',
    'bank',
    { bank: missing(4), reports: [of([aDiscrepancy({ ...MISSING, state: 'claimed', recovered: cop(5) })])] },
  ],
  ['done 3/3', 'bank', { bank: settled(1), reports: [of([aDiscrepancy({ ...MISSING, state: 'paid' })])] }],
  ['done 4/4', 'bank', { bank: settled(2), reports: [of([aDiscrepancy({ ...MISSING, state: 'accepted' })])] }],
  // One that was paid hides no other one that is open.
  [
    `to-do 3/4 900 ${BANK}`,
    'bank',
    {
      bank: bank({ arrived: 2, settled: 1, missing: 1 }, { missing: 9 }),
      reports: [of([aDiscrepancy({ ...MISSING, state: 'paid' })]), of([aDiscrepancy(MISSING)])],
    },
  ],
  ['done -/0', 'open', {}],
  [
    'to-do -/2 185000900 cuadre explain 2026-03-12 11',
    'open',
    { reports: [of([aDiscrepancy(MISSING), aDiscrepancy()], { verdict: 'discrepant' })] },
  ],
  // What could not be read is not a case: it is told by the step `read`.
  ['done -/0', 'open', { reports: [of([], { verdict: 'incomplete' })] }],
  ['done 0/0', 'claims', {}],
  ['done 0/0', 'claims', { reports: [of([aDiscrepancy({ ...MISSING, severity: 'info' })])] }],
  ['done 0/0', 'claims', { reports: [of([aDiscrepancy({ code: 'DUPLICATE_REFERENCE' })])] }],
  ['done 0/0', 'claims', { reports: [of([aDiscrepancy()])] }],
  ['done 2/2', 'claims', { claims: [claim(1, TODAY), claim(null, TODAY)] }],
  // What was settled, or changed since.
  ['done 0/0', 'claims', { claims: [claim(1, PAST, { left: ZERO }), claim(1, PAST, { isPayable: false })] }],
  [`to-do 0/2 185000900 ${LETTER}`, 'claims', { reports: [of(owing('open'))] }],
  ['done 0/0', 'claims', { reports: [of(owing('accepted'))] }],
  ['not-used -/-', 'fees', {}],
  ['done -/0', 'fees', { hasTariff: true }],
  [`to-do -/1 400 ${FEES}`, 'fees', { hasTariff: true, reports: [of(fees(4).discrepancies, fees(4))] }],
  ['blocked -/0', 'fees', { feesInvoices: 0 }],
  ['done -/0', 'fees', { feesInvoices: 1 }],
  [`to-do -/1 400 ${FEES}`, 'fees', { feesInvoices: 1, reports: [of([invoiceFinding({})])] }],
  ['done -/0', 'fees', { feesInvoices: 1, reports: [of([invoiceFinding({ severity: 'info' })])] }],
  ['done -/0', 'fees', { feesInvoices: 1, reports: [of([invoiceFinding({ state: 'accepted' })])] }],
  // Of the tariff and the invoices the larger one is told, with its own number.
  [`to-do -/2 800 ${FEES}`, 'fees', offBy(4, 2)],
  [`to-do -/1 900 ${FEES}`, 'fees', offBy(9, 2)],
  [`to-do -/1 ${FEES}`, 'fees', { feesInvoices: 0, reports: [of([invoiceFinding({ code: 'FEES_INVOICE_MISSING' })])] }],
  ['to-do -/- cuadre statement --month 2026-03', 'statement', {}],
  ['blocked -/-', 'statement', { today: DURING }],
  ['done -/-', 'statement', { isClosed: true }],
  ['to-do 1/1 cuadre close --through 2026-03-31', 'closed', {}],
  ['blocked 1/1', 'closed', { today: DURING }],
  ['not-used -/-', 'journal', {}],
  ['blocked -/-', 'journal', { frozenEntries: 0 }],
  ['to-do -/- cuadre journal --month 2026-03', 'journal', { frozenEntries: 0, isClosed: true }],
  ['done -/7', 'journal', { frozenEntries: 7, isClosed: true }],
  ['blocked 0/1', 'closed', { reports: [of([aDiscrepancy()], { verdict: 'exceptions' })] }],
  ['done -/-', 'closed', { isClosed: true }],
  ['not-used -/-', 'receivables', {}],
  ['not-used -/-', 'journal', {}],
  // A claim past its day is to be reminded of, by its letter where it has one.
  [`to-do 1/2 400 ${REMIND}`, 'claims', { claims: [claim(3, PAST), claim(3, TODAY)] }],
  ['to-do 1/2 400 cuadre claims list', 'claims', { claims: [claim(null, PAST), claim(3, TODAY)] }],
  // Done, whole and sum are of the same things while something is unclaimed as after it.
  [
    `to-do 1/4 185001300 ${LETTER}`,
    'claims',
    { reports: [of(owing('open'))], claims: [claim(3, PAST), claim(3, TODAY)] },
  ],
  [
    `to-do 1/2 400 ${REMIND}`,
    'claims',
    { reports: [of(owing('accepted'))], claims: [claim(3, PAST), claim(3, TODAY)] },
  ],
  // A claim that is open again is unclaimed, and no second thing.
  [
    `to-do 0/2 185000900 ${LETTER}`,
    'claims',
    { reports: [of(owing('open'))], claims: [claim(3, PAST, { case: 'm' })] },
  ],
  ['blocked -/-', 'pack', {}],
  ['to-do -/- cuadre pack --month 2026-03 --out pack-2026-03.zip', 'pack', { isClosed: true }],
  ['done -/-', 'pack', { isClosed: true, isPacked: true }],
])('%s: the step %s', (told, name, instead) => {
  expect(step(name, instead)).toBe(told)
})
