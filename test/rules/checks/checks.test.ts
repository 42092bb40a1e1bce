import { describe, expect, test } from 'vitest'
import { asText, type Figures, inCop, subjectOf, theInvoice } from '../../../src/core/findings/discrepancy.ts'
import { type Centavos, fromCentavos } from '../../../src/core/money.ts'
import { NO_CLAIMS } from '../../../src/core/notifications/notification.ts'
import type { InvoiceInPull, KeyHolder, SharedKey } from '../../../src/core/pull/invoice-in-pull.ts'
import type { RentFault } from '../../../src/core/receivables.ts'
import { CODES_OF_FIGURES } from '../../../src/rules/assessment/slot-report.ts'
import { defineCheck, NO_DATA, observed } from '../../../src/rules/define-check.ts'
import type { SlotContext, SlotFacts } from '../../../src/rules/facts.ts'
import { badgeOf, CHECKS, CODES, type Code, recordOf } from '../../../src/rules/registry.ts'
import { messageIn } from '../../../src/words/sentences.ts'
import {
  aContext,
  aList,
  anUnpaidInvoice,
  aPaidInvoice,
  aPolicy,
  aPull,
  aSettlement,
  aSettlementVersion,
  at,
  cop,
  invoiceInPull,
  slot,
  someFacts,
  someFees,
  someTotals,
} from '../../core/a.ts'
import { anEntry, someBank } from '../../core/bank/a-bank.ts'
import { someFeesOfMonth } from '../../core/fees/some-fees-of-month.ts'
import { reported, stored } from './table.ts'

/** The codes of the specification (SPEC, section 4), each with a slot or an invoice that causes it. */
interface Wrong {
  readonly facts?: Partial<SlotFacts>
  readonly invoice?: Partial<InvoiceInPull>
  readonly context?: Partial<SlotContext>
}

const FINAL = { baseline: aSettlementVersion(aSettlement()) }
const LATE = { pull: aPull({ at: at('2026-03-20T00:00:00Z') }) }
const noted = (kind: keyof SlotFacts['fields']) => ({
  fields: { ...someFacts().fields, [kind]: new Map([['amount', 1]]) },
})
const list = (instead: Parameters<typeof aList>[0]) => ({ pull: aPull({ list: aList(instead) }) })
const holder = (invoiceId: string, cycle: string): KeyHolder => ({
  slot: slot('2026-03-12', cycle),
  invoiceId,
  status: 'paid',
  paid: cop(1),
  listedSinceRun: 1,
  readInRun: 1,
})
const shared = (kind: SharedKey['kind'], first: string, here: string) => ({
  shared: [{ kind, value: 'x', holders: [holder(first, '9'), holder(here, '11')] }],
})
const departed = {
  departures: new Map([['inv-1', { invoiceId: 'inv-1', status: 'paid', ownDate: '2026-03-13', ownCycle: '11' }]]),
}

const toldCredited = {
  notificationClaims: {
    ...NO_CLAIMS,
    claims: [
      {
        kind: 'settlement',
        webhookId: 'w-1',
        receivedAt: 1,
        status: 'credited',
        invoiceCount: null,
        collected: null,
        fees: null,
        adjustments: null,
        payout: null,
      } as const,
    ],
  },
}

const toldChargeback = {
  notificationClaims: {
    ...NO_CLAIMS,
    claims: [
      {
        kind: 'invoice',
        webhookId: 'w-1',
        receivedAt: 1,
        invoiceId: 'inv-1',
        status: 'chargeback',
        amount: null,
        paid: null,
      } as const,
    ],
  },
}

/** A payment that the merchant's lists find fault with. */
const aRent = (kind: RentFault['kind'], paid: number, expected: number): RentFault => ({
  kind,
  slot: slot('2026-03-12'),
  invoiceId: 'inv_1',
  paid: cop(paid),
  expected: cop(expected),
  due: 'A-101/2026-03',
})

const GAP = { account: '123', after: slot('2026-03-05').date, before: slot('2026-03-09').date, isWithin: false }

/** Every code that a check reports. RESTATED is for closed dates, by comparing two readings. */
const WRONG: Readonly<Record<Exclude<Code, 'RESTATED'>, Wrong>> = {
  PAYOUT_MISMATCH: { facts: reported({ payout: cop(1) }) },
  COLLECTED_MISMATCH: { facts: reported({ collected: cop(1) }) },
  COUNT_MISMATCH: { facts: reported({ invoiceCount: 2 }) },
  INVOICES_MISSING: { facts: list({ items: 0 }) },
  WITHIN_TOLERANCE: { facts: { ...reported({ payout: cop(97_999) }), policy: aPolicy({ tolerance: cop(1) }) } },
  GATEWAY_READING: { facts: reported({ gateway: true, payout: cop(0) }) },
  READING_CONTRADICTED: {
    facts: { contradictions: [{ setting: 'adjustments', inForce: 'add', fitting: ['subtract'] }] },
  },
  ADJUSTMENT: {
    facts: {
      adjustment: {
        slot: slot(),
        reported: cop(1),
        effect: cop(1),
        inPayout: cop(1),
        isPaidOut: true,
        explained: cop(0),
        recovered: cop(0),
        explanation: { kind: 'none', isComplete: true },
      },
    },
  },
  FEES_MISMATCH: { facts: { totals: someTotals({ fees: someFees(1500) }) } },
  CHARGEBACK_NOT_DEBITED: {
    facts: {
      notDebited: [
        {
          chargeback: { slot: slot(), invoiceId: 'inv-1', paid: cop(1), isReversed: false },
          sum: cop(1),
          amongEqual: [],
        },
      ],
    },
  },
  SETTLEMENT_MISSING: { facts: { settlement: null } },
  SETTLEMENT_OVERDUE: { facts: { ...LATE, ...reported({ status: 'processing' }) } },
  SETTLEMENT_ERROR: { facts: reported({ status: 'error' }) },
  SETTLEMENT_VANISHED: { facts: { settlement: null, settlements: [aSettlementVersion(aSettlement())] } },
  SETTLEMENT_CHANGED: { facts: { ...reported({ fees: cop(1) }), ...FINAL } },
  STATUS_REGRESSED: { invoice: { current: anUnpaidInvoice(), baseline: aPaidInvoice() } },
  SLOT_ECHO: { facts: reported({ cycle: '13' }) },
  CYCLE_LABEL: { facts: reported({ cycle: '1' }) },
  UNKNOWN_CYCLE: { facts: { slot: slot('2026-03-12', '1') } },
  NEGATIVE_PAYOUT: { facts: reported({ payout: cop(-1) }) },
  FEES_EXCEED_COLLECTED: { facts: reported({ fees: cop(100_001) }) },
  NEGATIVE_AMOUNT: { facts: reported({ fees: cop(-1) }) },
  UNDERPAID: { invoice: { current: aPaidInvoice({ paid: cop(1) }) } },
  OVERPAID: { invoice: { current: aPaidInvoice({ paid: cop(100_001) }) } },
  PAYMENT_FIELDS_MISSING: { invoice: { current: aPaidInvoice({ paymentId: null }) } },
  FIELD_MISSING: { facts: noted('missing') },
  NOT_PAID: { invoice: { current: anUnpaidInvoice() } },
  CHARGEBACK: { invoice: { current: aPaidInvoice({ status: 'chargeback' }) } },
  CHARGEBACK_REVERSED: { invoice: { wasChargeback: true } },
  DUPLICATE_PAYMENT: { facts: shared('payment', 'inv-1', 'inv-2') },
  DUPLICATE_REFERENCE: { facts: shared('reference', 'inv-1', 'inv-2') },
  INVOICE_IN_TWO_SLOTS: { facts: shared('invoice', 'inv-1', 'inv-1') },
  INVOICE_OUTSIDE_SLOT: {
    facts: {
      ownSlots: { label: null, outside: [{ invoiceId: 'inv-1', paid: cop(5), ownDate: '2026-03-13', ownCycle: '11' }] },
    },
  },
  INVOICE_IN_NO_SLOT: {
    facts: {
      unlistedInvoices: [
        {
          date: slot().date,
          invoiceId: 'inv-1',
          status: 'paid',
          paid: cop(6),
          ownDate: null,
          ownCycle: null,
          listedIn: [],
        },
      ],
    },
  },
  FEES_INVOICE_DIFFERS: { facts: { feesInvoice: { fees: someFeesOfMonth(2_100), isOverdue: false } } },
  FEES_INVOICE_MISSING: {
    facts: { feesInvoice: { fees: someFeesOfMonth(null), isOverdue: true }, policy: aPolicy({ taxId: '900123456' }) },
  },
  INVOICE_ADDED: { invoice: {}, context: FINAL },
  INVOICE_VANISHED: {
    invoice: { current: null, baseline: aPaidInvoice(), inBaselineList: true, listedSinceBaseline: true },
    context: FINAL,
  },
  INVOICE_MOVED: { invoice: { current: null, previous: aPaidInvoice() }, context: departed },
  INVOICE_CHANGED: { invoice: { baseline: aPaidInvoice({ reference: 'ref-2' }) } },
  LISTED_TWICE: { facts: { repeats: [{ invoiceId: 'inv-1', paid: cop(7), copiesDiffer: false }] } },
  PAGE_COUNT: { facts: list({ miscountedPages: 1 }) },
  CURSOR_ABSENT: { facts: list({ cursorAbsent: true }) },
  MALFORMED_RECORD: {
    facts: {
      ...reported({ collected: cop(107_000), payout: cop(105_000) }),
      ...list({ malformed: 1 }),
      quarantine: [
        { invoiceId: null, reference: null, field: 'id', reason: 'is absent', digest: 'a', page: 1, item: 1 },
      ],
    },
  },
  UNKNOWN_VALUE: { facts: noted('unknownValues') },
  UNKNOWN_FIELD: { facts: noted('unknownFields') },
  FRACTIONAL_PESOS: { facts: noted('fractional') },
  WEBHOOK_DISAGREES: { facts: { ...reported({ status: 'paid' }), ...toldCredited } },
  WEBHOOK_MISSED: {
    facts: {
      baseline: aSettlementVersion(aSettlement(), 1, aPull().at - 3 * 3_600_000),
      notificationClaims: { ...NO_CLAIMS, listeningSince: 0 },
    },
  },
  WEBHOOK_CONFLICT: {
    facts: { notificationClaims: { ...NO_CLAIMS, conflicts: [{ webhookId: 'w-1', receivedAt: 1 }] } },
  },
  BANK_MISSING: {
    facts: someBank({
      arrival: {
        kind: 'missing',
        lastDay: slot('2026-03-17').date,
        through: slot('2026-03-17').date,
        isComplete: true,
        laterCredits: [],
        takenBack: [],
      },
    }),
  },
  BANK_DIFFERS: {
    facts: someBank({
      arrival: { kind: 'arrived', tie: 40, banked: cop(1), tied: cop(1), on: slot('2026-03-13').date, parts: [] },
    }),
  },
  BANK_UNCONFIRMED: {
    facts: someBank({ arrival: { kind: 'unconfirmed', credit: anEntry('x', '2026-03-13', 97_900), mayBe: [] } }),
  },
  BANK_AMBIGUOUS: { facts: someBank({ arrival: { kind: 'candidates', candidates: [] } }) },
  BANK_UNKNOWN_CREDIT: { facts: someBank({ unknownCredits: [anEntry('x', '2026-03-13', 7)] }) },
  BANK_GAP: { facts: someBank({ gaps: [{ ...GAP, balances: null }] }) },
  RENT_SHORT: { facts: { rents: [aRent('short', 90, 100)] } },
  RENT_OVER: { facts: { rents: [aRent('over', 130, 100)] } },
  RENT_TWICE: { facts: { rents: [aRent('twice', 100, 0)] } },
  RENT_UNKNOWN_PAYER: { facts: { rents: [{ ...aRent('unknown', 100, 0), expected: null, due: null }] } },
  RENT_AMBIGUOUS: { facts: { rents: [{ ...aRent('ambiguous', 100, 0), expected: null, due: null }] } },
}

/** The findings of all checks: for an ordinary slot with this one trouble, and for such an invoice. */
const foundBy = ({ facts, invoice, context }: Wrong) => [
  ...(facts ? CHECKS.flatMap(({ check }) => check?.(someFacts(facts)) ?? []) : []),
  ...(invoice
    ? CHECKS.flatMap(({ checkInvoice }) => checkInvoice?.(invoiceInPull(invoice), aContext(context)) ?? [])
    : []),
]

test.each(Object.entries(WRONG))('%s is found by the list of checks', (code, wrong) => {
  const findings = foundBy(wrong)
  expect(findings.map((finding) => finding.code)).toContain(code)
  expect(findings.filter((finding) => messageIn(stored(finding), 'es').language !== 'es')).toEqual([])
})

test('the list of checks finds nothing in an ordinary slot', () => {
  expect(foundBy({ facts: {}, invoice: {} })).toEqual([])
})

test('the list of checks finds no other code', () => {
  const found = Object.values(WRONG).flatMap((wrong) => foundBy(wrong).map(({ code }) => code))
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(WRONG).toSorted())
})

test('a rule that may be an error has words for a badge, and no other', () => {
  const isError = ({ severity, also = [] }: (typeof CHECKS)[number]): boolean => [severity, ...also].includes('error')
  expect(CHECKS.filter((one) => isError(one) !== (one.badge !== undefined)).map(({ code }) => code)).toEqual([])
})

test.each([
  ['PAYOUT_MISMATCH', 5n, -3n, 'Paid too little'],
  ['COLLECTED_MISMATCH', -5n, 3n, 'Paid too much'],
  ['COLLECTED_MISMATCH', -5n, 0n, 'Figures disagree'],
  ['COLLECTED_MISMATCH', -5n, null, 'Figures disagree'],
  ['FEES_MISMATCH', 5n, -3n, 'Fees too high'],
  ['FEES_MISMATCH', -5n, 0n, 'Fees too low'],
  ['FEES_MISMATCH', null, 7n, undefined],
  ['BANK_MISSING', -5n, 0n, 'Not at the bank'],
  ['OF_SOMEBODY_ELSE', 5n, 5n, undefined],
] as const)('the badge of %s, off by %s, where the payout is off by %s: %s', (code, ofFinding, ofPayout, expected) => {
  const centavos = (sum: bigint | null): Centavos | null => (sum === null ? null : fromCentavos(sum))
  expect(badgeOf({ code }, centavos(ofFinding), centavos(ofPayout))?.en).toBe(expected)
})

test('every rule has a code of its own, and each of its checks finds something', () => {
  expect(new Set(CODES).size).toBe(CHECKS.length)
  const slots = Object.values(WRONG).flatMap(({ facts }) => (facts ? [someFacts(facts)] : []))
  slots.push(someFacts({ neverRead: ['inv-1'] }))
  const idle = CHECKS.filter(({ check }) => check !== null && slots.every((facts) => check(facts).length === 0))
  const invoices = [{ invoice: { current: aPaidInvoice({ paid: cop(-1) }) } }, ...Object.values(WRONG)]
  const idleOfInvoices = CHECKS.filter(
    ({ checkInvoice }) =>
      checkInvoice !== null &&
      invoices.every(
        ({ invoice, context }: Wrong) =>
          !invoice || checkInvoice(invoiceInPull(invoice), aContext(context)).length === 0,
      ),
  )
  expect([...idle, ...idleOfInvoices].map(({ code }) => code)).toEqual(['STATUS_REGRESSED'])
  const regressed = { ...reported({ status: 'processing' }), settlements: [aSettlementVersion(aSettlement())] }
  expect(foundBy({ facts: regressed }).map(({ code }) => code)).toContain('STATUS_REGRESSED')
})

test('what a rule finds has one of its severities', () => {
  for (const { code, severity } of Object.values(WRONG).flatMap(foundBy)) {
    const record = recordOf(code)
    expect([record?.severity, ...(record?.also ?? [])]).toContain(severity)
  }
})

test('no check finds what was restated', () => {
  expect(CODES.filter((code) => !(code in WRONG))).toEqual(['RESTATED'])
})

test('no two findings of a slot are the same discrepancy', () => {
  const everything = Object.values(WRONG).flatMap(foundBy)
  for (const wrong of Object.values(WRONG)) {
    const ids = foundBy(wrong).map(({ code, subject }) => `${code} ${subject}`)
    expect(new Set(ids).size).toBe(ids.length)
  }
  for (const { subject } of everything) expect(subjectOf(subject).kind).not.toBe('other')
})

/**
 * The pesos of each code (SPEC, section 4, "amount, by code"), for the troubles above; null when it is not about a sum.
 */
const AMOUNTS: Readonly<Record<keyof typeof WRONG, number | null>> = {
  PAYOUT_MISMATCH: 97_999,
  COLLECTED_MISMATCH: 99_999,
  COUNT_MISMATCH: null,
  INVOICES_MISSING: 100_000,
  WITHIN_TOLERANCE: 1,
  GATEWAY_READING: null,
  READING_CONTRADICTED: null,
  ADJUSTMENT: 1,
  FEES_MISMATCH: 500,
  CHARGEBACK_NOT_DEBITED: 1,
  SETTLEMENT_MISSING: 100_000,
  SETTLEMENT_OVERDUE: 98_000,
  SETTLEMENT_ERROR: 98_000,
  SETTLEMENT_VANISHED: 98_000,
  SETTLEMENT_CHANGED: 1_999,
  STATUS_REGRESSED: 100_000,
  SLOT_ECHO: null,
  CYCLE_LABEL: null,
  UNKNOWN_CYCLE: null,
  NEGATIVE_PAYOUT: null,
  FEES_EXCEED_COLLECTED: null,
  NEGATIVE_AMOUNT: null,
  UNDERPAID: 99_999,
  OVERPAID: 1,
  PAYMENT_FIELDS_MISSING: 100_000,
  FIELD_MISSING: null,
  NOT_PAID: null,
  CHARGEBACK: 100_000,
  CHARGEBACK_REVERSED: 100_000,
  DUPLICATE_PAYMENT: 1,
  DUPLICATE_REFERENCE: null,
  INVOICE_IN_TWO_SLOTS: 1,
  INVOICE_OUTSIDE_SLOT: 5,
  INVOICE_IN_NO_SLOT: 6,
  FEES_INVOICE_DIFFERS: 100,
  FEES_INVOICE_MISSING: 2_000,
  INVOICE_ADDED: 100_000,
  INVOICE_VANISHED: 100_000,
  INVOICE_MOVED: 100_000,
  INVOICE_CHANGED: null,
  LISTED_TWICE: 7,
  PAGE_COUNT: null,
  CURSOR_ABSENT: null,
  MALFORMED_RECORD: 7_000,
  UNKNOWN_VALUE: null,
  UNKNOWN_FIELD: null,
  FRACTIONAL_PESOS: null,
  WEBHOOK_DISAGREES: null,
  WEBHOOK_MISSED: null,
  WEBHOOK_CONFLICT: null,
  BANK_MISSING: 98_000,
  BANK_DIFFERS: 97_999,
  BANK_UNCONFIRMED: 100,
  BANK_AMBIGUOUS: 98_000,
  BANK_UNKNOWN_CREDIT: 7,
  BANK_GAP: null,
  RENT_SHORT: 10,
  RENT_OVER: 30,
  RENT_TWICE: 100,
  RENT_UNKNOWN_PAYER: 100,
  RENT_AMBIGUOUS: 100,
}

test.each(Object.entries(AMOUNTS))('the amount of %s is %s', (code, pesos) => {
  const [, wrong = {}] = Object.entries(WRONG).find(([of]) => of === code) ?? []
  const finding = foundBy(wrong).find((one) => one.code === code)
  expect(finding?.amount).toEqual(pesos === null ? null : cop(pesos))
})

/** Codes that may be about other sums. */
const OTHER_AMOUNTS: readonly (readonly [what: string, code: Code, wrong: Wrong, pesos: readonly (number | null)[]])[] =
  [
    [
      'a sum of an invoice',
      'INVOICE_CHANGED',
      { invoice: { baseline: aPaidInvoice({ paid: cop(60_000) }) } },
      [40_000],
    ],
    ['a sum that came', 'SETTLEMENT_CHANGED', { facts: { ...reported({ adjustments: cop(-3) }), ...FINAL } }, [3]],
    ['a flag', 'SETTLEMENT_CHANGED', { facts: { ...reported({ gateway: true }), ...FINAL } }, [null]],
    ['a sum below zero', 'NEGATIVE_AMOUNT', { invoice: { current: aPaidInvoice({ paid: cop(-9) }) } }, [9]],
    [
      'a status that is less than was told, of the invoice as it is read',
      'WEBHOOK_DISAGREES',
      {
        facts: {
          ...toldChargeback,
          notifiedInvoices: new Map([['inv-1', invoiceInPull({ current: aPaidInvoice({ paid: cop(12) }) })]]),
        },
      },
      [12],
    ],
    [
      'balances that are apart',
      'BANK_GAP',
      { facts: someBank({ gaps: [{ ...GAP, balances: { reported: cop(7), expected: cop(9) } }] }) },
      [2],
    ],
    [
      'of two records that cannot be read the first stands for both',
      'MALFORMED_RECORD',
      {
        facts: {
          ...reported({ collected: cop(99_000), payout: cop(97_000) }),
          ...list({ malformed: 2 }),
          quarantine: [
            { invoiceId: null, reference: null, field: 'id', reason: 'is absent', digest: 'a', page: 1, item: 1 },
            { invoiceId: null, reference: null, field: 'id', reason: 'is absent', digest: 'b', page: 1, item: 2 },
          ],
        },
      },
      [1_000, null],
    ],
    [
      'a list with a record that cannot be read',
      'SETTLEMENT_ERROR',
      { facts: { ...reported({ status: 'error' }), ...list({ malformed: 1 }) } },
      [null],
    ],
    [
      'chargebacks come to exactly the adjustments',
      'ADJUSTMENT',
      {
        facts: {
          adjustment: {
            slot: slot(),
            reported: cop(-8),
            effect: cop(-8),
            inPayout: cop(-8),
            isPaidOut: true,
            explained: cop(-8),
            recovered: cop(0),
            explanation: { kind: 'debit', sets: [[]], together: [] },
          },
        },
      },
      [0],
    ],
  ]

test.each(OTHER_AMOUNTS)('%s: the amount of %s', (_, code, wrong, pesos) => {
  const amounts = foundBy(wrong).flatMap((finding) => (finding.code === code ? [finding.amount] : []))
  expect(amounts).toEqual(pesos.map((one) => (one === null ? null : cop(one))))
})

/** A check of one invoice, as a user may write it, and the amount of its finding about an invoice that paid COP 5. */
describe('the amount of what a check of one invoice finds', () => {
  const amountOf = (amount: number | null, figures: Figures, isOfDifference: boolean): bigint | null | undefined => {
    const one = defineCheck({
      code: 'OWN',
      severity: 'info',
      acts: 'engineer',
      ...(isOfDifference ? { amount: 'difference' } : {}),
      checkInvoice: ({ id }) => observed(theInvoice(id), figures, NO_DATA, null, amount === null ? null : cop(amount)),
      title: { en: 'x', es: 'x' },
      when: 'x',
      message: { en: () => 'x', es: () => 'x' },
    })
    return one.checkInvoice?.(invoiceInPull({ current: aPaidInvoice({ paid: cop(5) }) }), aContext())[0]?.amount
  }
  test.each<[string, given: number | null, Figures, isOfDifference: boolean, pesos: number | null]>([
    ['what the invoice paid, where it gives none', null, asText('a', 'b'), false, 5],
    ['what it gives', 7, asText('a', 'b'), false, 7],
    ['never negative', -7, asText('a', 'b'), false, 7],
    ['the difference', null, inCop(cop(2), cop(5)), true, 3],
    ['a sum that came', null, inCop(cop(2), null), true, 2],
    ['a sum that went', null, inCop(null, cop(-4)), true, 4],
    ['no sum', null, inCop(null, null), true, null],
    ['no difference of texts', null, asText('a', 'b'), true, null],
  ])('%s', (_, given, figures, isOfDifference, pesos) => {
    expect(amountOf(given, figures, isOfDifference)).toBe(pesos === null ? null : cop(pesos))
  })
})

test('the errors for which a settlement is discrepant are those of the specification (SPEC, section 3)', () => {
  expect([...CODES_OF_FIGURES].sort()).toEqual([
    'COLLECTED_MISMATCH',
    'COUNT_MISMATCH',
    'FEES_MISMATCH',
    'INVOICES_MISSING',
    'MALFORMED_RECORD',
    'PAYOUT_MISMATCH',
    'RESTATED',
    'SETTLEMENT_CHANGED',
    'SETTLEMENT_MISSING',
    'SETTLEMENT_OVERDUE',
    'SETTLEMENT_VANISHED',
    'SLOT_ECHO',
    'STATUS_REGRESSED',
  ])
})
