import type { ClaimGround, ClaimLetterFacts, ClaimRow } from '../../reports/claims/letter-facts.ts'
import { cop, slot } from '../core/a.ts'

const day = (date: string) => slot(date).date

export const invoice = (n: number) => ({ reference: `ARR-2026-${n}`, paymentId: `pay_${n}a7f`, payer: null })

const row = (
  date: string,
  field: ClaimRow['field'],
  reported: number | string,
  ours: number,
  ground: ClaimGround,
): ClaimRow => ({
  slot: slot(date, '13'),
  field,
  reported: typeof reported === 'string' ? reported : cop(reported),
  ours: cop(ours),
  sum: cop(typeof reported === 'string' ? ours : Math.abs(reported - ours)),
  ground,
  invoices: [invoice(101), invoice(102)],
  isWhole: true,
})

const owed = { kind: 'owed', keptByGateway: cop(0) } as const

/** One row of each kind of money. */
export const ROWS: readonly ClaimRow[] = [
  row('2026-03-02', 'paymentAmount', 42_740_000, 44_590_000, {
    ...owed,
    ...{ listed: cop(45_200_000), collected: cop(43_350_000), feesDeducted: cop(610_000), adjustments: cop(0) },
  }),
  row('2026-03-03', 'paymentAmount', 8_100_000, 8_230_000, {
    ...owed,
    ...{ listed: cop(8_500_000), collected: cop(8_500_000), feesDeducted: cop(120_000), adjustments: cop(-150_000) },
  }),
  row('2026-03-04', 'status', 'error', 12_380_000, { kind: 'failed', days: 8 }),
  row('2026-03-05', 'status', 'processing', 3_120_500, { kind: 'inProcess', days: 7 }),
  row('2026-03-06', 'paymentAmount', 19_950_000, 0, {
    kind: 'notAtBank',
    status: 'credited',
    through: day('2026-03-11'),
    later: [],
  }),
  row('2026-03-09', 'paymentAmount', 5_000_000, 4_980_000, {
    kind: 'notAtBank',
    status: 'paid',
    through: null,
    later: [],
  }),
  row('2026-03-10', 'fees', 96_900, 81_200, { kind: 'fees', payments: 28 }),
  row('2026-03-11', 'adjustments', -1_500_000, 0, { kind: 'adjustments' }),
]

export const LETTER: ClaimLetterFacts = {
  language: 'es',
  number: 3,
  from: ['Arriendos del Valle S.A.S.', 'NIT 900.123.456-7', 'Claudia Rojas, tesorería'],
  to: ['Recaudos Andinos S.A.', 'Servicio al comercio', 'reclamos@recaudos.example'],
  date: day('2026-03-12'),
  answerBy: day('2026-03-22'),
  ticket: null,
  rows: ROWS,
  again: null,
}
