import { describe, expect, test } from 'vitest'
import { amountTogether } from '../../src/domain/findings/amount-together.ts'
import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'
import type { Slot } from '../../src/domain/slot.ts'
import { cop, slot } from './a.ts'

describe('the pesos of several findings of one code', () => {
  const found = (
    subject: string,
    amount: number | null,
    of: Slot = slot(),
  ): Pick<Discrepancy, 'slot' | 'subject' | 'amount'> => ({
    subject,
    amount: amount === null ? null : cop(amount),
    slot: of,
  })

  test.each([
    ['none', [], null],
    ['none about a sum', [found('settlement', null), found('invoice:a', null)], null],
    ['one', [found('settlement', 5)], cop(5)],
    ['two invoices: their sum', [found('invoice:a', 5), found('invoice:b', 7)], cop(12)],
    ['one of zero', [found('settlement', 0)], cop(0)],
    ['one without a sum beside others', [found('invoice:a', 5), found('invoice:b', null)], cop(5)],
    [
      'fields of a settlement: the largest, since they tell of one change',
      [found('settlement.fees', 3), found('settlement.collected', 222), found('settlement.payout', 219)],
      cop(222),
    ],
    ['fields of an invoice: the largest', [found('invoice:a.amount', 5), found('invoice:a.paid', 6)], cop(6)],
    [
      'fields of two invoices: the largest of each',
      [found('invoice:a.amount', 5), found('invoice:b.paid', 7), found('invoice:a.paid', 6)],
      cop(13),
    ],
    [
      'fields of two settlements',
      [
        found('settlement.payout', 5),
        found('settlement.payout', 7, slot('2026-03-13')),
        found('settlement.payout', 8, slot('2026-03-12', '13')),
      ],
      cop(20),
    ],
    ['an invoice whose id has a dot', [found('invoice:a.b', 5), found('invoice:a', 7)], cop(12)],
    ['records and payments: their sum', [found('record:1', 5), found('payment:1', 7), found('other', 1)], cop(13)],
  ])('%s', (_, findings, together) => {
    expect(amountTogether(findings)).toBe(together)
  })
})
