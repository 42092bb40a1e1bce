import { expect, it } from 'vitest'
import { fromCentavos } from '../../src/core/money.ts'
import { copyable } from '../../src/print/in-table.ts'
import { dateIn, monthIn, weekdayIn } from '../../src/words/dates.ts'
import { digitsOf, moneyIn, numberIn, signedDigitsOf } from '../../src/words/money.ts'
import { slot } from '../core/a.ts'

it.each([
  [4_459_000_000n, 'COP 44,590,000', '$ 44.590.000'],
  [61_000_055n, 'COP 610,000.55', '$ 610.000,55'],
  [61_000_050n, 'COP 610,000.50', '$ 610.000,50'],
  [-12_000_000n, '\u2212COP 120,000', '\u2212$ 120.000'],
  [-5n, '\u2212COP 0.05', '\u2212$ 0,05'],
  [0n, 'COP 0', '$ 0'],
  [99_999n, 'COP 999.99', '$ 999,99'],
])('%d centavos are %s and %s', (centavos, en, es) => {
  expect([moneyIn(fromCentavos(centavos), 'en'), moneyIn(fromCentavos(centavos), 'es')]).toEqual([en, es])
})

it('a sentence that a terminal shows has one minus sign, however many sums are below zero', () => {
  const sum = moneyIn(fromCentavos(-500_000n), 'en')
  expect(copyable(`${sum} due, ${sum} paid out`)).toBe('-COP 5,000 due, -COP 5,000 paid out')
})

it('columns have no mark, and differences say which way they go', () => {
  const sum = fromCentavos(185_000_000n)
  expect([digitsOf(sum, 'es'), signedDigitsOf(sum, 'en')]).toEqual(['1.850.000', '+1,850,000'])
  expect([signedDigitsOf(fromCentavos(0n), 'en'), signedDigitsOf(fromCentavos(-100n), 'es')]).toEqual(['0', '\u22121'])
  expect([numberIn(100_000, 'es'), numberIn(999, 'es'), numberIn(-1_234, 'en')]).toEqual([
    '100.000',
    '999',
    '\u22121,234',
  ])
})

it('days are written as they are said', () => {
  const { date } = slot('2026-03-02')
  expect([weekdayIn(date, 'en'), dateIn(date, 'en'), monthIn(date, 'en')]).toEqual([
    'Monday',
    '2 March 2026',
    'March 2026',
  ])
  expect([weekdayIn(date, 'es'), dateIn(date, 'es'), monthIn(date, 'es')]).toEqual([
    'lunes',
    '2 de marzo de 2026',
    'marzo de 2026',
  ])
})
