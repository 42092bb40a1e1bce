import { expect, test } from 'vitest'
import { VERDICTS } from '../../src/core/verdict.ts'
import { verdictCount, verdictName } from '../../src/print/names.ts'

test('a number of settlements agrees with its result in Spanish', () => {
  expect(verdictCount(85, 'reconciled', 'es')).toBe('85 cuadran')
  expect(verdictCount(2, 'discrepant', 'es')).toBe('2 no cuadran')
  expect(verdictCount(1, 'failed', 'es')).toBe('1 fallida')
  expect(verdictCount(2, 'failed', 'es')).toBe('2 fallidas')
})

test.each(VERDICTS)('%s has one name in English, however many there are', (verdict) => {
  const name = verdict === 'accepted' ? 'accepted or claimed' : verdict
  expect([1, 2].map((number) => verdictCount(number, verdict, 'en'))).toEqual([`1 ${name}`, `2 ${name}`])
  expect(verdictCount(1, verdict, 'es')).toBe(`1 ${verdictName(verdict, 'es')}`)
})
