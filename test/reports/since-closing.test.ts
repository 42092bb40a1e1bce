import { expect, test } from 'vitest'
import { withPaidOutTogether } from '../../reports/statements/account-lines.ts'
import { restatedIn } from '../../reports/statements/since-closing.ts'
import { restatementTable } from '../../reports/statements/statement-tables.ts'
import { type Figures, inCop, inInvoices } from '../../src/core/findings/discrepancy.ts'
import { cellText } from '../../src/print/cell-text.ts'
import { linesOf } from '../../src/print/report.ts'
import { cop } from '../core/a.ts'
import { aRestatement } from './a-statement.ts'

const BY_STATUS = inCop(cop(0), cop(98_000))
const AS_TEXT: Figures = { unit: null, reported: 'credited', expected: null }

test.each([
  ['settlement.status', BY_STATUS, 'en', 'paid out, by its status'],
  ['settlement.status', BY_STATUS, 'es', 'lo abonado, según el estado'],
  ['settlement.status', AS_TEXT, 'es', 'la liquidación (el estado)'],
  ['settlement.payout', BY_STATUS, 'es', 'la liquidación (el abono)'],
] as const)('what was restated of %s is told by the pesos that it changes: %#', (subject, figures, language, text) => {
  expect(restatedIn({ subject, figures }, language)).toBe(text)
})

test('the unit of a restated figure is pesos or invoices, and nothing for a text', () => {
  const figures = [BY_STATUS, inInvoices(3, 2), AS_TEXT]
  const of = restatementTable(figures.map((one) => aRestatement({ figures: one })))
  const at = of.columns.findIndex(({ name }) => name === 'unit')
  const units = (language: 'en' | 'es') =>
    linesOf(of).map(({ cells }) => cellText(cells[at] ?? null, of.columns[at] ?? NO_COLUMN, language))
  expect([units('en'), units('es')]).toEqual([
    ['COP', 'invoices', ''],
    ['COP', 'facturas', ''],
  ])
})
const NO_COLUMN = { name: '', kind: 'text', head: { en: '', es: '' } } as const

test('both lines of payouts together have what either of them has', () => {
  const figure = (number: number, pesos: number) => ({ number, amount: cop(pesos) })
  const row = (name: string, figures: readonly (ReturnType<typeof figure> | null)[]) => ({
    name,
    section: 'account' as const,
    label: { en: name, es: name },
    isTotal: false,
    figures,
  })
  const rows = withPaidOutTogether([
    row('due', [figure(1, 1), null, null, null]),
    row('paid_out', [figure(1, -5), null, figure(2, -7), null]),
    row('paid_out_of_before', [figure(3, -2), figure(1, -9), null, null]),
  ])
  expect(rows.map(({ name, figures }) => [name, figures])).toEqual([
    ['due', [figure(1, 1), null, null, null]],
    ['paid_out', [figure(4, -7), figure(1, -9), figure(2, -7), null]],
  ])
})
