import type { StatementReport } from '../../../jobs/statement.ts'
import { STATEMENT } from '../../../reports/documents/statement-document.ts'
import { monthOrDaysIn } from '../../input/dates.ts'
import { MONTH_OR_DAYS } from '../../input/options.ts'
import { displayOf } from '../../print/display.ts'
import { AS_OF } from '../framework/as-of.ts'
import { commandWith, DEBUG, FORMAT, JSON_FLAG, SETTINGS } from '../framework/command.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'

export const statement = commandWith({
  name: 'statement',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The account with the operator over a month or a range of settlement dates: opening, due, paid out, closing',
    es: 'La cuenta con el operador en un mes o un rango de fechas de liquidación: saldo inicial, por abonar, abonado, saldo final',
  },
  manual:
    'Without dates: the month of the newest settlement. It writes a page, a CSV file and a workbook to `<out>/statement/<from>_<to>/`; of closed days those of the closing, and what changed since under `since-closing/`.',
  examples: [
    ['cuadre statement', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    ['cuadre statement --month 2026-02', { en: 'February', es: 'febrero' }],
    [
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out then',
      { en: 'as it was known at the end of that day', es: 'como se sabía al final de ese día' },
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out entonces',
    ],
  ],
  options: { ...MONTH_OR_DAYS, ...FORMAT },
  flags: { ...AS_OF, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async ({ format, ...days }, given, io) => {
    const asked = { days: monthOrDaysIn(days, '--'), format }
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const { asOf, ...context } = contextOf(given, io)
    const { readStatement } = await import('../../../jobs/statement.ts')
    const report = fromThere(await readStatement(context, { ...asked, asOf }), io)
    return {
      document: () => STATEMENT.of(report),
      text: async () => {
        const { statementText } = await import('../../../reports/statements/statement-screen.ts')
        return statementText(report, displayOf(io, io.language))
      },
    }
  },
})

const fromThere = (report: StatementReport, { cwd }: Io): StatementReport => ({
  ...report,
  files: report.files.map((path) => fromHere(path, cwd)),
})
