import { expect, test } from 'vitest'
import { operatorCredits, operatorDebits } from '../../../src/core/bank/tie-out.ts'
import { anEntry } from './a-bank.ts'

test.each<[string, string, string, boolean]>([
  ['the name as it is set', 'PAYCO', 'ABONO PAYCO', true],
  ['capitals and accents', 'payco', 'Abono Páyco', true],
  ['an accent set apart, as some banks write it', 'PÁYCO', 'PA\u0301YCO', true],
  ['several spaces where one is set', 'PAGO PAYCO', 'PAGO   PAYCO', true],
  ['several spaces set where one is written', 'PAGO  PAYCO', 'PAGO PAYCO', true],
  ['spaces around the name in the settings', ' PAYCO ', 'ABONO PAYCO.', true],
  ['somebody else', 'PAYCO', 'ABONO NOMINA', false],
  ['a part of the name', 'PAYCO', 'ABONO PAY', false],
])('%s', (_, name, text, isOperator) => {
  const entries = [anEntry('credit', '2026-03-12', 1, { text }), anEntry('debit', '2026-03-12', -1, { text })]
  expect(operatorCredits(entries, [name]).map(({ id }) => id)).toEqual(isOperator ? ['credit'] : [])
  expect(operatorDebits(entries, [name]).map(({ id }) => id)).toEqual(isOperator ? ['debit'] : [])
})

test('an entry of zero is neither credit nor debit', () => {
  const entries = [anEntry('zero', '2026-03-12', 0)]
  expect([...operatorCredits(entries, ['PAYCO']), ...operatorDebits(entries, ['PAYCO'])]).toEqual([])
})
