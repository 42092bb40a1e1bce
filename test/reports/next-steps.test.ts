import { expect, test } from 'vitest'
import { nextSteps } from '../../reports/documents/next-steps.ts'
import { aDiscrepancy, aReport } from './a-slot.ts'

const commands = (discrepancies: readonly ReturnType<typeof aDiscrepancy>[]): readonly string[] =>
  nextSteps(aReport({ verdict: 'empty', discrepancies }), true, []).map(({ command }) => command)

test('a credit that no payout explains leads to the list of the bank, until it is explained', () => {
  const credit = aDiscrepancy({ code: 'BANK_UNKNOWN_CREDIT', severity: 'warning' })
  expect(commands([credit])).toEqual(['cuadre bank list'])
  expect(commands([aDiscrepancy({ code: 'BANK_AMBIGUOUS', severity: 'warning' })])).toEqual(['cuadre bank list'])
  expect(commands([aDiscrepancy({ code: 'BANK_MISSING' })])).toEqual(['cuadre bank list'])
  expect(commands([{ ...credit, state: 'accepted' }])).toEqual([])
  expect(commands([])).toEqual([])
  expect(nextSteps(aReport({ verdict: 'empty', discrepancies: [credit] }), true, []).map(({ why }) => why)).toEqual([
    {
      en: 'the credits and the payouts that are open, to say which belong together',
      es: 'las consignaciones y los abonos pendientes, para decir cuáles van juntos',
    },
  ])
})

test('an open warning of a settlement that is reconciled is for a person, too', () => {
  const list = 'cuadre discrepancies list --date 2026-03-12 --cycle 11'
  const warning = aDiscrepancy({ code: 'OVERPAID', severity: 'warning' })
  expect(commands([warning])).toEqual([list])
  expect(commands([{ ...warning, state: 'accepted' }])).toEqual([])
  expect(commands([{ ...warning, severity: 'info' }])).toEqual([])
})
