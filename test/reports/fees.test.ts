import { describe, expect, test } from 'vitest'
import { cellText } from '../../reports/fees/cell-text.ts'
import { feesPage, nextCommands } from '../../reports/fees/fees-page.tsx'
import { entriesOff, type FeesReport, feesByMonth, feesByWeek } from '../../reports/fees/fees-report.ts'
import { feesSentence } from '../../reports/fees/fees-sentence.ts'
import {
  billTable,
  differenceTable,
  type FeesTable,
  methodNote,
  methodTable,
  monthName,
  monthTable,
  reasonName,
  unpricedTable,
} from '../../reports/fees/fees-tables.ts'
import { feesWithholdingRows } from '../../reports/ledgers/fees-withholding-rows.ts'
import { compareBill, feesSummary } from '../../src/rules/account/fees-summary.ts'
import { shortMonthIn } from '../../src/words/dates.ts'
import { feesWords } from '../../src/words/fees-words.ts'
import type { Language } from '../../src/words/language.ts'
import { aPolicy, at, cop, slot } from '../core/a.ts'
import {
  A_LITTLE,
  aFeesReport,
  anEntry,
  IN_PROCESS,
  NO_TARIFF,
  PSE,
  RIGHT,
  type Story,
  TOO_LITTLE,
  TOO_MUCH,
  UNREAD,
} from './a-fees-report.ts'
import { tablesIn } from './read-tables.ts'

describe('how the fees stand, in one sentence', () => {
  const sentence = (stories: readonly Story[], instead: Partial<FeesReport> = {}, language: Language = 'en') => {
    const { tone, text } = feesSentence(aFeesReport(stories, instead), language)
    return `${tone}: ${text}`.replaceAll('\u00a0', ' ')
  }
  test.each<[string, readonly Story[], string]>([
    ['one that is right', [RIGHT], 'good: The fees of 1 settlement match the tariff.'],
    ['within the tolerance', [RIGHT, A_LITTLE], 'good: The fees of all 2 settlements match the tariff.'],
    ['too much', [RIGHT, TOO_MUCH], 'bad: The operator charged COP 549 more than the tariff on 1 settlement.'],
    ['too little', [TOO_LITTLE], 'warning: The operator charged COP 4,583.50 less than the tariff on 1 settlement.'],
    [
      'both, never netted',
      [TOO_MUCH, TOO_LITTLE],
      'bad: The operator charged COP 549 more than the tariff on 1 settlement; it charged COP 4,583.50 less than the tariff on 1 settlement.',
    ],
    [
      'too much, and some not compared',
      [TOO_MUCH, IN_PROCESS],
      'bad: The operator charged COP 549 more than the tariff on 1 settlement; the fees of 1 settlement, COP 3,451, were not compared.',
    ],
    [
      'right, and some not compared or not read',
      [RIGHT, IN_PROCESS, UNREAD],
      'warning: The fees of 1 settlement match the tariff. The fees of 1 settlement, COP 3,451, were not compared. 1 settlement was not read.',
    ],
    [
      'nothing compared',
      [IN_PROCESS],
      'warning: The fees of no settlement could be compared with the tariff. The fees of 1 settlement, COP 3,451, were not compared.',
    ],
    [
      'less than the tolerance that was not charged',
      [{ on: '2026-03-12', payments: [['pse', 10, 0.3]], charged: 0 }],
      'good: The fees of 1 settlement match the tariff.',
    ],
    [
      'less than the tolerance that nothing was expected of',
      [{ on: '2026-03-12', charged: 0.3 }],
      'good: The fees of 1 settlement match the tariff.',
    ],
    ['no settlement at all', [], 'neutral: No fees were charged, and none were expected.'],
    ['no fees at all', [{ on: '2026-03-12' }], 'neutral: No fees were charged, and none were expected.'],
    [
      'unread alone',
      [UNREAD],
      'warning: The fees of no settlement could be compared with the tariff. 1 settlement was not read.',
    ],
  ])('%s', (_, stories, expected) => expect(sentence(stories)).toBe(expected))
})

/** The cells as text, with the name of the row; totals have an equals sign. */
const linesOf = ({ heads, rows }: FeesTable, language: Language = 'en'): readonly string[] => [
  heads.join(' | '),
  ...rows.map(({ label, cells, isTotal }) =>
    [`${isTotal ? '= ' : ''}${label}`, ...cells.map((cell) => cellText(cell, language))]
      .join(' | ')
      .replaceAll('\u00a0', ' '),
  ),
]

describe('the tables of fees', () => {
  const FEBRUARY: Story = { on: '2026-02-27', payments: [PSE, ['', 50_000, 100]], apart: 1_000, rounding: -0.5 }

  test('fees that are neither deducted nor billed have a column of their own, and the bill a line, so that both add up', () => {
    const report = aFeesReport([{ ...FEBRUARY, other: 550.5 }])
    expect(linesOf(monthTable(report)).slice(0, 2)).toEqual([
      'Month | Settlements | Collected | Charged | Deducted | Billed apart | Other, not deducted | Expected | Difference | Rate',
      'February 2026 | 1 | 150,000 | 3,550.50 | 2,000 | 1,000 | 550.50 | 3,550.50 | 0 | 2.37 %',
    ])
    const table = billTable({ ...report, bill: compareBill(cop(1_000), report.total) })
    expect(table === null ? [] : linesOf(table).slice(1, 6)).toEqual([
      'fees billed apart | 1,000 | 0',
      'fees deducted | 2,000 | −1,000',
      'other fees, not deducted | 550.50 | 449.50',
      'fees not deducted from payouts | 1,550.50 | −550.50',
      'all fees charged | 3,550.50 | −2,550.50',
    ])
  })

  test('methods of several months, with the rounding of settlements', () => {
    expect(linesOf(methodTable(aFeesReport([FEBRUARY, TOO_LITTLE, IN_PROCESS])))).toEqual([
      'Payment method | Payments | Paid | Fee | Tax | ReteFuente | Expected | Rate with withholdings',
      'February 2026: none | 1 | 50,000 | 100 | 0 | 0 | 100 | 0.20 %',
      'February 2026: PSE | 1 | 100,000 | 2,900 | 551 | 0 | 3,451 | 3.45 %',
      'February 2026: Rounding of settlements |  |  |  |  |  | −0.50 | ',
      '= February 2026: Total | 2 | 150,000 | 3,000 | 551 | 0 | 3,550.50 | 2.37 %',
      'March 2026: Card | 1 | 1,000,000 | 28,700 | 5,453 | 430.50 | 34,583.50 | 3.46 %',
      '= March 2026: Total | 1 | 1,000,000 | 28,700 | 5,453 | 430.50 | 34,583.50 | 3.46 %',
    ])
  })

  test('tax and withholdings have their names in the tariff, and the rate says that it includes them', () => {
    const iva = { name: 'IVA', percent: 19, included: false }
    const [schedule] = aFeesReport([]).policy.tariff
    const tariffOf = (...taxes: readonly (typeof iva)[]) => ({
      policy: aPolicy({ tariff: taxes.flatMap((tax) => (schedule === undefined ? [] : [{ ...schedule, tax }])) }),
    })
    const headOf = (instead: Parameters<typeof aFeesReport>[1]) => methodTable(aFeesReport([TOO_LITTLE], instead)).heads
    expect(headOf(tariffOf(iva))).toContain('IVA')
    expect(headOf({ ...tariffOf(iva), language: 'es' })).toEqual([
      'Medio de pago',
      'Pagos',
      'Pagado',
      'Comisión',
      'IVA',
      'ReteFuente',
      'Esperado',
      'Tasa con retenciones',
    ])
    expect(headOf(tariffOf(iva, { ...iva, name: 'ICA' }))).toContain('Tax')
    expect(methodNote(aFeesReport([TOO_LITTLE]))).toContain('with taxes and withholdings')
    const { methods } = aFeesReport([TOO_LITTLE]).total
    expect(methods.map(({ withholdings }) => withholdings)).toEqual([[{ name: 'ReteFuente', sum: cop(430.5) }]])
  })

  test('what totals of earlier versions withheld has no name', () => {
    const report = aFeesReport([{ ...TOO_LITTLE, rounding: 0.5 }])
    const entries = report.entries.map((entry) => ({
      ...entry,
      methods: entry.methods.map((one) => ({ ...one, fees: one.fees && { ...one.fees, withholdings: new Map() } })),
    }))
    const { heads, rows } = methodTable({ ...report, entries, total: feesSummary(entries) })
    expect(rows.map(({ cells }) => cells[heads.indexOf('Withheld') - 1])).toEqual([cop(430.5), null, cop(430.5)])
  })

  test('each withholding has a column of its own, in order of name', () => {
    const report = aFeesReport([TOO_LITTLE, { on: '2026-03-12', payments: [['pse', 100_000, 2_900, 551, 5]] }])
    const withholdings = new Map([['ReteICA', cop(430.5)]])
    const entries = report.entries.map((entry) => ({
      ...entry,
      methods: entry.methods.map((one) =>
        one.method === 'card' ? { ...one, fees: one.fees && { ...one.fees, withholdings } } : one,
      ),
    }))
    const { heads, rows } = methodTable({ ...report, entries, total: feesSummary(entries) })
    const at = heads.indexOf('ReteFuente')
    expect(heads.slice(at, at + 3)).toEqual(['ReteFuente', 'ReteICA', 'Expected'])
    expect(rows.map(({ cells }) => cells.slice(at - 1, at + 1))).toEqual([
      [cop(0), cop(430.5)],
      [cop(5), cop(0)],
      [cop(5), cop(430.5)],
    ])
  })

  test('each withholding has a line by month and method', () => {
    const [month] = feesByMonth(aFeesReport([TOO_LITTLE, RIGHT]))
    expect(month && feesWithholdingRows(month, { merchant: 'casa', month: month.key })).toEqual([
      ['casa', '2026-03', 'card', 'ReteFuente', cop(430.5)],
    ])
  })

  test('methods of one month without tax and withholdings have no column for them', () => {
    expect(linesOf(methodTable(aFeesReport([{ on: '2026-03-12', payments: [['pse', 100_000, 2_900]] }])))).toEqual([
      'Payment method | Payments | Paid | Fee | Expected | Rate',
      'PSE | 1 | 100,000 | 2,900 | 2,900 | 2.90 %',
      '= Total | 1 | 100,000 | 2,900 | 2,900 | 2.90 %',
    ])
  })

  test('what was paid is told apart from what was collected where they differ', () => {
    const report = aFeesReport([RIGHT])
    expect(methodNote(report)).toBe('Rate: fees expected over what was paid.')
    const { total } = report
    const other = { ...report, total: { ...total, compared: { ...total.compared, collected: cop(1) } } }
    expect(methodNote(other)).toContain('collected is what the settlements report.')
  })

  test('why the fees of a settlement were not compared', () => {
    const unpriced = [
      { reason: 'no-rate', method: 'card', payments: 2 },
      { reason: 'no-method', method: '', payments: 1 },
    ] as const
    expect(reasonName({ ...anEntry(IN_PROCESS), notCompared: 'unpriced', unpriced }, 'en')).toBe(
      'no rate for Card (2), no payment method (1)',
    )
    expect(reasonName(anEntry(IN_PROCESS), 'en')).toBe('in process')
    expect(reasonName(anEntry(RIGHT), 'en')).toBe('')
  })
})

test('settlements off the tariff stand by their pesos, and weeks begin on Monday', () => {
  const report = aFeesReport([RIGHT, TOO_MUCH, TOO_LITTLE, A_LITTLE, IN_PROCESS])
  expect(entriesOff(report).map(({ slot: { date } }) => date)).toEqual(['2026-03-16', '2026-03-13'])
  expect(feesByWeek(report).map(({ key }) => key)).toEqual(['2026-03-09', '2026-03-16'])
  const words = feesWords('en')
  const typed = (command: string): string => `${command} --merchant casa`
  expect(nextCommands(report, words, typed)).toEqual(['cuadre explain 2026-03-16 11 --merchant casa'])
  expect(nextCommands(aFeesReport([RIGHT]), words, typed)).toEqual([])
  expect(nextCommands(aFeesReport([], NO_TARIFF), words, typed)).toEqual([
    `cuadre fees fit --merchant casa   ${words.tariffNext}`,
  ])
  const page = feesPage({ ...report, merchant: 'casa', merchants: ['casa', 'apto'] })
  expect(page).toContain('<code>cuadre explain 2026-03-16 11 --merchant casa</code>')
})

describe('the page of fees', () => {
  const ids = (report: FeesReport): readonly string[] =>
    [...feesPage(report).matchAll(/<h2 id="([a-z]+)"/g)].map(([, id]) => id ?? '')
  const numberOf = (page: string, pattern: RegExp): number => [...page.matchAll(pattern)].length

  test('has a section of what there is to say, and none of nothing', () => {
    expect(ids(aFeesReport([RIGHT]))).toEqual(['dots', 'months', 'methods', 'weeks', 'next'])
    expect(ids(aFeesReport([TOO_MUCH, IN_PROCESS]))).toEqual([
      'off',
      'dots',
      'months',
      'methods',
      'unpriced',
      'weeks',
      'next',
    ])
    expect(ids(aFeesReport([{ ...RIGHT, why: 'no-tariff' }], NO_TARIFF))).toEqual(['months', 'unpriced', 'next'])
    const report = aFeesReport([RIGHT])
    expect(ids({ ...report, bill: compareBill(cop(3_451), report.total) })[0]).toBe('bill')
  })

  test('draws a dot for each settlement that was compared, and names those off the line', () => {
    const page = feesPage(aFeesReport([RIGHT, A_LITTLE, TOO_MUCH, TOO_LITTLE, IN_PROCESS]))
    expect(numberOf(page, /<circle class="dot" /g)).toBe(2)
    expect(numberOf(page, /<circle class="dot off" /g)).toBe(2)
    expect(page).toContain('2 settlements on the line, 2 off it')
    const names = [...page.matchAll(/class="dot-name"[^>]*>([^<]*)</g)].map(([, name]) => name)
    expect(names).toEqual(['2026-03-16 11: −4,583.50', '2026-03-13 11: +549'])
  })

  test('shows every row of every table, and its totals as totals', () => {
    const report = aFeesReport([RIGHT, TOO_MUCH, TOO_LITTLE, IN_PROCESS])
    const bill = compareBill(cop(1_000), report.total)
    const withBill = { ...report, bill }
    const expected = [
      billTable(withBill),
      monthTable(report),
      differenceTable(report),
      methodTable(report),
      unpricedTable(report),
    ]
    const page = feesPage(withBill)
    const shown = tablesIn(page)
      .map(({ groups }) => groups.flatMap(({ rows }) => rows))
      .map((rows) =>
        rows.map(({ isTotal, cells }) => `${isTotal ? '= ' : ''}${cells.join(' | ')}`.replaceAll('\u00a0', ' ')),
      )
    for (const table of expected) expect(shown).toContainEqual(table === null ? [] : linesOf(table).slice(1))
    expect(shown).toContainEqual([
      '2026-03-16 11 | 1 | 30,000 | 34,583.50 | −4,583.50',
      '2026-03-13 11 | 1 | 4,000 | 3,451 | +549',
    ])
    expect(shown.at(-1)).toEqual([
      '2026-03-12 11 | 1 | 3,451 | 3,451 | 0 | ',
      '2026-03-13 11 | 1 | 4,000 | 3,451 | +549 | ',
      '2026-03-16 11 | 1 | 30,000 | 34,583.50 | −4,583.50 | ',
      '2026-03-18 11 | 1 | 3,451 |  |  | in process',
    ])
    expect(page).toContain('<th scope="col">Month</th><th scope="col" class="n">Settlements</th>')
    expect(page).toContain('<th scope="col" class="n">Difference</th><th scope="col">Why not compared</th>')
    expect(page).toContain('<td class="n" data-label="Charged">4,000</td>')
    expect(page).toContain('<td class="n" data-label="Settlements">')
    expect(page).toContain('<td class="n" data-label="Rate">')
    expect(page).not.toContain('<p class="hint"></p>')
    expect(page).toContain('<td class="n off" data-label="Difference">+549</td>')
    expect(page).toContain('<td class="n" data-label="Difference">0</td>')
    expect(page).toContain('<code>cuadre explain 2026-03-16 11</code>')
  })

  /** The numeric attributes of each element with this beginning. */
  const drawn = (page: string, beginning: string, ...names: readonly string[]): readonly (readonly number[])[] =>
    [...page.matchAll(new RegExp(`<${beginning}[^>]*>`, 'g'))].map(([tag]) =>
      names.map((name) => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1])),
    )

  test('a settlement that was not compared has no dot, nor expected fees that are known, nor a sum that is not', () => {
    const report = aFeesReport([RIGHT, IN_PROCESS, UNREAD])
    const entries = report.entries.map((entry) =>
      entry.notCompared === 'unread' ? { ...entry, payments: null } : entry,
    )
    expect(entries[1]?.expected).toBe(cop(3_451))
    const page = feesPage({ ...report, entries })
    expect(numberOf(page, /<circle class="dot" /g)).toBe(1)
    const rows = tablesIn(page)
      .at(-1)
      ?.groups.flatMap((group) => group.rows.map(({ cells }) => cells.join(' | ')))
    expect(rows?.slice(1)).toEqual([
      '2026-03-18 11 | 1 | 3,451 |  |  | in process',
      '2026-03-19 11 |  |  |  |  | not read, or not whole',
    ])
  })

  test('says so where there is no dot to draw', () => {
    const page = feesPage(aFeesReport([IN_PROCESS]))
    expect(page).toContain('No settlement was compared, so there is nothing to draw.')
    expect(page).not.toContain('<figure class="dots">')
  })

  test('without a tariff it names none, and a narrow screen does without the least of the columns', () => {
    const report = aFeesReport([RIGHT], NO_TARIFF)
    expect(feesPage(report)).not.toMatch(/Tariffs? (from|\.)/)
    expect(feesPage(aFeesReport([RIGHT]))).toMatch(/Tariffs? from/)
    expect(monthTable(report).spare).toEqual(['Collected', 'Settlements', 'Rate'])
    expect(methodTable(report).spare).toEqual(['Rate', 'Payments'])
  })

  test('a dot is on the line where both are the same, above it where too much was charged, and in proportion', () => {
    const page = feesPage(aFeesReport([RIGHT, TOO_MUCH, { ...TOO_LITTLE, charged: 40_000 }]))
    const [[x1 = 0, y1 = 0, x2 = 0, y2 = 0] = []] = drawn(page, 'line class="diagonal"', 'x1', 'y1', 'x2', 'y2')
    expect([x1 < x2, y1 > y2, x1 >= 0, x2 <= 360, y1 <= 260, y2 >= 0]).toEqual(Array(6).fill(true))
    const heightAt = (x: number): number => y1 + ((x - x1) / (x2 - x1)) * (y2 - y1)
    const dots = [
      ...drawn(page, 'circle class="dot"', 'cx', 'cy'),
      ...drawn(page, 'circle class="dot off"', 'cx', 'cy'),
    ]
    const overLine = dots.map(([x = 0, y = 0]) => Math.round(heightAt(x) - y) + 0)
    // 40,000 is the end of the scale: the excess is drawn as a share of its height.
    expect(overLine).toEqual([0, 549, 5_416.5].map((sum) => Math.round((sum / 40_000) * (y1 - y2))))
    const ticks = drawn(page, 'line class="grid"', 'x1', 'x2', 'y1', 'y2')
    const across = ticks.filter(([left, right]) => left !== right)
    expect(across.map(([left, right]) => [left, right])).toEqual(across.map(() => [x1, x2]))
    const upright = ticks.filter(([left, right]) => left === right)
    expect(upright.map(([, , top, bottom]) => [top, bottom])).toEqual(upright.map(() => [y2, y1]))
    expect(
      across.map(([, , y]) => Math.round(heightAt(x1 + (x2 - x1) * ((y1 - (y ?? 0)) / (y1 - y2))) - (y ?? 0))),
    ).toEqual(across.map(() => 0))
    expect(across.length).toBe(upright.length)
    expect(across.length).toBeGreaterThan(2)
  })

  test('the names of dots lie within the picture, each apart from the others', () => {
    const many = Array.from(
      { length: 12 },
      (_, n): Story => ({ ...TOO_MUCH, cycle: String(10 + n), charged: 4_000 + n }),
    )
    const page = feesPage(aFeesReport([...many, { ...TOO_LITTLE, charged: 40_000 }]))
    const names = [...page.matchAll(/<text class="dot-name" x="([^"]*)" y="([^"]*)">([^<]*)</g)]
    expect(names.map(([, , , text]) => text)).toEqual(['2026-03-16 11: +5,416.50', '2026-03-13 21: +560'])
    for (const [, x, , text = ''] of names) {
      expect(Number(x)).toBeGreaterThanOrEqual(0)
      expect(Number(x) + 6.2 * text.length).toBeLessThanOrEqual(360)
    }
  })

  test('a picture of each method has a point a week, of one scale', () => {
    const weeks = [
      { on: '2026-03-02', payments: [['pse', 100_000, 1_000]] },
      {
        on: '2026-03-09',
        payments: [
          ['pse', 100_000, 2_000],
          ['card', 100_000, 4_000],
        ],
      },
      { on: '2026-03-16', payments: [['pse', 100_000, 3_000]] },
    ] as const satisfies readonly Story[]
    const page = feesPage(aFeesReport(weeks)).replaceAll('\u00a0', ' ')
    const pictures = [...page.matchAll(/<figure class="multiple">(.*?)<\/figure>/gs)].map(([, picture = '']) => picture)
    const heads = pictures.map((picture) =>
      /<figcaption>(.*?)<\/figcaption>/s.exec(picture)?.[1]?.replace(/<[^>]*>/g, ''),
    )
    expect(heads).toEqual([
      'All methods: charged (dots) and expected (line) 3.00 %',
      'Card: expected 4.00 %',
      'PSE: expected 3.00 %',
    ])
    const points = pictures.map((picture) => /points="([^"]*)"/.exec(picture)?.[1] ?? '')
    // 4 % is the top of the scale, at 6 of 64; the axis is at 58. Three weeks share 148 from 6 on.
    expect(points).toEqual(['30.7,45 80,19 129.3,19', '', '30.7,45 80,32 129.3,19'])
    expect(pictures.map((picture) => drawn(picture, 'circle', 'cx', 'cy'))).toEqual([
      [
        [30.7, 45],
        [80, 19],
        [129.3, 19],
      ],
      [],
      [],
    ])
    expect(pictures.map((picture) => drawn(picture, 'line class="rate"', 'x1', 'x2', 'y1', 'y2'))[1]).toEqual([
      [75, 85, 6, 6],
    ])
    expect(pictures[0]).toContain('<span>2026-03-02</span><span>2026-03-16</span>')
    expect(feesPage(aFeesReport(weeks.slice(0, 1)))).toContain('<span>2026-03-02</span><span></span>')
  })

  test('a week in which nothing was paid has no point, and weeks without any have no rate', () => {
    const nothing: Story = { on: '2026-03-16' }
    const pictureOf = (stories: readonly Story[]): string =>
      /<figure class="multiple">(.*?)<\/figure>/s.exec(feesPage(aFeesReport(stories)))?.[1] ?? ''
    const picture = pictureOf([RIGHT, nothing])
    expect(picture).toContain('<b>3.45\u00a0%</b>')
    expect(picture).toContain('<span>2026-03-09</span><span>2026-03-16</span>')
    expect(drawn(picture, 'circle', 'cx').length).toBe(1)
    expect(drawn(picture, 'line class="rate"', 'x1').length).toBe(1)
    expect(pictureOf([nothing])).toContain('<b></b>')
  })

  test('names twenty settlements off the tariff, and says how many more there are', () => {
    const off = Array.from({ length: 21 }, (_, n): Story => ({ ...TOO_MUCH, cycle: String(n), charged: 4_000 + n }))
    expect(feesPage(aFeesReport(off))).toContain('and 1 more: all of them are under')
    expect(feesPage(aFeesReport(off.slice(1)))).not.toContain('more: all of them are under')
    const rows = tablesIn(feesPage(aFeesReport(off))).map(({ groups }) => groups.flatMap((group) => group.rows).length)
    expect([rows[0], rows.at(-1)]).toEqual([20, 21])
  })

  test('says what the bill comes to, since when the tariff holds, and what the closed days are now', () => {
    const report = aFeesReport([TOO_MUCH])
    const closing = {
      number: 7,
      at: at('2026-04-02T15:00:00Z'),
      by: 'Ana',
      through: slot('2026-03-31').date,
      reason: '',
      isForced: false,
    }
    const page = feesPage({
      ...report,
      bill: compareBill(cop(4_000), report.total),
      closed: { closing, now: report },
    }).replaceAll('\u00a0', ' ')
    expect(page).toContain('It is exactly the fees deducted.')
    expect(page).toContain('Tariff from 2026-01-01.')
    expect(page).toContain('As it is known now, the difference is COP 549.')
    const differs = feesPage({ ...report, bill: compareBill(cop(1), report.total) })
    expect(differs).toContain('It matches none of these sums.')
    expect(differs).not.toContain('As it is known now')
  })
})

test.each([
  ['en', '2026-01', 'Jan. 2026'],
  ['en', '2026-05', 'May 2026'],
  ['es', '2026-01', 'ene. 2026'],
  ['es', '2026-09', 'sep. 2026'],
] as const)('a narrow column has short months (%s, %s)', (language, month, short) => {
  expect(monthName(month, language, shortMonthIn)).toBe(short)
})
