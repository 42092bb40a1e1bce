import type { StatementReport, StatementRequest } from '../../../../jobs/statement.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { statementDocument } from '../../../../reports/documents/statement-document.ts'
import { monthOf } from '../../../domain/calendar/month.ts'
import { asSlotDate } from '../../../domain/slot.ts'
import { jsonText } from '../../../publish/json.ts'
import { AS_OF, asOfGiven } from '../../framework/as-of.ts'
import { type Command, DEBUG, type Given, SETTINGS, usageError } from '../../framework/command.ts'
import { daysGiven } from '../../framework/dates.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { refuseOwnFolder } from '../../framework/own-folder.ts'
import { displayOf } from '../../terminal/display.ts'
import { quietContext } from '../discrepancies/disposition-flags.ts'
import { statementText } from './statement-text.ts'

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
      'The account with the operator: opening, collected, fees, adjustments, due, paid out, closing, each settlement behind it, and what is in transit at the end of the days. Without dates: the month of the newest settlement. Writes `statement.html` (one sheet to be signed), `statement.csv` and `statement.xlsx` to `<out>/statement/<from>_<to>/`. Of closed days the files are those of the closing; what has changed since is on the screen, and on a page and in a workbook under `since-closing/`.',
    ],
  ],
  examples: [
    ['cuadre statement', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    ['cuadre statement --month 2026-02', { en: 'February', es: 'febrero' }],
    [
      'cuadre statement --month 2026-02 --as-of 2026-03-05 --out then',
      { en: 'as it was known at the end of that day', es: 'como se sabía al final de ese día' },
    ],
  ],
  flags: {
    month: { kind: 'once', describe: { en: 'A month, YYYY-MM', es: 'Un mes, AAAA-MM' } },
    from: {
      kind: 'once',
      describe: { en: 'First settlement date; needs --to', es: 'Primera fecha de liquidación; necesita --to' },
    },
    to: {
      kind: 'once',
      describe: { en: 'Last settlement date; needs --from', es: 'Última fecha de liquidación; necesita --from' },
    },
    format: {
      kind: 'once',
      describe: { en: 'csv or xlsx, beside the page (both)', es: 'csv o xlsx, junto a la página (ambos)' },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const asked = askedIn(given)
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const context = quietContext(given, io)
    const { tellStatement } = await import('../../../../jobs/statement.ts')
    const told = fromThere(await tellStatement(context, { ...asked, asOf: asOfGiven(given, context.zone) }), io)
    const document = answerDocument('statement', 0, statementDocument(told))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : statementText(told, displayOf(io, io.language)))
    return 0
  },
}

const fromThere = (told: StatementReport, { cwd }: Io): StatementReport => ({
  ...told,
  files: told.files.map((path) => fromHere(path, cwd)),
})

const askedIn = (given: Given): Pick<StatementRequest, 'days' | 'format'> => {
  const format = given.text('format') ?? null
  if (format !== null && format !== 'csv' && format !== 'xlsx')
    throw usageError(
      { en: '--format must be csv or xlsx', es: '--format debe ser csv o xlsx' },
      { en: 'choose one of them, or leave it out for both', es: 'elija uno, u omítala para ambos' },
    )
  const [days, month] = [daysGiven(given), given.text('month')]
  if (month === undefined) return { days, format }
  if (days !== null)
    throw usageError(
      { en: '--month excludes --from and --to', es: '--month excluye --from y --to' },
      { en: 'give the month, or the range', es: 'dé el mes, o el rango' },
    )
  const first = asSlotDate(`${month}-01`)
  if (first === null)
    throw usageError(
      { en: '--month is not a valid month', es: '--month no es un mes válido' },
      { en: 'write it as YYYY-MM: 2026-03', es: 'escríbalo como AAAA-MM: 2026-03' },
    )
  return { days: monthOf(first), format }
}
