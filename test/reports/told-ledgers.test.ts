import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pullsOfDiscrepancy } from '../../reports/documents/discrepancies.ts'
import { DISCREPANCY_LEDGER, discrepancyRows } from '../../reports/ledgers/discrepancy-row.ts'
import { DISPOSITION_LEDGER, dispositionRows } from '../../reports/ledgers/disposition-rows.ts'
import {
  ANSWER_LEDGER,
  HISTORY_LEDGER,
  historyRows,
  PULL_LEDGER,
  pullTimes,
} from '../../reports/ledgers/history-rows.ts'
import { ageInWords, comparePayments, IN_TRANSIT_LEDGER } from '../../reports/ledgers/in-transit.ts'
import type { LedgerFile } from '../../reports/ledgers/ledger.ts'
import { RESTATEMENT_LEDGER, restatementRows } from '../../reports/ledgers/restatements.ts'
import { SETTLEMENT_LEDGER, settlementRows } from '../../reports/ledgers/settlement-ledger.ts'
import { STATEMENT_LEDGER, statementRows } from '../../reports/ledgers/statement-rows.ts'
import { accountRows } from '../../reports/statements/account-lines.ts'
import type { Cell, Row } from '../../src/core/cell.ts'
import { inInvoices } from '../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { at, BOGOTA, cop } from '../core/a.ts'
import { A_CAUSE, monthReports } from './a-month.ts'
import { aDiscrepancy } from './a-slot.ts'
import { aPayment, aRestatement, aStatement } from './a-statement.ts'
import { anAcceptedLife, aTimeline } from './a-timeline.ts'
import { somePulls } from './some-pulls.ts'
import { tableText } from './table-text.ts'

const stored = (name: string): string => join(import.meta.dirname, '../expected/reports', `${name}.txt`)

const textOf = ({ file, heads }: LedgerFile, rows: readonly Row[]): string => tableText(file, heads, rows)

/** The sum of a column over some rows. */
const sumOf = (rows: readonly Row[], { heads }: LedgerFile, name: string): bigint =>
  rows.reduce<bigint>((all, row) => {
    const cell: Cell | undefined = row[heads.indexOf(name)]
    return typeof cell === 'bigint' ? all + cell : all
  }, 0n)

const where = (rows: readonly Row[], { heads }: LedgerFile, name: string, ...values: readonly Cell[]): readonly Row[] =>
  rows.filter((row) => values.includes(row[heads.indexOf(name)] ?? null))

test('the settlements of a month', async () => {
  const rows = settlementRows(monthReports().toReversed(), BOGOTA)
  const compared = where(rows, SETTLEMENT_LEDGER, 'not_compared', null)
  const sum = (name: string): bigint => sumOf(compared, SETTLEMENT_LEDGER, name)
  expect(sum('payout_reported') - sum('payout_expected')).toBe(sum('payout_difference'))
  expect(sum('collected_reported') - sum('collected_listed')).toBe(sum('collected_difference'))
  await expect(textOf(SETTLEMENT_LEDGER, rows)).toMatchFileSnapshot(stored('settlement-ledger'))
})

test('the discrepancies of a month', async () => {
  const rows = [...discrepancyRows(monthReports().toReversed(), { zone: BOGOTA, language: 'en' })].flat()
  await expect(textOf(DISCREPANCY_LEDGER, rows)).toMatchFileSnapshot(stored('discrepancies'))
})

test('many discrepancies of a slot come in batches, each once', () => {
  const discrepancies = Array.from({ length: 501 }, (_, n) =>
    aDiscrepancy({ subject: `invoice:${String(n).padStart(3, '0')}` }),
  )
  const report = { ...monthReports()[0], discrepancies } as ReturnType<typeof monthReports>[number]
  const batches = [...discrepancyRows([report], { zone: BOGOTA, language: 'en' })]
  expect(batches.map((batch) => batch.length)).toEqual([250, 250, 1])
  const column = DISCREPANCY_LEDGER.heads.indexOf('subject')
  expect(batches.flat().map((row) => row[column])).toEqual(discrepancies.map(({ subject }) => subject))
})

test('the account of a month line by line: its parts come to its totals', async () => {
  const { account } = aStatement()
  const rows = statementRows(account, 'casa')
  const amountOf = (section: string, ...lines: readonly string[]): bigint =>
    sumOf(
      where(where(rows, STATEMENT_LEDGER, 'section', section), STATEMENT_LEDGER, 'line', ...lines),
      STATEMENT_LEDGER,
      'amount',
    )
  const all = (section: string): bigint =>
    sumOf(where(rows, STATEMENT_LEDGER, 'section', section), STATEMENT_LEDGER, 'amount')
  const closing = amountOf('account', 'closing')
  expect(all('account') - closing - amountOf('account', 'due')).toBe(closing)
  expect([all('closing'), all('settlement')]).toEqual([closing, closing])
  expect(all('method')).toBe(amountOf('account', 'collected'))
  const bankClosing = amountOf('bank', 'bank_closing')
  expect([all('bank') - bankClosing, all('bank-open')]).toEqual([bankClosing, bankClosing])
  await expect(textOf(STATEMENT_LEDGER, rows)).toMatchFileSnapshot(stored('statement'))
})

test('the account without a bank, without a tariff and without a gateway has no line of them', () => {
  const { account } = aStatement()
  const rows = statementRows(
    {
      ...account,
      bank: null,
      beside: { ...account.beside, fees: null },
      due: { ...account.due, keptByGateway: null, byMethod: [{ method: null, invoices: 2, sum: cop(5) }] },
    },
    'casa',
  )
  const names = rows.map((row) => row[STATEMENT_LEDGER.heads.indexOf('line')])
  expect(names.filter((name) => /bank|gateway|fees_(charged|expected|too|not_compared)/.test(String(name)))).toEqual([])
  expect(rows.at(-1)).toEqual([
    'casa',
    '2026-03-01',
    '2026-03-31',
    'method',
    '',
    null,
    null,
    null,
    2,
    null,
    null,
    null,
    null,
    cop(5),
  ])
})

test('a gateway that kept nothing has a line of 0 in files, and none where people read', () => {
  const { account } = aStatement()
  const nothing = { ...account, due: { ...account.due, keptByGateway: cop(0) } }
  const rows = statementRows(nothing, 'casa')
  expect(rows.map((row) => row[3])).not.toContain(undefined)
  expect(sumOf(where(rows, STATEMENT_LEDGER, 'line', 'kept_by_gateway'), STATEMENT_LEDGER, 'amount')).toBe(0n)
  expect(rows).toHaveLength(statementRows(account, 'casa').length)
  expect(accountRows([nothing]).map(({ name }) => name)).not.toContain('kept_by_gateway')
})

test('the life of discrepancies, by code and subject, with the figures of each time', async () => {
  const never = aTimeline().filter(({ sighting }) => sighting === null)
  const timelines = new Map([
    ['ffffffffffffffff', aTimeline()],
    ['bbbbbbbbbbbbbbbb', anAcceptedLife()],
    ['cccccccccccccccc', never],
  ])
  await expect(
    [
      textOf(HISTORY_LEDGER, historyRows(timelines, { zone: BOGOTA, language: 'en', masked: false })),
      textOf(HISTORY_LEDGER, historyRows(timelines, { zone: BOGOTA, language: 'es', masked: false })),
    ].join('\n'),
  ).toMatchFileSnapshot(stored('history'))
})

test('what people decided stands beside each discrepancy, as they would have filled it in', async () => {
  const known = [
    {
      discrepancy: aDiscrepancy({ state: 'claimed', causes: [A_CAUSE, { ...A_CAUSE, code: 'ADJUSTMENT_SIGN' }] }),
      steps: aTimeline(),
    },
    { discrepancy: aDiscrepancy({ id: 'bbbbbbbbbbbbbbbb', state: 'accepted' }), steps: anAcceptedLife() },
    { discrepancy: aDiscrepancy({ id: 'cccccccccccccccc' }), steps: [] },
  ]
  const rows = dispositionRows(known, { merchant: 'casa', zone: BOGOTA, language: 'en' })
  await expect(textOf(DISPOSITION_LEDGER, rows)).toMatchFileSnapshot(stored('dispositions'))
})

test('the pulls behind a discrepancy begin with the last that did not show it, and each says whether it does', () => {
  const behind = (pulls: ReturnType<typeof somePulls>) =>
    pullsOfDiscrepancy({ firstSeen: 0, pulls, steps: aTimeline() }).map(({ pull, shows }) => `${pull.number} ${shows}`)
  const [first, ...others] = somePulls()
  if (first === undefined) throw new Error('there are pulls')
  const earlier = [
    { ...first, number: 1 },
    { ...first, number: null },
    { ...first, number: 2 },
  ]
  expect(behind([...earlier, first, ...others])).toEqual([
    '2 false',
    '3 true',
    '5 true',
    '7 true',
    'null null',
    '9 false',
    '12 true',
  ])
  expect(behind([first])).toEqual(['3 true'])
  expect(pullsOfDiscrepancy({ firstSeen: 0, pulls: [], steps: aTimeline() })).toEqual([])
})

test('payments in transit: how many days, and in what order', async () => {
  const payments = [
    aPayment({ invoiceId: 'z', date: null, cycle: null, paymentDate: null, paidOn: null, settlementStatus: null }),
    aPayment({ invoiceId: 'y', date: '2026-04-01', cycle: 'soon' }),
    aPayment({ invoiceId: 'x', date: '2026-04-01', cycle: '13' }),
    aPayment({ invoiceId: 'w', date: '2026-04-01', cycle: '9' }),
    aPayment({ invoiceId: 'b', date: '2026-03-30', cycle: '11', paidOn: '2026-03-20' as SlotDate }),
    aPayment({ invoiceId: 'a', date: '2026-03-30', cycle: '11', reference: null, contract: null, method: null }),
    aPayment({ invoiceId: 'v', date: '2026-04-01', cycle: 'never' }),
  ].toSorted(comparePayments)
  const context = { merchant: 'casa', at: '2026-03-31' as SlotDate, localTime: (text: string) => `<${text}>` }
  const rows = payments.map((one) => IN_TRANSIT_LEDGER.row(one, context))
  await expect(textOf(IN_TRANSIT_LEDGER, rows)).toMatchFileSnapshot(stored('in-transit'))
  expect([ageInWords({ from: 0, to: 1 }), ageInWords({ from: 31, to: null })]).toEqual([
    { en: '0 to 1', es: '0 a 1' },
    { en: '31 and more', es: '31 o más' },
  ])
})

test('payments come by date, by cycle in the day, by what is no cycle, and by id, whichever is held against the other', () => {
  const on = '2026-04-01'
  const order = [
    aPayment({ invoiceId: 'z', date: '2026-03-30', cycle: '20' }),
    aPayment({ invoiceId: 'z', date: on, cycle: '9' }),
    aPayment({ invoiceId: 'b', date: on, cycle: '11' }),
    aPayment({ invoiceId: 'c', date: on, cycle: '11' }),
    aPayment({ invoiceId: 'a', date: on, cycle: '11:00' }),
    aPayment({ invoiceId: 'z', date: on, cycle: '1A' }),
    aPayment({ invoiceId: 'a', date: on, cycle: '! x' }),
    aPayment({ invoiceId: 'a', date: on, cycle: null }),
    aPayment({ invoiceId: 'b', date: on, cycle: null }),
    aPayment({ invoiceId: 'a', date: null, cycle: null }),
  ]
  order.forEach((one, at) => {
    expect(comparePayments(one, one)).toBe(0)
    for (const later of order.slice(at + 1)) {
      expect(comparePayments(one, later)).toBeLessThan(0)
      expect(comparePayments(later, one)).toBeGreaterThan(0)
    }
  })
})

test('a restatement is told by the day that found it, or by the first open day, and as it was found last', async () => {
  const restatements = [
    aRestatement(),
    aRestatement({ id: 'r-2', figures: inInvoices(5, 3), subject: 'settlement.invoiceCount' }),
    aRestatement({
      figures: { unit: null, reported: 'b', expected: 'a' },
      foundAt: at('2026-04-05T23:59:59.999-05:00'),
    }),
    aRestatement({ id: 'r-3', foundAt: at('2026-04-06T00:00:00-05:00') }),
    aRestatement({ id: 'r-4', foundAt: at('2026-03-31T10:00:00-05:00') }),
    aRestatement({ id: 'r-5', foundAt: at('2026-04-01T10:00:00-05:00') }),
  ]
  const told = (date: string): readonly Row[] => restatementRows(restatements, date as SlotDate, 'casa', BOGOTA)
  expect(['2026-03-31', '2026-04-01', '2026-04-06'].map((date) => told(date).map(([id]) => id))).toEqual([
    [],
    ['r-4', 'r-5'],
    ['r-3'],
  ])
  await expect(textOf(RESTATEMENT_LEDGER, told('2026-04-05'))).toMatchFileSnapshot(stored('restatements'))
})

test('the pulls of a slot, and each answer of them', async () => {
  const pulls = somePulls()
  const answer = (pull: number, part: 'settlement-before' | 'page', original: string | null) => ({
    pull,
    part,
    place: 2,
    request: '/settlements?x=1',
    status: 200,
    file: { name: 'answers/a.json', bytes: 12, sha256: 'aa', original },
  })
  const times = pullTimes(pulls, BOGOTA)
  const rows = [answer(3, 'settlement-before', 'bb'), answer(4, 'page', null)].map((one) =>
    ANSWER_LEDGER.row(one, times),
  )
  const text = textOf(
    PULL_LEDGER,
    pulls.map((pull) => PULL_LEDGER.row(pull, BOGOTA)),
  )
  await expect(`${text}\n${textOf(ANSWER_LEDGER, rows)}`).toMatchFileSnapshot(stored('pulls'))
  expect([...times.keys()]).toEqual([3, 5, 7, 9, 12])
})
