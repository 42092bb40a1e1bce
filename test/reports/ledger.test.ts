import { describe, expect, test } from 'vitest'
import { DISCREPANCY_LEDGER } from '../../reports/ledgers/discrepancy-row.ts'
import { INVOICE_LEDGER } from '../../reports/ledgers/invoice-ledger.ts'
import { SETTLEMENT_LEDGER } from '../../reports/ledgers/settlement-ledger.ts'
import { ledgerSheets } from '../../reports/workbook/ledger-sheets.ts'

const IN_WORKBOOKS = [
  ['settlements', SETTLEMENT_LEDGER],
  ['invoices', INVOICE_LEDGER],
  ['discrepancies', DISCREPANCY_LEDGER],
] as const

/** Of discrepancies a workbook has texts next to their sums, and the pesos of the case. */
const MORE_HEADS = [
  'Reported text',
  'Expected text',
  'Texto reportado',
  'Texto esperado',
  'Amount of the case',
  'Valor del caso',
]

describe.each(IN_WORKBOOKS)('the ledger of %s', (sheet, ledger) => {
  test('has each column once', () => {
    expect(new Set(ledger.heads).size).toBe(ledger.heads.length)
  })

  test('has the same columns in a workbook, in both languages', () => {
    for (const language of ['en', 'es'] as const) {
      const heads = ledger.columns.map(({ head }) => head[language])
      const inSheet = ledgerSheets(language)[sheet].columns.map(({ head }) => head)
      expect(inSheet.filter((head) => !MORE_HEADS.includes(head))).toEqual(heads)
      expect(new Set(heads).size).toBe(heads.length)
    }
  })
})
