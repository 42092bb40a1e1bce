import { expect, test } from 'vitest'
import { feesWords } from '../../src/words/fees-words.ts'
import type { Language } from '../../src/words/language.ts'

test.each<[Language, readonly string[], string]>([
  ['en', ['2026-01-01'], 'Tariff from 2026-01-01.'],
  ['en', ['2026-01-01', '2026-03-16'], 'Tariffs from 2026-01-01 and from 2026-03-16.'],
  ['es', ['01/01/2026'], 'Tarifa vigente desde el 01/01/2026.'],
  ['es', ['01/01/2026', '16/03/2026'], 'Tarifas vigentes desde el 01/01/2026 y desde el 16/03/2026.'],
  ['es', ['1', '2', '3'], 'Tarifas vigentes desde el 1, desde el 2 y desde el 3.'],
])('%s: since when the tariffs of %j hold', (language, dates, sentence) => {
  expect(feesWords(language).fromTariff(dates)).toBe(sentence)
})
