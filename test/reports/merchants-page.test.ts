import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MerchantFigures, merchantsFacts } from '../../reports/pages/all-merchants/merchants-facts.ts'
import { merchantsPage } from '../../reports/pages/all-merchants/merchants-page.tsx'
import { merchantsWorkbook } from '../../reports/workbook/merchants-workbook.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import type { Language } from '../../src/words/language.ts'
import { BOGOTA, cop } from '../core/a.ts'
import { trials } from '../trials.ts'
import { aReport, READ_AT, someMoney } from './a-slot.ts'
import { generatedDay, generatedPolicy } from './generated-day.ts'
import { centavosIn, tablesIn } from './read-tables.ts'

const standing = (merchant: string, reports: readonly SlotReport[]): MerchantFigures => ({
  merchant,
  position: positionOf(reports),
  businessDays: 1,
  readAt: READ_AT,
  isReadable: true,
  page: `${merchant}/index.html`,
})

const pageOf = (standings: readonly MerchantFigures[], language: Language = 'en'): string =>
  merchantsPage(merchantsFacts(standings, language, BOGOTA), '1')

const rowsIn = (html: string) => tablesIn(html)[0]?.groups[0]?.rows.map(({ cells }) => cells) ?? []

it('foots by row and by column, whatever the merchants have', () => {
  const merchants = generatedPolicy.chain((policy) => fc.array(generatedDay(policy), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(merchants, fc.constantFrom<Language>('en', 'es'), (days, language) => {
      const html = pageOf(
        days.map((reports, at) => standing(`m${at}`, reports)),
        language,
      )
      expect(rowsIn(html).map(([name]) => name?.split(' ')[0])).toEqual([...days.map((_, at) => `m${at}`), 'Total'])
      const hasAccepted = html.includes(language === 'es' ? '>Aceptado, recuperado<' : '>Accepted, recovered<')
      const sums = rowsIn(html).map((cells) => cells.slice(1, -1).map((cell) => centavosIn(cell, language)))
      for (const [expected = null, owed = null, overpaid = null, ...others] of sums) {
        const [accepted, paidOut] = hasAccepted ? others : [null, others[0]]
        expect((expected ?? 0n) - (owed ?? 0n) + (overpaid ?? 0n) + (accepted ?? 0n)).toBe(paidOut ?? 0n)
        expect([owed === null, paidOut === null]).toEqual([expected === null, expected === null])
      }
      const total = sums.at(-1) ?? []
      total.forEach((sum, column) => {
        expect(sums.slice(0, -1).reduce((all, line) => all + (line[column] ?? 0n), 0n)).toBe(sum ?? 0n)
      })
    }),
    { numRuns: trials(50) },
  )
})

it('says of a merchant that was never read that it was not, and never that all is well', () => {
  const agreeing = aReport({
    verdict: 'reconciled',
    discrepancies: [],
    money: someMoney({ difference: cop(0), state: 'none' }),
  })
  const unknown = {
    merchant: 'torre',
    position: positionOf([]),
    businessDays: 0,
    readAt: null,
    isReadable: true,
    page: null,
  }
  const html = pageOf([standing('casa', [agreeing]), unknown])
  expect(rowsIn(html)[1]).toEqual(['torre Never read.', '', '', '', '', '', '', '', ''])
  expect(html).toMatch(
    /class="headline warning".*The settlement adds up; COP.[\d,]+ paid out\. 1 merchant was not read in the last night\./,
  )
})

it('says of a merchant whose database cannot be read that no figure of it is there', () => {
  const damaged = {
    merchant: 'torre',
    position: positionOf([]),
    businessDays: 0,
    readAt: null,
    isReadable: false,
    page: null,
  }
  const html = pageOf([standing('casa', [aReport({ discrepancies: [] })]), damaged])
  expect(rowsIn(html)[1]?.[0]).toBe('torre Its database cannot be read; its figures are not shown.')
  expect(html).toMatch(/1 merchant was not read in the last night\./)
})

it('has the same figures in its workbook, whose cover foots', () => {
  const merchants = generatedPolicy.chain((policy) => fc.array(generatedDay(policy), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(merchants, (days) => {
      const standings = days.map((reports, at) => standing(`m${at}`, reports))
      const { cover, tables } = merchantsWorkbook(merchantsFacts(standings, 'en', BOGOTA))
      const [ofMerchants] = tables
        .flatMap(({ batches }) => (Symbol.iterator in batches ? [...batches] : []))
        .flatMap((batch) => ('made' in batch ? [] : [batch]))
      const shown = rowsIn(pageOf(standings)).map((cells) => cells.slice(1, -2).map((cell) => centavosIn(cell, 'en')))
      expect(ofMerchants?.map((row) => row.slice(2, -3))).toEqual(shown.slice(0, -1))
      const paidOut = cover.rows.findIndex(({ isStrong }) => isStrong)
      const sums = cover.rows.map(({ cells: [, sum = null] }) => (typeof sum === 'bigint' ? BigInt(sum) : 0n))
      expect(sums.slice(0, paidOut).reduce((all, sum) => all + sum, 0n)).toBe(sums[paidOut])
    }),
    { numRuns: trials(25) },
  )
})
