import { expect, test } from 'vitest'
import type { Act, DispositionRequest } from '../../src/core/findings/act.ts'
import { type DiscrepancyState, inCop } from '../../src/core/findings/discrepancy.ts'
import { timelineOf } from '../../src/core/findings/timeline.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import {
  byLetter,
  type Claim,
  claimsIn,
  dueDayOf,
  isPastDay,
  recoveredByMonth,
} from '../../src/rules/account/claims.ts'
import type { KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { aDiscrepancy } from '../reports/a-slot.ts'
import { cop, slot } from './a.ts'

const day = (text: string): SlotDate => slot(`2026-${text}`).date

/** A claim; with a letter it asked for some pesos of it. */
const claim = (
  letter: number | null = null,
  asked = 0,
  promised: string | null = null,
  answerBy = '04-10',
): DispositionRequest => ({
  ...{ kind: 'claim', reason: 'r', ticket: promised === null ? null : 'T-1' },
  until: promised === null ? null : { date: day(promised), end: 99 },
  ...(letter === null ? {} : { letter: { number: letter, asked: cop(asked), answerBy: day(answerBy) } }),
})
const paid = (sum: number): DispositionRequest => ({
  ...{ kind: 'settle', reason: 'r' },
  recovery: { by: { kind: 'entry', entry: 'e' }, sum: cop(sum), on: day('04-02') },
})
const ACCEPT: DispositionRequest = { kind: 'accept', reason: 'r', until: null }
const REOPEN: DispositionRequest = { kind: 'reopen', reason: 'r' }
const LAPSED = 'lapsed'

const actOf = (asked: DispositionRequest | typeof LAPSED, at: number): Act => {
  const done = { discrepancy: 'd', number: at + 2, at: at + 2, by: 'Ana' }
  if (asked === LAPSED) return { ...done, kind: 'reopen', reason: '', isAutomatic: true }
  return asked.kind === 'reopen' ? { ...asked, ...done, isAutomatic: false } : { ...asked, ...done }
}

const TOO_LITTLE = inCop(cop(100), cop(110))
const TOO_MUCH = inCop(cop(110), cop(100))

/** A finding of so many pesos, what was decided about it, and what it was when it was found and by the first decision. */
const known = (
  state: DiscrepancyState,
  amount: number | null,
  asked: readonly (DispositionRequest | typeof LAPSED)[],
  then: number | null = amount,
  [figuresThen, figures] = [TOO_LITTLE, TOO_LITTLE],
): KnownDiscrepancy => {
  const sumOf = (pesos: number | null) => (pesos === null ? null : cop(pesos))
  const [sum, before] = [sumOf(amount), sumOf(then)]
  const discrepancy = aDiscrepancy({ id: 'd', case: 'd', state, amount: sum, caseAmount: sum, figures })
  const first = { finding: { ...discrepancy, amount: before, figures: figuresThen }, after: 1, at: 1, pull: 1 }
  const last = { finding: discrepancy, after: 2, at: 2, pull: 2 }
  return { discrepancy, steps: timelineOf(then === amount ? [first] : [first, last], asked.map(actOf)) }
}

type Row = readonly [told: readonly string[], ...asked: Parameters<typeof known>]

const pesos = (centavos: bigint): string => `${centavos / 100n}`

test.each<Row>([
  [[], 'open', 10, []],
  [[], 'accepted', 10, [ACCEPT]],
  // What is about no sum is no claim.
  [[], 'claimed', null, [claim()]],
  [['- claimed 10 = 0 + 0 + 0 + 10'], 'claimed', 10, [claim()]],
  [['1 claimed 10 = 0 + 0 + 0 + 10'], 'claimed', 10, [claim(1, 10)]],
  // A ticket said later is of the same letter, or of the same claim without one.
  [['1 claimed 10 = 0 + 0 + 0 + 10 promised 2026-04-20'], 'claimed', 10, [claim(1, 10), claim(null, 0, '04-20')]],
  [['- claimed 10 = 0 + 0 + 0 + 10 promised 2026-04-20'], 'claimed', 10, [claim(), claim(null, 0, '04-20')]],
  [['1 claimed 10 = 4 + 0 + 0 + 6'], 'claimed', 10, [claim(1, 10), paid(4)]],
  [['1 paid 10 = 10 + 0 + 0 + 0'], 'paid', 10, [claim(1, 10), paid(10)]],
  // A person took the payment back.
  [['1 open 10 = 0 + 0 + 0 + 10'], 'open', 10, [claim(1, 10), paid(4), REOPEN]],
  // The day of the promise went by: what was paid stays paid.
  [['1 open 10 = 4 + 0 + 0 + 6'], 'open', 10, [claim(1, 10), paid(4), LAPSED]],
  [['1 accepted 10 = 4 + 6 + 0 + 0'], 'accepted', 10, [claim(1, 10), paid(4), ACCEPT]],
  // Its numbers changed: less is open than was asked for, or nothing.
  [['1 open 10 = 0 + 0 + 7 + 3'], 'open', 3, [claim(1, 10), LAPSED], 10],
  [['1 open 10 = 0 + 0 + 10 + 0'], 'open', null, [claim(1, 10), LAPSED], 10],
  // A reminder asks for what is left of it, and no more is left.
  [['1 claimed 10 = 0 + 0 + 7 + 3'], 'claimed', 3, [claim(1, 10), LAPSED, claim(1)], 10],
  [['1 claimed 10 = 2 + 0 + 7 + 1'], 'claimed', 3, [claim(1, 10), paid(2), LAPSED, claim(1)], 10],
  // What was asked stays what the case was about at the claim, and of that no more is given up than it is about.
  [['- open 50 = 0 + 0 + 20 + 30'], 'open', 30, [claim()], 50],
  [['- open 50 = 4 + 0 + 20 + 26'], 'open', 30, [claim(), paid(4)], 50],
  [['- open 50 = 0 + 0 + 0 + 50'], 'open', 70, [claim()], 50],
  [['- accepted 50 = 0 + 30 + 20 + 0'], 'accepted', 30, [claim(), ACCEPT], 50],
  [['1 accepted 50 = 0 + 30 + 20 + 0'], 'accepted', 30, [claim(1, 50), ACCEPT], 50],
  [['- claimed 30 = 0 + 0 + 0 + 30'], 'claimed', 30, [claim(), claim()], 50],
  // A letter may ask for several sums of a case.
  [['1 open 15 = 0 + 0 + 0 + 15'], 'open', 10, [claim(1, 15), LAPSED]],
  // Too much was paid now.
  [['- open 50 = 0 + 0 + 50 + 0'], 'open', 20, [claim()], 50, [TOO_LITTLE, TOO_MUCH]],
  [['1 open 50 = 0 + 0 + 50 + 0'], 'open', 20, [claim(1, 50)], 50, [TOO_LITTLE, TOO_MUCH]],
  // It was paid too much when a letter asked for another sum of it.
  [['1 open 10 = 0 + 0 + 0 + 10'], 'open', 20, [claim(1, 10)], 50, [TOO_MUCH, TOO_LITTLE]],
  [['1 changed 10 = 0 + 0 + 10 + 0'], 'resolved', 10, [claim(1, 10)]],
  // A later letter asks for it again.
  [
    ['1 changed 10 = 4 + 0 + 6 + 0', '2 claimed 6 = 0 + 0 + 0 + 6'],
    'claimed',
    10,
    [claim(1, 10), paid(4), LAPSED, claim(2, 6)],
  ],
])('%j: what became of a claim', (told, ...of) => {
  const claims = claimsIn([known(...(of as Parameters<typeof known>))]).map((one) => {
    const parts = [one.recovered, one.accepted, one.changed, one.left].map(pesos).join(' + ')
    const promised = one.promisedFor === null ? '' : ` promised ${one.promisedFor}`
    return `${one.letter ?? '-'} ${one.state} ${pesos(one.asked)} = ${parts}${promised}`
  })
  expect(claims).toEqual(told)
})

const REMINDER = claim(1, 0, null, '05-20')

test.each<readonly [string, readonly DispositionRequest[]]>([
  ['by 2026-04-10', [claim(1, 10)]],
  ['by 2026-04-20, T-1', [claim(1, 10), claim(null, 0, '04-20')]],
  // The day of a reminder goes before what was promised or asked for until then, and what is promised later before it.
  ['by 2026-05-20', [claim(1, 10), REMINDER]],
  ['by 2026-05-20, T-1', [claim(1, 10), claim(null, 0, '04-20'), REMINDER]],
  ['by 2026-05-25, T-1', [claim(1, 10), REMINDER, claim(null, 0, '05-25')]],
])('a claim is due %s', (told, asked) => {
  const [{ ticket, ...claimed }] = claimsIn([known('claimed', 10, asked)]) as [Claim]
  expect(['by', `${dueDayOf(claimed)}${ticket === null ? '' : `, ${ticket}`}`].join(' ')).toBe(told)
})

test('what was paid too much can be asked about, and is no money to come', () => {
  expect(claimsIn([known('claimed', 10, [claim()], 10, [TOO_MUCH, TOO_MUCH])])).toEqual([])
})

test('letters stand in their order, and claims without one come last', () => {
  const claims = [
    known('claimed', 10, [claim()]),
    known('claimed', 10, [claim(2, 10)]),
    known('claimed', 10, [claim(1, 10)]),
  ]
  const all = claims.flatMap((one, at) => claimsIn([{ ...one, discrepancy: { ...one.discrepancy, case: `${at}` } }]))
  expect(byLetter(all).map(([{ letter }]) => letter)).toEqual([1, 2, null])
  expect(byLetter(all.toReversed()).map(([{ letter }]) => letter)).toEqual([1, 2, null])
})

test.each([
  ['no day was named', { promisedFor: null, answerBy: null, left: 10 }, false],
  ['the letter named one', { promisedFor: null, answerBy: day('04-10'), left: 10 }, true],
  ['the day itself is not past', { promisedFor: null, answerBy: day('04-11'), left: 10 }, false],
  ['a promise goes before the letter', { promisedFor: day('04-20'), answerBy: day('04-10'), left: 10 }, false],
  ['nothing is left', { promisedFor: null, answerBy: day('04-10'), left: 0 }, false],
])('past its day: %s', (_, { left, ...days }, isPast) => {
  expect(isPastDay({ ...days, left: cop(left) }, day('04-11'))).toBe(isPast)
})

test('what was recovered stands by the month of its payment, newest first', () => {
  const recovered = (on: string, sum: number) => ({ on: day(on), sum: cop(sum) })
  const all = [recovered('02-01', 1), recovered('03-01', 2), recovered('02-28', 4), recovered('01-01', 0)]
  expect(recoveredByMonth(all).map(({ month, number, sum }) => [month, number, pesos(sum)])).toEqual([
    ['2026-03', 1, '2'],
    ['2026-02', 2, '5'],
  ])
})
