import { join } from 'node:path'
import { expect, test } from 'vitest'
import { feesReport } from '../../reports/fees/fees.ts'
import { merchantsFacts } from '../../reports/pages/all-merchants/merchants-facts.ts'
import { sinceClosingReport } from '../../reports/statements/since-closing-page.tsx'
import { assumptionTexts } from '../../reports/workbook/assumption-notes.ts'
import { chargebackSheet, chargebackSheetRows } from '../../reports/workbook/chargeback-sheet.ts'
import { discrepancyColumns } from '../../reports/workbook/discrepancy-columns.ts'
import { ledgerSheets } from '../../reports/workbook/ledger-sheets.ts'
import { merchantsWorkbook } from '../../reports/workbook/merchants-workbook.ts'
import { statementWorkbook } from '../../reports/workbook/statement-workbook.ts'
import { toDoRows, toDoSheet } from '../../reports/workbook/to-do-sheet.ts'
import { workbookCover } from '../../reports/workbook/workbook-cover.ts'
import type { Row } from '../../src/core/cell.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import type { Column, Table, Workbook, WrittenTable } from '../../src/print/xlsx/workbook.ts'
import { changeNotes, workbookOf } from '../../src/print/xlsx.ts'
import { compareBill } from '../../src/rules/account/fees-summary.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { type ChargebackAccount, chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import { LANGUAGES, type Language } from '../../src/words/language.ts'
import { aPolicy, aSettlement, at, BOGOTA, cop, slot } from '../core/a.ts'
import { aFeesReport, IN_PROCESS, NO_TARIFF, RIGHT, TOO_LITTLE, TOO_MUCH, UNREAD } from './a-fees-report.ts'
import { MONTH_POLICY, monthFacts, monthReports } from './a-month.ts'
import { aDiscrepancy, aReport } from './a-slot.ts'
import { aStatement, aStatementOfClosedDays } from './a-statement.ts'
import { rowText } from './table-text.ts'

const stored = (name: string): string => join(import.meta.dirname, '../expected/reports', `${name}.txt`)

const columnText = ({ head, kind, width, isSummed, tones, words }: Column): string =>
  [
    head,
    kind,
    width,
    ...(isSummed ? ['summed'] : []),
    ...[tones, words].flatMap((one) => (one ? [JSON.stringify(one)] : [])),
  ].join(' · ')

const rowsOf = ({ batches }: Pick<Table, 'batches'>): readonly Row[] =>
  Symbol.iterator in batches ? [...batches].flat() : []

const totalText = (total: Table['total']): string =>
  typeof total === 'object'
    ? `${total.withValue} / ${total.withoutValue}, by column ${total.column + 1}`
    : (total ?? 'none')

const sheetText = ({ name, frozen, total, columns }: Omit<Table, 'batches'>, rows: readonly Row[] = []): string =>
  [`## ${name}`, `frozen ${frozen}, total ${totalText(total)}`, ...columns.map(columnText), ...rows.map(rowText)].join(
    '\n',
  )

const WRITTEN: WrittenTable = { sheets: [{ name: 'A', rows: 2 }], cut: 0, replaced: 0, asText: 0, centavos: 0 }

const coverText = ({ name, title, subtitle, columns, rows, notes }: Workbook['cover']): string =>
  [
    `## ${name}`,
    title,
    subtitle,
    ...columns.map(columnText),
    ...rows.map(({ cells, isStrong }) => `${isStrong ? '* ' : '  '}${rowText(cells)}`),
    ...notes([{ ...WRITTEN, cut: 2 }]),
  ].join('\n')

const bookText = ({ cover, tables }: Workbook): string =>
  `${[coverText(cover), ...tables.map((table) => sheetText(table, rowsOf(table)))].join('\n\n')}\n`

test.each(LANGUAGES)('the account with the operator (%s)', async (language) => {
  await expect(bookText(statementWorkbook(aStatement(language)))).toMatchFileSnapshot(stored(`workbook-${language}`))
})

test('the account of closed days is no draft', () => {
  const note = 'A draft: these days are not all closed, so the figures may still change.'
  const isDraft = (statement: Parameters<typeof statementWorkbook>[0]) =>
    bookText(statementWorkbook(statement)).includes(note)
  expect([isDraft(aStatement()), isDraft(aStatementOfClosedDays())]).toEqual([true, false])
})

test('the account without a bank says so', () => {
  const statement = aStatement()
  const text = bookText(statementWorkbook({ ...statement, account: { ...statement.account, bank: null } }))
  const note = 'What was paid out was not checked against the bank.'
  expect([text.includes(note), bookText(statementWorkbook(statement)).includes(note)]).toEqual([true, false])
})

test.each(LANGUAGES)('the account since it was closed (%s)', async (language) => {
  await expect(
    bookText(workbookOf(sinceClosingReport(aStatementOfClosedDays(language)), language)),
  ).toMatchFileSnapshot(stored(`workbook-closed-${language}`))
})

test('fees against the tariff', async () => {
  const report = aFeesReport([RIGHT, { ...TOO_MUCH, on: '2026-04-02', apart: 500 }, TOO_LITTLE, IN_PROCESS, UNREAD])
  const bill = compareBill(cop(4_500), report.total)
  const [withBill, without] = [
    workbookOf(feesReport({ ...report, bill }), 'en'),
    workbookOf(feesReport(aFeesReport([{ ...RIGHT, why: 'no-tariff' }], NO_TARIFF)), 'en'),
  ]
  await expect(`${bookText(withBill)}\n${bookText(without)}`).toMatchFileSnapshot(stored('workbook-fees'))
})

test('all merchants', async () => {
  const march = monthReports()
  const standing = (merchant: string, reports: ReturnType<typeof monthReports>) => ({
    merchant,
    position: positionOf(reports),
    businessDays: 1,
    readAt: at('2026-03-13T22:30:00-05:00'),
    isReadable: true,
    page: null,
  })
  const agreeing = standing('torre', march.slice(0, 2))
  const never = { ...agreeing, merchant: 'nueva', position: positionOf([]), readAt: null }
  const books = [[standing('casa', march), agreeing], [agreeing], [never]].map((standings) =>
    bookText(merchantsWorkbook(merchantsFacts(standings, 'en', BOGOTA))),
  )
  await expect(books.join('\n')).toMatchFileSnapshot(stored('workbook-merchants'))
})

const coverOf = (days: readonly [string, string], by: 'settlement' | 'payment', language: Language) => {
  const [from, to] = days as readonly [SlotDate, SlotDate]
  const reports = monthReports().filter(({ slot: { date } }) => date >= from && date <= to)
  return coverText(
    workbookCover(reports, monthFacts().chargebacks, {
      merchant: 'casa',
      days: { from, to },
      by,
      sentence: 'This is how they stand.',
      account: by === 'settlement' ? monthFacts() : null,
      policy: MONTH_POLICY,
      language,
    }),
  )
}

test.each(LANGUAGES)(
  'what is to do, most pesos first, whatever the days; nothing where all agrees (%s)',
  async (language) => {
    const [first] = monthReports()
    const many = Array.from({ length: 4 }, (_, place) =>
      aDiscrepancy({ code: 'INVOICE_VANISHED', id: `${place}`.padStart(16, 'v'), amount: cop(7) }),
    )
    const unread = { ...first, verdict: 'incomplete', discrepancies: [] } as ReturnType<typeof monthReports>[number]
    const days = [monthReports(), [aReport({ discrepancies: many })], [unread]]
    const sheet = toDoSheet(
      days.flatMap((reports) => toDoRows(reports, BOGOTA, language)),
      language,
    )
    await expect(sheet && `${sheetText(sheet, rowsOf(sheet))}\n`).toMatchFileSnapshot(
      stored(`workbook-to-do-${language}`),
    )
    expect(toDoSheet(toDoRows([], BOGOTA, language), language)).toBeNull()
  },
)

test('the cover of an export', async () => {
  const covers = [
    coverOf(['2026-02-26', '2026-03-31'], 'settlement', 'en'),
    coverOf(['2026-03-02', '2026-03-02'], 'payment', 'es'),
    coverOf(['2026-01-01', '2026-01-02'], 'settlement', 'en'),
  ]
  await expect(`${covers.join('\n\n')}\n`).toMatchFileSnapshot(stored('workbook-cover'))
})

test.each(LANGUAGES)('the sheets of the three ledgers (%s)', async (language) => {
  const sheets = Object.values(ledgerSheets(language)).map((sheet) => sheetText(sheet))
  await expect(`${sheets.join('\n\n')}\n`).toMatchFileSnapshot(stored(`workbook-sheets-${language}`))
})

test.each<[Language, readonly string[]]>([
  ['en', ['settlement.status', 'credited', 'error']],
  ['es', ['la liquidación (el estado)', 'abonada', 'error']],
])('figures stand apart from texts, which are in the words of the reader (%s)', (language, [subject, now, before]) => {
  const columns = discrepancyColumns(language)
  const cells = (one: ReturnType<typeof aDiscrepancy>) =>
    columns
      .filter(({ name }) => ['subject', 'unit', 'reported', 'expected'].includes(name))
      .map(({ of }) => of(one, { merchant: 'casa', zone: BOGOTA, language }))
  const texts = { unit: null, reported: 'credited', expected: 'error' } as const
  expect(cells(aDiscrepancy({ figures: texts, subject: 'settlement.status' }))).toEqual([
    subject,
    null,
    null,
    now,
    null,
    before,
  ])
  expect(cells(aDiscrepancy()).slice(1)).toEqual(['COP', cop(45_200_000), null, cop(43_350_000), null])
  const fields = { unit: null, reported: 'payout', expected: null } as const
  expect(cells(aDiscrepancy({ figures: fields })).slice(3)).toEqual([
    language === 'es' ? 'el abono' : 'payout',
    null,
    null,
  ])
})

test('chargebacks and adjustments stand by their slots, with what is open of each', async () => {
  const say = (account: ChargebackAccount, from: string, to: string): readonly string[] =>
    chargebackSheetRows(account, { from: from as SlotDate, to: to as SlotDate }, 'en').map(rowText)
  const pulls = [-30, 20, -70].map((pesos, place) => {
    const where = slot(`2026-03-${11 + place}`)
    return { slot: where, settlement: aSettlement({ ...where, adjustments: cop(pesos) }) }
  })
  const charged = [10, 20, 30].map((pesos) => ({
    slot: slot('2026-03-10'),
    invoiceId: `c-${pesos}`,
    paid: cop(pesos),
    isReversed: false,
  }))
  const account = chargebackAccount(charged, pulls, aPolicy())
  expect(say(account, '2026-03-10', '2026-03-13')).toEqual([
    '2026-03-10 | 11 | c-10 | $10 | $10',
    '2026-03-10 | 11 | c-20 | $20 | $20',
    '2026-03-10 | 11 | c-30 | $30 | ',
    '2026-03-11 | 11 |  |  |  | $-30 |  |  | c-30 | c-20 + c-10',
    '2026-03-12 | 11 |  |  |  | $20 |  | $20 | ',
    '2026-03-13 | 11 |  |  |  | $-70 | $70 |  | ',
  ])
  expect(say(account, '2026-03-11', '2026-03-12')).toHaveLength(2)
  const gateway = { gateway: true, collected: cop(9), fees: cop(0), payout: cop(9), adjustments: cop(-30) }
  const leftOut = [{ slot: slot('2026-03-11'), settlement: aSettlement({ date: '2026-03-11', ...gateway }) }]
  expect(say(chargebackAccount(charged.slice(1), leftOut, aPolicy()), '2026-03-11', '2026-03-12')).toEqual([
    '2026-03-11 | 11 |  |  |  |  |  |  | c-30 (−COP 30, not part of this payout)',
  ])
  expect(say(chargebackAccount([], leftOut, aPolicy()), '2026-03-11', '2026-03-12')).toEqual([
    '2026-03-11 | 11 |  |  |  |  |  |  | −COP 30, not part of this payout',
  ])
  expect(sheetText(chargebackSheet('en'))).toContain('total ')
})

test('what a sheet could not hold, and what the figures rest on', () => {
  const sheets = ['A', 'A 2', 'A 3'].map((name) => ({ name, rows: 1 }))
  expect(changeNotes({ sheets, cut: 1, replaced: 2, asText: 3, centavos: 0 }, 'en')).toHaveLength(4)
  expect(changeNotes({ sheets, cut: 0, replaced: 0, asText: 0, centavos: 0 }, 'en')[0]).toMatch(/\bA\b.*A 2, A 3/)
  expect(
    changeNotes({ sheets: [{ name: 'B', rows: 1 }], cut: 0, replaced: 0, asText: 7, centavos: 0 }, 'en')[0],
  ).toMatch(/\bB\b.*7/)
  expect(changeNotes({ sheets: [], cut: 0, replaced: 0, asText: 0, centavos: 0 }, 'en')).toEqual([])
  expect(assumptionTexts(MONTH_POLICY, 'es')[1]).toMatch(/^Signo de los ajustes en el abono: .* \(adjustments = add\)$/)
})
