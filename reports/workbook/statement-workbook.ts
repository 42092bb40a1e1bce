import type { Workbook } from '../../src/print/xlsx/workbook.ts'
import { changeNotes, filledSheet, sheetOf } from '../../src/print/xlsx.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { inTransitNotes } from '../statements/in-transit-lines.ts'
import type { Statement } from '../statements/statement.ts'
import { statementSentence, statementTitle } from '../statements/statement-sentence.ts'
import { itemsTable, restatedTable } from '../statements/statement-tables.ts'
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
      sheetOf(itemsTable(account), language),
      ...(account.restated === null || account.restated.settlements.length === 0
        ? []
        : [sheetOf(restatedTable(account.restated), language)]),
      filledSheet(chargebackSheet(language), chargebackSheetRows(chargebacks, days, language)),
      filledSheet(inTransitSheet(language), inTransitSheetRows(inTransit, zone)),
    ],
  }
}
