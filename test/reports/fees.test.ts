import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { feesReport } from '../../reports/fees/fees.ts'
import { entriesOff, type FeesReport, feesByWeek } from '../../reports/fees/fees-report.ts'
import { feesSentence } from '../../reports/fees/fees-sentence.ts'
import { reasonName } from '../../reports/fees/fees-tables.ts'
import { cellText, withoutEmptyColumns } from '../../src/print/cell-text.ts'
import { csvSheet } from '../../src/print/csv.ts'
import { reportPage } from '../../src/print/html.tsx'
import { linesOf, tablesIn as tablesOf } from '../../src/print/report.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { compareBill, feesSummary } from '../../src/rules/account/fees-summary.ts'
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
import { tableText } from './table-text.ts'

const feesPage = (facts: FeesReport): string => reportPage(feesReport(facts), facts.language)

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

/** A table as people see it; totals have an equals sign. */
const linesIn = (facts: FeesReport, name: string, language: Language = 'en'): readonly string[] =>
  tablesOf('html', feesReport(facts))
    .filter((one) => one.name === name)
    .map((one) => withoutEmptyColumns(one, language))
    .flatMap((of) => [
      of.columns.map(({ head }) => head[language]).join(' | '),
      ...of.groups.flatMap(({ title, lines }) => [
        ...(title === undefined ? [] : [`${title[language]}:`]),
        ...lines.map(({ cells, isTotal }) =>
          [
            isTotal ? '= ' : '',
            cells.map((cell, place) => cellText(cell, of.columns[place] ?? NO_COLUMN, language)).join(' | '),
          ].join(''),
        ),
      ]),
    ])
const NO_COLUMN = { name: '', kind: 'text', head: { en: '', es: '' } } as const

describe('the tables of fees', () => {
  const FEBRUARY: Story = { on: '2026-02-27', payments: [PSE, ['', 50_000, 100]], apart: 1_000, rounding: -0.5 }

  test('fees that are neither deducted nor billed have a column of their own, and the bill a line, so that both add up', () => {
    const report = aFeesReport([{ ...FEBRUARY, other: 550.5 }])
    expect(linesIn(report, 'months').slice(0, 2)).toEqual([
      'Month | Settlements | Collected | Charged | Deducted | Billed apart | Other, not deducted | Expected | Difference | Rate',
      'February 2026 | 1 | 150,000 | 3,550.50 | 2,000 | 1,000 | 550.50 | 3,550.50 | 0 | 2.37 %',
    ])
    expect(linesIn({ ...report, bill: compareBill(cop(1_000), report.total) }, 'bill').slice(1, 6)).toEqual([
      'fees billed apart | 1,000 | 0',
      'fees deducted | 2,000 | −1,000',
      'other fees, not deducted | 550.50 | 449.50',
      'fees not deducted from payouts | 1,550.50 | −550.50',
      'all fees charged | 3,550.50 | −2,550.50',
    ])
  })

  test('methods of several months, with the rounding of settlements', () => {
    expect(linesIn(aFeesReport([FEBRUARY, TOO_LITTLE, IN_PROCESS]), 'methods')).toEqual([
      'Payment method | Payments | Paid | Fee | Tax | ReteFuente | Expected | Rate with withholdings',
      'February 2026:',
      'none | 1 | 50,000 | 100 | 0 | 0 | 100 | 0.20 %',
      'PSE | 1 | 100,000 | 2,900 | 551 | 0 | 3,451 | 3.45 %',
      'Rounding of settlements |  |  |  |  |  | −0.50 | ',
      '= Total | 2 | 150,000 | 3,000 | 551 | 0 | 3,550.50 | 2.37 %',
      'March 2026:',
      'Card | 1 | 1,000,000 | 28,700 | 5,453 | 430.50 | 34,583.50 | 3.46 %',
      '= Total | 1 | 1,000,000 | 28,700 | 5,453 | 430.50 | 34,583.50 | 3.46 %',
    ])
  })

  test('tax and withholdings have their names in the tariff, and the rate says that it includes them', () => {
    const iva = { name: 'IVA', percent: 19, included: false }
    const [schedule] = aFeesReport([]).policy.tariff
    const tariffOf = (...taxes: readonly (typeof iva)[]) => ({
      policy: aPolicy({ tariff: taxes.flatMap((tax) => (schedule === undefined ? [] : [{ ...schedule, tax }])) }),
    })
    const headOf = (instead: Parameters<typeof aFeesReport>[1], language: Language = 'en') =>
      linesIn(aFeesReport([TOO_LITTLE], instead), 'methods', language)[0]?.split(' | ')
    expect(headOf(tariffOf(iva))).toContain('IVA')
    expect(headOf(tariffOf(iva), 'es')).toEqual([
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
    expect(feesPage(aFeesReport([TOO_LITTLE]))).toContain('with taxes and withholdings')
    const { methods } = aFeesReport([TOO_LITTLE]).total
    expect(methods.map(({ withholdings }) => withholdings)).toEqual([[{ name: 'ReteFuente', sum: cop(430.5) }]])
  })

  test('what totals of earlier versions withheld has no name', () => {
    const report = aFeesReport([{ ...TOO_LITTLE, rounding: 0.5 }])
    const entries = report.entries.map((entry) => ({
      ...entry,
      methods: entry.methods.map((one) => ({ ...one, fees: one.fees && { ...one.fees, withholdings: new Map() } })),
    }))
    expect(linesIn({ ...report, entries, total: feesSummary(entries) }, 'methods')).toEqual([
      'Payment method | Payments | Paid | Fee | Tax | Withheld | Expected | Rate with withholdings',
      'Card | 1 | 1,000,000 | 28,700 | 5,453 | 430.50 | 34,583.50 | 3.46 %',
      'Rounding of settlements |  |  |  |  |  | 0.50 | ',
      '= Total | 1 | 1,000,000 | 28,700 | 5,453 | 430.50 | 34,584 | 3.46 %',
    ])
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
    const cells = linesIn({ ...report, entries, total: feesSummary(entries) }, 'methods').map((line) =>
      line.split(' | ').slice(5, 8).join(' | '),
    )
    expect(cells).toEqual([
      'ReteFuente | ReteICA | Expected',
      '0 | 430.50 | 34,583.50',
      '5 | 0 | 3,456',
      '5 | 430.50 | 38,039.50',
    ])
  })

  test('each withholding has a line by month and method', () => {
    const of = (...stories: readonly Story[]) =>
      tablesOf('csv', feesReport(aFeesReport(stories))).filter(({ name }) => name === 'withholdings')
    expect(of(TOO_LITTLE, RIGHT).flatMap(linesOf)).toEqual([{ cells: ['2026-03', 'card', 'ReteFuente', cop(430.5)] }])
    expect(of(RIGHT)).toEqual([])
  })

  test('methods of one month without tax and withholdings have no column for them', () => {
    expect(linesIn(aFeesReport([{ on: '2026-03-12', payments: [['pse', 100_000, 2_900]] }]), 'methods')).toEqual([
      'Payment method | Payments | Paid | Fee | Expected | Rate',
      'PSE | 1 | 100,000 | 2,900 | 2,900 | 2.90 %',
      '= Total | 1 | 100,000 | 2,900 | 2,900 | 2.90 %',
    ])
  })

  test('what was paid is told apart from what was collected where they differ', () => {
    const report = aFeesReport([RIGHT])
    expect(feesPage(report)).toContain('Rate: fees expected over what was paid.</p>')
    const { total } = report
    const other = { ...report, total: { ...total, compared: { ...total.compared, collected: cop(1) } } }
    expect(feesPage(other)).toContain('collected is what the settlements report.')
  })

  test('why the fees of a settlement were not compared', () => {
    const unpriced = [
      { reason: 'no-rate', method: 'card', payments: 2 },
      { reason: 'no-method', method: '', payments: 1 },
    ] as const
    expect(reasonName({ ...anEntry(IN_PROCESS), notCompared: 'unpriced', unpriced })?.en).toBe(
      'no rate for Card (2), no payment method (1)',
    )
    expect(reasonName(anEntry(IN_PROCESS))?.en).toBe('in process')
    expect(reasonName(anEntry(RIGHT))).toBeNull()
  })
})

test('settlements off the tariff stand by their pesos, and weeks begin on Monday', () => {
  const report = aFeesReport([RIGHT, TOO_MUCH, TOO_LITTLE, A_LITTLE, IN_PROCESS])
  expect(entriesOff(report).map(({ slot: { date } }) => date)).toEqual(['2026-03-16', '2026-03-13'])
  expect(feesByWeek(report).map(({ key }) => key)).toEqual(['2026-03-09', '2026-03-16'])
  const page = feesPage({ ...report, merchant: 'casa', merchants: ['casa', 'apto'] })
  expect(page).toContain('<code>cuadre explain 2026-03-16 11 --merchant casa</code>')
  expect(feesPage(aFeesReport([RIGHT]))).not.toContain('<code>')
  expect(feesPage(aFeesReport([], NO_TARIFF))).toContain('<code>cuadre fees fit</code>')
})

test('the files: methods and rounding come to what is expected, and each settlement says why it was not compared', async () => {
  const unpriced = [
    { reason: 'no-method', method: '', payments: 2 },
    { reason: 'no-rate', method: 'cash', payments: 1 },
  ] as const
  const facts = aFeesReport([
    { ...RIGHT, rounding: -0.5 },
    { ...TOO_MUCH, apart: 500 },
    ...[TOO_LITTLE, A_LITTLE, IN_PROCESS, UNREAD],
    { on: '2026-03-20', payments: [PSE], why: 'unpriced' },
  ])
  const entries = facts.entries.map((one) => (one.notCompared === 'unpriced' ? { ...one, unpriced } : one))
  const told = feesReport({ ...facts, merchant: 'casa', entries })
  const text = ['settlements', 'months', 'methods'].map((name) => {
    const { heads, rows } = csvSheet(told, name, 'en')
    return tableText(`fees-${name}.csv`, heads, rows)
  })
  await expect(text.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, '../expected/reports/fees.txt'))
})

test('a month of which nothing was compared, or everything, has one line, and no rounding of nothing', () => {
  const lines = (story: Story) =>
    ['months', 'methods'].map((name) =>
      csvSheet(feesReport(aFeesReport([story])), name, 'en').rows.map((row) => row[2]),
    )
  expect(lines(RIGHT)).toEqual([[true], ['method', 'rounding']])
  expect(lines(IN_PROCESS)).toEqual([[false], ['not-compared']])
})

describe('the page of fees', () => {
  const titles = (report: FeesReport): readonly string[] =>
    [...feesPage(report).matchAll(/<(?:h2|summary)>(.*?)<\//g)].map(([, title = '']) => title.slice(0, 20))
  const numberOf = (page: string, pattern: RegExp): number => [...page.matchAll(pattern)].length

  test('has a section of what there is to say, and none of nothing', () => {
    const always = ['By month', 'The difference consi', 'By payment method, o']
    const drawn = 'Charged against expe'
    expect(titles(aFeesReport([RIGHT]))).toEqual([drawn, ...always, 'Rate by week (from M', 'By settlement'])
    expect(titles(aFeesReport([TOO_MUCH, IN_PROCESS]))).toEqual([
      ...['Settlements whose fe', drawn, ...always],
      ...['By payment method, o', 'Rate by week (from M', 'By settlement'],
    ])
    expect(titles(aFeesReport([{ ...RIGHT, why: 'no-tariff' }], NO_TARIFF))).toEqual([
      ...['By month', 'By payment method', 'By settlement'],
    ])
    const report = aFeesReport([RIGHT])
    expect(titles({ ...report, bill: compareBill(cop(3_451), report.total) })[0]).toContain('The operator')
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
    const page = feesPage(withBill)
    const shown = tablesIn(page)
      .map(({ groups }) => groups.flatMap(({ rows }) => rows))
      .map((rows) =>
        rows.map(({ isTotal, cells }) => `${isTotal ? '= ' : ''}${cells.join(' | ')}`.replaceAll('\u00a0', ' ')),
      )
    for (const name of ['bill', 'months', 'difference', 'methods', 'methods-not-compared'])
      expect(shown).toContainEqual(linesIn(withBill, name).slice(1))
    expect(shown).toContainEqual([
      '2026-03-16 | 11 | 1 | 30,000 | 34,583.50 | −4,583.50',
      '2026-03-13 | 11 | 1 | 4,000 | 3,451 | +549',
    ])
    expect(shown.at(-1)).toEqual([
      '2026-03-12 | 11 | 1 | 3,451 | 3,451 | 0 | ',
      '2026-03-13 | 11 | 1 | 4,000 | 3,451 | +549 | ',
      '2026-03-16 | 11 | 1 | 30,000 | 34,583.50 | −4,583.50 | ',
      '2026-03-18 | 11 | 1 | 3,451 |  |  | in process',
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
      '2026-03-18 | 11 | 1 | 3,451 |  |  | in process',
      '2026-03-19 | 11 |  |  |  |  | not read, or not whole',
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
    const screen = (width: number): string => terminalText(feesReport(report), { width, colour: false, language: 'en' })
    expect(screen(120)).toMatch(/Month +Settlements +Collected +Charged.* Rate/)
    expect(screen(60)).toMatch(/Month +Settlements +Charged +Deducted +apart +Rate$/m)
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
    expect(feesPage(aFeesReport(off))).toContain('The first 20 of 21: all of them are in')
    expect(feesPage(aFeesReport(off.slice(1)))).not.toContain('all of them are in')
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

test.each<[readonly string[], string, string]>([
  [
    ['2026-01-01', '2026-03-16'],
    'Tariffs from 2026-01-01 and from 2026-03-16.',
    'desde el 01/01/2026 y desde el 16/03/2026.',
  ],
  [
    ['2026-01-01', '2026-02-01', '2026-03-16'],
    'Tariffs from 2026-01-01, from 2026-02-01 and from 2026-03-16.',
    'Tarifas vigentes desde el 01/01/2026, desde el 01/02/2026 y desde el 16/03/2026.',
  ],
])('since when the tariffs hold (%j)', (dates, english, spanish) => {
  const [schedule] = aFeesReport([]).policy.tariff
  const tariff = dates.flatMap((from) => (schedule ? [{ ...schedule, from: slot(from).date }] : []))
  const page = (language: Language) => feesPage(aFeesReport([RIGHT], { policy: aPolicy({ tariff }), language }))
  expect(page('en')).toContain(english)
  expect(page('es')).toContain(spanish)
})
