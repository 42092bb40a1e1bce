import type { StatementReport } from '../../../jobs/statement.ts'
import { STATEMENT } from '../../../reports/documents/statement-document.ts'
import { hasBankChanged, hasChangedSinceClosing, isOfClosedDays } from '../../../reports/statements/since-closing.ts'
import { openingText } from '../../../reports/statements/statement-page.tsx'
import { statementSentence } from '../../../reports/statements/statement-sentence.ts'
import { accountOnScreen, itemsTable, restatementTable } from '../../../reports/statements/statement-tables.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { inEach } from '../../print/names.ts'
import { note, type Report } from '../../print/report.ts'
import { terminalText } from '../../print/terminal.ts'
import { inBoth } from '../../std/both.ts'
import { clockIn, dayIn } from '../../words/dates.ts'
import { statementWords } from '../../words/statement-words.ts'
import { AS_OF } from '../framework/as-of.ts'
import { type Command, DEBUG, FORMAT, parseFormat, SETTINGS } from '../framework/command.ts'
import { MONTH_OR_DAYS, parseMonthOrDays } from '../framework/dates.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { contextOf, JSON_FLAG } from '../framework/job.ts'

/** The account with the operator: the conclusion, the lines of the account, the settlements of the closing balance, and the files. */
export const statementText = (report: StatementReport, display: Display): string => {
  const { account, language, merchant, files } = report
  return terminalText(
    {
      merchant,
      title: inEach((of) => statementWords(of).title),
      sections: [
        note(inBoth(statementSentence(report))),
        note(inBoth(headText(report))),
        accountOnScreen(report),
        itemsTable(account),
        ...sinceClosing(report),
      ],
      files,
    },
    { ...display, language },
  )
}

const headText = (report: StatementReport): string => {
  const { language, days, merchant, zone, moment, closed } = report
  const words = statementWords(language)
  const clock = (at: number): string => clockIn(zone.clockAt(at), language)
  return [
    `${words.title}, ${words.days(dayIn(days.from, language), dayIn(days.to, language))}, ${words.merchant} ${merchant}.`,
    words.asOf(clock(moment.at), zone.name),
    closed === null
      ? words.draftNote
      : words.closedOn(dayIn(closed.closing.through, language), clock(closed.closing.at), closed.closing.by),
    openingText(report),
  ]
    .filter((text) => text !== null)
    .join(' ')
}

/** The table of the account shows the lines that have changed. */
const sinceClosing = (report: StatementReport): Report['sections'] => {
  if (!isOfClosedDays(report)) return []
  const { restatements } = report.closed
  if (hasChangedSinceClosing(report)) return [restatementTable(restatements)]
  const name = hasBankChanged(report) ? 'unchangedButBank' : 'unchanged'
  return [note(inEach((language) => statementWords(language)[name]))]
}

export const statement: Command = {
  name: 'statement',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The account with the operator over a month or a range of settlement dates: opening, due, paid out, closing',
    es: 'La cuenta con el operador en un mes o un rango de fechas de liquidación: saldo inicial, por abonar, abonado, saldo final',
  },
  manual: [
    [
      '[--month M | --from D --to D] [--as-of N|TIME --out DIR] [--format csv|xlsx] [--json]',
      'The account with the operator: opening, collected, fees, adjustments, due, paid out, closing, each settlement behind it, and what is in transit at the end of the days. Without dates: the month of the newest settlement. Writes `statement.html` (a sheet to be signed, and a further one with the settlements of the closing balance where they do not fit), `statement.csv` and `statement.xlsx` to `<out>/statement/<from>_<to>/`. Of closed days the files are those of the closing; what has changed since is on the screen, and on a page and in a workbook under `since-closing/`; what the bank shows since then is on the screen alone, since it restates nothing.',
    ],
  ],
  examples: [
    ['cuadre statement', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    ['cuadre statement --month 2026-02', { en: 'February', es: 'febrero' }],
    [
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out then',
      { en: 'as it was known at the end of that day', es: 'como se sabía al final de ese día' },
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out entonces',
    ],
  ],
  flags: {
    ...MONTH_OR_DAYS,
    ...FORMAT,
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const asked = { days: parseMonthOrDays(given), format: parseFormat(given) }
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const { asOf, ...context } = contextOf(given, io)
    const { readStatement } = await import('../../../jobs/statement.ts')
    const report = fromThere(await readStatement(context, { ...asked, asOf }), io)
    return { document: () => STATEMENT.of(report), text: () => statementText(report, displayOf(io, io.language)) }
  },
}

const fromThere = (report: StatementReport, { cwd }: Io): StatementReport => ({
  ...report,
  files: report.files.map((path) => fromHere(path, cwd)),
})
