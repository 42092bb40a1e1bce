import type { Table, Workbook } from '../../src/print/xlsx/workbook.ts'
import { changeNotes } from '../../src/print/xlsx.ts'
import type { RestatedDays } from '../../src/rules/account/account-item.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { inTransitNotes } from '../statements/in-transit-lines.ts'
import { restatedSums } from '../statements/restated-sums.ts'
import type { Statement } from '../statements/statement.ts'
import { itemStateIn, statementSentence, statementTitle } from '../statements/statement-sentence.ts'
import { accountColumns, accountCoverRows } from './account-cover.ts'
import { assumptionTexts } from './assumption-notes.ts'
import { chargebackSheet, chargebackSheetRows } from './chargeback-sheet.ts'
import { inTransitCoverRows, inTransitSheet, inTransitSheetRows } from './in-transit-sheet.ts'

/** The account with the operator as a workbook: its lines, and each settlement of the closing balance. */
export const statementWorkbook = (statement: Statement): Workbook => {
  const { account, language, days, merchant, moment, zone, policy, chargebacks, inTransit } = statement
  const words = statementWords(language)
  const accounts = [{ head: `${days.from} – ${days.to}`, account }]
  return {
    cover: {
      name: workbookWords(language).sheets.account,
      title: `${statementTitle(statement)}: ${merchant}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}`,
      subtitle: `${statementSentence(statement)} ${words.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}${statement.closed === null ? ` ${words.draftNote}` : ''}`,
      columns: accountColumns(accounts, language),
      rows: [...accountCoverRows(accounts, language), ...inTransitCoverRows(inTransit.figures, language)],
      notes: (written) => [
        words.signs,
        ...(account.bank === null ? [words.withoutBank] : []),
        words.methodNote,
        ...inTransitNotes(inTransit.figures, language),
        ...written.flatMap((table) => changeNotes(table, language)),
        ...assumptionTexts(policy, language),
      ],
    },
    tables: [
      accountItemsTable(account, language),
      ...(account.restated === null || account.restated.settlements.length === 0
        ? []
        : [restatedTable(account.restated, language)]),
      { ...chargebackSheet(language), batches: [chargebackSheetRows(chargebacks, days, language)] },
      { ...inTransitSheet(language), batches: [inTransitSheetRows(inTransit, zone)] },
    ],
  }
}

/** Each settlement of closed days that is another one since. */
const restatedTable = ({ settlements }: RestatedDays, language: Language): Table => {
  const words = statementWords(language)
  return {
    name: words.restatedSheet,
    frozen: 2,
    columns: [
      { head: words.date, kind: 'date', width: 12 },
      { head: words.cycle, kind: 'text', width: 8 },
      { head: words.kind, kind: 'text', width: 20 },
      ...restatedSums.map(({ name }) => ({ head: words[name], kind: 'number', width: 20, isSummed: true }) as const),
    ],
    total: workbookWords(language).totalOfShown,
    batches: [
      settlements.map((one) => [
        one.slot.date,
        one.slot.cycle,
        words.restatedKinds[one.kind],
        ...restatedSums.map(({ of }) => of(one)),
      ]),
    ],
  }
}

/** Each settlement of the closing balance. */
export const accountItemsTable = ({ items }: OperatorAccount, language: Language): Table => {
  const words = statementWords(language)
  return {
    name: words.behind,
    frozen: 2,
    columns: [
      { head: words.date, kind: 'date', width: 12 },
      { head: words.cycle, kind: 'text', width: 8 },
      { head: words.kind, kind: 'text', width: 20 },
      { head: words.state, kind: 'text', width: 20 },
      { head: words.expected, kind: 'number', width: 20, isSummed: true },
      { head: words.paidOut, kind: 'number', width: 20, isSummed: true },
      { head: words.accepted, kind: 'number', width: 20, isSummed: true },
      { head: words.recovered, kind: 'number', width: 20, isSummed: true },
      { head: words.balance, kind: 'number', width: 20, isSummed: true },
    ],
    total: workbookWords(language).totalOfShown,
    batches: [
      items.map((item) => [
        item.slot.date,
        item.slot.cycle,
        words.kinds[item.kind],
        itemStateIn(item, language),
        item.expected,
        item.paidOut,
        item.accepted,
        item.recovered,
        item.balance,
      ]),
    ],
  }
}
