import { expect, test } from 'vitest'
import type { Adjustment, Chargeback } from '../../../src/rules/assessment/chargeback-account.ts'
import {
  adjustment,
  adjustmentInEnglish,
  adjustmentInSpanish,
  chargebackNotDebited,
  explanationOf,
} from '../../../src/rules/checks/chargebacks.ts'
import { SAY } from '../../../src/words/say.ts'
import { cop, slot, someFacts } from '../../core/a.ts'
import { reported, table } from './table.ts'

const charged = (invoiceId: string, pesos = 8_000): Chargeback => ({
  slot: slot(),
  invoiceId,
  paid: cop(pesos),
  isReversed: false,
})
type Explained = Partial<Pick<Adjustment, 'explained' | 'recovered' | 'inPayout'>>
const adjusted = (pesos: number, explanation: Adjustment['explanation'], instead: Explained = {}) => {
  const sums = { reported: cop(pesos), effect: cop(pesos), inPayout: cop(pesos), isPaidOut: true }
  const explained = explanation.kind === 'none' ? cop(0) : cop(pesos)
  const of: Adjustment = { slot: slot(), ...sums, explained, recovered: cop(0), explanation, ...instead }
  return { ...reported({ adjustments: cop(pesos) }), adjustment: of }
}
const debit = (sets: readonly (readonly Chargeback[])[], together: number = 0): Adjustment['explanation'] => ({
  kind: 'debit',
  sets,
  together: Array.from({ length: together }, () => slot()),
})
const LEFT_OUT = { inPayout: cop(0) }
const NONE = { kind: 'none', isComplete: true } as const
const HERE = '2026-03-12 cycle 11'
const said = (severity: string, reported: number, explained: number, tail: string) => [
  'ADJUSTMENT',
  severity,
  'settlement',
  reported,
  explained,
  reported - explained,
  `adjustments of ${reported < 0 ? '-' : ''}COP ${Math.abs(reported).toLocaleString('en')}: ${tail}`,
]

table('money adjusted is money explained', adjustment, [
  [
    'a claim of another settlement, which it pays',
    adjusted(5_000, { kind: 'none', isComplete: true }, { recovered: cop(5_000) }),
    said('info', 5_000, 5_000, 'they pay COP 5,000 that was claimed of other settlements'),
  ],
  [
    'a claim of another settlement, and more',
    adjusted(5_000, { kind: 'none', isComplete: true }, { recovered: cop(3_000) }),
    said(
      'warning',
      5_000,
      3_000,
      'they pay COP 3,000 that was claimed of other settlements; COP 2,000 is not explained',
    ),
  ],
  ['nothing adjusted', {}, null],
  [
    'one chargeback',
    adjusted(-8_000, debit([[charged('a')]])),
    said('info', -8_000, -8_000, `they debit exactly: a of ${HERE}`),
  ],
  [
    'two chargebacks, of adjustments that a gateway reading leaves out of the payout',
    adjusted(-8_000, debit([[charged('a', 5_000), charged('b', 3_000)]]), LEFT_OUT),
    said('info', -8_000, -8_000, `they equal exactly: a of ${HERE}, b of ${HERE}; they are not part of this payout`),
  ],
  [
    'two sets that fit are both told',
    adjusted(-8_000, debit([[charged('a', 5_000), charged('b', 3_000)], [charged('c')]])),
    said('info', -8_000, -8_000, `they debit exactly a of ${HERE}, b of ${HERE}, or c of ${HERE}; which is not known`),
  ],
  [
    'a part of a chargeback that two more adjustments debit',
    adjusted(-8_000, debit([[charged('a', 9_000)]], 2)),
    said('info', -8_000, -8_000, `they debit exactly together with those of 2 other settlements: a of ${HERE}`),
  ],
  [
    'a part of a chargeback that another adjustment debits',
    adjusted(-8_000, debit([[charged('a', 9_000)]], 1)),
    said('info', -8_000, -8_000, `they debit exactly together with those of 1 other settlement: a of ${HERE}`),
  ],
  [
    'more chargebacks than are named',
    adjusted(-8_000, debit([Array.from({ length: 39 }, (_, n) => charged(`i${n}`))])),
    said(
      'info',
      -8_000,
      -8_000,
      `they debit exactly: ${Array.from({ length: 20 }, (_, n) => `i${n} of ${HERE}`).join(', ')} and 19 more`,
    ),
  ],
  [
    'what gives back a chargeback that was reversed',
    adjusted(8_000, { kind: 'give-back', sets: [[charged('a')]], together: [] }),
    said('info', 8_000, 8_000, `they give back exactly: a of ${HERE}`),
  ],
  [
    'a tie, and a rest that takes money',
    adjusted(-8_000, { kind: 'tied', tie: 7, chargebacks: [charged('a', 7_000)] }, { explained: cop(-7_000) }),
    said('error', -8_000, -7_000, `they debit, as a person tied them: a of ${HERE}; COP 1,000 is not explained`),
  ],
  [
    'a tie, and a rest that brings money',
    adjusted(-8_000, { kind: 'tied', tie: 7, chargebacks: [charged('a', 9_000)] }, { explained: cop(-9_000) }),
    said('warning', -8_000, -9_000, `they debit, as a person tied them: a of ${HERE}; COP 1,000 is not explained`),
  ],
  [
    'nothing, of adjustments that a gateway reading leaves out of the payout',
    adjusted(-8_000, NONE, LEFT_OUT),
    said(
      'error',
      -8_000,
      0,
      'no chargebacks add up to exactly this sum; COP 8,000 is not explained; they are not part of this payout',
    ),
  ],
  [
    'it takes money that nothing explains',
    adjusted(-8_000, NONE),
    said('error', -8_000, 0, 'no chargebacks add up to exactly this sum; COP 8,000 is not explained'),
  ],
  [
    'the search ended early',
    adjusted(-8_000, { kind: 'none', isComplete: false }),
    said(
      'error',
      -8_000,
      0,
      'no set of chargebacks that was tried adds up to it, and there are too many to try every set; COP 8,000 is not explained',
    ),
  ],
  ['it brings money', adjusted(8_000, NONE), said('warning', 8_000, 0, 'they add COP 8,000 that nothing explains')],
  ['of another slot', { ...adjusted(-8_000, NONE), ...reported({ cycle: '13', adjustments: cop(-8_000) }) }, null],
])

test('adjustments that the policy subtracts have the sign of the service in their figures', () => {
  const { adjustment: of } = adjusted(-8_000, debit([[charged('a')]]))
  const facts = { ...reported({ adjustments: cop(8_000) }), adjustment: { ...of, reported: cop(8_000) } }
  expect(adjustment.check?.(someFacts(facts))[0]?.figures).toMatchObject({ reported: cop(8_000), expected: cop(8_000) })
})

test('of four sets the first two are kept, and how many others there are', () => {
  const sets = ['a', 'b', 'c', 'd'].map((id) => [charged(id)])
  const kept = explanationOf(adjusted(-8_000, debit(sets)).adjustment)
  expect(kept.sets.map(({ first }) => first.map(({ invoiceId }) => invoiceId))).toEqual([['a'], ['b']])
  expect(kept.otherSets).toBe(2)
})

table('what was charged back is debited', chargebackNotDebited, [
  ['it was', {}, null],
  [
    'not yet',
    { notDebited: [{ chargeback: charged('a'), sum: cop(8_000), amongEqual: [] }] },
    [
      'CHARGEBACK_NOT_DEBITED',
      'info',
      'invoice:a',
      0,
      -8_000,
      8_000,
      'a chargeback of COP 8,000 that no adjustment has debited yet',
    ],
  ],
  [
    'what is left of equal ones',
    { notDebited: [{ chargeback: charged('b'), sum: cop(8_000), amongEqual: [charged('a'), charged('b')] }] },
    [
      'CHARGEBACK_NOT_DEBITED',
      'info',
      'invoice:b',
      0,
      -8_000,
      8_000,
      `COP 8,000 of 2 equal chargebacks of COP 8,000 is not debited yet; which is not known: a of ${HERE}, b of ${HERE}`,
    ],
  ],
])

test.each([
  [2, 'or c1 of 2026-03-12 cycle 11; which', 'o c1 de 12/03/2026 ciclo 11; no se sabe'],
  [3, ', or 1 other set; which', ', o 1 grupo más; no se sabe'],
  [4, ', or 2 other sets; which', ', o 2 grupos más; no se sabe'],
])('of %i sets that fit, those that are not named are counted', (number, english, spanish) => {
  const sets = Array.from({ length: number }, (_, at) => [charged(`c${at}`)])
  const { adjustment: fitting } = adjusted(-8_000, debit(sets))
  const explained = { explanation: explanationOf(fitting), rest: cop(0), isCredit: false }
  expect(adjustmentInEnglish(explained, SAY.en)).toContain(english)
  expect(adjustmentInSpanish(explained, SAY.es)).toContain(spanish)
})
