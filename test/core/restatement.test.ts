import { describe, expect, test } from 'vitest'
import type { Closing } from '../../src/core/findings/act.ts'
import { differenceOf, type Finding } from '../../src/core/findings/discrepancy.ts'
import type { Invoice } from '../../src/core/invoice.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import {
  type ClosedSlot,
  CODES_OF_CHANGE,
  findingsOfClosed,
  gatherRestated,
  type ListDifference,
} from '../../src/rules/assessment/restatement.ts'
import { messageIn } from '../../src/words/sentences.ts'
import { aFinding, aList, anUnpaidInvoice, aPaidInvoice, aPolicy, aSettlement, cop, slot, someTotals } from './a.ts'

const closing: Closing = { number: 7, at: 0, by: 'ana', through: slot('2026-03-31').date, reason: '', isForced: false }
const NO_INVOICES: ClosedSlot['invoices'] = { findings: [], counted: 0, collected: cop(0) }

const line = ({ code, severity, subject, figures }: Finding): string =>
  [code, severity, subject, figures.expected, figures.reported, differenceOf(figures)].map(String).join(' ')

/** Every message must be translated, since pages of closed days are read in Spanish, too. */
const inSpanish = (finding: Finding): string => messageIn(finding, 'es').language

const restated = (
  closed: Partial<ClosedSlot>,
  now: Settlement | null = aSettlement(),
  found: readonly Finding[] = [],
  malformed = 0,
) =>
  findingsOfClosed(
    found,
    { closing, wasRead: true, settlement: aSettlement(), findings: [], invoices: NO_INVOICES, ...closed },
    {
      slot: slot(),
      settlement: now,
      list: aList({ malformed }),
      totals: someTotals({ counted: 3, collected: cop(300) }),
      policy: aPolicy(),
    },
  )

/** The settlement at the closing, the present one, and what is reported. */
const SETTLEMENTS: readonly (readonly [string, Settlement | null, Settlement | null, readonly string[]])[] = [
  ['is the same', aSettlement(), aSettlement(), []],
  ['is in process still', aSettlement({ status: 'processing' }), aSettlement({ status: 'processing' }), []],
  ['was and is absent', null, null, []],
  [
    'is gone',
    aSettlement(),
    null,
    ['RESTATED error settlement credited null null', 'RESTATED error settlement.payout 9800000 null null'],
  ],
  [
    'came',
    null,
    aSettlement({ status: 'paid' }),
    ['RESTATED info settlement null paid null', 'RESTATED info settlement.payout null 9800000 null'],
  ],
  ['answers for another slot now', aSettlement(), aSettlement({ date: '2026-03-13', payout: cop(1) }), []],
  [
    'has other sums',
    aSettlement(),
    aSettlement({ fees: cop(3_000), payout: cop(97_000) }),
    ['RESTATED error settlement.fees 200000 300000 100000', 'RESTATED error settlement.payout 9800000 9700000 -100000'],
  ],
  ['counts others', aSettlement(), aSettlement({ invoiceCount: 2 }), ['RESTATED error settlement.invoiceCount 1 2 1']],
  [
    'has another flag',
    aSettlement(),
    aSettlement({ gateway: true }),
    ['RESTATED error settlement.gateway false true null'],
  ],
  ['went on to be credited', aSettlement({ status: 'paid' }), aSettlement(), []],
  [
    'became final at last',
    aSettlement({ status: 'processing' }),
    aSettlement({ fees: cop(3_000) }),
    ['RESTATED info settlement.fees 200000 300000 100000', 'RESTATED info settlement.status 0 9800000 9800000'],
  ],
  [
    'had failed and is paid now',
    aSettlement({ status: 'error' }),
    aSettlement({ status: 'paid' }),
    ['RESTATED info settlement.status 0 9800000 9800000'],
  ],
  [
    'fails at last',
    aSettlement({ status: 'processing' }),
    aSettlement({ status: 'error' }),
    ['RESTATED error settlement.status processing error null'],
  ],
  [
    'went back',
    aSettlement(),
    aSettlement({ status: 'paid' }),
    ['RESTATED error settlement.status credited paid null'],
  ],
  ['failed', aSettlement(), aSettlement({ status: 'error' }), ['RESTATED error settlement.status 9800000 0 -9800000']],
]

describe('the settlement of a closed slot', () => {
  test.each(SETTLEMENTS)('%s', (_what, then, now, expected) => {
    const findings = restated({ settlement: then }, now)
    expect(findings.map(line)).toEqual(expected)
    expect(findings.map(inSpanish)).toEqual(expected.map(() => 'es'))
  })

  test.each([
    ['credited', 'deposited'],
    ['deposited', 'paid'],
  ])('that went on from %s to %s, both final by policy, takes nothing back', (then, now) => {
    const policy = aPolicy({ finalStatuses: ['paid', 'credited', 'deposited'] })
    const closed = {
      closing,
      wasRead: true,
      settlement: aSettlement({ status: then }),
      findings: [],
      invoices: NO_INVOICES,
    }
    const facts = {
      slot: slot(),
      settlement: aSettlement({ status: now }),
      list: aList(),
      totals: someTotals(),
      policy,
    }
    expect(findingsOfClosed([], closed, facts)).toEqual([])
  })
})

/** Its payment is known, but it does not count. */
const WITH_PAYMENT: Invoice = { ...aPaidInvoice(), status: 'ready' }

/** An invoice at the closing, the present one, and what is reported. */
const INVOICES: readonly (readonly [string, Omit<ListDifference, 'id'>, readonly string[], number, number])[] = [
  ['came', { before: null, now: aPaidInvoice() }, ['invoice:inv-1 null paid null'], 1, 100_000],
  ['left', { before: aPaidInvoice(), now: null }, ['invoice:inv-1 paid null null'], -1, -100_000],
  ['that does not count left', { before: anUnpaidInvoice(), now: null }, ['invoice:inv-1 ready null null'], 0, 0],
  [
    'was paid less',
    { before: aPaidInvoice(), now: aPaidInvoice({ paid: cop(90_000) }) },
    ['invoice:inv-1.paid 10000000 9000000 -1000000'],
    0,
    -10_000,
  ],
  [
    'is not paid any more',
    { before: aPaidInvoice(), now: anUnpaidInvoice() },
    [
      'invoice:inv-1.paid 10000000 null null',
      'invoice:inv-1.status paid ready null',
      'invoice:inv-1.paymentMethod pse null null',
      'invoice:inv-1.paymentId pay-1 null null',
      'invoice:inv-1.paymentDate 2026-03-11T10:00:00-05:00 null null',
    ],
    -1,
    -100_000,
  ],
  [
    'is charged back, of another tenant and under another reference',
    {
      before: aPaidInvoice(),
      now: aPaidInvoice({
        status: 'chargeback',
        customerDocument: '9988776655',
        reference: null,
        customerName: 'Otra',
      }),
    },
    [
      'invoice:inv-1.status paid chargeback null',
      'invoice:inv-1.reference ref-1 null null',
      'invoice:inv-1.customerDocument ***050 ***655 null',
    ],
    0,
    0,
  ],
  [
    'is charged back, and was never paid in the closed books',
    { before: WITH_PAYMENT, now: aPaidInvoice({ status: 'chargeback' }) },
    ['invoice:inv-1.status ready chargeback null'],
    1,
    100_000,
  ],
  [
    'is paid at last',
    { before: WITH_PAYMENT, now: aPaidInvoice() },
    ['invoice:inv-1.status ready paid null'],
    1,
    100_000,
  ],
  [
    'is cancelled after a chargeback',
    { before: aPaidInvoice({ status: 'chargeback' }), now: { ...WITH_PAYMENT, status: 'cancelled' } },
    ['invoice:inv-1.status chargeback cancelled null'],
    -1,
    -100_000,
  ],
  [
    'is paid again after a chargeback',
    { before: aPaidInvoice({ status: 'chargeback' }), now: aPaidInvoice() },
    ['invoice:inv-1.status chargeback paid null'],
    0,
    0,
  ],
]

describe('an invoice of a closed slot', () => {
  test.each(INVOICES)('%s', (_what, invoice, expected, counted, collected) => {
    const gathered = gatherRestated(closing, aPolicy())
    gathered.add({ id: 'inv-1', ...invoice })
    const { findings, ...sums } = gathered.result()
    expect(findings.map(line)).toEqual(expected.map((one) => `RESTATED error ${one}`))
    expect(findings.map(inSpanish)).toEqual(expected.map(() => 'es'))
    expect(sums).toEqual({ counted, collected: cop(collected) })
  })
})

describe('the list of a closed slot', () => {
  test.each([
    ['comes to the same', 0, 0, []],
    ['comes to more', 1, 100, ['RESTATED error list 20000 30000 10000']],
    ['comes to more of as many', 0, 100, ['RESTATED error list 20000 30000 10000']],
    ['has more invoices of nothing', 1, 0, ['RESTATED error list 2 3 1']],
  ])('%s', (_what, counted, collected, expected) => {
    expect(restated({ invoices: { findings: [], counted, collected: cop(collected) } }).map(line)).toEqual(expected)
  })

  test('says both numbers and both sums', () => {
    expect(restated({ invoices: { findings: [], counted: 1, collected: cop(100) } }).map(inSpanish)).toEqual(['es'])
    const [finding] = restated({ invoices: { findings: [], counted: 1, collected: cop(100) } })
    expect(finding?.message).toBe(
      'what counts: 2 invoices of COP 200 at the closing, 3 invoices of COP 300 now; the period is closed through 2026-03-31',
    )
  })
})

test('what had changed before the closing stands as it stood then; what is found otherwise is found as ever', () => {
  const finding = (code: Finding['code'], message: string) => aFinding({ code, message })
  const now = [finding('PAYOUT_MISMATCH', 'now'), ...CODES_OF_CHANGE.map((code) => finding(code, 'now'))]
  const then = [finding('PAYOUT_MISMATCH', 'then'), finding('SETTLEMENT_CHANGED', 'then')]
  expect(restated({ findings: then }, aSettlement(), now).map(({ code, message }) => `${code} ${message}`)).toEqual([
    'PAYOUT_MISMATCH now',
    'SETTLEMENT_CHANGED then',
  ])
})

describe('figures that were off when the books were closed', () => {
  type Code = 'PAYOUT_MISMATCH' | 'COLLECTED_MISMATCH' | 'COUNT_MISMATCH' | 'FEES_MISMATCH' | 'ADJUSTMENT'
  const PAID = aSettlement({ payout: cop(97_000) })
  /** Only the codes of findings matter. */
  const told = (codes: readonly Code[]): readonly Finding[] =>
    codes.flatMap((code) => restated({}, PAID).map((finding) => ({ ...finding, code })))
  test.each<[what: string, then: readonly Code[], now: readonly Code[], severity: string]>([
    ['were none', [], [], 'error'],
    ['are put right', ['PAYOUT_MISMATCH'], [], 'info'],
    ['are put right, each of them', ['COLLECTED_MISMATCH', 'COUNT_MISMATCH', 'FEES_MISMATCH'], [], 'info'],
    ['are off still', ['PAYOUT_MISMATCH'], ['PAYOUT_MISMATCH'], 'error'],
    ['are off in another way', ['PAYOUT_MISMATCH'], ['COLLECTED_MISMATCH'], 'error'],
    ['were adjustments, which nobody put right', ['ADJUSTMENT'], [], 'error'],
    ['are off now', [], ['PAYOUT_MISMATCH'], 'error'],
  ])('%s', (_, then, now, severity) => {
    const findings = restated({ findings: told(then) }, PAID, told(now))
    expect(findings.filter(({ code }) => code === 'RESTATED').map(line)).toEqual([
      `RESTATED ${severity} settlement.payout 9800000 9700000 -100000`,
    ])
  })

  const WRONG = { findings: told(['PAYOUT_MISMATCH']) }
  const severities = (now: Settlement | null, malformed = 0): readonly string[] => [
    ...new Set(restated(WRONG, now, [], malformed).map(({ severity }) => severity)),
  ]
  test.each([
    ['is in process again', aSettlement({ status: 'processing', payout: cop(97_000) }), 0],
    ['ended in error', aSettlement({ status: 'error', payout: cop(97_000) }), 0],
    ['is gone', null, 0],
    ['changed, while a record of its list cannot be read', PAID, 1],
  ])('are not put right by a settlement that %s: nothing is compared', (_, now, malformed) => {
    expect(severities(now, malformed)).toEqual(['error'])
  })
})
