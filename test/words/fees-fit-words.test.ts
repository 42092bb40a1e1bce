import { expect, test } from 'vitest'
import { feesFitWords, settlementsIn } from '../../src/words/fees-fit-words.ts'
import type { Language } from '../../src/words/language.ts'

const EN = 'A schedule has no end, so the last one holds after 2026-03-08, too.'
const ES = 'Una tarifa no tiene fin, y la última también rige después del 2026-03-08.'

test.each<[Language, number, number, number, string]>([
  ['en', 8, 0, 0, `${EN} Of 8 settlements since then, 0 do not fit it.`],
  ['en', 8, 1, 0, `${EN} Of 8 settlements since then, 1 does not fit it.`],
  [
    'en',
    8,
    2,
    1,
    `${EN} Of 8 settlements since then, 2 do not fit it, and 1 cannot be compared, because a rate is not determined.`,
  ],
  ['en', 3, 0, 3, `${EN} Of 3 settlements since then, 3 cannot be compared, because a rate is not determined.`],
  ['es', 8, 1, 0, `${ES} De 8 liquidaciones desde entonces, 1 no se ajusta a ella.`],
  [
    'es',
    8,
    2,
    1,
    `${ES} De 8 liquidaciones desde entonces, 2 no se ajustan a ella, y 1 no se puede comparar por falta de una comisión.`,
  ],
  ['es', 3, 0, 3, `${ES} De 3 liquidaciones desde entonces, 3 no se pueden comparar por falta de una comisión.`],
])('later settlements in %s: %i, %i off, %i open', (language, settlements, off, open, sentence) => {
  const counted = settlementsIn(settlements, language)
  expect(feesFitWords(language).later('2026-03-08', counted, { settlements, off, open })).toBe(sentence)
})
