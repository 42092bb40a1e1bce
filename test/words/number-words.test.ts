import { describe, expect, test } from 'vitest'
import { fromCentavos } from '../../src/core/money.ts'
import { moneyInWords } from '../../src/words/number-words.ts'

const TABLE: readonly (readonly [centavos: bigint, english: string, spanish: string])[] = [
  [0n, 'zero pesos', 'cero pesos'],
  [1n, 'zero pesos and one centavo', 'cero pesos con un centavo'],
  [100n, 'one peso', 'un peso'],
  [121n, 'one peso and twenty-one centavos', 'un peso con veintiún centavos'],
  [199n, 'one peso and ninety-nine centavos', 'un peso con noventa y nueve centavos'],
  [1_600n, 'sixteen pesos', 'dieciséis pesos'],
  [2_100n, 'twenty-one pesos', 'veintiún pesos'],
  [2_200n, 'twenty-two pesos', 'veintidós pesos'],
  [3_100n, 'thirty-one pesos', 'treinta y un pesos'],
  [10_000n, 'one hundred pesos', 'cien pesos'],
  [10_100n, 'one hundred one pesos', 'ciento un pesos'],
  [50_000n, 'five hundred pesos', 'quinientos pesos'],
  [70_000n, 'seven hundred pesos', 'setecientos pesos'],
  [99_900n, 'nine hundred ninety-nine pesos', 'novecientos noventa y nueve pesos'],
  [100_000n, 'one thousand pesos', 'mil pesos'],
  [100_100n, 'one thousand one pesos', 'mil un pesos'],
  [2_100_000n, 'twenty-one thousand pesos', 'veintiún mil pesos'],
  [10_000_000n, 'one hundred thousand pesos', 'cien mil pesos'],
  [10_100_000n, 'one hundred one thousand pesos', 'ciento un mil pesos'],
  [
    99_999_999n,
    'nine hundred ninety-nine thousand nine hundred ninety-nine pesos and ninety-nine centavos',
    'novecientos noventa y nueve mil novecientos noventa y nueve pesos con noventa y nueve centavos',
  ],
  [100_000_000n, 'one million pesos', 'un millón de pesos'],
  [100_000_100n, 'one million one pesos', 'un millón un pesos'],
  [100_100_000n, 'one million one thousand pesos', 'un millón mil pesos'],
  [
    185_000_050n,
    'one million eight hundred fifty thousand pesos and fifty centavos',
    'un millón ochocientos cincuenta mil pesos con cincuenta centavos',
  ],
  [2_100_000_000n, 'twenty-one million pesos', 'veintiún millones de pesos'],
  [100_000_000_000n, 'one billion pesos', 'mil millones de pesos'],
  [
    250_123_456_700n,
    'two billion five hundred one million two hundred thirty-four thousand five hundred sixty-seven pesos',
    'dos mil quinientos un millones doscientos treinta y cuatro mil quinientos sesenta y siete pesos',
  ],
  [100_000_000_000_000n, 'one trillion pesos', 'un billón de pesos'],
  [
    9_007_199_254_740_991n,
    'ninety trillion seventy-one billion nine hundred ninety-two million five hundred forty-seven thousand four hundred nine pesos and ninety-one centavos',
    'noventa billones setenta y un mil novecientos noventa y dos millones quinientos cuarenta y siete mil cuatrocientos nueve pesos con noventa y un centavos',
  ],
]

describe('a sum in words', () => {
  test.each(TABLE)('%s centavos', (centavos, english, spanish) => {
    expect(moneyInWords(fromCentavos(centavos), 'en')).toBe(english)
    expect(moneyInWords(fromCentavos(centavos), 'es')).toBe(spanish)
  })

  test('is another one for every number up to 20,000', () => {
    for (const language of ['en', 'es'] as const) {
      const all = Array.from({ length: 20_000 }, (_, pesos) => moneyInWords(fromCentavos(pesos * 100), language))
      expect(new Set(all).size).toBe(20_000)
    }
  })
})
