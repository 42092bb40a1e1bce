import { expect, test } from 'vitest'
import { accountRows } from '../../reports/statements/account-lines.ts'
import { statementText } from '../../reports/statements/statement-screen.ts'
import { LANGUAGES, type Language } from '../../src/words/language.ts'
import { aRestatement, aStatement, aStatementOfClosedDays } from './a-statement.ts'

type Report = Parameters<typeof statementText>[0]

const linesAt = (width: number, report: Report): readonly string[] =>
  statementText(report, { width, colour: false, language: report.language }).split('\n')

const openIn = (language: Language): Report => ({ ...aStatement(language), files: [] })
const closedIn = (language: Language) => ({ ...aStatementOfClosedDays(language), files: [] })

/** The names of the lines of the account, put together from the lines of the screen. */
const labelsOf = (lines: readonly string[]): readonly string[] => {
  const labels: string[] = []
  for (const line of lines.slice(lines.findIndex((one) => one.startsWith('= ')))) {
    if (line === '') return labels
    const name = /^(?:= | {2})(?! )(.*?\S)(?: +-?[\d,.]+)+$/.exec(line)?.[1]
    if (name !== undefined) labels.push(name)
    else if (/^ {4}(?! )/.test(line)) labels.push(`${labels.pop()} ${line.trim()}`)
  }
  return labels
}

test.each(LANGUAGES.flatMap((language) => [80, 100, 140].map((width) => [width, language] as const)))(
  'a screen of %d columns (%s) has the name of each line whole, and is not wider',
  (width, language) => {
    for (const report of [openIn(language), closedIn(language)]) {
      const lines = linesAt(width, report)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width)
      expect(labelsOf(lines)).toEqual(accountRows([report.account]).map(({ label }) => label[language]))
    }
  },
)

test('that nothing has changed is said of the account and of the bank, each by itself', () => {
  const closed = closedIn('en')
  const { account } = closed
  const said = (now: typeof account): string => {
    const { restatements: _, ...rest } = closed.closed
    const report = { ...closed, closed: { ...rest, now: { ...rest.now, account: now }, restatements: [] } }
    return linesAt(80, report).join(' ')
  }
  expect(said(account)).toContain('Nothing has changed since it was closed.')
  const arrived = said({ ...account, bank: null })
  expect(arrived).toContain('The account has not changed since it was closed; its lines about the bank have.')
  expect(arrived).not.toContain('Nothing has changed')
  // A line of the account that has changed says so itself.
  expect(said(closed.closed.now.account)).not.toMatch(/has(?: not)? changed/)
})

test('a field without a space goes on below', () => {
  const subject = `invoice:${'0123456789'.repeat(4)}.paid`
  const closed = closedIn('en')
  const lines = linesAt(80, { ...closed, closed: { ...closed.closed, restatements: [aRestatement({ subject })] } })
  expect(lines.filter((line) => /0123|paid$/.test(line))).toEqual([
    '2026-03-02 11    invoice:01234567890123456789     1,860,000 1,960,000    100,000',
    '                     01234567890123456789.paid',
  ])
})

test('what was restated is named in the language of the reader', () => {
  const text = linesAt(140, closedIn('es')).join('\n')
  expect(text).toMatch(/02\/03\/2026 +11 +la liquidación \(el abono\) +1\.860\.000 +1\.960\.000/)
  expect(text).toMatch(/la liquidación \(el estado\) +abonada/)
})
