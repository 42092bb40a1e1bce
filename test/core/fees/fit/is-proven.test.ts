import { expect, test } from 'vitest'
import { type FitRow, isProven } from '../../../../src/core/fees/fit/schedule-fit.ts'

const rows = (number: number, methods: string, how: 'exact' | 'within' | 'near' | 'far'): readonly FitRow[] =>
  Array.from({ length: number }, () => ({
    methods: methods.split(' '),
    isMiss: how === 'near',
    isExact: how === 'exact',
    fits: how === 'exact' || how === 'within',
  }))

// Exact settlements: at least twice the methods plus five, four with each method, and seven of ten; one of ten may miss
// by little.
test.each<[what: string, rows: readonly FitRow[], determined: string, loose: string, isProven: boolean]>([
  ['one method: seven prove it', rows(7, 'pse', 'exact'), 'pse', '', true],
  ['six do not', rows(6, 'pse', 'exact'), 'pse', '', false],
  ['two methods: nine prove them', [...rows(5, 'pse', 'exact'), ...rows(4, 'card', 'exact')], 'pse card', '', true],
  ['eight do not', [...rows(4, 'pse', 'exact'), ...rows(4, 'card', 'exact')], 'pse card', '', false],
  ['four hold each method', [...rows(8, 'pse', 'exact'), ...rows(4, 'card', 'exact')], 'pse card', '', true],
  ['three hold one of them', [...rows(9, 'pse', 'exact'), ...rows(3, 'card', 'exact')], 'pse card', '', false],
  ['three hold the first of them', [...rows(3, 'pse', 'exact'), ...rows(9, 'card', 'exact')], 'pse card', '', false],
  [
    'three exact ones hold it, and one that misses',
    [...rows(9, 'pse', 'exact'), ...rows(3, 'card', 'exact'), ...rows(1, 'card', 'far')],
    'pse card',
    '',
    false,
  ],
  [
    'four with both count for each',
    [...rows(5, 'pse', 'exact'), ...rows(4, 'pse card', 'exact')],
    'pse card',
    '',
    true,
  ],
  ['fourteen of twenty', [...rows(14, 'pse', 'exact'), ...rows(6, 'pse', 'far')], 'pse', '', true],
  ['thirteen of twenty', [...rows(13, 'pse', 'exact'), ...rows(7, 'pse', 'far')], 'pse', '', false],
  ['one of ten misses by little', [...rows(9, 'pse', 'exact'), ...rows(1, 'pse', 'near')], 'pse', '', true],
  ['two of ten do', [...rows(8, 'pse', 'exact'), ...rows(2, 'pse', 'near')], 'pse', '', false],
  ['two of twenty do', [...rows(18, 'pse', 'exact'), ...rows(2, 'pse', 'near')], 'pse', '', true],
  [
    'settlements with an open method fit to rounding',
    [...rows(7, 'pse', 'exact'), ...rows(5, 'pse qr', 'within')],
    'pse',
    'qr',
    true,
  ],
  ['and prove nothing of the others', [...rows(6, 'pse', 'exact'), ...rows(5, 'pse qr', 'within')], 'pse', 'qr', false],
  [
    'two of them fit by chance: 16 of 22 is 14 of 20',
    [...rows(13, 'pse', 'exact'), ...rows(3, 'qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    true,
  ],
  [
    'and 15 of 21 is 13 of 19',
    [...rows(12, 'pse', 'exact'), ...rows(3, 'qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    false,
  ],
  [
    'where one settlement holds it, one is: 15 of 21 is 14 of 20',
    [...rows(14, 'pse', 'exact'), ...rows(1, 'qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    true,
  ],
  [
    'beside another method, too',
    [...rows(13, 'pse', 'exact'), ...rows(1, 'pse qr', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr',
    false,
  ],
  [
    'two open methods: four',
    [...rows(12, 'pse', 'exact'), ...rows(6, 'qr cash', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr cash',
    true,
  ],
  [
    'and with one fewer not',
    [...rows(11, 'pse', 'exact'), ...rows(6, 'qr cash', 'within'), ...rows(6, 'pse', 'far')],
    'pse',
    'qr cash',
    false,
  ],
])('%s', (_, held, determined, loose, expected) => {
  expect(isProven(held, determined.split(' '), loose === '' ? [] : loose.split(' '))).toBe(expected)
})
