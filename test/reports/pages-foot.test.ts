import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayFacts } from '../../reports/pages/day-facts.ts'
import { dayPage } from '../../reports/pages/day-page.tsx'
import { indexPage } from '../../reports/pages/index-page.tsx'
import { assumptionsOf } from '../../src/core/policy.ts'
import type { Language } from '../../src/words/language.ts'
import { BOGOTA, slot } from '../core/a.ts'
import { trials } from '../trials.ts'
import { aProof, DAY_SOURCES } from './a-day.ts'
import { anIndex } from './an-index.ts'
import { generatedDay, generatedPolicy } from './generated-day.ts'
import { centavosIn, figuresIn, type PageGroup, type PageRow, type PageTable, tablesIn } from './read-tables.ts'

type Sums = readonly (bigint | null)[]

const add = (sums: Sums): bigint => sums.reduce<bigint>((all, sum) => all + (sum ?? 0n), 0n)

const sumsIn = (cells: readonly string[], from: number, language: Language): Sums =>
  cells.slice(from).map((cell) => centavosIn(cell, language))

/** Each column adds up to its total, if it has one. */
const expectColumnsToFoot = (lines: readonly Sums[], total: Sums): void =>
  total.forEach((sum, column) => {
    expect(sum ?? 0n).toBe(add(lines.map((line) => line[column] ?? null)))
  })

/**
 * Cycle and result, then listed, fees, adjustments (kept by the gateway), expected, paid out (in process, failed),
 * difference.
 */
const expectGlanceToFoot = ({ groups }: PageTable, heads: readonly string[], language: Language): void => {
  const column = (name: string): number => heads.indexOf(name)
  for (const { name, rows } of groups) {
    const lines = rows.filter(({ isTotal }) => !isTotal).map(({ cells }) => sumsIn(cells, 2, language))
    const total = rows.find(({ isTotal }) => isTotal)
    if (total !== undefined) expectColumnsToFoot(lines, sumsIn(total.cells, 2, language))
    for (const { cells } of rows) {
      const sums = sumsIn(cells, 2, language)
      const of = (head: string): bigint | null => sums[column(head) - 2] ?? null
      const parts = ['listed', 'feesDeducted', 'adjustments', 'keptByGateway'].map(of)
      const expected = of('expected')
      const difference = of('difference')
      if (name !== 'without-expected') expect(add(parts)).toBe(expected ?? 0n)
      if (name === 'compared') expect((of('paidOut') ?? 0n) - (expected ?? 0n)).toBe(difference)
      else expect([difference, sums.filter((sum) => sum === 0n)]).toEqual([null, []])
    }
  }
}

const HEADS = [
  'cycle',
  'verdict',
  'listed',
  'feesDeducted',
  'adjustments',
  'keptByGateway',
  'expected',
  'paidOut',
  'inProcess',
  'failed',
  'difference',
]

/** The headings of this page, in order. */
const headsOf = (html: string, language: Language): readonly string[] => {
  const optional = {
    keptByGateway: language === 'es' ? 'No girado por la pasarela' : 'Kept by the gateway',
    inProcess: language === 'es' ? 'En proceso' : 'In process',
    failed: language === 'es' ? 'Fallido' : 'Failed',
  }
  const head = /<table class="glance.*?<\/thead>/s.exec(html)?.[0] ?? ''
  return HEADS.filter(
    (name) => !Object.hasOwn(optional, name) || head.includes(`>${optional[name as keyof typeof optional]}<`),
  )
}

const expectCardToFoot = ({ groups: [group] }: PageTable, language: Language): void => {
  const rows = (group as PageGroup).rows
  const lines = rows.filter(({ isTotal }) => !isTotal).map(({ cells }) => sumsIn(cells, 1, language))
  const payout = sumsIn(rows.find(({ isTotal }) => isTotal)?.cells ?? [], 1, language)
  expectColumnsToFoot(lines, payout)
  for (const [reported = null, expected = null, difference = null] of [...lines, payout])
    if (difference !== null) expect((reported ?? 0n) - (expected ?? 0n)).toBe(difference)
}

/** Levels are the sums of the steps before them. */
const expectBridgeToFoot = (
  bars: readonly (readonly [string, string])[],
  levels: readonly string[],
  language: Language,
): void => {
  let reached = 0n
  bars.forEach(([name, text], at) => {
    const sum = centavosIn(text, language) ?? 0n
    if (at > 0 && levels.includes(name)) expect(sum).toBe(reached)
    reached = levels.includes(name) ? sum : reached + sum
  })
}

const LEVELS = ['Listed invoices', 'Expected payout', 'Paid out', 'Facturas listadas', 'Abono esperado', 'Abonado']

const A_DAY = fc
  .constantFrom<Language>('en', 'es')
  .chain((language) =>
    generatedPolicy.chain((policy) => generatedDay(policy).map((reports) => ({ reports, policy, language }))),
  )

test('for any day, every table of its page foots, and nothing that was not compared holds 0', () => {
  const met = { cards: 0, levels: 0 }
  fc.assert(
    fc.property(A_DAY, ({ reports, policy, language }) => {
      const read = {
        ...{ ...DAY_SOURCES, date: slot().date, reports, assumptions: assumptionsOf(policy) },
      }
      const html = dayPage(dayFacts(read, language, policy, BOGOTA), aProof)
      const tables = tablesIn(html)
      const glance = tables.filter(({ name }) => name === 'glance')
      expect(glance.map(({ groups }) => groups.length > 0)).toEqual([true])
      for (const table of glance) expectGlanceToFoot(table, headsOf(html, language), language)
      const cards = tables.filter(({ name }) => name === 'compare')
      for (const table of cards) expectCardToFoot(table, language)
      const bars = figuresIn(html)[0] ?? []
      expectBridgeToFoot(bars, LEVELS, language)
      met.cards += cards.length
      met.levels += bars.filter(([name], at) => at > 0 && LEVELS.includes(name)).length
    }),
    { numRuns: trials(60) },
  )
  expect(Object.entries(met).filter(([, number]) => number === 0)).toEqual([])
})

test('for any days, every table of the page of all days foots', () => {
  const days = generatedPolicy.chain((policy) =>
    fc.tuple(generatedDay(policy), generatedDay(policy, '2026-03-13'), generatedDay(policy, '2026-04-01')),
  )
  const met = { troubled: 0, ages: 0, 'payout-days': 0, parts: 0 }
  fc.assert(
    fc.property(days, (generated) => {
      const tables = tablesIn(indexPage(anIndex(generated.flat()), '1'))
      const named = (name: string): readonly PageTable[] => tables.filter((table) => table.name === name)
      for (const name of ['troubled', 'ages', 'payout-days'] as const) met[name] += named(name).length
      for (const { groups } of named('ages'))
        for (const { rows } of groups) {
          const sums = rows.map(({ cells }) => cells.slice(1, -1).map((cell) => centavosIn(cell, 'en')))
          expectColumnsToFoot(sums.slice(0, -1), sums.at(-1) ?? [])
        }
      // The settlements that come first with the sum of the others, and their total; then the others.
      const [first, others] = named('troubled').map(({ groups: [group] }) => group?.rows ?? [])
      const pesosIn = (rows: readonly PageRow[] = []): Sums => rows.map(({ cells }) => centavosIn(cells[0] ?? '', 'en'))
      const listed = pesosIn(first?.filter(({ isTotal }) => !isTotal))
      const [open] = pesosIn(first?.filter(({ isTotal }) => isTotal))
      if (open !== undefined) expect(open ?? 0n).toBe(add(listed))
      if (others !== undefined) expect(listed.at(-1) ?? 0n).toBe(add(pesosIn(others)))
      for (const { groups } of named('payout-days').filter(({ groups: [all] }) => (all?.rows.length ?? 0) > 1)) {
        const numbers = groups[0]?.rows.map(({ cells }) => [Number(cells[1]), Number(cells[4])]) ?? []
        const sums = numbers.slice(0, -1).reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d], [0, 0])
        expect(sums).toEqual(numbers.at(-1))
      }
      expect(named('balance').length).toBeGreaterThan(0)
      const closings: bigint[] = []
      for (const { groups } of named('balance')) {
        const rows = (groups[0] as PageGroup).rows.map(({ cells, isTotal }) => ({
          isTotal,
          sum: centavosIn(cells[1] ?? '', 'en') ?? 0n,
        }))
        const isParts = rows.every(({ isTotal }) => !isTotal)
        if (isParts) {
          met.parts += 1
          expect(add(rows.map(({ sum }) => sum))).toBe(closings.at(-1))
          continue
        }
        // Opening; due and its lines; paid out and accepted; closing.
        const [opening, due, closing, ...others] = rows.flatMap(({ isTotal }, at) => (isTotal ? [at] : []))
        const sumAt = (at = -1): bigint => rows[at]?.sum ?? 0n
        const between = (from = 0, to = 0): bigint => add(rows.slice(from + 1, to).map(({ sum }) => sum))
        expect([opening, others]).toEqual([0, []])
        expect(sumAt(due)).toBe(between(opening, due))
        expect(sumAt(closing)).toBe(sumAt(opening) + sumAt(due) + between(due, closing))
        closings.push(sumAt(closing))
      }
    }),
    { numRuns: trials(25) },
  )
  expect(Object.entries(met).filter(([, number]) => number === 0)).toEqual([])
})
