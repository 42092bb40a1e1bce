import { describe, expect, test } from 'vitest'
import { anUnpaidInvoice, cop, slot } from '../../core/a.ts'
import { causesFor, causesIn, evidenceOf, laterBy, RENTS, rent, type Said, type Told } from './told.ts'

/** Three rents of 100,000, 200,000 and 300,000, unless the row has others. */
const reported = (collected: number, invoiceCount: number, told: Told = {}): Told => ({
  ...told,
  reported: { collected: cop(collected), invoiceCount, ...told.reported },
})
const charged = rent(4, 400_000, { status: 'chargeback' })
const chargedToo = rent(5, 500_000, { status: 'chargeback' })
const WITH_CHARGEBACK = { listed: [...RENTS, charged] }
const EXCLUDED = { policy: { chargebacks: 'excluded' } } as const
const short = rent(4, 400_000, { paid: cop(350_000) })
const over = rent(5, 500_000, { paid: cop(500_100) })
const NEXT = slot('2026-03-12', '13')
const LABEL = slot('2026-03-12', '11:00')
const labelled = (n: number, pesos: number, ownCycle: string) => rent(n, pesos, { ownCycle })

/** The causes that explain the sum, and the number: codes, candidates, invoices. */
type Row = readonly [wrong: string, told: Told, collected: Said, count?: Said]

const ROWS: readonly Row[] = [
  ['no gap, no cause', {}, []],
  ['a gap that nothing closes', reported(612_345, 3), []],
  ['neither is judged', reported(0, 0, { reported: { status: 'processing' } }), []],

  // Chargebacks
  [
    'chargebacks left out of sum and number',
    reported(600_000, 3, WITH_CHARGEBACK),
    [
      ['CHARGEBACKS_EXCLUDED', 1, 'inv-4'],
      ['INVOICE_EXTRA', 1, 'inv-4'],
    ],
    [
      ['CHARGEBACKS_EXCLUDED', 1, 'inv-4'],
      ['INVOICE_EXTRA', 1, 'inv-4'],
    ],
  ],
  [
    'chargebacks left out of the sum alone',
    reported(600_000, 4, WITH_CHARGEBACK),
    [['CHARGEBACKS_EXCLUDED', 1, 'inv-4']],
  ],
  ['left out of the number alone: the sum says otherwise', reported(1_000_000, 3, WITH_CHARGEBACK), []],
  [
    'two of them',
    reported(600_000, 3, { listed: [...RENTS, charged, chargedToo] }),
    [['CHARGEBACKS_EXCLUDED', 1, 'inv-4 inv-5']],
    [['CHARGEBACKS_EXCLUDED', 1, 'inv-4 inv-5']],
  ],
  [
    'one of two is not all of them',
    reported(1_100_000, 4, { listed: [...RENTS, charged, chargedToo] }),
    [['INVOICE_EXTRA', 1, 'inv-4']],
    [['INVOICE_EXTRA', 1, 'inv-4']],
  ],
  [
    'left out, and worth what was paid and not what was asked for',
    reported(600_000, 3, { listed: [...RENTS, rent(4, 400_000, { status: 'chargeback', paid: cop(350_000) })] }),
    [
      ['CHARGEBACKS_EXCLUDED', 1, 'inv-4'],
      ['INVOICE_EXTRA', 1, 'inv-4'],
    ],
    [
      ['CHARGEBACKS_EXCLUDED', 1, 'inv-4'],
      ['INVOICE_EXTRA', 1, 'inv-4'],
    ],
  ],
  ['policy leaves them out itself', reported(600_000, 3, { ...WITH_CHARGEBACK, ...EXCLUDED }), []],
  [
    'chargebacks taken from the others',
    reported(200_000, 3, WITH_CHARGEBACK),
    [['CHARGEBACKS_DEDUCTED', 1, 'inv-4']],
    [['CHARGEBACKS_DEDUCTED', 1, 'inv-4']],
  ],
  [
    'taken from the others, and counted all the same',
    reported(200_000, 4, WITH_CHARGEBACK),
    [['CHARGEBACKS_DEDUCTED', 1, 'inv-4']],
  ],
  [
    'taken once where policy leaves them out',
    reported(200_000, 3, { ...WITH_CHARGEBACK, ...EXCLUDED }),
    [['CHARGEBACKS_DEDUCTED', 1, 'inv-4']],
  ],
  [
    'one that states no sum takes nothing',
    reported(599_999, 3, { listed: [...RENTS, anUnpaidInvoice({ id: 'inv-6', status: 'chargeback' })], ...EXCLUDED }),
    [['ROUNDING', 1, '']],
  ],
  [
    'by amount where policy sums amounts',
    reported(500_000, 3, {
      listed: [...RENTS, anUnpaidInvoice({ id: 'inv-6', status: 'chargeback', amount: cop(100_000) })],
      policy: { chargebacks: 'excluded', collectedBasis: 'amount' },
    }),
    [['CHARGEBACKS_DEDUCTED', 1, 'inv-6']],
  ],

  // Amount and paid
  ['what was asked for', reported(1_000_000, 4, { listed: [...RENTS, short] }), [['AMOUNT_BASIS', 1, 'inv-4']]],
  [
    'what was paid, where policy sums what was asked for',
    reported(950_000, 4, { listed: [...RENTS, short], policy: { collectedBasis: 'amount' } }),
    [['AMOUNT_BASIS', 1, 'inv-4']],
  ],
  [
    'what was asked for, in all',
    reported(1_500_000, 5, { listed: [...RENTS, short, over] }),
    [['AMOUNT_BASIS', 1, 'inv-4 inv-5']],
  ],
  ['of one alone, the other not', reported(1_500_100, 5, { listed: [...RENTS, short, over] }), []],

  // One invoice too many
  ['one that does not belong', reported(400_000, 2), [['INVOICE_EXTRA', 1, 'inv-2']], [['INVOICE_EXTRA', 1, 'inv-2']]],
  ['the number says otherwise', reported(400_000, 3), []],
  ['the sum says otherwise', reported(400_001, 2), []],
  [
    'any of seven round rents, five named',
    reported(600_000, 6, { listed: [1, 2, 3, 4, 5, 6, 7].map((n) => rent(n, 100_000)) }),
    [['INVOICE_EXTRA', 7, 'inv-1 inv-2 inv-3 inv-4 inv-5']],
    [['INVOICE_EXTRA', 7, 'inv-1 inv-2 inv-3 inv-4 inv-5']],
  ],
  ['two that come to it are no cause', reported(300_000, 1), []],
  [
    'by amount where policy sums amounts',
    reported(600_000, 3, { listed: [...RENTS, short], policy: { collectedBasis: 'amount' } }),
    [['INVOICE_EXTRA', 1, 'inv-4']],
    [['INVOICE_EXTRA', 1, 'inv-4']],
  ],
  ['one that does not count is not too many', reported(600_000, 2, { listed: [...RENTS, anUnpaidInvoice()] }), []],

  // One of a neighbour
  [
    'one of a neighbour',
    reported(1_000_000, 4, { neighbours: [[NEXT, [rent(7, 400_000), rent(8, 400_001)]]] }),
    [['INVOICE_IN_NEIGHBOUR', 1, 'inv-7']],
    [['INVOICE_IN_NEIGHBOUR', 1, 'inv-7']],
  ],
  [
    'the number says otherwise, of a neighbour',
    reported(1_000_000, 3, { neighbours: [[NEXT, [rent(7, 400_000)]]] }),
    [],
  ],
  ['one that does not count there', reported(1_000_000, 4, { neighbours: [[NEXT, [anUnpaidInvoice()]]] }), []],
  [
    'any of six, in two neighbours',
    reported(1_000_000, 4, {
      neighbours: [
        [NEXT, [1, 2, 3].map((n) => rent(n + 10, 400_000))],
        [slot('2026-03-13'), [4, 5, 6].map((n) => rent(n + 10, 400_000))],
      ],
    }),
    [['INVOICE_IN_NEIGHBOUR', 6, 'inv-11 inv-12 inv-13 inv-14 inv-15']],
    [['INVOICE_IN_NEIGHBOUR', 6, 'inv-11 inv-12 inv-13 inv-14 inv-15']],
  ],

  // Listed twice
  [
    'a doubled invoice counted twice',
    reported(800_000, 4, { doubled: ['inv-2'] }),
    [['COUNTED_TWICE', 1, 'inv-2']],
    [['COUNTED_TWICE', 1, 'inv-2']],
  ],
  ['its sum alone', reported(800_000, 3, { doubled: ['inv-2'] }), [['COUNTED_TWICE', 1, 'inv-2']]],
  [
    'three copies of one',
    reported(1_000_000, 5, { doubled: ['inv-2'], copies: 2 }),
    [['COUNTED_TWICE', 1, 'inv-2']],
    [['COUNTED_TWICE', 1, 'inv-2']],
  ],
  [
    'two that are doubled',
    reported(900_000, 5, { doubled: ['inv-1', 'inv-2'] }),
    [['COUNTED_TWICE', 1, 'inv-1 inv-2']],
    [['COUNTED_TWICE', 1, 'inv-1 inv-2']],
  ],
  [
    'one of two that are doubled',
    reported(800_000, 4, { doubled: ['inv-1', 'inv-2'] }),
    [['COUNTED_TWICE', 1, 'inv-2']],
    [['COUNTED_TWICE', 1, 'inv-2']],
  ],
  [
    'how often each is doubled is not known: one alone',
    reported(800_000, 4, { doubled: ['inv-1', 'inv-2'], copies: 3 }),
    [['COUNTED_TWICE', 1, 'inv-2']],
    [['COUNTED_TWICE', 1, 'inv-2']],
  ],
  ['how often each is doubled is not known: all', reported(900_000, 5, { doubled: ['inv-1', 'inv-2'], copies: 3 }), []],
  ['an invoice that is not doubled', reported(800_000, 4, { doubled: ['inv-1'] }), []],
  ['a doubled one that does not count', reported(700_000, 4, { doubled: ['inv-9'] }), []],

  // Another label
  [
    'those under another label are left out',
    reported(100_000, 1, { listed: [rent(1, 100_000), labelled(2, 200_000, '1'), labelled(3, 300_000, '1')] }),
    [['OTHER_CYCLE_LABEL', 1, 'inv-2 inv-3']],
    [['OTHER_CYCLE_LABEL', 1, 'inv-2 inv-3']],
  ],
  [
    'of another date they name another slot, not another label',
    reported(300_000, 1, {
      listed: [rent(1, 300_000), ...[2, 3].map((n) => rent(n, n, { ownCycle: '1', ownDate: '2026-03-11' }))],
    }),
    [],
  ],
  [
    'those that name this cycle itself',
    reported(0, 0, { listed: [2, 3].map((n) => rent(n, 50_000, { ownCycle: '11', ownDate: '2026-03-12' })) }),
    [],
  ],
  ['those that name no cycle', reported(0, 0, { listed: [2, 3].map((n) => rent(n, 50_000, { ownCycle: null })) }), []],
  [
    'those that name no date',
    reported(100_000, 1, {
      listed: [rent(1, 100_000), ...[2, 3].map((n) => rent(n, 50_000, { ownCycle: '1', ownDate: null }))],
    }),
    [['OTHER_CYCLE_LABEL', 1, 'inv-2 inv-3']],
    [['OTHER_CYCLE_LABEL', 1, 'inv-2 inv-3']],
  ],
  [
    'a list under another label is taken in',
    reported(1_500_000, 5, { otherLists: [[LABEL, [rent(7, 400_000), rent(8, 500_000), anUnpaidInvoice()]]] }),
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
  ],
  [
    'taken in, and not counted',
    reported(1_500_000, 3, { otherLists: [[LABEL, [rent(7, 400_000), rent(8, 500_000)]]] }),
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
  ],
  [
    'two lists that come to the same: the number decides',
    reported(1_500_000, 5, {
      otherLists: [
        [slot('2026-03-12', '1'), [rent(9, 900_000)]],
        [LABEL, [rent(7, 400_000), rent(8, 500_000)]],
      ],
    }),
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
  ],
  [
    'two lists that are alike',
    reported(1_500_000, 4, {
      otherLists: [
        [slot('2026-03-12', '1'), [rent(9, 900_000)]],
        [LABEL, [rent(8, 900_000)]],
      ],
    }),
    [['OTHER_CYCLE_LABEL', 2, 'inv-9']],
    [['OTHER_CYCLE_LABEL', 2, 'inv-9']],
  ],
  [
    'nothing is listed but under another label',
    reported(900_000, 2, { listed: [], otherLists: [[LABEL, [rent(7, 400_000), rent(8, 500_000)]]] }),
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
    [['OTHER_CYCLE_LABEL', 1, 'inv-7 inv-8']],
  ],

  // Later
  [
    'made good later, sum and number',
    reported(1_000_000, 4, { later: [laterBy(0, [-400_000, -1])] }),
    [['CARRIED_OVER', 1, '']],
    [['CARRIED_OVER', 1, '']],
  ],
  [
    'made good later, the number alone',
    reported(600_000, 4, { later: [laterBy(0, [0, -1])] }),
    [],
    [['CARRIED_OVER', 1, '']],
  ],
  ['the sum later, the number not', reported(1_000_000, 4, { later: [laterBy(0, [-400_000, 0])] }), []],
  ['the number later, the sum not', reported(1_000_000, 4, { later: [laterBy(0, [-400_001, -1])] }), []],
  ['a later slot that is not judged', reported(1_000_000, 4, { later: [laterBy(0, null)] }), []],
  [
    'made good by either of two',
    reported(1_000_000, 4, { later: [laterBy(0, [-400_000, -1]), laterBy(0, [-400_000, -1], '2026-03-21')] }),
    [['CARRIED_OVER', 2, '']],
    [['CARRIED_OVER', 2, '']],
  ],

  ['half a peso for each of three', reported(600_001.5, 3), [['ROUNDING', 1, '']]],
  ['half a peso for each, and a centavo', reported(600_001.51, 3), []],
]

describe('causes of a list that is off', () => {
  test.each(ROWS.map(([wrong, ...row]) => ({ wrong, row })))('$wrong', ({ row: [told, collected, count = []] }) => {
    expect([causesIn(told, 'collected'), causesIn(told, 'count')]).toEqual([collected, count])
  })

  test('they say nothing of the payout', () => {
    for (const [, told] of ROWS) expect(causesIn(told, 'payout')).toEqual([])
  })

  test('those that close one gap are tied', () => {
    const told = reported(1_000_000, 4, {
      listed: [...RENTS, rent(4, 400_000), rent(5, 400_000, { ownCycle: '1' }), rent(6, 0, { status: 'chargeback' })],
      neighbours: [[NEXT, [rent(7, 400_000)]]],
    })
    const ties = causesFor(
      evidenceOf({ ...told, reported: { collected: cop(1_000_000), invoiceCount: 5 } }),
      'collected',
    )
    expect(ties.map(({ code, tiedWith }) => [code, ...tiedWith])).toEqual([
      ['INVOICE_EXTRA', 'OTHER_CYCLE_LABEL'],
      ['OTHER_CYCLE_LABEL', 'INVOICE_EXTRA'],
    ])
  })
})

test.each<[ownDate: string | null, ownCycle: string | null, isNamed: boolean]>([
  ['2026-03-12', '11', true],
  ['2026-03-12T09:00:00-05:00', '11', true],
  ['2026-03-12', '13', false],
  ['2026-03-13', '11', false],
  ['2026-03-12', null, false],
  [null, '11', false],
  [null, null, false],
])('an invoice of a neighbour that says %s, cycle %s: it names this settlement: %s', (ownDate, ownCycle, isNamed) => {
  const neighbours = [[NEXT, [rent(7, 400_000, { ownDate, ownCycle })]]] as const
  const [cause] = causesFor(evidenceOf(reported(1_000_000, 4, { neighbours })), 'collected')
  const detail = 'one invoice of COP 400,000 is listed in a neighbouring settlement: 1 fits'
  const names = isNamed ? ', and names this settlement' : ''
  expect(cause?.detail).toBe(`${detail} (inv-7 of 2026-03-12 cycle 13${names})`)
})

test('a payout is made good later by the opposite', () => {
  const told: Told = { reported: { payout: cop(474_000) } }
  const rows: readonly (readonly [number, number])[] = [
    [120_000, 1],
    [-120_000, 0],
    [119_999, 0],
    [0, 0],
  ]
  for (const [payout, candidates] of rows)
    expect(causesIn({ ...told, later: [laterBy(payout, null)] }, 'payout')).toEqual(
      candidates === 0 ? [] : [['CARRIED_OVER', candidates, '']],
    )
  const [cause] = causesFor(evidenceOf({ ...told, later: [laterBy(120_000, null)] }), 'payout')
  expect(cause?.detail).toBe('2026-03-20 cycle 11 differs in the other direction: its payout by COP 120,000')
})
