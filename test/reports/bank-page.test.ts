import { expect, test } from 'vitest'
import { type BankPageFacts, bankPage } from '../../reports/pages/bank-page.tsx'
import { cop, slot } from '../core/a.ts'
import { anEntry } from '../core/bank/a-bank.ts'
import { aBankPage, arrived, payoutsOf } from './a-bank-page.ts'
import { pageText } from './page-text.ts'
import { centavosIn, tablesIn } from './read-tables.ts'

const textOf = (instead: Partial<BankPageFacts> = {}): string => pageText(bankPage(aBankPage(instead), '1'))

test('the page of the bank has what has not arrived beside what is not matched, and the proposed one between', () => {
  const text = textOf()
  expect(text).toContain('COP 102 of a payout has not arrived at the bank.')
  expect(text).toContain(`Settlement | Payout | What | Credit less payout | Credit | Day
{href=2026-03-03/report.html#cycle-11} 3 Mar, 11:00 | 102 | Missing at the bank | | |
6 Mar, 11:00 | 105 | Arrived with another sum, to be confirmed | {off} +6 | 111 | 8 Mar
5 Mar, 11:00 | 104 | Arrived with another sum, to be confirmed; may be 4X1000, the bank's charge | {off} −5 | 99 | 8 Mar
2 Mar, 11:00 | 101 | Tied, with another sum | {off} −11 | 90 | 3 Mar
7 Mar, 11:00 | 106 | Several candidates: a person chooses | | |
| | A candidate for several | | 106 | 7 Mar
| | No payout explains it | | 7 | 9 Mar
4 Mar, 11:00 | 103 | On the way | | |
{total} Total | 621 | {colspan=2} | 413 |
The bank took back a credit of COP 3 of 2026-03-07, on 2026-03-08: it pays nothing.`)
  expect(text).toContain('cuadre bank tie 2026-03-05/11 --entry e-6aaaaa --reason confirmed')
  expect(text).not.toContain('--entry e-8aaaaa')
  expect(text).toContain('001-1 {sum} 2026-03-01 – 2026-03-04, 2026-03-06 – 2026-03-10')
})

test('its tables foot, and many rows are told together', () => {
  const unknownCredits = Array.from({ length: 70 }, (_, n) => anEntry(`e-${n}aaaaaaaa`, '2026-03-09', n + 1))
  const [open, way] = tablesIn(bankPage(aBankPage({ unknownCredits }), '1')).map(({ groups }) => groups[0]?.rows ?? [])
  for (const [rows = [], columns] of [[open, [1, 4]] as const, [way, [1, 2, 3]] as const])
    for (const column of columns) {
      const sums = rows.map(({ cells }) => centavosIn(cells[column] ?? '', 'en') ?? 0n)
      expect(sums.at(-1)).toBe(sums.slice(0, -1).reduce((all, sum) => all + sum, 0n))
    }
  expect(open?.at(-2)?.cells[0]).toBe('and 17 more: cuadre bank list --all')
})

const NONE = { unknownCredits: [], reversals: [] }

test.each<[string, Partial<BankPageFacts>]>([
  [
    '2 lines need a decision.',
    { payouts: payoutsOf(arrived(100)), unknownCredits: [1, 2].map((n) => anEntry(`${n}`, '2026-03-09', n)) },
  ],
  [
    'One line needs a decision.',
    {
      payouts: payoutsOf(arrived(100)),
      unknownCredits: [anEntry('1', '2026-03-09', 1), { ...anEntry('2', '2026-03-09', 2), acceptedOn: slot().date }],
    },
  ],
  [
    'COP 101 on the way; all else has arrived.',
    { ...NONE, payouts: payoutsOf(arrived(100), { kind: 'on-the-way', lastDay: slot().date }) },
  ],
  ['All 2 payouts arrived: COP 201.', { ...NONE, payouts: payoutsOf(arrived(100), arrived(101)) }],
  ['The payout arrived: COP 100.', { ...NONE, payouts: payoutsOf(arrived(100)) }],
  ['No payout is known of the days of the statements.', { ...NONE, payouts: [], covered: [], asOf: null }],
  ['Llegó el abono: $ 100.', { ...NONE, language: 'es', payouts: payoutsOf(arrived(100)) }],
  [
    'Al banco no han llegado 2 abonos por $ 203.',
    {
      ...NONE,
      language: 'es',
      payouts: aBankPage()
        .payouts.filter(({ arrival }) => arrival.kind === 'missing')
        .flatMap((one) => [one, { ...one, payout: cop(101) }]),
    },
  ],
])('it concludes: %s', (expected, instead) => {
  expect(textOf(instead)).toContain(expected)
})

test('what has all arrived needs no list of what has not, and one row no total', () => {
  expect(textOf({ ...NONE, payouts: payoutsOf(arrived(100)) })).not.toContain('Not arrived')
  const one = textOf({ ...NONE, payouts: aBankPage().payouts.slice(2, 3) })
  expect(one).toContain('Missing at the bank | | |\nFrom paid out')
})

test('what a person settled is told as in the bridge below it, and needs no decision', () => {
  const settled = ({ payouts }: BankPageFacts, kind: string) =>
    payouts.filter(({ arrival }) => arrival.kind === kind).map((one) => ({ ...one, isSettled: true as const }))
  const facts = aBankPage()
  const payouts = [...payoutsOf(arrived(100)), ...settled(facts, 'missing'), ...settled(facts, 'unconfirmed')]
  const text = textOf({ ...NONE, payouts })
  const told = 'Missing or another sum: accepted, or paid elsewhere'
  expect(text).toContain('1 of 4 payouts arrived: COP 100; what did not was accepted, or paid elsewhere.')
  expect(text).toContain(`6 Mar, 11:00 | 105 | ${told} | {off} +6 | 111 | 8 Mar
5 Mar, 11:00 | 104 | ${told} | {off} −5 | 99 | 8 Mar
{href=2026-03-03/report.html#cycle-11} 3 Mar, 11:00 | 102 | ${told} | | |`)
  expect(text).toContain(`${told} | 3 | 311 | 210`)
  expect(text).not.toContain('cuadre bank tie')
})

test('of a claim that was paid in part it says what is left', () => {
  const payouts = aBankPage()
    .payouts.filter(({ arrival }) => arrival.kind === 'missing')
    .map((one) => ({ ...one, recovered: cop(60) }))
  const text = textOf({ ...NONE, payouts })
  expect(text).toContain('COP 42 of a payout has not arrived at the bank.')
  expect(text).toContain('Missing at the bank; COP 42 left')
})
