import { expect, test } from 'vitest'
import type { Adjustment, Chargeback } from '../../../src/domain/assessment/chargeback-account.ts'
import { adjustment } from '../../../src/domain/rules/chargebacks/adjustment.ts'
import { chargebackNotDebited } from '../../../src/domain/rules/chargebacks/chargeback-not-debited.ts'
import {
  adjustmentInEnglish,
  adjustmentInSpanish,
  explanationOf,
} from '../../../src/domain/rules/chargebacks/explanation.ts'
import { SAY } from '../../../src/i18n/say.ts'
import { cop, slot } from '../a.ts'
import { reported, table } from './table.ts'

const charged = (invoiceId: string, pesos = 8_000): Chargeback => ({ slot: slot(), invoiceId, paid: cop(pesos) })
const adjusted = (
  pesos: number,
  sets: readonly (readonly Chargeback[])[],
  isComplete = true,
  areAllDebited = false,
  inPayout = pesos,
) => {
  const sums = { reported: cop(pesos), effect: cop(pesos), inPayout: cop(inPayout) }
  const of: Adjustment = { slot: slot(), ...sums, sets, isComplete, areAllDebited }
  return { ...reported({ adjustments: cop(pesos) }), adjustment: of }
}
const HERE = '2026-03-12 cycle 11'
const said = (severity: string, reported: number, explained: number, tail: string) => [
  'ADJUSTMENT',
  severity,
  'settlement',
  reported,
  explained,
  reported - explained,
  `adjustments of COP ${reported.toLocaleString('en')}: ${tail}`,
]

table('money adjusted is money explained', adjustment, [
  ['nothing adjusted', {}, null],
  [
    'one chargeback',
    adjusted(-8_000, [[charged('a')]]),
    said('info', -8_000, -8_000, `they debit exactly this chargeback: a of ${HERE}`),
  ],
  [
    'one chargeback, of adjustments that a gateway reading leaves out of the payout',
    adjusted(-8_000, [[charged('a')]], true, false, 0),
    said('info', -8_000, -8_000, `they equal exactly this chargeback: a of ${HERE}; they are not part of this payout`),
  ],
  [
    'two chargebacks, of adjustments that a gateway reading leaves out of the payout',
    adjusted(-8_000, [[charged('a', 5_000), charged('b', 3_000)]], true, false, 0),
    said(
      'info',
      -8_000,
      -8_000,
      `they equal exactly these chargebacks: a of ${HERE}, b of ${HERE}; they are not part of this payout`,
    ),
  ],
  [
    'two chargebacks, or another one',
    adjusted(-8_000, [[charged('a', 5_000), charged('b', 3_000)], [charged('c')]]),
    said(
      'info',
      -8_000,
      -8_000,
      `a of ${HERE}, b of ${HERE} add up to it, and so does another set: c of ${HERE}; none is taken as debited`,
    ),
  ],
  [
    'nothing, of adjustments that a gateway reading leaves out of the payout',
    adjusted(-8_000, [], true, false, 0),
    said(
      'error',
      -8_000,
      0,
      'no chargebacks add up to exactly this sum; COP 8,000 is not explained; they are not part of this payout',
    ),
  ],
  [
    'two sets that fit are both told',
    adjusted(-8_000, [[charged('a')], [charged('b', 5_000), charged('c', 3_000)]]),
    said(
      'info',
      -8_000,
      -8_000,
      `a of ${HERE} comes to it, and so does another set: b of ${HERE}, c of ${HERE}; none is taken as debited`,
    ),
  ],
  [
    'two sets that fit, and another adjustment that fits them',
    adjusted(-8_000, [[charged('a')], [charged('b')]], true, true),
    said(
      'info',
      -8_000,
      -8_000,
      `a of ${HERE} comes to it, and so does another set: b of ${HERE}; as many adjustments fit, and all are debited`,
    ),
  ],
  [
    'four sets',
    adjusted(
      -8_000,
      ['a', 'b', 'c', 'd'].map((id) => [charged(id)]),
      false,
    ),
    said(
      'info',
      -8_000,
      -8_000,
      `a of ${HERE} comes to it, and so does another set: b of ${HERE}; so do 2 other sets; none is taken as debited; there are too many chargebacks to try every set of them`,
    ),
  ],
  [
    'many chargebacks, and the search ended early',
    adjusted(-8_000, [Array.from({ length: 22 }, (_, n) => charged(`i${n}`))], false),
    said(
      'info',
      -8_000,
      -8_000,
      `they debit exactly these chargebacks: ${Array.from({ length: 20 }, (_, n) => `i${n} of ${HERE}`).join(', ')} and 2 more; there are too many chargebacks to try every set of them`,
    ),
  ],
  [
    'as many more chargebacks as are named, less one',
    adjusted(-8_000, [Array.from({ length: 39 }, (_, n) => charged(`i${n}`))]),
    said(
      'info',
      -8_000,
      -8_000,
      `they debit exactly these chargebacks: ${Array.from({ length: 20 }, (_, n) => `i${n} of ${HERE}`).join(', ')} and 19 more`,
    ),
  ],
  [
    'it takes money that nothing explains',
    adjusted(-8_000, []),
    said('error', -8_000, 0, 'no chargebacks add up to exactly this sum; COP 8,000 is not explained'),
  ],
  [
    'the search ended early',
    adjusted(-8_000, [], false),
    said(
      'error',
      -8_000,
      0,
      'no set of chargebacks that was tried adds up to it, and there are too many to try every set; COP 8,000 is not explained',
    ),
  ],
  ['it brings money', adjusted(8_000, []), said('warning', 8_000, 0, 'they add COP 8,000 that nothing explains')],
  ['of another slot', { ...adjusted(-8_000, []), ...reported({ cycle: '13', adjustments: cop(-8_000) }) }, null],
])

test('of four sets the first two are kept, and how many others there are', () => {
  const sets = ['a', 'b', 'c', 'd'].map((id) => [charged(id)])
  const kept = explanationOf(adjusted(-8_000, sets).adjustment)
  expect(kept.sets.map(({ first }) => first.map(({ invoiceId }) => invoiceId))).toEqual([['a'], ['b']])
  expect(kept.otherSets).toBe(2)
})

table('what was charged back is debited', chargebackNotDebited, [
  ['it was', {}, null],
  [
    'not yet',
    { notDebited: [charged('a')] },
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
])

test.each([
  [2, '; none is taken', '; ninguno se da'],
  [3, '; so does 1 other set; none is taken', ' y 1 grupo más'],
  [4, '; so do 2 other sets; none is taken', ' y 2 grupos más'],
])('of %i sets that fit, those that are not named are counted', (number, english, spanish) => {
  const sets = Array.from({ length: number }, (_, at) => [charged(`c${at}`)])
  const { adjustment: fitting } = adjusted(-8_000, sets)
  const explained = { explanation: explanationOf(fitting), effect: fitting.effect, isCredit: false }
  expect(adjustmentInEnglish(explained, SAY.en)).toContain(english)
  expect(adjustmentInSpanish(explained, SAY.es)).toContain(spanish)
})
