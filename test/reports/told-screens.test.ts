import { join } from 'node:path'
import { expect, test } from 'vitest'
import { feesReport } from '../../reports/fees/fees.ts'
import { statementText } from '../../reports/statements/statement-screen.ts'
import type { Report } from '../../src/print/report.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { aFeesReport, IN_PROCESS, NO_TARIFF, RIGHT, TOO_LITTLE, TOO_MUCH, UNREAD } from './a-fees-report.ts'
import { aRestatement, aStatement, aStatementOfClosedDays, aStatementWithRestatements } from './a-statement.ts'

const told = async (name: string, text: string): Promise<void> => {
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../expected/reports', `screen-${name}.txt`))
}

const DISPLAY = { width: 100, colour: false }
const statement = (of: Parameters<typeof statementText>[0]): string =>
  statementText(of, { ...DISPLAY, language: of.language })
const screen = (of: Report): string => terminalText(of, { ...DISPLAY, language: 'es' })

test('the account with the operator', async () => {
  await told('statement', statement({ ...aStatement(), files: ['statement.html'] }))
})

test('the account with restatements of closed days', async () => {
  await told('statement-restated', statement({ ...aStatementWithRestatements('es'), files: [] }))
})

test('the account of closed days, as closed and as known now', async () => {
  const { closed, ...of } = aStatementOfClosedDays('es')
  const restatements = [aRestatement(), aRestatement({ subject: 'invoice:inv_1', severity: 'info' })]
  await told('statement-closed', statement({ ...of, closed: { ...closed, restatements }, files: [] }))
})

test('fees held against a tariff, and without one', async () => {
  const stories = [RIGHT, TOO_MUCH, TOO_LITTLE, IN_PROCESS, UNREAD]
  await told('fees', screen(feesReport(aFeesReport(stories))))
  await told('fees-no-tariff', screen(feesReport(aFeesReport(stories, NO_TARIFF))))
})
