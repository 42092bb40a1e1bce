import { describe, expect, it, test } from 'vitest'
import { historyEntries } from '../../reports/documents/history.ts'
import { isWithoutChange, pullSteps } from '../../reports/documents/pull-steps.ts'
import { merchantsFacts } from '../../reports/pages/all-merchants/merchants-facts.ts'
import { merchantsPage } from '../../reports/pages/all-merchants/merchants-page.tsx'
import { auditPage } from '../../reports/pages/audit-page.tsx'
import { dayFacts } from '../../reports/pages/day-facts.ts'
import { letterOf } from '../../reports/pages/day-page/letter.tsx'
import { dayPage } from '../../reports/pages/day-page.tsx'
import { indexFacts } from '../../reports/pages/index-facts.ts'
import { indexPage } from '../../reports/pages/index-page.tsx'
import { resultOf } from '../../reports/pages/result.ts'
import { accountLines, accountRows } from '../../reports/statements/account-lines.ts'
import { inTransitNotes } from '../../reports/statements/in-transit-lines.ts'
import { statementPage } from '../../reports/statements/statement-page.tsx'
import { workbookCover } from '../../reports/workbook/workbook-cover.ts'
import type { TimelineStep } from '../../src/core/findings/timeline.ts'
import { nameOf, type SlotDate } from '../../src/core/slot.ts'
import type { AccountFacts } from '../../src/rules/account/operator-account.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { timesAsItStands } from '../../src/rules/account/settlement-times.ts'
import { type Chargeback, chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { aSettlement, at, BOGOTA, cop, slot } from '../core/a.ts'
import { aDay, anInvoice, aProof, DAY_SOURCES } from './a-day.ts'
import { A_CAUSE, MONTH_POLICY, monthFacts, monthReports } from './a-month.ts'
import { aDiscrepancy, anUnreadReport, aReport, NO_FEES, noMoney, someMoney, someTotals } from './a-slot.ts'
import { aStatement, aStatementOfClosedDays } from './a-statement.ts'
import { aTimeline } from './a-timeline.ts'
import { INDEX_SOURCES } from './an-index.ts'
import { pageText } from './page-text.ts'
import { somePulls } from './some-pulls.ts'

const EXACT = someMoney({ listed: cop(45_200_000), expected: cop(44_590_000), difference: cop(0), state: 'none' })

/** Paid out as expected. */
const agreeing = (date: string, instead: Partial<SlotReport> = {}): SlotReport =>
  aReport({ slot: slot(date), verdict: 'reconciled', discrepancies: [], money: EXACT, ...instead })

const indexOf = (
  reports: readonly SlotReport[],
  charged: readonly Chargeback[] = [],
  instead: Partial<AccountFacts> = {},
) => {
  const pulls = reports.map(({ slot: where, settlement }) => ({ slot: where, settlement }))
  const account = {
    reports,
    times: new Map(reports.map(({ slot: where, money }) => [nameOf(where), timesAsItStands(where, money)])),
    chargebacks: chargebackAccount(charged, pulls, MONTH_POLICY),
    policy: MONTH_POLICY,
    bank: null,
    ...instead,
  }
  return indexFacts({ ...INDEX_SOURCES, reports, account }, 'en', BOGOTA)
}

const textOf = (...of: Parameters<typeof indexOf>): string => pageText(indexPage(indexOf(...of), '1'))

/** The headings of tables that become blocks in a narrow window, and the labels of their cells, by column. */
const labelsOf = (html: string): readonly (readonly [head: string, label: string])[] =>
  [...html.matchAll(/<table class="[^"]*stack[^"]*">(.*?)<\/table>/gs)].flatMap(([, table = '']) => {
    const text = (tag: string): string => tag.replace(/<[^>]+>/g, '').trim()
    const heads = [
      ...(/<thead>(.*?)<\/thead>/s.exec(table)?.[1] ?? '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>|<td[^>]*\/>/gs),
    ].map(([, head = '']) => text(head))
    const rows = [...table.replace(/<thead>.*?<\/thead>/s, '').matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)]
    return rows.flatMap(([, row = '']) => {
      let at = 0
      return [...row.matchAll(/<t[hd]([^>]*?)(?:\/>|>)/gs)].flatMap(([, attributes = '']) => {
        const column = at
        at += Number(/colspan="(\d+)"/.exec(attributes)?.[1] ?? 1)
        const label = /data-label="([^"]*)"/.exec(attributes)?.[1]
        return label === undefined ? [] : [[heads[column] ?? '', label] as const]
      })
    })
  })

test('in a narrow window each figure has the head of its column beside it', () => {
  const day = dayFacts(
    {
      ...{ ...DAY_SOURCES, date: '2026-03-03' as SlotDate, invoices: [anInvoice()] },
      reports: monthReports().filter(({ slot: { date } }) => date === '2026-03-03'),
    },
    'en',
    MONTH_POLICY,
    BOGOTA,
  )
  const { reports, ...account } = monthFacts()
  const index = indexFacts(
    {
      ...INDEX_SOURCES,
      reports: reports as readonly SlotReport[],
      account: { reports, ...account },
    },
    'en',
    BOGOTA,
  )
  for (const html of [dayPage(day, aProof), indexPage(index, '1'), statementPage(aStatement(), 'ff')]) {
    const labels = labelsOf(html)
    expect(labels.length).toBeGreaterThan(10)
    for (const [head, label] of labels) expect(label).toBe(head)
  }
})

describe('the page of all days', () => {
  it('tells fees below the tariff, and nothing of those above it where there are none', () => {
    const fees = {
      ...NO_FEES,
      charged: cop(610_000),
      expected: cop(611_000),
      difference: cop(-1_000),
      notCompared: null,
    }
    const text = textOf([agreeing('2026-03-12', { fees })])
    expect(text).toContain('Fees charged below the tariff: COP 1,000 on 1 settlement.')
    expect(text).not.toContain('above the tariff')
  })

  it('shades a day by what was paid out: nothing is no shade, and the most is the darkest', () => {
    const nothing = { ...EXACT, listed: cop(610_000), expected: cop(0), paidOut: cop(0) }
    const little = { ...EXACT, listed: cop(611_000), expected: cop(1_000), paidOut: cop(1_000) }
    const none = { ...noMoney, notCompared: 'malformed' as const }
    const text = textOf([
      agreeing('2026-03-12'),
      agreeing('2026-03-10', { money: nothing }),
      agreeing('2026-03-11', { money: little }),
      agreeing('2026-03-13', { money: none }),
    ])
    expect(
      [...text.matchAll(/shade-(\d) \w+\} \{title=2026-03-(\d\d)/g)].map(([, shade, day]) => `${day} ${shade}`),
    ).toEqual(['10 0', '11 1', '12 5', '13 0'])
  })

  it('has the days of a month in their order, and months by the newest, whatever the order of the settlements', () => {
    const facts = indexOf(['2026-03-12', '2026-02-27', '2026-03-02', '2026-03-09'].map((date) => agreeing(date)))
    expect(facts.months.map(({ days }) => days.map(({ date }) => date.slice(5)))).toEqual([
      ['03-02', '03-09', '03-12'],
      ['02-27'],
    ])
    expect([facts.chargebacks?.from, facts.chargebacks?.to]).toEqual(['2026-02-27', '2026-03-12'])
  })

  it('says of a business day that no invoices were settled only where all of it was read', () => {
    const empty = { verdict: 'empty', settlement: null, payout: null, totals: someTotals(0, 0) } as const
    const nothing = { ...noMoney, listed: cop(0), notCompared: 'no-settlement' as const }
    const day = agreeing('2026-03-12', { ...empty, money: nothing })
    const unread = { ...day, slot: slot('2026-03-12', '13'), verdict: 'incomplete', money: noMoney } as const
    const isQuiet = (...reports: readonly SlotReport[]) => indexOf(reports).months[0]?.days.map((one) => one.isQuiet)
    expect([isQuiet(day), isQuiet(day, unread), isQuiet({ ...day, slot: slot('2026-03-14') })]).toEqual([
      [true],
      [false],
      [false],
    ])
    const says = (date: string): string => indexOf([{ ...day, slot: slot(date) }]).sentence.text
    expect(says('2026-03-12')).not.toBe(says('2026-03-14'))
  })

  const charged = (date: string, pesos: number): Chargeback => ({
    slot: slot(date),
    invoiceId: `c${pesos}`,
    paid: cop(pesos),
    isReversed: false,
  })
  const barsIn = (text: string): string =>
    (/\n(\{result\} Charged back.*)\n/.exec(text)?.[1] ?? '').replaceAll('{result} ', '')

  it('has chargebacks without a line of what is not there', () => {
    const debits = agreeing('2026-03-12', { settlement: aSettlement({ date: '2026-03-12', adjustments: cop(-30) }) })
    const all = textOf([debits], [charged('2026-03-12', 30), charged('2026-03-12', 9)])
    expect(barsIn(all)).toBe('Charged back, 2 invoices 39 Debited by adjustments, 1 −30 Not debited yet, 1 9')
    expect(all).not.toContain('Adjustments not explained,')
    const alone = textOf([debits])
    expect([barsIn(alone), alone.includes('Adjustments not explained, taken off: 1, COP 30.')]).toEqual(['', true])
    expect(textOf([debits], [charged('2026-03-12', 9)])).toContain('Chargebacks\n')
    expect(textOf([agreeing('2026-03-12')])).not.toContain('Chargebacks\n')
  })

  it('has no median of a month in which nothing was paid out', () => {
    const failed = {
      ...EXACT,
      paidOut: cop(0),
      failed: cop(1),
      difference: null,
      notCompared: 'failed',
      state: 'open',
    } as const
    expect(textOf([agreeing('2026-03-12', { verdict: 'failed', money: failed })])).toContain('March 2026 | 0 | | | 1\n')
  })
})

describe('the page of a day', () => {
  it('finds causes of what is open alone, and says where none was found', () => {
    const slotOf = (state: 'open' | 'accepted', causes: readonly (typeof A_CAUSE)[]) =>
      aDay({ reports: [aReport({ discrepancies: [aDiscrepancy({ state, causes })] })] }).slots[0]
    expect([slotOf('open', [A_CAUSE])?.hasGap, slotOf('open', [A_CAUSE])?.causes.length]).toEqual([true, 1])
    expect([slotOf('open', [])?.hasGap, slotOf('open', [])?.causes.length]).toEqual([true, 0])
    expect([slotOf('accepted', [A_CAUSE])?.hasGap, slotOf('accepted', [A_CAUSE])?.causes.length]).toEqual([false, 0])
  })

  it('holds numbers of invoices against each other only where the settlement was compared', () => {
    const differenceOf = (instead: Partial<SlotReport>) =>
      aDay({ reports: [aReport(instead)] }).slots[0]?.invoices.difference
    expect(differenceOf({})).toBe(1)
    expect(differenceOf({ money: { ...noMoney, notCompared: 'malformed' } })).toBeNull()
    expect(differenceOf({ settlement: null })).toBeNull()
    expect(differenceOf({ totals: null })).toBeNull()
  })

  it('counts what is open by severity, and what is accepted in none of it', () => {
    const discrepancies = [aDiscrepancy(), aDiscrepancy({ state: 'accepted' }), aDiscrepancy({ state: 'resolved' })]
    expect(aDay({ reports: [aReport({ discrepancies })] }).slots[0]).toMatchObject({
      open: { error: 1, warning: 0, info: 0 },
      decided: 1,
    })
  })

  it('names in the text for the operator the reference of the very invoice, and none of a payment', () => {
    const found = (subject: string) => aDiscrepancy({ code: 'INVOICE_OUTSIDE_SLOT', subject, message: subject })
    const invoices = [
      anInvoice({ id: 'a', reference: 'REF-A' }),
      anInvoice({ id: 'b', reference: 'REF-B' }),
      anInvoice({ id: 'p' }),
    ]
    const discrepancies = ['invoice:b', 'invoice:x', 'payment:p'].map(found)
    const lines = letterOf(aDay({ invoices, reports: [aReport({ discrepancies, money: EXACT })] }))
    expect(lines.filter((line) => line.startsWith('- '))).toEqual([
      '- invoice:b (b, REF-B)',
      '- invoice:x (x)',
      '- payment:p (p)',
    ])
  })

  it('tells small methods of payment together', () => {
    const byMethod = new Map(
      Array.from({ length: 14 }, (_, n) => [`m${n}`, { invoices: 1, amount: cop(1), paid: cop(100 - n) }] as const),
    )
    const text = pageText(
      dayPage(aDay({ reports: [aReport({ totals: { ...someTotals(14, 1_309), byMethod } })] }), aProof),
    )
    expect(text).toMatch(/\n3 others \| 3 \| 264\n|\n.*3 .*\| 3 \| 264\n/)
  })
})

test('a page has no empty paragraph, no empty code, and no empty row', () => {
  const days = [aDay(), aDay({ reports: [agreeing('2026-03-12')] }), aDay({ reports: [anUnreadReport()] })]
  const pages = [...days.map((facts) => dayPage(facts, aProof)), indexPage(indexOf([aReport()]), '1')]
  for (const page of pages) expect(page).not.toMatch(/<(p|code|tr)[^>]*><\/\1>/)
})

test('payment methods of the same sum come by their names, in whatever order they were listed', () => {
  const methodsOf = (...names: readonly string[]) => {
    const byMethod = new Map(names.map((name) => [name, { invoices: 1, amount: cop(9), paid: cop(9) }]))
    return aDay({ reports: [aReport({ totals: { ...someTotals(3, 27), byMethod } })] }).byMethod.map(({ name }) => name)
  }
  expect(methodsOf('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
  expect(methodsOf('c', 'b', 'a')).toEqual(['a', 'b', 'c'])
})

test('a settlement that was never read whole has no figures of the last whole reading', () => {
  const incomplete = {
    slot: slot(),
    at: at('2026-03-12T22:30:00-05:00'),
    code: 'X',
    reason: 'timed out',
    request: null,
    status: null,
  }
  const textOfDay = (report: SlotReport): string => pageText(dayPage(aDay({ reports: [report] }), aProof))
  const figures = 'The figures are those of the last whole reading.'
  expect(textOfDay(anUnreadReport({ verdict: 'incomplete', incomplete }))).not.toContain(figures)
  expect(textOfDay(aReport({ incomplete }))).toContain(figures)
})

test('invoices without a settlement have a total, and no sum that one reports', () => {
  const money = { ...noMoney, listed: cop(500), notCompared: 'no-settlement' } as const
  const report = aReport({ verdict: 'provisional', settlement: null, payout: null, money, discrepancies: [] })
  const text = pageText(dayPage(aDay({ reports: [report] }), aProof))
  expect(text).toContain('{total}')
  expect(text).not.toContain('reported COP')
})

test('a list that was not read whole is incomplete, whatever is late', () => {
  const late = aReport({
    verdict: 'incomplete',
    money: { ...noMoney, notCompared: 'not-final' },
    discrepancies: [aDiscrepancy({ code: 'SETTLEMENT_OVERDUE' })],
  })
  expect([resultOf(late), resultOf({ ...late, verdict: 'discrepant' })]).toEqual(['incomplete', 'late'])
})

test('nothing is asked of the operator, nor of a person, where all is claimed or accepted', () => {
  const facts = aDay({ reports: [aReport({ discrepancies: [aDiscrepancy({ state: 'claimed' })] })] })
  expect(letterOf(facts)).toEqual([])
  expect(pageText(dayPage(facts, aProof))).not.toMatch(/cuadre discrepancies (claim|accept)/)
})

test('an invoice of the day is named by its cycle, and a day that was never read has no total', () => {
  const reports = [aReport(), aReport({ slot: slot('2026-03-12', '13') })]
  const text = pageText(dayPage(aDay({ reports, invoices: [anInvoice({ slot: slot('2026-03-12', '13') })] }), aProof))
  expect(text).toMatch(/\n13:00 \| ARR-1\n/)
  expect(pageText(dayPage(aDay({ reports: [anUnreadReport()] }), aProof))).not.toContain('{total}')
})

test('the picture of a settlement that differs falls by its fees and its adjustments', () => {
  const { settlement } = aReport()
  const report = aReport({ settlement: settlement && { ...settlement, adjustments: cop(-7_000) } })
  expect(pageText(dayPage(aDay({ reports: [report] }), aProof))).toContain(
    'Fees deducted −610,000 Adjustments −7,000 {result} Payout, expected',
  )
})

test('the first reading of an evidence pack says what it found', () => {
  const [first] = somePulls()
  if (first === undefined) throw new Error('there are pulls')
  const page = (status: string): string =>
    pageText(
      auditPage({
        facts: aDay(),
        pulls: [{ ...first, settlement: aSettlement({ status }) }],
        zone: BOGOTA,
        version: '1',
        judgedBy: null,
        answers: 1,
      }),
    )
  expect(page('credited')).toContain('first read: 2 invoices, settlement credited')
  expect(page('unheard-of')).toContain('first read: 2 invoices, settlement unheard-of')
})

describe('the sheet of the account', () => {
  const rowsOf = (settlements: number, instead: Partial<ReturnType<typeof aStatement>['account']> = {}) => {
    const { account, ...rest } = aStatement()
    const [item] = account.items
    if (item === undefined) throw new Error('the account has settlements')
    const items = Array.from({ length: settlements }, () => item)
    const html = statementPage({ ...rest, account: { ...account, items, ...instead } }, 'ff')
    const text = pageText(html)
    return {
      listed: text.match(/^2026-03-02 \| 11 \| paid too little/gm)?.length ?? 0,
      isOnNextSheet: text.includes('each of them listed on the next sheet'),
      isDense: text.includes('{dense}'),
      captions: html.match(/<caption>(?:<\/caption>|Settlements in the closing balance)/g)?.length ?? 0,
      hasEmptyLine: html.includes('<p class="hint"></p>'),
    }
  }
  const METHODS = (number: number) =>
    Array.from({ length: number }, (_, n) => ({ method: `m${n}`, invoices: 1, sum: cop(1) }))

  it('lists each settlement, on a next sheet where they do not fit: three at least fit, and twelve at most', () => {
    const { due } = aStatement().account
    expect(rowsOf(3)).toMatchObject({ listed: 3, isOnNextSheet: false, isDense: true })
    expect(rowsOf(4)).toMatchObject({ listed: 4, isOnNextSheet: true, isDense: true })
    // 28 lines of the account and three methods leave three of the 34 rows of the sheet.
    const withoutBank = { bank: null }
    expect(rowsOf(3, withoutBank)).toMatchObject({ listed: 3, isOnNextSheet: false, isDense: false })
    expect(rowsOf(20, withoutBank)).toMatchObject({ listed: 20, isOnNextSheet: true, isDense: false })
    const withMethods = (number: number) => ({ ...withoutBank, due: { ...due, byMethod: METHODS(number) } })
    expect(rowsOf(20, withMethods(3))).toMatchObject({ listed: 20, isOnNextSheet: true, isDense: false })
    expect(rowsOf(20, withMethods(4))).toMatchObject({ listed: 20, isOnNextSheet: true, isDense: true })
    expect(rowsOf(13, withMethods(0))).toMatchObject({ listed: 13, isOnNextSheet: true, isDense: false })
    expect(rowsOf(4, withMethods(12))).toMatchObject({ listed: 4, isOnNextSheet: true, isDense: true })
  })

  it('has the settlements under a caption on the same sheet, and under the heading of the next one', () => {
    expect(rowsOf(3)).toMatchObject({ captions: 1, hasEmptyLine: false })
    expect(rowsOf(20)).toMatchObject({ captions: 0, hasEmptyLine: false })
    const closed = statementPage({ ...aStatementOfClosedDays(), openingAsClosed: null }, 'ff')
    expect(closed).not.toContain('<p class="hint"></p>')
  })
})

test('methods that a month does not have are empty in its column of an export', () => {
  const totals = (method: string) => ({
    ...someTotals(1, 45_200_000),
    byMethod: new Map([[method, { invoices: 1, amount: cop(9), paid: cop(9) }]]),
  })
  const reports = [
    agreeing('2026-02-27', { totals: totals('pse') }),
    agreeing('2026-03-12', { totals: totals('cash') }),
  ]
  const { rows } = workbookCover(reports, chargebackAccount([], [], MONTH_POLICY), {
    ...{ merchant: 'casa', days: { from: '2026-02-27' as SlotDate, to: '2026-03-12' as SlotDate }, by: 'settlement' },
    ...{ sentence: '', account: null, policy: MONTH_POLICY, language: 'en' },
  })
  const cells = new Map(rows.map(({ cells: [label, ...others] }) => [label, others]))
  expect([cells.get('PSE'), cells.get('cash') ?? cells.get('Cash')]).toEqual([
    [1, cop(9), null, null, 1, cop(9)],
    [null, null, 1, cop(9), 1, cop(9)],
  ])
})

test.each([
  [{ added: 0, left: 0, changed: 0 }, true],
  [{ added: 1, left: 0, changed: 0 }, false],
  [{ added: 0, left: 1, changed: 0 }, false],
  [{ added: 0, left: 0, changed: 1 }, false],
  [{ added: 1, left: 1, changed: 0 }, false],
  [{ added: 1, left: 0, changed: 1 }, false],
])('a pull with %o changed nothing: %s', (invoices, expected) => {
  const [first, second] = pullSteps(
    somePulls()
      .slice(0, 2)
      .map((pull) => ({ ...pull, invoices })),
  )
  expect([first && isWithoutChange(first), second && isWithoutChange(second)]).toEqual([expected, expected])
})

test('a pull that changed the settlement alone changed something; one that saw it go says so', () => {
  const [first] = somePulls()
  if (first === undefined) throw new Error('there are pulls')
  const quiet = { ...first, invoices: { added: 0, left: 0, changed: 0 } }
  const steps = pullSteps([
    { ...quiet, settlement: aSettlement() },
    { ...quiet, settlement: aSettlement({ fees: cop(1) }) },
    quiet,
  ])
  expect(steps.map(isWithoutChange)).toEqual([true, false, false])
  expect(steps[2]?.settlement).toEqual([{ field: 'status', before: 'credited', now: null }])
})

test('what a pull found stands gravest first, and what is gone last', () => {
  const [found] = aTimeline()
  const sighting = found?.sighting
  const finding = sighting?.finding
  if (found === undefined || !sighting || !finding) throw new Error('it was found')
  const life = (code: string, severity: 'error' | 'warning' | 'info' | null): readonly TimelineStep[] => [
    {
      ...found,
      sighting: {
        ...sighting,
        pull: severity === null ? 1 : 3,
        finding: { ...finding, code, severity: severity ?? 'error' },
      },
    },
    ...(severity === null ? [{ ...found, sighting: { ...sighting, finding: null } }] : []),
  ]
  const timelines = new Map([
    ['gone', life('A', null)],
    ['told', life('B', 'info')],
    ['warned', life('C', 'warning')],
    ['grave', life('E', 'error')],
    ['graver', life('D', 'error')],
  ])
  const [entry] = historyEntries({ pulls: somePulls().slice(0, 1), changes: new Map(), timelines, closings: [] })
  expect(entry?.kind === 'pull' && entry.found.map(({ discrepancy }) => discrepancy.id)).toEqual([
    'graver',
    'grave',
    'warned',
    'told',
    'gone',
  ])
})

test('an attempt before the first reading is not the first reading', () => {
  const [first] = somePulls()
  const attempt = somePulls().find(({ incomplete }) => incomplete !== null)
  if (first === undefined || attempt === undefined) throw new Error('there are both')
  expect(pullSteps([attempt, first]).map(({ isFirst }) => isFirst)).toEqual([false, true])
})

test('a line that people are shown only where there is any of it counts settlements as well as sums', () => {
  const { account } = aStatement()
  const shown = (number: number, pesos: number): boolean => {
    const overpaid = { number, sum: cop(pesos) }
    return accountRows([{ ...account, accepted: { ...account.accepted, overpaid } }]).some(
      ({ name }) => name === 'accepted_overpaid',
    )
  }
  expect([shown(0, 0), shown(1, 0), shown(0, 1)]).toEqual([false, true, true])
  const totals = ['opening', 'due', 'closing', 'bank_opening', 'bank_closing']
  expect(accountLines(account).flatMap(({ name, isTotal }) => (isTotal ? [name] : []))).toEqual(totals)
})

test('payments without a day are told only where there are any', () => {
  const statement = { ...aStatement(), closed: null }
  const { figures, payments } = statement.inTransit
  expect(inTransitNotes(statement, 'en')).toHaveLength(2)
  const inTransit = { figures: { ...figures, undated: { number: 0, sum: cop(0) } }, payments }
  expect(inTransitNotes({ ...statement, inTransit }, 'en')).toHaveLength(1)
})

test('what was accepted of a merchant has the sign of what it does to the payout', () => {
  const off = (difference: number) =>
    aReport({
      discrepancies: [],
      money: someMoney({ expected: cop(44_590_000 - difference), difference: cop(difference), state: 'accepted' }),
    })
  const facts = merchantsFacts(
    [{ merchant: 'casa', position: positionOf([off(300)]), businessDays: 1, readAt: 1, isReadable: true, page: null }],
    'en',
    BOGOTA,
  )
  expect(pageText(merchantsPage(facts, '1'))).toContain(' | 44,589,700 | 0 | 0 | +300 | 44,590,000 | ')
})
