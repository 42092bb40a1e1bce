import { expect, test } from 'vitest'
import { mayBeFigure } from '../../src/domain/sheets/may-be-figure.ts'
import { cop } from './a.ts'

test.each<readonly [string, bigint | number | string | null, boolean]>([
  ['45200000', cop(45_200_000), true],
  ['45200000.5', cop(45_200_000.5), true],
  ['45200000,50', cop(45_200_000.5), true],
  ['45.200.000,5', cop(45_200_000.5), true],
  ['45,200,000.50', cop(45_200_000.5), true],
  ['45.200.000,55', cop(45_200_000.55), true],
  ['unos 45.200.000', cop(45_200_000), false],
  ['45.200.000 netos', cop(45_200_000), false],
  ['unos 45,200,000', cop(45_200_000), false],
  ['45,200,000 netos', cop(45_200_000), false],
  ['-0', cop(0), true],
  ['null', null, false],
  ['$ 45.200.000', cop(45_200_000), true],
  ['COP 45,200,000', cop(45_200_000), true],
  ['45\u00a0200\u00a0000', cop(45_200_000), true],
  ['-1850000', cop(-1_850_000), true],
  ['-0.05', cop(-0.05), true],
  ['0', cop(0), true],
  ['0,00', cop(0), true],
  ['007', 7, true],
  ['24', 24, true],
  ['24,0', 24, true],
  ['25', 24, false],
  ['45200001', cop(45_200_000), false],
  ['1850000', cop(-1_850_000), false],
  ['4,52E+07', cop(45_200_000), false],
  ['x', cop(1), false],
  ['1', null, false],
  ['', null, true],
  ['', cop(1), true],
  ['anything', 'credited', true],
])('%s may be %s: %s', (cell, figure, expected) => {
  expect(mayBeFigure(cell, figure as Parameters<typeof mayBeFigure>[1])).toBe(expected)
})
