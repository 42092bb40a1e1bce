import { expect, test } from 'vitest'
import { CHARGEBACKS_LIST } from '../../reports/documents/chargebacks.ts'
import { decisionRows } from '../../reports/ledgers/decision-rows.ts'
import type { Act } from '../../src/core/findings/act.ts'
import type { ChargebackAccount, ChargebackTie } from '../../src/rules/assessment/chargeback-account.ts'
import { at, cop, slot } from '../core/a.ts'

const [MONDAY, TUESDAY, FRIDAY] = [slot('2026-03-09'), slot('2026-03-10'), slot('2026-03-13')]
const noted = { number: 7, at: at('2026-03-12T15:00:00Z'), by: 'Ana' }

test('who debited what, who gave it back, and what people tied, as JSON', () => {
  const of = (invoiceId: string, pesos: number, isReversed = false) =>
    ({ slot: MONDAY, invoiceId, paid: cop(pesos), isReversed }) as const
  const [debited, givenBack, open] = [of('a', 100), of('b', 50, true), of('c', 9)]
  const adjusted = {
    reported: cop(-100),
    effect: cop(-100),
    inPayout: cop(-100),
    isPaidOut: true,
    explained: cop(-100),
    recovered: cop(0),
  }
  const account: ChargebackAccount = {
    chargebacks: [debited, givenBack, open],
    debited: [
      { ...debited, debitedBy: TUESDAY, givenBackBy: null },
      { ...givenBack, debitedBy: TUESDAY, givenBackBy: FRIDAY },
    ],
    notDebited: [open],
    toDebit: [],
    adjustments: [
      { slot: TUESDAY, ...adjusted, explanation: { kind: 'debit', sets: [[debited], [givenBack]], together: [] } },
      { slot: FRIDAY, ...adjusted, inPayout: cop(0), explanation: { kind: 'tied', tie: 7, chargebacks: [debited] } },
      { slot: FRIDAY, ...adjusted, explained: cop(0), explanation: { kind: 'none', isComplete: true } },
    ],
  }
  const tie = { ...noted, invoiceIds: ['a'], adjustments: [FRIDAY], reason: 'said so', undone: null }
  const undone: ChargebackTie = { ...tie, undone: { ...noted, reason: 'wrong' } }
  expect(CHARGEBACKS_LIST.of({ merchant: 'm', account, ties: [tie, undone] })).toMatchObject({
    chargebacks: [
      { invoiceId: 'a', debitedBy: TUESDAY, givenBackBy: null },
      { invoiceId: 'b', debitedBy: TUESDAY, givenBackBy: FRIDAY },
      { invoiceId: 'c', debitedBy: null, givenBackBy: null },
    ],
    adjustments: [
      { ...TUESDAY, notExplained: cop(0), isInPayout: true, kind: 'debit', invoiceIds: [['a'], ['b']] },
      { ...FRIDAY, notExplained: cop(0), isInPayout: false, kind: 'tied', invoiceIds: [['a']] },
      { ...FRIDAY, notExplained: cop(-100), isInPayout: true, kind: 'none', invoiceIds: [] },
    ],
    ties: [
      { at: '2026-03-12T15:00:00.000Z', undone: null },
      { undone: { at: '2026-03-12T15:00:00.000Z', reason: 'wrong' } },
    ],
  })
})

test('the register of decisions has who, why, the ticket and the last day of each, and the pesos that a settling paid', () => {
  const until = { date: FRIDAY.date, end: 0 }
  const about = { ...noted, discrepancy: 'd' }
  const acts: readonly Act[] = [
    { ...about, kind: 'claim', ticket: 'T-1', until, reason: 'asked' },
    {
      ...about,
      kind: 'settle',
      recovery: { by: { kind: 'adjustment', slot: FRIDAY }, sum: cop(40), on: FRIDAY.date },
      reason: '',
    },
    { ...about, kind: 'accept', until: null, reason: 'agreed' },
    { ...about, kind: 'reopen', isAutomatic: false, reason: 'not so' },
  ]
  const rows = decisionRows(
    acts.map((act) => ({ slot: MONDAY, case: 'c', amount: cop(100), act })),
    { merchant: 'm', clock: () => 'then' },
  )
  expect(
    rows.map(([, , , , amount, what, who, when, why, ticket, last]) => [amount, what, who, when, why, ticket, last]),
  ).toEqual([
    [cop(100), 'claim', 'Ana', 'then', 'asked', 'T-1', FRIDAY.date],
    [cop(40), 'settle', 'Ana', 'then', null, null, null],
    [cop(100), 'accept', 'Ana', 'then', 'agreed', null, null],
    [cop(100), 'reopen', 'Ana', 'then', 'not so', null, null],
  ])
})
