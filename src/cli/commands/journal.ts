import { resolve } from 'node:path'
import { JOURNAL_FORMATS } from '../../../jobs/steps/journal/journal-files.ts'
import { isOff, JOURNAL } from '../../../reports/documents/journal.ts'
import { monthOrDaysIn } from '../../input/dates.ts'
import { aSwitch, MONTH_OR_DAYS, once } from '../../input/options.ts'
import { oneOf, optional, orElse, text } from '../../input/readers.ts'
import { displayOf } from '../../print/display.ts'
import { jsonText } from '../../print/json.ts'
import { terminalText } from '../../print/terminal.ts'
import { AS_OF } from '../framework/as-of.ts'
import { commandWith, DEBUG, JSON_FLAG, SETTINGS, usageError } from '../framework/command.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import { contextOf } from '../framework/job.ts'

const BY = ['settlement', 'day', 'month'] as const
const DETAIL = ['invoice', 'settlement'] as const

export const journal = commandWith({
  name: 'journal',
  group: 'month-end',
  exits: ['discrepancies'],
  describe: {
    en: 'What was reconciled as double-entry vouchers for your accounting program',
    es: 'Lo conciliado como comprobantes contables para su programa de contabilidad',
  },
  inSight: { en: 'the vouchers for your ledger', es: 'los comprobantes para su contabilidad' },
  manual:
    'In `<out>/journal/<from>_<to>/`; without dates: the month of the newest settlement. It ends with 3 where a proof does not hold. See [The journal](journal.md).',
  examples: [
    [
      'cuadre journal',
      { en: 'the month of the newest settlement, as CSV', es: 'el mes de la liquidación más reciente, en CSV' },
    ],
    [
      'cuadre journal --month 2026-02 --format siigo',
      { en: 'February, for Siigo Nube', es: 'febrero, para Siigo Nube' },
    ],
    [
      'cuadre journal --month 2026-02 --by day --detail settlement',
      { en: 'a voucher a day', es: 'un comprobante por día' },
    ],
  ],
  options: {
    ...MONTH_OR_DAYS,
    by: once(
      {
        en: `A voucher a ${BY.join(', ')} (settlement: one an entry)`,
        es: `Un comprobante por ${BY.join(', ')} (settlement: uno por asiento)`,
      },
      orElse(oneOf(BY), BY[0]),
    ),
    detail: once(
      {
        en: 'Lines of payments: one an invoice (the default), or one a settlement',
        es: 'Renglones de los pagos: uno por factura ("invoice", si no se indica), o por liquidación ("settlement")',
      },
      orElse(oneOf(DETAIL), DETAIL[0]),
    ),
    format: once({ en: JOURNAL_FORMATS.join(', '), es: JOURNAL_FORMATS.join(', ') }, optional(oneOf(JOURNAL_FORMATS))),
    template: once(
      {
        en: 'Your own sheet, XLSX or CSV, to be filled by the setting journal.template',
        es: 'Su propia hoja, XLSX o CSV, que se llena según el parámetro journal.template',
      },
      optional(text),
    ),
    guess: aSwitch({
      en: 'Only propose journal.template for the sheet',
      es: 'Solo propone journal.template para la hoja',
    }),
  },
  flags: { ...AS_OF, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async ({ by, detail, format, template, guess, ...days }, given, io) => {
    const request = {
      ...{ days: monthOrDaysIn(days, '--'), by, detail, format: format ?? JOURNAL_FORMATS[0] },
      template: template === undefined ? null : resolve(io.cwd, template),
    }
    if (request.template !== null && format !== undefined)
      throw usageError(
        { en: '--template excludes --format', es: '--template excluye --format' },
        { en: 'your own sheet has its own form', es: 'su propia hoja tiene su propia forma' },
      )
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const jobs = await import('../../../jobs/journal.ts')
    if (guess) return guessed(request.template, jobs.guessOwnSheet)
    const { asOf, ...context } = contextOf(given, io)
    const read = await jobs.readJournal(context, { ...request, asOf, isWritten: true })
    const report = { ...read, files: read.files.map((path) => fromHere(path, io.cwd)) }
    return {
      document: () => JOURNAL.of(report),
      text: async () => {
        const { journalReport } = await import('../../questions/journal.ts')
        return terminalText(journalReport(report), displayOf(io, io.language))
      },
      exitCode: isOff(report) ? 3 : 0,
    }
  },
})

const guessed = async (
  template: string | null,
  guessOwnSheet: (path: string) => Promise<Readonly<Record<string, string>>>,
) => {
  if (template === null)
    throw usageError(
      { en: '--guess needs a sheet', es: '--guess necesita una hoja' },
      { en: 'name it with --template FILE', es: 'indíquela con --template ARCHIVO' },
    )
  const proposed = await guessOwnSheet(template)
  return { document: () => ({ template: proposed }), text: () => `"template": ${jsonText(proposed)}\n` }
}
