import { expect, test } from 'vitest'
import { BANK_GUESS } from '../../reports/documents/bank/bank-import-report.ts'
import { type BankMapping, LEAST_MAPPING } from '../../src/core/bank/bank-mapping.ts'
import { cop, slot } from '../core/a.ts'

const row = { bookedOn: slot('2026-03-12').date, value: cop(-5), text: 'fee', reference: null, position: 2 }
const mapping: BankMapping = { ...LEAST_MAPPING, date: 1, amount: 3, text: [2], headerRows: 1 } as never

test('a guess shows what a person has to write, and why the file would be refused', () => {
  const known = BANK_GUESS.of({
    format: 'camt',
    bankMapping: null,
    statements: [],
    rows: [],
    count: 0,
    refusal: null,
  } as never)
  expect(known).toEqual({ format: 'camt', bankMapping: null, statements: [], rows: [], count: 0, refusal: null })
  const refusal = { en: 'no sign', es: 'sin signo' }
  const mapped = { format: 'mapped', bankMapping: mapping, statements: [], rows: [row], count: 1, refusal } as never
  expect(BANK_GUESS.of(mapped)).toEqual({
    format: 'mapped',
    bankMapping: { date: 1, amount: 3, text: [2], headerRows: 1 },
    statements: [],
    rows: [{ position: 2, date: '2026-03-12', value: cop(-5), text: 'fee' }],
    count: 1,
    refusal: 'no sign',
  })
})
