import { resolve } from 'node:path'
import { JOURNAL_FORMATS } from '../../../jobs/steps/journal/journal-files.ts'
import { isOff, JOURNAL } from '../../../reports/documents/journal.ts'
import { displayOf } from '../../print/display.ts'
import { jsonText } from '../../print/json.ts'
import { terminalText } from '../../print/terminal.ts'
import { AS_OF } from '../framework/as-of.ts'
import { type Command, type CommandArguments, DEBUG, JSON_FLAG, SETTINGS, usageError } from '../framework/command.ts'
import { MONTH_OR_DAYS, parseMonthOrDays } from '../framework/dates.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import { contextOf } from '../framework/job.ts'

const BY = ['settlement', 'day', 'month'] as const
const DETAIL = ['invoice', 'settlement'] as const

export const journal: Command = {
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
  flags: {
    ...MONTH_OR_DAYS,
    by: {
      kind: 'once',
      describe: {
        en: `A voucher a ${BY.join(', ')} (settlement: one an entry)`,
        es: `Un comprobante por ${BY.join(', ')} (settlement: uno por asiento)`,
      },
    },
    detail: {
      kind: 'once',
      describe: {
        en: 'Lines of payments: one an invoice (the default), or one a settlement',
        es: 'Renglones de los pagos: uno por factura ("invoice", si no se indica), o por liquidación ("settlement")',
      },
    },
    format: { kind: 'once', describe: { en: JOURNAL_FORMATS.join(', '), es: JOURNAL_FORMATS.join(', ') } },
    template: {
      kind: 'once',
      describe: {
        en: 'Your own sheet, XLSX or CSV, to be filled by the setting journal.template',
        es: 'Su propia hoja, XLSX o CSV, que se llena según el parámetro journal.template',
      },
    },
    guess: {
      kind: 'switch',
      describe: { en: 'Only propose journal.template for the sheet', es: 'Solo propone journal.template para la hoja' },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const request = {
      days: parseMonthOrDays(given),
      by: wordIn('by', given, BY),
      detail: wordIn('detail', given, DETAIL),
      format: wordIn('format', given, JOURNAL_FORMATS),
      template: given.text('template') === undefined ? null : resolve(io.cwd, given.text('template') ?? ''),
    }
    if (request.template !== null && given.text('format') !== undefined)
      throw usageError(
        { en: '--template excludes --format', es: '--template excluye --format' },
        { en: 'your own sheet has its own form', es: 'su propia hoja tiene su propia forma' },
      )
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const jobs = await import('../../../jobs/journal.ts')
    if (given.isOn('guess')) return guess(request.template, jobs.guessOwnSheet)
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
}

const guess = async (
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

/** The word of a flag; the first of them where it is left out. */
const wordIn = <const Word extends string>(flag: string, given: CommandArguments, words: readonly Word[]): Word => {
  const typed = given.text(flag) ?? words[0]
  const word = words.find((one) => one === typed)
  if (word !== undefined) return word
  throw usageError(
    { en: `--${flag} must be one of ${words.join(', ')}`, es: `--${flag} debe ser uno de ${words.join(', ')}` },
    { en: 'choose one of them', es: 'elija uno de ellos' },
  )
}
