import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fromCentavos,
  fromPesos,
  inSpanish,
  inWords,
  isExact,
  isFractional,
  minus,
  negate,
  plus,
  size,
  sumOfKnown,
  sumTyped,
  toPesos,
  ZERO,
} from '../../src/core/money.ts'
import { trials } from '../trials.ts'

/** Independent of the code under test: converts a decimal text with up to two decimals to centavos, digit by digit. */
const centavosOf = (text: string): bigint => {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  let centavos = 0n
  for (const digit of whole + decimals.padEnd(2, '0')) centavos = centavos * 10n + BigInt(digit)
  return sign === '-' ? -centavos : centavos
}

/** Whole pesos up to 9e11, and zero, one or two decimals. */
const amount = fc
  .tuple(
    fc.boolean(),
    fc.integer({ min: 0, max: 900_000_000_000 }),
    fc.integer({ min: 0, max: 99 }),
    fc.constantFrom(0, 1, 2),
  )
  .map(([isNegative, whole, cents, digits]) => {
    const decimals = String(cents).padStart(2, '0').slice(0, digits)
    return `${isNegative ? '-' : ''}${whole}${decimals && `.${decimals}`}`
  })

describe('a JSON number of pesos becomes centavos', () => {
  const ROWS: readonly (readonly [json: string, centavos: bigint | null])[] = [
    ['0', 0n],
    ['-0', 0n],
    ['-0.0', 0n],
    ['1', 100n],
    ['610000.55', 61_000_055n],
    ['0.01', 1n],
    ['-0.01', -1n],
    ['0.1', 10n],
    ['0.07', 7n],
    ['1.005', null],
    ['0.001', null],
    ['0.005', null],
    ['0.0000009', 0n],
    ['0.0000011', null],
    ['-0.0000009', 0n],
    ['0.0099989', null],
    ['0.0099991', 1n],
    ['550000000', 55_000_000_000n],
    ['549999999.99', 54_999_999_999n],
    ['900000000000.01', 90_000_000_000_001n],
    ['70368744177663.99', 7_036_874_417_766_399n],
    ['70368744177664', 7_036_874_417_766_400n],
    ['70368744177664.02', null],
    ['-70368744177664.02', null],
    ['70368744177664.5', null],
    ['90071992547409.91', null],
    ['90071992547409', 9_007_199_254_740_900n],
    ['-90071992547409', -9_007_199_254_740_900n],
    ['90071992547410', null],
    ['9007199254740993', null],
    ['1e3', 100_000n],
    ['1e400', null],
    ['-1e400', null],
    ['1e-400', 0n],
    ['5e-324', 0n],
  ]
  test.each(ROWS)('%s', (json, centavos) => {
    expect(fromPesos(JSON.parse(json))).toBe(centavos)
  })

  test('the dust of a floating-point sum is forgiven', () => {
    expect(fromPesos(0.1 + 0.2)).toBe(30n)
    expect(fromPesos(100_000.1 + 0.2)).toBe(10_000_030n)
  })

  test('what is no number is no money', () => {
    expect(fromPesos(Number.NaN)).toBeNull()
    expect(fromPesos(Number.POSITIVE_INFINITY)).toBeNull()
    expect(fromPesos(Number.NEGATIVE_INFINITY)).toBeNull()
  })

  test('every amount with two decimals is exactly that', () => {
    fc.assert(fc.property(amount, (text) => fromPesos(JSON.parse(text)) === centavosOf(text)))
  })

  test('a third decimal is never rounded away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000_000 }), fc.integer({ min: 1, max: 9 }), (whole, third) => {
        expect(fromPesos(JSON.parse(`${whole}.12${third}`))).toBeNull()
      }),
    )
  })

  test('beyond 2^46 pesos a fraction was rounded before it came, and is refused; whole pesos are exact', () => {
    const beyond = fc.integer({ min: 2 ** 46, max: 90_071_992_547_409 })
    fc.assert(
      fc.property(beyond, fc.constantFrom(0.25, 0.5, 0.75), (whole, fraction) => {
        fc.pre(whole + fraction !== whole)
        expect(fromPesos(whole + fraction)).toBeNull()
        expect(fromPesos(whole)).toBe(BigInt(whole) * 100n)
      }),
    )
  })

  test('any number gives money within a millionth of a peso of it, or none', () => {
    const near = fc
      .tuple(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.double({ min: -0.000003, max: 0.000003 }))
      .map(([centavos, off]) => centavos / 100 + off)
    let given = 0
    let refused = 0
    fc.assert(
      fc.property(fc.oneof(near, fc.double()), (pesos) => {
        const money = fromPesos(pesos)
        if (money === null) refused += 1
        else {
          given += 1
          expect(Math.abs(Number(money) / 100 - pesos)).toBeLessThanOrEqual(0.000001)
        }
      }),
      { numRuns: trials(300) },
    )
    expect([given > 10, refused > 10]).toEqual([true, true])
  })
})

describe('centavos are written as pesos', () => {
  const ROWS: readonly (readonly [centavos: bigint, pesos: string, words: string])[] = [
    [0n, '0', 'COP 0'],
    [1n, '0.01', 'COP 0.01'],
    [-5n, '-0.05', '-COP 0.05'],
    [50n, '0.5', 'COP 0.50'],
    [100n, '1', 'COP 1'],
    [99_900n, '999', 'COP 999'],
    [100_000n, '1000', 'COP 1,000'],
    [-100_000n, '-1000', '-COP 1,000'],
    [185_000_055n, '1850000.55', 'COP 1,850,000.55'],
    [61_000_050n, '610000.5', 'COP 610,000.50'],
    [9_007_199_254_740_993_00n, '9007199254740993', 'COP 9,007,199,254,740,993'],
  ]
  test.each(ROWS)('%s', (centavos, pesos, words) => {
    expect([toPesos(fromCentavos(centavos)), inWords(fromCentavos(centavos))]).toEqual([pesos, words])
  })

  test('and read back the same, however many', () => {
    fc.assert(fc.property(fc.bigInt(), (centavos) => centavosOf(toPesos(fromCentavos(centavos))) === centavos))
  })

  test('through a JSON number too, within its exact range', () => {
    const exact = fc.bigInt({ min: -90_000_000_000_000n, max: 90_000_000_000_000n })
    fc.assert(fc.property(exact, (centavos) => fromPesos(Number(toPesos(fromCentavos(centavos)))) === centavos))
  })

  test('in words, the digits are those of plain pesos, with both decimals or none', () => {
    fc.assert(
      fc.property(fc.bigInt(), (centavos) => {
        const money = fromCentavos(centavos)
        expect(inSpanish(money)).toBe(
          inWords(money)
            .replace('COP ', '$ ')
            .replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')),
        )
        expect(inWords(money)).toMatch(/^-?COP \d{1,3}(,\d{3})*(\.\d{2})?$/)
        const plain = inWords(money).replace('COP ', '').replaceAll(',', '')
        expect(plain.includes('.') ? plain.replace(/0$/, '') : plain).toBe(toPesos(money))
      }),
    )
  })
})

test('sums, differences and sizes are exact', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      const [x, y] = [fromCentavos(a), fromCentavos(b)]
      expect([plus(x, y), minus(x, y), negate(x), size(x)]).toEqual([a + b, a - b, -a, a < 0n ? -a : a])
      expect(isFractional(x)).toBe(String(a).padStart(3, '0').slice(-2) !== '00')
    }),
  )
  expect(ZERO).toBe(0n)
})

test('whole centavos come back from the database, and only whole ones', () => {
  expect(fromCentavos(12)).toBe(12n)
  expect(fromCentavos(-12n)).toBe(-12n)
  expect(() => fromCentavos(0.5)).toThrow(RangeError)
})

test.each<[what: string, sums: readonly (number | null)[], sum: number | null]>([
  ['none', [], null],
  ['none that is known', [null, null], null],
  ['one that is known', [null, 7, null], 7],
  ['several', [7, null, -9], -2],
  ['a sum of zero is known', [null, 0], 0],
])('the sum of those that are known: %s', (_, sums, sum) => {
  const known = sums.map((one) => (one === null ? null : fromCentavos(one)))
  expect(sumOfKnown(known)).toBe(sum === null ? null : fromCentavos(sum))
})

test.each([
  [9_007_199_254_740_991n, true],
  [9_007_199_254_740_992n, false],
  [-9_007_199_254_740_991n, true],
  [-9_007_199_254_740_992n, false],
  [0n, true],
])('a column holds %i centavos exactly: %s', (centavos, holds) => {
  expect(isExact(fromCentavos(centavos))).toBe(holds)
})

test.each<[typed: string, centavos: bigint | null]>([
  ['1850000', 185_000_000n],
  ['1,850,000', 185_000_000n],
  ['1.850.000,50', 185_000_050n],
  ['COP 1,850,000.05', 185_000_005n],
  ['$ 1.850.000', 185_000_000n],
  ['90,071,992,547,409.91', 9_007_199_254_740_991n],
  ['9,007,199,254,740,991', null],
  ['1.850.00', null],
  ['185000000000000', null],
  ['CTR-104', null],
  ['', null],
])('%s as a sum is %s', (typed, centavos) => expect(sumTyped(typed)).toBe(centavos))
