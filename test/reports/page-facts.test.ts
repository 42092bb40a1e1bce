import { describe, expect, it, test } from 'vitest'
import { actionFor } from '../../reports/pages/action.ts'
import { merchantsFacts } from '../../reports/pages/all-merchants/merchants-facts.ts'
import { bridge } from '../../reports/pages/bridge.ts'
import { comparison } from '../../reports/pages/day-facts.ts'
import { latelyIn } from '../../reports/pages/index-facts.ts'
import { byMethod, byStatus } from '../../reports/pages/invoice-groups.ts'
import { invoicesNamedIn, invoicesToReview } from '../../reports/pages/invoices-to-review.ts'
import { moneyTable } from '../../reports/pages/money-table.ts'
import { problemList } from '../../reports/pages/problem-list.ts'
import { resultOf } from '../../reports/pages/result.ts'
import { troubledSlots } from '../../reports/pages/troubled-slots.ts'
import { waterfall } from '../../reports/pages/waterfall.ts'
import { hasChangedSinceClosing, linesSinceClosing } from '../../reports/statements/since-closing.ts'
import { openingText } from '../../reports/statements/statement-page.tsx'
import { asText, type Cause, type Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, plus, toPesos } from '../../src/core/money.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import type { SettlementMoney } from '../../src/rules/account/position.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { aPaidInvoice, aPolicy, at, BOGOTA, cop, slot } from '../core/a.ts'
import { aDiscrepancy, anUnreadReport, aReport, noMoney, someMoney, someTotals } from './a-slot.ts'
import { aStatement, aStatementOfClosedDays, aStatementWithRestatements } from './a-statement.ts'

const pesos = (sum: Centavos | null | undefined): number | null => (sum == null ? null : Number(toPesos(sum)))

test.each([
  ['UNDERPAID', 'warning', 'ask-tenant'],
  ['COLLECTED_MISMATCH', 'error', 'ask-operator'],
  ['COLLECTED_MISMATCH', 'info', 'note'],
  ['UNDERPAID', 'info', 'ask-tenant'],
  ['BANK_GAP', 'warning', 'mend-bank'],
  ['BANK_AMBIGUOUS', 'warning', 'mend-bank'],
  ['UNKNOWN_FIELD', 'info', 'mend-reading'],
  ['INVOICE_MOVED', 'error', 'note'],
  ['SETTLEMENT_MISSING', 'error', 'ask-operator'],
  ['SETTLEMENT_MISSING', 'info', 'wait'],
  ['SETTLEMENT_OVERDUE', 'warning', 'wait'],
  ['A_CHECK_OF_THEIRS', 'error', 'own-check'],
  ['A_CHECK_OF_THEIRS', 'info', 'own-check'],
] as const)('of %s (%s): %s', (code, severity, action) => {
  expect(actionFor({ code, severity })).toBe(action)
})

describe('problems', () => {
  it('of one case are one line with its pesos, of which at most eight other findings are told', () => {
    const of = (place: number): Discrepancy =>
      aDiscrepancy({
        id: `f${place}`,
        case: 'f0',
        caseAmount: cop(7),
        code: `CODE_${place}`,
        amount: cop(9 - (place % 9)),
      })
    const [group] = problemList(
      [aReport({ discrepancies: Array.from({ length: 11 }, (_, place) => of(place)) })],
      BOGOTA,
    )
    expect(group?.number).toBe(1)
    expect(group?.problems.map(({ first, others, left, amount }) => [first.id, others.length, left, amount])).toEqual([
      ['f0', 8, 2, cop(7)],
    ])
  })
})

describe('invoices to look at', () => {
  const cause = (code: string, ...invoices: readonly string[]): Cause => ({
    code,
    detail: code,
    invoices,
    candidates: 1,
    tiedWith: [],
  })

  it('are those that causes name, then those that a discrepancy is about, each once with every reason', () => {
    const found = [
      aDiscrepancy({ code: 'UNDERPAID', subject: 'invoice:a', causes: [cause('X', 'b', 'c'), cause('Y', 'c')] }),
      aDiscrepancy({ code: 'OVERPAID', subject: 'invoice:c.paid', causes: [] }),
      aDiscrepancy({ code: 'DUPLICATE_PAYMENT', subject: 'payment:p', figures: asText('d', 'a e') }),
      aDiscrepancy({ code: 'DUPLICATE_REFERENCE', subject: 'reference:r', figures: asText(null, 'f') }),
      aDiscrepancy({ code: 'COLLECTED_MISMATCH', subject: 'settlement' }),
      aDiscrepancy({ code: 'INVOICE_CHANGED', subject: 'payment:q', figures: asText('g', 'h') }),
    ]
    const { first, number } = invoicesNamedIn(found, 5)
    expect([number, first.map(({ id, why }) => `${id}: ${why.join(' ')}`)]).toEqual([
      6,
      ['b: X', 'c: X Y OVERPAID', 'a: UNDERPAID DUPLICATE_PAYMENT', 'd: DUPLICATE_PAYMENT', 'e: DUPLICATE_PAYMENT'],
    ])
    expect(invoicesNamedIn(found, 0)).toEqual({ first: [], number: 6 })
  })

  it('of a shared payment or reference are those that the rule kept, though an id has a space', () => {
    const places = ['a', 'b c'].map((invoiceId) => ({ invoiceId, slot: { date: null, cycle: null } }))
    const found = [
      aDiscrepancy({ code: 'DUPLICATE_PAYMENT', subject: 'payment:p', figures: asText('b c', 'a'), data: { places } }),
      aDiscrepancy({
        code: 'DUPLICATE_REFERENCE',
        subject: 'reference:r',
        figures: asText('d e', 'f'),
        data: { here: 'd e', other: 'f' },
      }),
    ]
    expect(invoicesNamedIn(found, 9).first.map(({ id }) => id)).toEqual(['b c', 'a', 'd e', 'f'])
  })

  it('are shown as the database has them, and one that is listed no more as gone', () => {
    const invoice = aPaidInvoice({ paid: cop(5), amount: cop(6) })
    const named = { id: 'inv-1', why: ['A'] }
    expect(invoicesToReview(named, slot(), invoice, false)).toEqual({
      id: 'inv-1',
      why: ['A'],
      slot: slot(),
      status: 'paid',
      reference: 'ref-1',
      contract: '00000',
      customer: 'Ana Muñoz',
      amount: cop(6),
      paid: cop(5),
    })
    expect(invoicesToReview(named, slot(), invoice, true).status).toBe('gone')
  })
})

describe('invoices by method', () => {
  const groupsOf = (names: readonly string[], sumOf: (place: number) => number = (place) => 100 - place) => {
    const groups = new Map(names.map((name, place) => [name, { invoices: 2, amount: cop(1), paid: cop(sumOf(place)) }]))
    const report = aReport({ totals: { ...someTotals(1, 1), byMethod: groups, byStatus: groups } })
    return byMethod([report, anUnreadReport(), report]).map(
      ({ name, invoices, paid, together }) => `${name} ${invoices} ${pesos(paid)} ${together}`,
    )
  }
  const names = (number: number): readonly string[] => Array.from({ length: number }, (_, place) => `m${place}`)

  it('are the largest sum first, alike by name, over all settlements', () => {
    expect(groupsOf(['b', 'c', 'a'], (place) => (place === 1 ? 9 : 5))).toEqual(['c 4 18 1', 'a 4 10 1', 'b 4 10 1'])
    expect(byStatus([anUnreadReport()])).toEqual([])
  })

  it('are a dozen lines at most, and what is beyond is told as one', () => {
    expect(groupsOf(names(12)).at(-1)).toBe('m11 4 178 1')
    expect(groupsOf(names(13)).at(-1)).toBe('null 8 354 2')
    const groups = groupsOf(names(14))
    expect([groups.length, groups.at(-2), groups.at(-1)]).toEqual([12, 'm10 4 180 1', `null 12 ${178 + 176 + 174} 3`])
  })
})

describe('settlements in trouble', () => {
  const found = (id: string, pesos: number | null, instead: Partial<Discrepancy> = {}) => {
    const amount = pesos === null ? null : cop(pesos)
    return aDiscrepancy({ id, case: id, caseAmount: amount, amount, ...instead })
  }
  const one = (cycle: string, discrepancies: readonly Discrepancy[], instead: Partial<SlotReport> = {}): SlotReport =>
    aReport({ slot: slot('2026-03-12', cycle), discrepancies, ...instead })
  const listOf = (reports: readonly SlotReport[]) => troubledSlots(reports, new Set([slot('2026-03-12').date]), BOGOTA)

  it('stand in the order of their cases, with the pesos of all that is to do in them', () => {
    const { slots, pesos: all } = listOf([
      one('1', [found('a', 5), found('b', 4), found('c', 90, { code: 'UNDERPAID', severity: 'warning' })]),
      one('2', [found('d', 6), found('e', null)]),
      one('3', [found('f', 80, { state: 'claimed' })]),
      one('4', [], { verdict: 'incomplete' }),
      one('5', [], { verdict: 'not-pulled' }),
      one('6', [found('g', 2, { code: 'SETTLEMENT_OVERDUE', severity: 'warning' })]),
    ])
    expect(
      slots.map(({ slot: { cycle }, cases, pesos: sum }) => [cycle, pesos(sum), cases.map(({ id }) => id).join('')]),
    ).toEqual([
      ['4', 44_590_000, ''],
      ['2', 6, 'de'],
      ['1', 9, 'ab'],
      ['6', 2, 'g'],
    ])
    expect(pesos(all)).toBe(44_590_000 + 6 + 9 + 2)
  })

  it('name each case with who acts and since when, and many alike together', () => {
    const alike = [1, 2, 3, 4].map((place) =>
      found(`${place}`, place, { code: 'INVOICE_ADDED', firstSeen: at(`2026-03-1${5 - place}T12:00:00-05:00`) }),
    )
    const [first] = listOf([one('1', alike)]).slots
    expect(first?.cases).toEqual([
      { id: '4', code: 'INVOICE_ADDED', number: 4, amount: cop(10), action: 'ask-operator', since: '2026-03-11' },
    ])
  })

  it('are twenty lines at most, with the pesos of those after the fifth, and of those left out', () => {
    const list = listOf(Array.from({ length: 22 }, (_, place) => one(`${place}`, [found(`${place}`, place + 1)])))
    const { slots, more, neverRead } = list
    expect([slots.length, more, neverRead, slots[0]?.slot.cycle]).toEqual([20, 2, 0, '21'])
    expect([list.pesos, list.pesosOfOthers, list.pesosOfMore].map(pesos)).toEqual([253, 153, 3])
  })
})

describe('the newest day against the days before', () => {
  const paidOn = (day: number, paidOut: number, fees = 1): SlotReport => {
    const { settlement, ...report } = aReport({
      slot: slot(`2026-03-${String(day).padStart(2, '0')}`),
      discrepancies: [],
    })
    return {
      ...report,
      settlement: settlement && { ...settlement, collected: cop(1_000), fees: cop(fees) },
      money: someMoney({ paidOut: cop(paidOut), difference: cop(0), state: 'none' }),
    }
  }

  it('has the mean of the days on which something was paid out, and the rate of the fees', () => {
    const days = [paidOn(2, 90), paidOn(3, 110), paidOn(4, 0), paidOn(5, 130), paidOn(6, 55, 9)]
    const lately = latelyIn(days) ?? expect.fail('there are days enough')
    expect([lately.date, pesos(lately.paidOut), lately.before.days, pesos(lately.before.mean), lately.rates]).toEqual([
      ...['2026-03-06', 55, 3, 110],
      [90, 10],
    ])
    const [first, second, third] = days
    expect(latelyIn([first, second, third].flatMap((day) => day ?? []))).toBeNull()
    expect(latelyIn([])).toBeNull()
    const nothing = days.map((day) => ({ ...day, settlement: null }))
    expect(latelyIn(nothing)?.rates).toEqual([null, null])
  })
})

test('the opening balance is that of a closing where one ends on the day before, and computed elsewhere', () => {
  const { account } = aStatement()
  const of = (closedAt: number | null, language: 'en' | 'es' = 'en') =>
    openingText({
      account,
      closed: null,
      openingAsClosed: closedAt === null ? null : cop(closedAt),
      bankOpeningAsClosed: null,
      language,
    })?.replaceAll('\u00a0', ' ')
  expect(pesos(account.opening)).toBe(490_000)
  expect(of(490_000)).toBe('Opening balance: COP 490,000, as closed through 2026-02-28.')
  expect(of(null)).toBe(
    'Opening balance: COP 490,000, computed from the settlements before 2026-03-01; it is not the figure of a closing.',
  )
  expect(of(null, 'es')).toBe(
    'Saldo inicial: $ 490.000, calculado con las liquidaciones anteriores al 01/03/2026; no es la cifra de un cierre.',
  )
  const closed = aStatementOfClosedDays()
  expect(openingText(closed)).toBeNull()
  expect(openingText({ ...closed, openingAsClosed: closed.account.opening })).toBeNull()
  expect(openingText(aStatementWithRestatements())?.replaceAll('\u00a0', ' ')).toBe(
    'Opening balance: COP 480,000, as closed through 2026-02-28. What 2 settlements of those days became since stands in this account: COP 10,000 due, COP 0 paid out.',
  )
  const bank = closed.account.bank ?? expect.fail('the account has a bank')
  const asClosed = (sum: Centavos) => openingText({ ...closed, bankOpeningAsClosed: sum })?.replaceAll('\u00a0', ' ')
  expect(asClosed(bank.opening.sum)).toBeUndefined()
  expect(asClosed(plus(bank.opening.sum, cop(7)))).toMatch(
    /^At the closing through 2026-02-28, COP [\d,]+ had not arrived at the bank; .* since then change it by −COP 7\.$/,
  )
})

describe('the money of a settlement', () => {
  const settlement = (instead: Partial<Settlement>): Pick<SlotReport, 'settlement'> => {
    const known = aReport().settlement
    return { settlement: known && { ...known, ...instead } }
  }
  const policy = aPolicy()
  const lineOf = (report: SlotReport) => moneyTable([report], policy)[0]?.lines[0]?.line

  it('has listed sums where invoices count, or a settlement is there', () => {
    const money = { ...noMoney, listed: cop(0), notCompared: 'no-settlement' } as const
    const empty = aReport({ money, settlement: null, totals: someTotals(0, 0) })
    expect(lineOf(empty)?.listed).toBeNull()
    expect(pesos(lineOf(aReport({ money: someMoney({ listed: cop(0) }), totals: someTotals(0, 0) }))?.listed)).toBe(0)
    const some = { ...money, listed: cop(5) }
    expect(pesos(lineOf(aReport({ money: some, settlement: null, totals: someTotals(1, 5) }))?.listed)).toBe(5)
  })

  it('has no payout of another settlement, nor without one', () => {
    for (const report of [
      aReport({ settlement: null }),
      aReport({ money: { ...noMoney, notCompared: 'echo' } }),
      aReport({ settlement: null, money: { ...noMoney, notCompared: 'no-settlement' } }),
    ]) {
      const { paidOut, inProcess, failed } = lineOf(report) ?? {}
      expect([paidOut, inProcess, failed]).toEqual([null, null, null])
    }
  })

  it('falls from what was collected to what was paid out', () => {
    const effects = (report: SlotReport, by = policy) =>
      waterfall(report, by).map(({ reported, expected, difference, effect }) =>
        [reported, expected, difference, effect].map(pesos),
      )
    const moved = { ...settlement({ adjustments: cop(-7) }) }
    expect(effects(aReport(moved))).toEqual([
      [45_200_000, 43_350_000, 1_850_000, 45_200_000],
      [610_000, null, null, -610_000],
      [-7, null, null, -7],
      [44_590_000, 42_740_000, 1_850_000, null],
    ])
    expect(effects(aReport(moved), aPolicy({ adjustments: 'subtract' }))[2]).toEqual([-7, null, null, 7])
    const gateway = { rule: 'gateway-zero', payout: cop(0), fromCollected: false } as const
    expect(
      effects(aReport({ ...moved, payout: gateway }))
        .slice(1, 3)
        .map((step) => step[3]),
    ).toEqual([0, 0])
    const rule = { rule: 'gateway-collected', payout: cop(0), fromCollected: true } as const
    expect(effects(aReport({ ...moved, payout: rule }))[2]?.[3]).toBe(0)
    expect(effects(aReport({ ...moved, payout: null }))[1]?.[3]).toBeNull()
    const none = { settlement: null, payout: null, money: { ...noMoney, notCompared: 'no-settlement' as const } }
    expect(effects(aReport(none))).toEqual([
      [null, 43_350_000, null, null],
      [null, null, null, null],
      [null, null, null, null],
      [null, null, null, null],
    ])
    expect(effects(aReport({ totals: null }))[0]).toEqual([45_200_000, null, null, 45_200_000])
    expect(effects(aReport({ money: someMoney({ notCompared: 'failed' }) }))[0]?.[2]).toBeNull()
  })

  const parts = (instead: Partial<SlotReport>) =>
    comparison(aReport(instead), policy).map(({ name, reported, expected, difference }) => [
      name,
      ...[reported, expected, difference].map(pesos),
    ])

  it('is compared by its parts, which come to the payout', () => {
    expect(parts({})).toEqual([
      ['collected', 45_200_000, 43_350_000, 1_850_000],
      ['feesDeducted', -610_000, -610_000, 0],
      ['payout', 44_590_000, 42_740_000, 1_850_000],
    ])
    const nothing = someMoney({ listed: cop(0), expected: cop(0), parts: null, difference: null })
    expect(parts({ ...settlement({ collected: cop(0), payout: cop(0), fees: cop(0) }), money: nothing })).toEqual([
      ['collected', 0, 0, null],
      ['payout', 0, 0, null],
    ])
    expect(parts({ settlement: null })).toEqual([])
  })

  it('that a gateway keeps is taken off again, reported and expected', () => {
    const zero = { feesDeducted: cop(0), feesNotDeducted: cop(9), adjustments: cop(0), keptByGateway: cop(80) }
    const kept = someMoney({ listed: cop(80), expected: cop(0), parts: zero, difference: cop(0) })
    const told = { ...settlement({ collected: cop(90), payout: cop(0) }), money: kept }
    const rule = (name: 'gateway-zero' | 'unchecked') => ({
      payout: { rule: name, payout: cop(0), fromCollected: false },
    })
    expect(parts({ ...told, ...rule('gateway-zero') } as Partial<SlotReport>)).toEqual([
      ['collected', 90, 80, 10],
      ['keptByGateway', -90, -80, -10],
      ['payout', 0, 0, 0],
    ])
    const unknown = { ...told, ...rule('unchecked'), money: { ...kept, expected: null, parts: null, difference: null } }
    expect(parts(unknown as Partial<SlotReport>).map(([name]) => name)).toEqual(['collected', 'unexplained', 'payout'])
    expect(parts({ ...told, payout: null }).map(([name]) => name)).toEqual(['collected', 'unexplained', 'payout'])
  })

  it('is bridged from the invoices to what was paid out, differences both ways apart', () => {
    const plain = { feesDeducted: cop(1), feesNotDeducted: cop(0), adjustments: cop(-2), keptByGateway: cop(3) }
    const money = (instead: Partial<SettlementMoney>) => ({
      money: someMoney({
        listed: cop(100),
        parts: plain,
        expected: cop(94),
        paidOut: cop(94),
        difference: cop(0),
        ...instead,
      }),
    })
    const { steps, settlements } = bridge([
      money({ paidOut: cop(90), difference: cop(-4) }),
      money({ paidOut: cop(99), difference: cop(5) }),
      money({ paidOut: cop(0), difference: null, notCompared: 'failed' }),
      money({ paidOut: cop(0), difference: null, notCompared: 'not-final' }),
      money({ expected: null, paidOut: cop(7), difference: null, parts: null }),
    ])
    expect(settlements).toBe(4)
    expect(steps.map(({ name, kind, sum, from, to }) => [name, kind, ...[sum, from, to].map(pesos)])).toEqual([
      ['listed', 'level', 400, 0, 400],
      ['feesDeducted', 'part', -4, 400, 396],
      ['adjustments', 'part', -8, 396, 388],
      ['keptByGateway', 'part', -12, 388, 376],
      ['expected', 'level', 376, 0, 376],
      ['inProcess', 'awaited', -94, 376, 282],
      ['failed', 'awaited', -94, 282, 188],
      ['owed', 'difference', -4, 188, 184],
      ['overpaid', 'difference', 5, 184, 189],
      ['paidOut', 'level', 189, 0, 189],
    ])
    expect(() => bridge([money({ expected: cop(95) })])).toThrow('does not lead to expected')
    expect(bridge([]).steps.map(({ name }) => name)).toEqual(['listed', 'expected', 'paidOut'])
  })

  it.each([
    ['reconciled', { verdict: 'reconciled', money: someMoney({ notCompared: 'not-final' }) }],
    ['provisional', { verdict: 'provisional', money: someMoney({ difference: null }) }],
    ['discrepant', { money: someMoney({ notCompared: 'not-final' }) }],
    [
      'provisional',
      {
        verdict: 'provisional',
        money: someMoney({ notCompared: 'no-settlement' }),
        discrepancies: [aDiscrepancy({ code: 'SETTLEMENT_MISSING', severity: 'info' })],
      },
    ],
  ] as const)('has the badge %s where nothing else is to be said', (badge, instead) => {
    expect(resultOf(aReport(instead))).toBe(badge)
  })
})

describe('since closing', () => {
  it('nothing has changed of days that are open, nor of closed ones that read as they did', () => {
    const closed = aStatementOfClosedDays()
    const { closing } = closed.closed
    const asThen = { closing, now: aStatement(), restatements: [] }
    expect(hasChangedSinceClosing(aStatement())).toBe(false)
    expect(hasChangedSinceClosing({ ...closed, closed: asThen })).toBe(false)
    expect(hasChangedSinceClosing({ ...closed, closed: { ...asThen, restatements: closed.closed.restatements } })).toBe(
      true,
    )
    expect(hasChangedSinceClosing({ ...closed, closed: { ...closed.closed, restatements: [] } })).toBe(true)
  })

  it('a line that the account had not, or has no more, differs by all of it; what the bank says restates nothing', () => {
    const statement = aStatementOfClosedDays()
    const { account } = statement
    const without = { ...account, bank: null, due: { ...account.due, keptByGateway: null } }
    const lineOf = (then: typeof account, now: typeof account) =>
      linesSinceClosing({
        ...statement,
        account: then,
        closed: { ...statement.closed, now: { ...statement.closed.now, account: now } },
      })
        .filter(({ label }) => /gateway|bank/i.test(label.en))
        .map(({ closed, now: of, difference }) => [closed, of, difference].map(pesos))
    expect(lineOf(account, without)).toEqual([[-90_000, null, 90_000]])
    expect(lineOf(without, account)).toEqual([[null, -90_000, -90_000]])
    expect(lineOf(without, without)).toEqual([])
  })
})

test('of all merchants business days are counted, and failures that are open or claimed are one sum', () => {
  const failed = (state: 'open' | 'claimed') =>
    aReport({
      verdict: 'failed',
      discrepancies: [],
      money: someMoney({ notCompared: 'failed', difference: null, state }),
    })
  const standing = (merchant: string, reports: readonly SlotReport[], businessDays: number) => ({
    merchant,
    position: positionOf(reports),
    businessDays,
    readAt: at('2026-03-13T22:30:00-05:00'),
    isReadable: true,
    page: null,
  })
  const quiet = aReport({
    verdict: 'empty',
    settlement: null,
    totals: someTotals(0, 0),
    discrepancies: [],
    money: { ...noMoney, listed: cop(0), notCompared: 'no-settlement' },
  })
  const sentence = (businessDays: number): string =>
    merchantsFacts([standing('a', [], businessDays), standing('b', [quiet], 0)], 'en', BOGOTA).sentence.text
  expect([sentence(2), sentence(0)].map((text) => text.includes('on 2 business days'))).toEqual([true, false])
  const { lines } = merchantsFacts(
    [standing('a', [failed('open'), failed('claimed')], 1), standing('b', [failed('claimed')], 1)],
    'en',
    BOGOTA,
  )
  expect(lines.map(({ sums }) => pesos(sums.failed))).toEqual([85_480_000, 42_740_000])
})
