import { describe, expect, test } from 'vitest'
import { type Act, type DispositionRequest, ticketOf } from '../../src/domain/findings/act.ts'
import type { Discrepancy, DiscrepancyState, Finding } from '../../src/domain/findings/discrepancy.ts'
import { decide, decideCase, decisionOf, type KnownDiscrepancy } from '../../src/domain/findings/disposition.ts'
import { type Sighting, timelineOf } from '../../src/domain/findings/timeline.ts'
import { cop, slot } from './a.ts'

const FINDING: Finding = {
  code: 'PAYOUT_MISMATCH',
  severity: 'error',
  subject: 'settlement',
  figures: { unit: 'COP', reported: cop(2), expected: cop(1) },
  message: 'm',
  data: null,
  amount: null,
  causes: [],
}
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
