import { describe, expect, test } from 'vitest'
import type { Act } from '../../src/core/findings/act.ts'
import type { Finding, Severity } from '../../src/core/findings/discrepancy.ts'
import { hasOpenedSince, isDecisionInForce, type Sighting, timelineOf } from '../../src/core/findings/timeline.ts'
import { aFinding, cop, slot } from './a.ts'

const finding = (reported: number, severity: Severity = 'error', message = 'm') =>
  aFinding({
    code: 'PAYOUT_MISMATCH',
    severity,
    figures: { unit: 'COP', reported: cop(reported), expected: cop(1) },
    message,
  })
const text = (reported: string | null): Finding => ({
  ...finding(1),
  figures: { unit: null, reported, expected: null },
})

/** A settlement of status "error", and its expected payout. */
const failed = (payout: number | null): Finding => ({
  ...text('error'),
  code: 'SETTLEMENT_ERROR',
  amount: payout === null ? null : cop(payout),
})

const shown = (after: number, of: Finding): Sighting => ({ finding: of, after, at: after * 10, pull: after })
const gone = (after: number): Sighting => ({ finding: null, after, at: after * 10, pull: after })

const about = (number: number) => ({ discrepancy: 'd', reason: `r${number}`, number, at: number * 10, by: 'Ana' })
const accept = (number: number): Act => ({ kind: 'accept', until: null, ...about(number) })
const claim = (number: number): Act => ({ kind: 'claim', ticket: 'T-1', until: null, ...about(number) })
const acceptUntil = (number: number): Act => ({
  kind: 'accept',
  until: { date: slot('2026-03-31').date, end: 999 },
  ...about(number),
})
const reopen = (number: number, isAutomatic = false): Act => ({ kind: 'reopen', isAutomatic, ...about(number) })
const settle = (number: number, pesos: number, rest?: 'all'): Act => ({
  kind: 'settle',
  recovery: {
    by: { kind: 'adjustment', slot: slot() },
    sum: cop(pesos),
    on: slot().date,
    ...(rest === 'all' && { isAll: true }),
  },
  ...about(number),
})
const note = (number: number): Act => ({ kind: 'note', ...about(number) })

type Row = readonly [what: string, sightings: readonly Sighting[], acts: readonly Act[], expected: readonly string[]]

describe('the timeline of a discrepancy, from what checks saw and people did', () => {
  const NUMBERS = 'its numbers changed, and so its acceptance ended'
  const WORDS = 'its causes or its words changed, its figures did not'
  const ROWS: readonly Row[] = [
    ['found', [shown(1, finding(2))], [], ['1 found open']],
    ['changed', [shown(1, finding(2)), shown(2, finding(3))], [], ['1 found open', '2 changed open']],
    [
      'told in other words',
      [shown(1, finding(2)), shown(2, finding(2, 'error', 'n'))],
      [],
      ['1 found open', `2 changed open: ${WORDS}`],
    ],
    ['graver', [shown(1, finding(2, 'warning')), shown(2, finding(2))], [], ['1 found open', '2 changed open']],
    [
      'gone and back',
      [shown(1, finding(2)), gone(2), shown(3, finding(2))],
      [],
      ['1 found open', '2 resolved resolved', '3 returned open'],
    ],
    ['accepted', [shown(1, finding(2))], [accept(2)], ['1 found open', '2 accepted accepted: r2']],
    [
      'accepted, then noted: a note changes nothing',
      [shown(1, finding(2))],
      [acceptUntil(2), note(3)],
      ['1 found open', '2 accepted accepted: r2', '3 noted accepted: r3'],
    ],
    ['noted', [shown(1, finding(2))], [note(2)], ['1 found open', '2 noted open: r2']],
    [
      'accepted, then reopened by a person',
      [shown(1, finding(2))],
      [accept(2), reopen(3)],
      ['1 found open', '2 accepted accepted: r2', '3 reopened open: r3'],
    ],
    [
      'accepted until a day that is over',
      [shown(1, finding(2))],
      [acceptUntil(2), reopen(3, true)],
      ['1 found open', '2 accepted accepted: r2', '3 acceptance-ended open: r3'],
    ],
    [
      'ended by itself, though nobody had decided it',
      [shown(1, finding(2))],
      [reopen(2, true)],
      ['1 found open', '2 acceptance-ended open: r2'],
    ],
    ['claimed', [shown(1, finding(2))], [claim(2)], ['1 found open', '2 claimed claimed: r2']],
    [
      'claimed until a promised day that is over',
      [shown(1, finding(2))],
      [claim(2), reopen(3, true)],
      ['1 found open', '2 claimed claimed: r2', '3 claim-ended open: r3'],
    ],
    [
      'claimed, and only the sum that it is about is another one',
      [shown(1, failed(20_000)), shown(3, failed(10_000))],
      [claim(2)],
      ['1 found open', '2 claimed claimed: r2', '3 changed claimed'],
    ],
    [
      'claimed, and only its words change: the sum that it is about is the same',
      [shown(1, failed(20_000)), shown(3, { ...failed(20_000), message: 'other' })],
      [claim(2)],
      ['1 found open', '2 claimed claimed: r2', `3 changed claimed: ${WORDS}`],
    ],
    [
      'accepted, and the sum that it is about can no longer be told',
      [shown(1, failed(20_000)), shown(3, failed(null))],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', '3 changed accepted'],
    ],
    [
      'claimed, and given up',
      [shown(1, finding(2))],
      [claim(2), accept(3)],
      ['1 found open', '2 claimed claimed: r2', '3 accepted accepted: r3'],
    ],
    [
      'claimed, and paid in part',
      [shown(1, finding(2)), shown(3, finding(5))],
      [claim(2)],
      ['1 found open', '2 claimed claimed: r2', '3 changed open: its numbers changed, and so its claim ended'],
    ],
    [
      'accepted, and later its numbers change',
      [shown(1, finding(2)), shown(3, finding(3))],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', `3 changed open: ${NUMBERS}`],
    ],
    [
      'it stays open when the old numbers come back',
      [shown(1, finding(2)), shown(3, finding(3)), shown(4, finding(2))],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', `3 changed open: ${NUMBERS}`, '4 changed open'],
    ],
    [
      'accepted again after its numbers changed',
      [shown(1, finding(2)), shown(3, finding(3))],
      [accept(2), accept(4)],
      ['1 found open', '2 accepted accepted: r2', `3 changed open: ${NUMBERS}`, '4 accepted accepted: r4'],
    ],
    [
      'accepted, and only its words change',
      [shown(1, finding(2)), shown(3, finding(2, 'error', 'other'))],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', `3 changed accepted: ${WORDS}`],
    ],
    [
      'accepted as a warning, and an error now',
      [shown(1, finding(2, 'warning')), shown(3, finding(2, 'error'))],
      [accept(2)],
      [
        '1 found open',
        '2 accepted accepted: r2',
        '3 changed open: it was a warning when it was accepted, and is an error now',
      ],
    ],
    [
      'accepted for information, and a warning now',
      [shown(1, finding(2, 'info')), shown(3, finding(2, 'warning'))],
      [accept(2)],
      [
        '1 found open',
        '2 accepted accepted: r2',
        '3 changed open: it was for information when it was accepted, and is a warning now',
      ],
    ],
    [
      'accepted as an error, and a warning now',
      [shown(1, finding(2)), shown(3, finding(2, 'warning'))],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', '3 changed accepted'],
    ],
    [
      'accepted, gone, and back: somebody should look again',
      [shown(1, finding(2)), gone(3), shown(4, finding(2))],
      [accept(2)],
      [
        '1 found open',
        '2 accepted accepted: r2',
        '3 resolved resolved: it is gone, and with it its acceptance',
        '4 returned open',
      ],
    ],
    [
      'texts are numbers too',
      [shown(1, text('a')), shown(3, text('b'))],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', `3 changed open: ${NUMBERS}`],
    ],
    [
      'and so is that something is reported at all',
      [shown(1, text(null)), shown(3, { ...text(null), figures: { unit: null, reported: null, expected: 'x' } })],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', `3 changed open: ${NUMBERS}`],
    ],
    [
      'and their unit',
      [
        shown(1, text(null)),
        shown(3, { ...text(null), figures: { unit: 'invoices', reported: null, expected: null } }),
      ],
      [accept(2)],
      ['1 found open', '2 accepted accepted: r2', `3 changed open: ${NUMBERS}`],
    ],
    [
      'noted when it was gone',
      [shown(1, finding(2)), gone(2)],
      [note(3)],
      ['1 found open', '2 resolved resolved', '3 noted resolved: r3'],
    ],
    [
      'accepted while it was gone',
      [shown(1, finding(2)), gone(2), shown(4, finding(3))],
      [accept(3)],
      ['1 found open', '2 resolved resolved', '3 accepted resolved: r3', '4 returned accepted'],
    ],
    [
      'accepted and reopened while it was gone',
      [shown(1, finding(2)), gone(2), shown(5, finding(3))],
      [accept(3), reopen(4)],
      ['1 found open', '2 resolved resolved', '3 accepted resolved: r3', '4 reopened resolved: r4', '5 returned open'],
    ],
    [
      'gone twice',
      [shown(1, finding(2)), gone(2), gone(3)],
      [],
      ['1 found open', '2 resolved resolved', '3 resolved resolved'],
    ],
    ['nothing', [], [], []],
  ]
  test.each(ROWS)('%s', (_, sightings, acts, expected) => {
    const steps = timelineOf(sightings, acts)
    const told = steps.map(({ number, event, state, why }) => `${number} ${event} ${state}${why ? `: ${why.en}` : ''}`)
    expect(told).toEqual(expected)
    expect(isDecisionInForce(steps)).toBe(expected.at(-1)?.match(/^\d+ \S+ (accepted|claimed)/) != null)
    expect(steps.every(({ at, number }) => at === number * 10)).toBe(true)
  })

  test('an act of the number a check had come to was before that check', () => {
    const steps = timelineOf([shown(1, finding(2)), shown(2, finding(3))], [accept(2)])
    expect(steps.map(({ event }) => event)).toEqual(['found', 'accepted', 'changed'])
  })
})

describe('why a decision ended, in Spanish', () => {
  const ROWS: readonly (readonly [string, readonly Sighting[], readonly Act[]])[] = [
    [
      'cambiaron sus cifras, y con ello terminó su reclamación',
      [shown(1, finding(2)), shown(3, finding(5))],
      [claim(2)],
    ],
    ['ya no está, y con ello terminó su aceptación', [shown(1, finding(2)), gone(3)], [accept(2)]],
    ['su aceptación terminó el 31/03/2026', [shown(1, finding(2))], [acceptUntil(2), reopen(3, true)]],
    [
      'era una advertencia cuando se aceptó, y ahora es un error',
      [shown(1, finding(2, 'warning')), shown(3, finding(2))],
      [accept(2)],
    ],
  ]
  test.each(ROWS)('%s', (why, sightings, acts) => {
    expect(timelineOf(sightings, acts).at(-1)?.why?.es).toBe(why)
  })
})

test.each<[what: string, sightings: readonly Sighting[], acts: readonly Act[], expected: boolean]>([
  ['known before', [shown(4, finding(2))], [], false],
  ['found since', [shown(5, finding(2))], [], true],
  ['found since, for information', [shown(5, finding(2, 'info'))], [], false],
  ['a warning before, an error since', [shown(4, finding(2, 'warning')), shown(6, finding(2))], [], true],
  ['other figures since', [shown(4, finding(2)), shown(6, finding(3))], [], false],
  ['gone before, back since', [shown(1, finding(2)), gone(2), shown(6, finding(2))], [], true],
  ['resolved since', [shown(6, finding(2)), gone(7)], [], false],
  ['claimed before, ended since', [shown(1, finding(2))], [claim(2), reopen(6, true)], true],
  ['found and accepted since', [shown(6, finding(2))], [accept(7)], false],
])('whether an error has opened since number 5, the closing: %s', (_what, sightings, acts, expected) => {
  expect(hasOpenedSince(timelineOf(sightings, acts), 5)).toBe(expected)
})

test('a claim is paid once all of its pesos were, and what was paid stays paid until a person takes it back', () => {
  const states = (sightings: readonly Sighting[], acts: readonly Act[]) =>
    timelineOf(sightings, acts).map(({ event, state }) => `${event} ${state}`)
  const short = (pesos: number): Finding => ({ ...finding(2), amount: cop(pesos) })
  const PAID = [claim(2), settle(3, 3), settle(4, 2, 'all')]
  expect(states([shown(1, short(5))], PAID)).toEqual(['found open', 'claimed claimed', 'paid claimed', 'paid paid'])
  expect(states([shown(1, short(5)), shown(6, short(9))], [...PAID, claim(7), settle(8, 4, 'all')])).toEqual([
    ...['found open', 'claimed claimed', 'paid claimed', 'paid paid', 'changed open', 'claimed claimed', 'paid paid'],
  ])
  expect(states([shown(1, short(5)), shown(6, short(4))], [...PAID, claim(7)]).at(-1)).toBe('claimed paid')
  expect(states([shown(1, short(5))], [...PAID, reopen(5), claim(6)]).slice(-2)).toEqual([
    'reopened open',
    'claimed claimed',
  ])
  expect(states([shown(1, short(5)), gone(6)], PAID).at(-1)).toBe('resolved resolved')
  expect(states([shown(1, short(5))], [settle(2, 5)])).toEqual(['found open', 'paid open'])
  // Its day was over before it was paid.
  expect(states([shown(1, short(5))], [claim(2), reopen(3, true), settle(4, 2), settle(5, 3, 'all')]).slice(2)).toEqual(
    [...['claim-ended open', 'paid open', 'paid paid']],
  )
  // Its case asks for more than it does: what is left of the case stays claimed.
  expect(states([shown(1, short(5))], [claim(2), settle(3, 7)]).at(-1)).toBe('paid claimed')
  expect(states([shown(1, short(5)), gone(3)], [claim(2), settle(4, 5)]).at(-1)).toBe('paid resolved')
  expect(isDecisionInForce(timelineOf([shown(1, short(5))], PAID))).toBe(true)
})
