import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Discrepancy, DiscrepancyState, Severity } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, sumOf, ZERO } from '../../src/core/money.ts'
import { casesOf, groupCases, type PastFinding } from '../../src/rules/assessment/case.ts'
import { recordOf } from '../../src/rules/registry.ts'
import { aDiscrepancy } from '../reports/a-slot.ts'
import { cop } from './a.ts'

/** `CODE subject pesos`: a finding that was first shown at a reading, and whose numbers changed at others. */
interface Shown {
  readonly at?: number
  /** Whether the settlement or its list had changed then. */
  readonly changed?: boolean
  readonly later?: readonly number[]
  readonly isShown?: boolean
  readonly severity?: Severity
  readonly figures?: readonly [reported: string | null, expected: string | null]
}

const found = (
  text: string,
  { at = 1, changed = at > 1, later = [], isShown = true, figures = [null, null], ...instead }: Shown = {},
) => {
  const [code = '', subject = '', pesos] = text.split(' ')
  const amount = pesos === undefined ? null : cop(Number(pesos))
  const severity = instead.severity ?? recordOf(code)?.severity ?? 'error'
  return {
    id: `${code} ${subject}`,
    code,
    subject,
    amount,
    isShown,
    first: { severity, amount, after: at, figures },
    change: changed ? at : null,
    laterChanges: later,
  } satisfies PastFinding
}

/** Each case: its id, its pesos, and its other findings. */
const told = (findings: readonly PastFinding[]): readonly string[] => {
  const cases = casesOf(findings)
  return [...new Set([...cases.values()])]
    .map((one) => {
      const others = findings.filter(({ id }) => cases.get(id) === one && id !== one.case).map(({ id }) => id)
      return [one.case, one.caseAmount === null ? '-' : Number(one.caseAmount) / 100, ...others.sort()].join(' | ')
    })
    .sort()
}

describe('a case is', () => {
  test.each<readonly [what: string, findings: readonly PastFinding[], cases: readonly string[]]>([
    [
      'the figures of a settlement at its first reading, by its gravest finding',
      [
        found('COUNT_MISMATCH settlement'),
        found('COLLECTED_MISMATCH settlement 50'),
        found('PAYOUT_MISMATCH settlement 70'),
      ],
      ['PAYOUT_MISMATCH settlement | 70 | COLLECTED_MISMATCH settlement | COUNT_MISMATCH settlement'],
    ],
    [
      'each invoice, with all that is found of it',
      [
        found('UNDERPAID invoice:a 5'),
        found('PAYMENT_FIELDS_MISSING invoice:a 95'),
        found('UNDERPAID invoice:b 7'),
        found('CHARGEBACK_NOT_DEBITED invoice:b 9', { at: 2, changed: false }),
      ],
      [
        'PAYMENT_FIELDS_MISSING invoice:a | 95 | UNDERPAID invoice:a',
        'UNDERPAID invoice:b | 9 | CHARGEBACK_NOT_DEBITED invoice:b',
      ],
    ],
    [
      'a reference on two invoices, with all that is found of the later one, and with the rent that the other pays again',
      [
        found('UNDERPAID invoice:b 5'),
        found('UNDERPAID invoice:c 5'),
        found('DUPLICATE_REFERENCE reference:r', { figures: ['b', 'a'] }),
        found('RENT_TWICE invoice:b 90', { at: 2, changed: false }),
        found('DUPLICATE_REFERENCE reference:s', { figures: ['d', 'e'] }),
        found('RENT_TWICE invoice:e 80', { at: 2, changed: false }),
        found('RENT_TWICE invoice:g 70', { at: 1 }),
        found('DUPLICATE_REFERENCE reference:t', { at: 2, figures: ['f', 'g'] }),
      ],
      [
        'UNDERPAID invoice:b | 90 | DUPLICATE_REFERENCE reference:r | RENT_TWICE invoice:b',
        'UNDERPAID invoice:c | 5',
        'DUPLICATE_REFERENCE reference:s | 80 | RENT_TWICE invoice:e',
        'RENT_TWICE invoice:g | 70',
        'DUPLICATE_REFERENCE reference:t | -',
      ].sort(),
    ],
    [
      'each other thing of its own, also what no rule of ours found',
      [
        found('FEES_MISMATCH settlement 3'),
        found('ADJUSTMENT settlement 4'),
        found('DUPLICATE_PAYMENT payment:p 5'),
        found('UNKNOWN_FIELD field:x'),
        found('A_CHECK_OF_THEIRS settlement 6'),
        found('A_CHECK_OF_THEIRS invoice:a 7'),
      ],
      [
        'ADJUSTMENT settlement | 4',
        'A_CHECK_OF_THEIRS invoice:a | 7',
        'A_CHECK_OF_THEIRS settlement | 6',
        'DUPLICATE_PAYMENT payment:p | 5',
        'FEES_MISMATCH settlement | 3',
        'UNKNOWN_FIELD field:x | -',
      ],
    ],
    [
      'a re-issue, by the change of the payout',
      [
        found('SETTLEMENT_CHANGED settlement.collected 100', { at: 2 }),
        found('SETTLEMENT_CHANGED settlement.fees 10', { at: 2 }),
        found('SETTLEMENT_CHANGED settlement.payout 90', { at: 2 }),
        found('SETTLEMENT_CHANGED settlement.invoiceCount', { at: 2 }),
        found('INVOICE_VANISHED invoice:a 100', { at: 2 }),
        found('FEES_MISMATCH settlement 10', { at: 2 }),
        found('BANK_DIFFERS settlement 90', { at: 2 }),
        found('WEBHOOK_MISSED settlement', { at: 2 }),
      ],
      [
        'INVOICE_VANISHED invoice:a | 90 | BANK_DIFFERS settlement | FEES_MISMATCH settlement | SETTLEMENT_CHANGED settlement.collected | SETTLEMENT_CHANGED settlement.fees | SETTLEMENT_CHANGED settlement.invoiceCount | SETTLEMENT_CHANGED settlement.payout',
        'WEBHOOK_MISSED settlement | -',
      ],
    ],
    [
      'a cancelled invoice',
      [
        found('COLLECTED_MISMATCH settlement 40', { at: 2 }),
        found('COUNT_MISMATCH settlement', { at: 2 }),
        found('STATUS_REGRESSED invoice:a.status 40', { at: 2 }),
        found('INVOICE_CHANGED invoice:a.paid 40', { at: 2 }),
        found('NOT_PAID invoice:a 40', { at: 2 }),
        found('UNDERPAID invoice:b 1', { at: 2 }),
      ],
      [
        'COLLECTED_MISMATCH settlement | 40 | COUNT_MISMATCH settlement | INVOICE_CHANGED invoice:a.paid | NOT_PAID invoice:a | STATUS_REGRESSED invoice:a.status',
        'UNDERPAID invoice:b | 1',
      ],
    ],
    [
      'a chargeback with what is found of its invoice, also beside figures that changed with it',
      [
        found('CHARGEBACK invoice:a 40', { at: 2 }),
        found('CHARGEBACK_NOT_DEBITED invoice:a 40', { at: 2 }),
        found('COLLECTED_MISMATCH settlement 70', { at: 2 }),
        found('INVOICE_VANISHED invoice:b 70', { at: 2 }),
        found('CHARGEBACK invoice:c 20', { at: 2 }),
      ],
      [
        'CHARGEBACK invoice:a | 40 | CHARGEBACK_NOT_DEBITED invoice:a',
        'CHARGEBACK invoice:c | 20',
        'COLLECTED_MISMATCH settlement | 70 | INVOICE_VANISHED invoice:b',
      ],
    ],
    [
      'of what was shown later what changed then: what was shown before is another, unless its numbers changed too',
      [
        found('COLLECTED_MISMATCH settlement 50'),
        found('INVOICE_VANISHED invoice:a 7', { at: 2 }),
        found('SETTLEMENT_CHANGED settlement.fees 7', { at: 2 }),
      ],
      ['COLLECTED_MISMATCH settlement | 50', 'INVOICE_VANISHED invoice:a | 7 | SETTLEMENT_CHANGED settlement.fees'],
    ],
    [
      'an earlier one, whose numbers changed with what is shown then',
      [
        found('COLLECTED_MISMATCH settlement 70', { at: 2, later: [3] }),
        found('STATUS_REGRESSED invoice:a.status 50', { at: 2 }),
        found('STATUS_REGRESSED invoice:b.status 20', { at: 3 }),
        found('NOT_PAID invoice:b 20', { at: 3 }),
      ],
      [
        'COLLECTED_MISMATCH settlement | 70 | NOT_PAID invoice:b | STATUS_REGRESSED invoice:a.status | STATUS_REGRESSED invoice:b.status',
      ],
    ],
    [
      'the eldest, where the numbers of several changed',
      [
        found('COUNT_MISMATCH settlement', { later: [3] }),
        found('SETTLEMENT_CHANGED settlement.fees 4', { at: 2, later: [3] }),
        found('INVOICE_ADDED invoice:a 9', { at: 3 }),
      ],
      ['COUNT_MISMATCH settlement | 9 | INVOICE_ADDED invoice:a', 'SETTLEMENT_CHANGED settlement.fees | 4'],
    ],
    [
      'not what came with time or a setting, without a change of the settlement',
      [
        found('UNDERPAID invoice:a 5'),
        found('SETTLEMENT_OVERDUE settlement 90', { at: 2, changed: false }),
        found('FEES_MISMATCH settlement 3', { at: 2, changed: false }),
      ],
      ['FEES_MISMATCH settlement | 3', 'SETTLEMENT_OVERDUE settlement | 90', 'UNDERPAID invoice:a | 5'],
    ],
    [
      'what the bank shows of a payout, whenever it shows it; a credit is another',
      [
        found('BANK_MISSING settlement 90', { isShown: false }),
        found('BANK_UNCONFIRMED settlement 16', { at: 2, changed: false, isShown: false }),
        found('BANK_DIFFERS settlement 15', { at: 2, changed: false }),
        found('BANK_UNKNOWN_CREDIT bank:e 75'),
      ],
      [
        'BANK_MISSING settlement | 15 | BANK_DIFFERS settlement | BANK_UNCONFIRMED settlement',
        'BANK_UNKNOWN_CREDIT bank:e | 75',
      ],
    ],
    [
      'a re-issue, also when only later the bank shows the payout as it first was, with all that the bank shows then',
      [
        found('SETTLEMENT_CHANGED settlement.payout 10', { at: 2, later: [4], figures: ['110', '100'] }),
        found('BANK_UNCONFIRMED settlement 10', { at: 5, changed: false, figures: ['100', '110'], isShown: false }),
        found('BANK_DIFFERS settlement 10', { at: 6, changed: false, figures: ['100', '110'] }),
        found('INVOICE_VANISHED invoice:a 90', { at: 2 }),
      ],
      [
        'INVOICE_VANISHED invoice:a | 10 | BANK_DIFFERS settlement | BANK_UNCONFIRMED settlement | SETTLEMENT_CHANGED settlement.payout',
      ],
    ],
    [
      'by what is not as it should be at the bank, where that is more than the change',
      [
        found('SETTLEMENT_CHANGED settlement.payout 10', { at: 2, figures: ['110', '100'] }),
        found('BANK_UNCONFIRMED settlement 10', { at: 5, changed: false, figures: ['100', '110'], isShown: false }),
        found('BANK_MISSING settlement 110', { at: 6, changed: false, figures: ['0', '110'] }),
      ],
      ['SETTLEMENT_CHANGED settlement.payout | 110 | BANK_MISSING settlement | BANK_UNCONFIRMED settlement'],
    ],
    [
      'not a re-issue whose figures differ: what is short of them and what did not arrive are both owed',
      [
        found('PAYOUT_MISMATCH settlement 5', { later: [2] }),
        found('SETTLEMENT_CHANGED settlement.payout 5', { at: 2, figures: ['95', '90'] }),
        found('BANK_UNCONFIRMED settlement 5', { at: 3, changed: false, figures: ['90', '95'] }),
      ],
      ['BANK_UNCONFIRMED settlement | 5', 'PAYOUT_MISMATCH settlement | 5 | SETTLEMENT_CHANGED settlement.payout'],
    ],
    [
      'what a notification says otherwise of one thing',
      [
        found('WEBHOOK_DISAGREES settlement.payout 5', { at: 2 }),
        found('WEBHOOK_DISAGREES settlement.status', { at: 2 }),
        found('WEBHOOK_DISAGREES invoice:a.paid 5', { at: 2 }),
        found('INVOICE_CHANGED invoice:a.paid 5', { at: 2 }),
      ],
      [
        'INVOICE_CHANGED invoice:a.paid | 5',
        'WEBHOOK_DISAGREES invoice:a.paid | 5',
        'WEBHOOK_DISAGREES settlement.payout | 5 | WEBHOOK_DISAGREES settlement.status',
      ],
    ],
    [
      'by the pesos it had last, when all of it is resolved',
      [
        found('COLLECTED_MISMATCH settlement 50', { isShown: false }),
        found('COUNT_MISMATCH settlement', { isShown: false }),
      ],
      ['COLLECTED_MISMATCH settlement | 50 | COUNT_MISMATCH settlement'],
    ],
    [
      'of equal gravity by code, then by subject',
      [
        found('INVOICE_VANISHED invoice:b 5', { at: 2 }),
        found('INVOICE_VANISHED invoice:a 5', { at: 2 }),
        found('INVOICE_ADDED invoice:c', { at: 2 }),
      ],
      ['INVOICE_VANISHED invoice:a | 5 | INVOICE_ADDED invoice:c | INVOICE_VANISHED invoice:b'],
    ],
  ])('%s', (_, findings, cases) => {
    expect(told(findings)).toEqual(cases)
    expect(told(findings.toReversed())).toEqual(cases)
  })
})

test.each<readonly [what: string, bank: PastFinding, before: string]>([
  ['another sum', found('BANK_UNCONFIRMED settlement 15', { at: 4, changed: false, figures: ['95', '110'] }), '100'],
  [
    'that sum, but before it',
    found('BANK_UNCONFIRMED settlement 15', { at: 2, changed: false, figures: ['100', '115'] }),
    '100',
  ],
  ['nothing', found('BANK_MISSING settlement 15', { at: 4, changed: false, figures: ['0', '110'] }), '0'],
])('a re-issue is another case where the bank first shows %s', (_, bank, before) => {
  const change = found('SETTLEMENT_CHANGED settlement.payout 10', { at: 3, figures: ['110', before] })
  const later = found('BANK_DIFFERS settlement 10', { at: 5, changed: false, figures: ['100', '110'] })
  expect(told([change, bank, later])).toEqual([
    `${bank.id} | 15 | BANK_DIFFERS settlement`,
    'SETTLEMENT_CHANGED settlement.payout | 10',
  ])
})

test('what the bank shows is of a change of the payout that is known by then, and of no other figure', () => {
  const bank = found('BANK_UNCONFIRMED settlement 10', { at: 3, changed: false, figures: ['100', '110'] })
  const figures = ['110', '100'] as const
  expect(told([found('SETTLEMENT_CHANGED settlement.payout 10', { at: 3, figures }), bank])).toHaveLength(1)
  expect(told([found('SETTLEMENT_CHANGED settlement.collected 10', { at: 2, figures }), bank])).toHaveLength(2)
  expect(told([found('WEBHOOK_DISAGREES settlement.payout 10', { at: 2, figures }), bank])).toHaveLength(2)
  expect(told([found('A_CHECK_OF_THEIRS settlement.payout 10', { at: 2, figures }), bank])).toHaveLength(2)
})

describe('for any findings', () => {
  const CODES = [
    'COLLECTED_MISMATCH settlement',
    'PAYOUT_MISMATCH settlement',
    'SETTLEMENT_CHANGED settlement.payout',
    'SETTLEMENT_CHANGED settlement.fees',
    'FEES_MISMATCH settlement',
    'BANK_DIFFERS settlement',
    'BANK_MISSING settlement',
    'DUPLICATE_REFERENCE reference:r',
    ...['RENT_TWICE', 'INVOICE_VANISHED', 'UNDERPAID', 'CHARGEBACK', 'NOT_PAID'].flatMap((code) =>
      ['a', 'b'].map((id) => `${code} invoice:${id}`),
    ),
  ]
  const STEPS = 5
  const isChange = fc.array(fc.boolean(), { minLength: STEPS, maxLength: STEPS })
  const steps = fc.uniqueArray(fc.integer({ min: 1, max: STEPS }), { minLength: 1, maxLength: 3 })
  const histories = fc
    .tuple(
      isChange,
      fc.uniqueArray(fc.record({ code: fc.constantFrom(...CODES), pesos: fc.integer({ min: 0, max: 9 }), at: steps }), {
        selector: ({ code }) => code,
      }),
    )
    .map(
      ([changed, all]) =>
        (until: number) =>
          all.flatMap(({ code, pesos, at }) => {
            const [first = 0, ...later] = at.toSorted().filter((step) => step <= until)
            const isOne = (step: number): boolean => step > 1 && changed[step - 1] === true
            return first === 0
              ? []
              : [
                  found(`${code} ${pesos}`, {
                    at: first,
                    changed: isOne(first),
                    later: later.filter(isOne),
                    figures: code.startsWith('SETTLEMENT_CHANGED') ? ['b', 'a'] : ['a', 'b'],
                  }),
                ]
          }),
    )

  test('every finding is in one case, whose id is that of one of its findings, in any order of reading', () => {
    fc.assert(
      fc.property(histories, fc.integer(), (historyThrough, seed) => {
        const findings = historyThrough(STEPS)
        const cases = casesOf(findings)
        expect([...cases.keys()].sort()).toEqual(findings.map(({ id }) => id).sort())
        for (const [, { case: id }] of cases) expect(cases.get(id)?.case).toBe(id)
        const shuffled = findings.toSorted((a, b) => ((a.id.length * seed) % 7) - ((b.id.length * seed) % 7))
        expect(new Map([...casesOf(shuffled)].sort())).toEqual(new Map([...cases].sort()))
      }),
    )
  })

  test('what comes later changes the case of nothing that is known', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: STEPS - 1 }), (historyThrough, until) => {
        const then = casesOf(historyThrough(until))
        const now = casesOf(historyThrough(STEPS))
        for (const [id, one] of then) expect(now.get(id)?.case).toBe(one.case)
      }),
    )
  })

  test('the pesos of the cases by state are those of all cases, each once', () => {
    const states = fc.constantFrom<DiscrepancyState>('new', 'open', 'accepted', 'claimed', 'resolved')
    fc.assert(
      fc.property(histories, fc.array(states, { minLength: CODES.length, maxLength: CODES.length }), (history, of) => {
        const findings = history(STEPS).map((one, place) => ({ ...one, isShown: of[place] !== 'resolved' }))
        const cases = casesOf(findings)
        const discrepancies = findings.map((one, place) =>
          aDiscrepancy({ ...one, ...cases.get(one.id), severity: one.first.severity, state: of[place] ?? 'new' }),
        )
        const groups = groupCases(discrepancies)
        const pesos = (sums: readonly (Centavos | null)[]): Centavos => sumOf(sums.map((sum) => sum ?? ZERO))
        const once = new Map([...cases.values()].map((one) => [one.case, one.caseAmount]))
        expect(pesos(groups.map(({ amount }) => amount))).toBe(pesos([...once.values()]))
        expect(groups.map(({ first }) => first.case).sort()).toEqual([...once.keys()].sort())
      }),
    )
  })
})

describe('cases stand', () => {
  const one = (id: string, instead: Partial<Discrepancy> = {}): Discrepancy =>
    aDiscrepancy({ id, case: id, caseAmount: instead.amount ?? null, amount: null, ...instead })

  test('the gravest first, then by pesos', () => {
    const all = [
      one('none'),
      one('warned', { severity: 'warning', amount: cop(9) }),
      one('less', { amount: cop(2), code: 'A' }),
      one('more', { amount: cop(5), code: 'Z' }),
      one('same', { amount: cop(2), code: 'B' }),
    ]
    const ids = (cases: ReturnType<typeof groupCases<Discrepancy>>) => cases.map(({ first }) => first.id)
    expect(ids(groupCases(all))).toEqual(['more', 'less', 'same', 'none', 'warned'])
  })

  test.each<readonly [state: DiscrepancyState, of: readonly (readonly [DiscrepancyState, Severity?])[]]>([
    ['new', [['new'], ['new']]],
    ['open', [['new'], ['open']]],
    ['open', [['accepted'], ['new']]],
    ['open', [['claimed'], ['open'], ['accepted']]],
    ['claimed', [['accepted'], ['claimed']]],
    ['accepted', [['accepted'], ['resolved'], ['new', 'info']]],
    ['new', [['new', 'info']]],
    ['resolved', [['resolved'], ['resolved']]],
  ])('as %s with findings that are %j', (state, of) => {
    const all = of.map(([is, severity = 'error'], place) => one(`f${place}`, { case: 'c', state: is, severity }))
    expect(groupCases(all).map((group) => group.state)).toEqual([state])
  })

  test('without what is resolved, unless all is', () => {
    const resolved = [one('a', { case: 'c', state: 'resolved' }), one('b', { case: 'c', state: 'resolved' })]
    const ids = (all: readonly Discrepancy[]) =>
      groupCases(all).map(({ first, others }) => [first, ...others].map(({ id }) => id))
    expect(ids([...resolved, one('d', { case: 'c', code: 'Z', severity: 'info' })])).toEqual([['d']])
    expect(ids(resolved)).toEqual([['a', 'b']])
  })
})
