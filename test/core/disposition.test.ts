import { describe, expect, test } from 'vitest'
import { type Act, type DispositionRequest, type Payer, ticketOf } from '../../src/core/findings/act.ts'
import type { Discrepancy, DiscrepancyState } from '../../src/core/findings/discrepancy.ts'
import { type Sighting, timelineOf } from '../../src/core/findings/timeline.ts'
import {
  type ClaimPayment,
  claimOfPayment,
  decide,
  decideCase,
  decideSettle,
  decisionOf,
  type KnownDiscrepancy,
} from '../../src/rules/account/disposition.ts'
import { aFinding, cop, slot } from './a.ts'

const FINDING = aFinding({
  code: 'PAYOUT_MISMATCH',
  figures: { unit: 'COP', reported: cop(2), expected: cop(1) },
})
const FOUND: Sighting = { finding: FINDING, after: 1, at: 1, pull: 1 }
const GONE: Sighting = { finding: null, after: 9, at: 9, pull: 9 }
const until = (date: string) => ({ date: slot(date).date, end: 99 })

const act = (number: number, request: DispositionRequest): Act => {
  const done = { discrepancy: 'd', number, at: number, by: 'Ana' }
  return request.kind === 'reopen' ? { ...request, ...done, isAutomatic: false } : { ...request, ...done }
}
const known = (state: DiscrepancyState, acts: readonly Act[] = [], sightings = [FOUND]): KnownDiscrepancy => {
  const discrepancy: Discrepancy = {
    ...FINDING,
    id: 'd',
    case: 'd',
    caseAmount: FINDING.amount,
    slot: slot(),
    state,
    firstSeen: 0,
    lastSeen: 0,
    ageEnd: 0,
  }
  return { discrepancy, steps: timelineOf(sightings, acts) }
}

const accept = (reason: string, last: string | null = null): DispositionRequest => ({
  kind: 'accept',
  reason,
  until: last === null ? null : until(last),
})
const claim = (reason: string, ticket: string | null = null): DispositionRequest => ({
  kind: 'claim',
  reason,
  ticket,
  until: null,
})
const reopen = (reason: string): DispositionRequest => ({ kind: 'reopen', reason })
const note = (reason: string): DispositionRequest => ({ kind: 'note', reason })

describe('what a request does', () => {
  const ACCEPTED = known('accepted', [act(2, accept('a'))])
  const UNTIL = known('accepted', [act(2, accept('a', '2026-03-31')), act(3, note('n'))])
  const REOPENED = known('open', [act(2, accept('a')), act(3, reopen('b'))])
  const AGAIN = known(
    'open',
    [act(2, accept('a')), act(3, reopen('b')), act(4, accept('c'))],
    [FOUND, GONE, { ...FOUND, after: 10 }],
  )
  const CLAIMED = known('claimed', [act(2, claim('a', 'T-1'))])
  const REOPENED_AND_NOTED = known('open', [act(2, accept('a')), act(3, reopen('b')), act(4, note('n'))])
  const CLAIMED_AGAIN = known(
    'open',
    [act(2, accept('a')), act(3, reopen('b')), act(4, claim('c'))],
    [FOUND, GONE, { ...FOUND, after: 10 }],
  )
  const ROWS: readonly (readonly [string, DispositionRequest, KnownDiscrepancy, string])[] = [
    ['accept what is new', accept('a'), known('new'), 'act'],
    ['accept what is open', accept('a'), known('open'), 'act'],
    ['accept what is resolved', accept('a'), known('resolved', [], [FOUND, GONE]), 'resolved'],
    ['accept again for that reason', accept('a'), ACCEPTED, 'unchanged'],
    ['accept again for another reason', accept('b'), ACCEPTED, 'act'],
    ['accept again, now with an end', accept('a', '2026-03-31'), ACCEPTED, 'act'],
    ['accept again until then', accept('a', '2026-03-31'), UNTIL, 'unchanged'],
    ['accept again until later', accept('a', '2026-04-30'), UNTIL, 'act'],
    ['accept again, now without end', accept('a'), UNTIL, 'act'],
    ['accept again what was reopened', accept('a'), REOPENED, 'act'],
    ['reopen what is accepted', reopen('b'), ACCEPTED, 'act'],
    ['reopen what nobody accepted', reopen('b'), known('open'), 'not-decided'],
    ['reopen what is reopened for that reason', reopen('b'), REOPENED, 'unchanged'],
    ['reopen what is reopened for another reason', reopen('c'), REOPENED, 'not-decided'],
    ['reopen for that reason what is reopened, and noted since', reopen('b'), REOPENED_AND_NOTED, 'unchanged'],
    ['reopen what opened by itself', reopen('b'), AGAIN, 'not-decided'],
    ['reopen what opened by itself after a claim', reopen('b'), CLAIMED_AGAIN, 'not-decided'],
    ['claim what is open', claim('a'), known('open'), 'act'],
    ['claim what is resolved', claim('a'), known('resolved', [], [FOUND, GONE]), 'resolved'],
    ['claim again under that ticket', claim('a', 'T-1'), CLAIMED, 'unchanged'],
    ['claim again under another ticket', claim('a', 'T-2'), CLAIMED, 'act'],
    ['claim what was accepted', claim('a'), ACCEPTED, 'act'],
    ['accept what is claimed', accept('a'), CLAIMED, 'act'],
    ['reopen what is claimed', reopen('b'), CLAIMED, 'act'],
    ['note', note('n'), known('new'), 'act'],
    ['note what is resolved', note('n'), known('resolved', [], [FOUND, GONE]), 'act'],
    ['note the same', note('n'), UNTIL, 'unchanged'],
    ['note something else', note('m'), UNTIL, 'act'],
    ['note the words of the acceptance', note('a'), ACCEPTED, 'act'],
  ]
  test.each(ROWS)('%s', (_, request, one, expected) => {
    const decision = decide(request, one)
    expect(decision.kind === 'refused' ? decision.why : decision.kind).toBe(expected)
    if (decision.kind === 'act') expect(decision.intent).toEqual({ ...request, discrepancy: 'd' })
  })

  describe('on a case', () => {
    const named = (id: string, one: KnownDiscrepancy, of = 'd'): KnownDiscrepancy => ({
      ...one,
      discrepancy: { ...one.discrepancy, id, case: of },
    })
    const RESOLVED = known('resolved', [], [FOUND, GONE])
    test.each<readonly [string, DispositionRequest, readonly KnownDiscrepancy[], unknown]>([
      ['accepts all of it', accept('a'), [named('x', known('new')), named('y', known('open'))], ['x y', 'x y']],
      ['and of no other', accept('a'), [named('x', known('new')), named('y', known('open'), 'e')], ['x', 'x']],
      ['but for what is resolved', accept('a'), [named('x', RESOLVED), named('y', known('open'))], ['y', 'y']],
      ['accepts what has joined it', accept('a'), [named('x', ACCEPTED), named('y', known('new'))], ['x y', 'y']],
      ['reopens what is decided', reopen('b'), [named('x', known('new')), named('y', ACCEPTED)], ['y', 'y']],
      [
        'reopens nothing that is open',
        reopen('b'),
        [named('x', known('new')), named('y', known('open'))],
        'not-decided',
      ],
      ['notes what is named when all is resolved', note('n'), [named('x', RESOLVED), named('y', RESOLVED)], ['x', 'x']],
      ['accepts nothing when all is resolved', accept('a'), [named('x', RESOLVED), named('y', RESOLVED)], 'resolved'],
    ])('%s', (_, request, all, expected) => {
      const [first = known('new')] = all
      const decision = decideCase(request, first, all)
      expect(
        decision.kind === 'refused'
          ? decision.why
          : [
              decision.of.map(({ discrepancy }) => discrepancy.id).join(' '),
              decision.intents.map(({ discrepancy }) => discrepancy).join(' '),
            ],
      ).toEqual(expected)
    })
  })

  test('the acceptance that holds, and its last day', () => {
    const told = [ACCEPTED, UNTIL, REOPENED].map(({ steps }) => {
      const decision = decisionOf(steps)
      return decision === null ? null : [decision.reason, decision.until?.date ?? null]
    })
    expect(told).toEqual([['a', null], ['a', '2026-03-31'], null])
    expect(decisionOf([])).toBeNull()
  })
})

test.each([
  [{ kind: 'claim', ticket: 'T-1' }, 'T-1'],
  [{ kind: 'claim', ticket: null }, null],
  [{ kind: 'note' }, null],
  [null, null],
])('the ticket of %j is %s', (act, ticket) => expect(ticketOf(act)).toBe(ticket))

describe('claims that were paid elsewhere', () => {
  let cases = 0
  const BY = { kind: 'entry', entry: 'e' } as const
  const payment = (pesos: number): ClaimPayment => ({ by: BY, on: slot().date, left: cop(pesos) })
  const claimOf = (
    pesos: number | null,
    recovered = 0,
    state: DiscrepancyState = 'claimed',
    acts: readonly Act[] = [],
  ): KnownDiscrepancy => {
    const one = known(state, [act(2, claim('a')), ...acts])
    const amount = pesos === null ? null : cop(pesos)
    const of = { case: `c${++cases}`, caseAmount: amount, amount, ...(recovered > 0 && { recovered: cop(recovered) }) }
    return { ...one, discrepancy: { ...one.discrepancy, ...of } }
  }
  const reopened = (isAutomatic: boolean): Act => ({
    ...{ kind: 'reopen', reason: '', isAutomatic },
    ...{ discrepancy: 'd', number: 3, at: 3, by: 'Ana' },
  })
  const paidBy = (pesos: number, by: string): Act =>
    act(3, { kind: 'settle', reason: '', recovery: { by: { ...BY, entry: by }, sum: cop(pesos), on: slot().date } })
  const ROWS: readonly (readonly [string, number, readonly KnownDiscrepancy[], readonly (number | string)[]])[] = [
    ['exactly', 500, [claimOf(500)], [500]],
    ['in part', 300, [claimOf(500)], [300]],
    ['with more', 700, [claimOf(500)], [500]],
    ['the rest of one', 700, [claimOf(500, 200)], [300]],
    ['several in their order', 700, [claimOf(500), claimOf(500)], [500, 200]],
    ['the one of exactly its pesos', 500, [claimOf(700), claimOf(500)], [500]],
    ['one of exactly its pesos before the others', 500, [claimOf(300), claimOf(200), claimOf(500)], [500]],
    [
      'one of exactly its pesos, and one that is not claimed',
      500,
      [claimOf(300, 0, 'open'), claimOf(500)],
      ['not-claimed', 500],
    ],
    [
      'its day was over, a part was paid, and somebody noted it',
      300,
      [claimOf(500, 200, 'open', [reopened(true), paidBy(200, 'other'), act(4, { kind: 'note', reason: 'n' })])],
      [300],
    ],
    ['its day was over', 500, [claimOf(500, 0, 'open', [reopened(true)])], [500]],
    ['a person reopened it', 500, [claimOf(500, 0, 'open', [reopened(false)])], ['not-claimed']],
    ['several, of which the last gets nothing', 500, [claimOf(500), claimOf(500)], [500]],
    ['several, of which one is not about a sum', 500, [claimOf(300), claimOf(null)], [300, 'nothing-left']],
    ['nothing is left of it', 0, [claimOf(500)], ['nothing-left']],
    ['it is not about a sum', 500, [claimOf(null)], ['nothing-left']],
    ['it is not claimed', 500, [claimOf(500, 0, 'open')], ['not-claimed']],
    ['it is resolved', 0, [claimOf(500, 0, 'resolved')], ['not-claimed']],
    ['again by the same', 0, [claimOf(500, 500, 'paid', [paidBy(500, 'e')])], ['unchanged']],
    ['again by another one', 100, [claimOf(500, 500, 'paid', [paidBy(500, 'other')])], ['not-claimed']],
  ]
  test.each(ROWS)('%s', (_, pesos, claims, expected) => {
    const ones = claims.map((one) => [one] as const)
    const decisions = decideSettle(payment(pesos), 'r', ones)
      .flat()
      .map((decision) => {
        if (decision.kind === 'refused') return decision.why
        if (decision.kind === 'unchanged' || decision.intent.kind !== 'settle') return decision.kind
        return Number(decision.intent.recovery.sum) / 100
      })
    expect(decisions).toEqual(expected)
  })

  test('adjustments pay claims of other settlements, whatever stands beside them', () => {
    const by: Payer = { kind: 'adjustment', slot: slot('2026-03-13') }
    const own = claimOf(500)
    const ofPayer: KnownDiscrepancy = { ...own, discrepancy: { ...own.discrepancy, slot: by.slot } }
    const kindsOf = (pesos: number, claims: readonly KnownDiscrepancy[]): readonly (readonly string[])[] =>
      decideSettle(
        { ...payment(pesos), by },
        'r',
        claims.map((one) => [one] as const),
      ).map((of) => of.map(({ kind }) => kind))
    for (const pesos of [400, 500, 700]) {
      expect(kindsOf(pesos, [ofPayer, claimOf(500)])).toEqual([[], ['act']])
      expect(kindsOf(pesos, [claimOf(500), ofPayer])).toEqual([['act'], []])
    }
    expect(kindsOf(500, [ofPayer])).toEqual([['refused']])
    const [other] = [claimOf(500)]
    expect(claimOfPayment({ by, left: cop(500) }, [ofPayer, other])).toBe(other.discrepancy.case)
  })

  test('of a case of several findings one carries the sum, and all end with it', () => {
    const base = claimOf(500)
    const of = (code: string, pesos: number | null): KnownDiscrepancy => ({
      ...base,
      discrepancy: { ...base.discrepancy, id: code, code, amount: pesos === null ? null : cop(pesos) },
    })
    const settled = (pesos: number, ...claim: readonly [KnownDiscrepancy, ...KnownDiscrepancy[]]) =>
      decideSettle(payment(pesos), 'r', [claim])
        .flat()
        .flatMap((one) =>
          one.kind === 'act' && one.intent.kind === 'settle'
            ? [[one.intent.discrepancy, Number(one.intent.recovery.sum) / 100, one.intent.recovery.isAll ?? false]]
            : [],
        )
    const [count, payout] = [of('COUNT_MISMATCH', null), of('PAYOUT_MISMATCH', 500)]
    expect(settled(500, count, payout)).toEqual([
      ['COUNT_MISMATCH', 0, true],
      ['PAYOUT_MISMATCH', 500, true],
    ])
    expect(settled(300, count, payout)).toEqual([['PAYOUT_MISMATCH', 300, false]])
    expect(settled(300, count, of('FEES_MISMATCH', 500))).toEqual([['FEES_MISMATCH', 300, false]])
    const atBank = of('BANK_DIFFERS', 500)
    for (const [reported, carrier] of [
      [0, 'BANK_DIFFERS'],
      [1_000, 'SETTLEMENT_CHANGED'],
    ] as const) {
      const figures = { unit: 'COP', reported: cop(reported), expected: cop(500) } as const
      const bank = { ...atBank, discrepancy: { ...atBank.discrepancy, figures } }
      expect(settled(300, bank, of('SETTLEMENT_CHANGED', 500))).toEqual([[carrier, 300, false]])
    }
    expect(settled(300, count, of('FEES_MISMATCH', 400))).toEqual([['COUNT_MISMATCH', 300, false]])
  })

  test('the only claim of exactly the pesos of a payment is proposed', () => {
    const of = (...claims: readonly KnownDiscrepancy[]) => claimOfPayment(payment(500), claims)
    const [whole, part] = [claimOf(500), claimOf(800, 300)]
    expect(of(whole, claimOf(400))).toBe(whole.discrepancy.case)
    expect(of(part)).toBe(part.discrepancy.case)
    const late = claimOf(500, 0, 'open', [reopened(true)])
    expect(of(late, claimOf(400))).toBe(late.discrepancy.case)
    expect([of(claimOf(500), claimOf(500)), of(claimOf(500, 0, 'open')), of()]).toEqual([null, null, null])
  })
})
