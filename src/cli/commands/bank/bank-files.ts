import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { bankFilesDocument } from '../../../../reports/documents/bank/bank-files-report.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { BankFileRecord, DaysOfFile } from '../../../domain/bank/bank-file-record.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { type Display, displayOf } from '../../terminal/display.ts'
import { fitTable, type TableColumn } from '../../terminal/fit-table.ts'
import { countInTable } from '../../terminal/in-table.ts'

export const bankFiles: Command = {
  name: 'bank files',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The bank files that were imported, and those that were voided',
    es: 'Los archivos del banco importados y los anulados',
  },
  manual: [
    [
      '[--as-of N|TIME] [--json]',
      'Each imported file with its number, accounts, days and entries, and by whom it was imported; of a voided file, by whom and why.',
    ],
  ],
  examples: [['cuadre bank files', { en: 'a line for each statement', es: 'una línea por extracto' }]],
  flags: { ...AS_OF, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const { readBankFiles } = await import('../../../../jobs/bank/read-bank.ts')
    const context = { ...io, settings, zone, version: versionOfPackage(), asOf: parseAsOf(given, zone) }
    const report = await readBankFiles(context)
    const document = answerDocument('bank files', 0, bankFilesDocument(report))
    const rows = report.files.flatMap((file) => file.statements.map((statement) => ({ file, statement })))
    const display = displayOf(io, io.language)
    const { head, rows: lines } = fitTable([columnsIn(io.language, zone)], rows, display)
    const text = [head, ...lines, ...report.files.flatMap((file) => voidedLines(file, zone, display))].join('\n')
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${text}\n`)
    return 0
  },
}

interface Row {
  readonly file: BankFileRecord
  readonly statement: DaysOfFile
}

const HEADS = {
  en: {
    number: 'Number',
    file: 'File',
    account: 'Account',
    days: 'Days',
    entries: 'Entries',
    imported: 'Imported',
    by: 'By',
    isVoid: 'Void',
  },
  es: {
    number: 'Número',
    file: 'Archivo',
    account: 'Cuenta',
    days: 'Días',
    entries: 'Movimientos',
    imported: 'Importado',
    by: 'Por',
    isVoid: 'Anulado',
  },
} as const

const columnsIn = (language: Language, zone: Zone): readonly TableColumn<Row>[] => {
  const heads = HEADS[language]
  return [
    { head: heads.number, of: ({ file }) => String(file.number), isNumber: true },
    { head: heads.file, of: ({ file }) => harmless(file.name) },
    { head: heads.account, of: ({ statement }) => harmless(statement.account) },
    {
      head: heads.days,
      of: ({ statement: { from, to } }) => `${dayIn(from, language)} - ${dayIn(to, language)}`,
    },
    { head: heads.entries, of: ({ statement }) => countInTable(statement.entries, language), isNumber: true },
    { head: heads.imported, of: ({ file }) => dayIn(zone.dateAt(file.at), language) },
    { head: heads.by, of: ({ file }) => harmless(file.by) },
    { head: heads.isVoid, of: ({ file }) => (file.voided === null ? '' : YES[language]) },
  ]
}

const YES = { en: 'yes', es: 'sí' } as const

const voidedLines = (
  { number, voided }: BankFileRecord,
  zone: Zone,
  { width, language }: Display,
): readonly string[] => {
  if (voided === null) return []
  const [by, reason, day] = [harmless(voided.by), harmless(voided.reason), dayIn(zone.dateAt(voided.at), language)]
  const line = {
    en: `${number} was voided by ${by} on ${day}: ${reason}`,
    es: `${by} anuló el ${number} el ${day}: ${reason}`,
  }[language]
  return wrapText('', line, width)
}
