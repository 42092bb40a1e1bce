import { expect, it } from 'vitest'
import { fromCentavos } from '../../src/core/money.ts'
import { csvSheet } from '../../src/print/csv.ts'
import { fitTable } from '../../src/print/fit-table.ts'
import { reportPage } from '../../src/print/html.tsx'
import { groupedTable, note, type Report, table } from '../../src/print/report.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { workbookOf } from '../../src/print/xlsx.ts'

/** One report in every medium: money in centavos, a total, a column in which nothing stands, text of others. */
const sum = (centavos: bigint) => fromCentavos(centavos)
const rows = [
  { day: '2026-03-12', who: 'Ana\u001b[31m <b>', paid: sum(-150_050n), none: null, total: false },
  { day: null, who: null, paid: sum(-150_050n), none: null, total: true },
]
const head = (text: string) => ({ en: text, es: `${text}.es` })
const REPORT: Report = {
  merchant: 'casa',
  title: head('Payments'),
  facts: [{ name: 'asked', head: head('Asked'), value: head('today') }],
  sections: [
    note(head('All is well.'), { isStrong: true }),
    table({
      name: 'payments',
      title: head('Payments'),
      rows,
      line: ({ total }) => (total ? { isTotal: true, only: ['text', 'html', 'xlsx'] } : {}),
      columns: [
        { name: 'day', kind: 'date', head: head('day'), of: ({ day }) => day },
        { name: 'who', kind: 'text', head: head('who'), of: ({ who }) => who },
        { name: 'paid', kind: 'change', head: head('paid'), of: ({ paid }) => paid },
        { name: 'none', kind: 'money', head: head('none'), of: ({ none }) => none },
        { name: 'rate', kind: 'rate', head: head('rate'), only: ['csv'], of: () => ({ decimal: '1.50' }) },
      ],
    }),
    groupedTable({
      name: 'others',
      title: null,
      none: head('No others.'),
      groups: [
        { name: 'first', title: head('First'), rows: ['a'] },
        { name: 'second', rows: ['b', 'c'] },
      ],
      columns: [{ name: 'letter', kind: 'text', head: head('letter'), of: (letter) => letter }],
    }),
  ],
  files: ['out/a.csv'],
}
const display = (language: 'en' | 'es') => ({ width: 80, colour: false, language })

it('is text: without empty columns, with the total marked, and harmless', () => {
  expect(terminalText(REPORT, display('es'))).toBe(`Asked.es  today.es

All is well..es

Payments.es:
  day.es      who.es     paid.es
  12/03/2026  Ana <b>  -1.500,50
=                      -1.500,50

letter.es
First.es
a
b
c

Archivo: out/a.csv
`)
})

it('is a CSV file of the table that is named, without its total', () => {
  expect(csvSheet(REPORT, 'payments', 'en')).toEqual({
    heads: ['merchant', 'day', 'who', 'paid', 'none', 'rate'],
    rows: [['casa', '2026-03-12', 'Ana\u001b[31m <b>', -150_050n, null, { decimal: '1.50' }]],
  })
  expect(csvSheet(REPORT, 'others', 'en').rows).toEqual([
    ['casa', 'first', 'a'],
    ['casa', 'second', 'b'],
    ['casa', 'second', 'c'],
  ])
  expect(() => csvSheet(REPORT, null, 'en')).toThrow('this answer has 2')
  expect(() => csvSheet(REPORT, 'none', 'en')).toThrow('--table names no table')
})

it('is a page: escaped, and nothing is 0 that is absent', () => {
  const page = reportPage(REPORT, 'en')
  expect(page).toContain('&lt;b&gt;')
  expect(page).not.toContain('\u001b')
  expect(page).toMatch(/<tr class="sum">.*−1,500\.50/)
  expect(page).not.toContain('>none<')
})

it('is a workbook: what has totals or groups on the first sheet', async () => {
  const { cover, tables } = workbookOf(REPORT, 'en')
  expect([cover.title, cover.subtitle, tables.length]).toEqual(['Payments: casa', 'All is well.', 0])
  expect(cover.rows.map(({ cells }) => cells[0])).toEqual([
    'Asked',
    undefined,
    'Payments',
    '2026-03-12',
    null,
    undefined,
    'letter',
    'First',
    'a',
    'b',
    'c',
  ])
})

it.each([
  ['ids, each whole', 'aaaaaaa1 bbbbbbb2', 8, ['aaaaaaa1', 'bbbbbbb2']],
  ['words, the longest whole', 'the payout before', 8, ['the', '  payout', '  before']],
  ['short words, indented by four', 'one two three of it', 12, ['one two', '    three of', '    it']],
  ['what is wider than the column, anywhere', 'aaaaaaaaab', 8, ['aaaa', '    aaaa', '    ab']],
])('a cell that is too wide goes on below: %s', (_, text, width, lines) => {
  const columns = [{ head: '', of: () => text, least: width, isWrapped: true }] as const
  expect(fitTable([columns], [0], { ...display('en'), width }).rows).toEqual([lines.join('\n')])
})
