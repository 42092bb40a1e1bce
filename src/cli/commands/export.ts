import { basename, dirname, join, sep } from 'node:path'
import type { ExportRequest } from '../../../jobs/export.ts'
import { EXPORT, type ExportReport } from '../../../reports/documents/export-document.ts'
import { CSV_PROFILES } from '../../core/cell.ts'
import type { Settings } from '../../input/settings.ts'
import { asOfLines } from '../../questions/question.ts'
import { alignColumns } from '../../std/align-columns.ts'
import { groupBy } from '../../std/group-by.ts'
import { harmless } from '../../std/harmless.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import type { Language } from '../../words/language.ts'
import { countOf, numberIn } from '../../words/money.ts'
import { AS_OF } from '../framework/as-of.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  JSON_FLAG,
  MASK,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { parseDays } from '../framework/dates.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import { contextOf } from '../framework/job.ts'

/** The folder, a line for each file with its digest, and what is missing from the files. */
const exportLines = (
  report: ExportReport,
  language: Language,
  commandLine: (command: string) => string,
): readonly string[] => {
  const { files, notPulled, policyChanged, format, days } = report
  const { from, to } = days
  const last = files.at(-1)
  const check = commandLine(`cuadre check --from ${from} --to ${to}`)
  const rows =
    format.kind === 'parquet'
      ? ledgerRows(report, language)
      : files.map(({ path, rows, bytes, sha256 }) => [
          `  ${basename(path)}`,
          rowsInWords(rows, language),
          { en: `${numberIn(bytes, 'en')} bytes`, es: `${numberIn(bytes, 'es')} bytes` }[language],
          `sha256 ${sha256}`,
        ])
  return [
    ...(last === undefined ? [] : [harmless(join(dirname(last.path), sep))]),
    ...alignColumns(rows, 1),
    ...missing(notPulled, language, commandLine),
    ...(policyChanged
      ? [
          {
            en: `The settings have changed since these days were checked, and the files follow the earlier ones; to apply the new ones: ${check}`,
            es: `Los parámetros cambiaron desde que se conciliaron estos días, y los archivos siguen los anteriores; para aplicar los nuevos: ${check}`,
          }[language],
        ]
      : []),
  ]
}

const rowsInWords = (rows: number, language: Language): string =>
  `${numberIn(rows, language)} ${(rows === 1 ? { en: 'row', es: 'fila' } : { en: 'rows', es: 'filas' })[language]}`

/** Parquet has one file for each day, so there is one line for each ledger. */
const ledgerRows = ({ files }: ExportReport, language: Language): readonly (readonly string[])[] =>
  [...groupBy(files, ({ path }) => basename(path))].map(([name, group]) => [
    `  ${name}`,
    rowsInWords(
      group.reduce((sum, { rows }) => sum + rows, 0),
      language,
    ),
    countOf(group.length, 'file', language),
  ])

const missing = (
  notPulled: ExportReport['notPulled'],
  language: Language,
  commandLine: (command: string) => string,
): readonly string[] => {
  const [first, last] = [notPulled[0], notPulled.at(-1)]
  if (first === undefined || last === undefined) return []
  const flags = first.date === last.date ? `--date ${first.date}` : `--from ${first.date} --to ${last.date}`
  const run = commandLine(`cuadre run ${flags}`)
  const never =
    notPulled.length === 1
      ? { en: 'was never pulled, and is', es: 'nunca se leyó, y está vacía' }[language]
      : { en: 'were never pulled, and are', es: 'nunca se leyeron, y están vacías' }[language]
  return [
    {
      en: `${countOf(notPulled.length, 'settlement', language)} of these days ${never} empty here: ${run}`,
      es: `${countOf(notPulled.length, 'settlement', language)} de estos días ${never} aquí: ${run}`,
    }[language],
  ]
}

export const exportCommand: Command = {
  name: 'export',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The ledgers of a range of days: as one workbook, as three CSV files, or as Parquet',
    es: 'Los auxiliares de un rango de días: en un libro, en tres archivos CSV, o en Parquet',
  },
  manual:
    'In `<out>/export/<from>_<to>/`. `--by payment` takes the invoices paid on those days, whenever they settle, and the settlements that hold them. Days that were never pulled end it with 2.',
  examples: [
    [
      'cuadre export --from 2026-03-01 --to 2026-03-31 --format xlsx',
      { en: 'the month as one workbook', es: 'el mes en un solo libro' },
    ],
    [
      'cuadre export --from 2026-03-01 --to 2026-03-31 --format csv --profile excel-co',
      { en: 'for a spreadsheet in Colombia', es: 'para una hoja de cálculo en Colombia' },
    ],
    [
      'cuadre export --from 2026-03-01 --to 2026-03-31 --format parquet',
      { en: 'for a warehouse or DuckDB', es: 'para un almacén de datos o DuckDB' },
    ],
    [
      'cuadre export --from 2026-03-01 --to 2026-03-31 --by payment --format csv',
      { en: 'what was paid in March, whenever settled', es: 'lo que se pagó en marzo, sin importar cuándo se liquidó' },
    ],
  ],
  flags: {
    from: { kind: 'once', describe: { en: 'First day', es: 'Primer día' } },
    to: { kind: 'once', describe: { en: 'Last day', es: 'Último día' } },
    by: {
      kind: 'once',
      describe: {
        en: 'What the days are: settlement (settlement dates, the default) or payment (payment dates)',
        es: 'Qué son los días: settlement (fechas de liquidación, si no se indica) o payment (fechas de pago)',
      },
    },
    format: { kind: 'once', describe: { en: 'csv, xlsx or parquet', es: 'csv, xlsx o parquet' } },
    profile: {
      kind: 'once',
      describe: {
        en: `Form of the CSV files: ${CSV_PROFILES.join(', ')} (setting csvProfile)`,
        es: `Forma de los archivos CSV: ${CSV_PROFILES.join(', ')} (parámetro csvProfile)`,
      },
    },
    ...JSON_FLAG,
    ...AS_OF,
    ...MASK,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const asked = askedIn(given)
    if (given.isOn('mask')) refuseOwnFolder('--mask', given, io)
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const context = contextOf(given, io)
    const { exportLedgers } = await import('../../../jobs/export.ts')
    const request = requestOf(asked, context.settings)
    const exported = await exportLedgers(context, request)
    const files = exported.files.map((file) => ({ ...file, path: fromHere(file.path, io.cwd) }))
    const report = { ...request, ...exported, files }
    const commandLine = (command: string): string => typed(command, io.start ?? PLAIN_START)
    return {
      document: () => EXPORT.of(report),
      text: () => [
        ...asOfLines(exported.asOf, context.zone, io.language),
        ...exportLines(report, io.language, commandLine),
      ],
    }
  },
}

interface ExportOptions extends Pick<ExportRequest, 'days' | 'by' | 'masked'> {
  readonly format: 'csv' | 'xlsx' | 'parquet'
  readonly profile: (typeof CSV_PROFILES)[number] | null
}

const askedIn = (given: CommandArguments): ExportOptions => {
  const days = parseDays(given)
  if (days === null)
    throw usageError(
      { en: 'the days are missing', es: 'faltan los días' },
      { en: 'give the first with --from and the last with --to', es: 'dé el primero con --from y el último con --to' },
    )
  const [format, by, profile] = [given.text('format'), given.text('by') ?? 'settlement', given.text('profile')]
  if (format === undefined)
    throw usageError(
      { en: 'the format is missing', es: 'falta el formato' },
      { en: 'say --format csv, xlsx or parquet', es: 'diga --format csv, xlsx o parquet' },
    )
  if (format !== 'csv' && format !== 'xlsx' && format !== 'parquet')
    throw usageError(
      { en: '--format must be csv, xlsx or parquet', es: '--format debe ser csv, xlsx o parquet' },
      { en: 'choose one of them', es: 'elija uno de ellos' },
    )
  if (by !== 'settlement' && by !== 'payment')
    throw usageError(
      { en: '--by must be settlement or payment', es: '--by debe ser settlement o payment' },
      { en: 'choose one of them', es: 'elija uno de ellos' },
    )
  if (profile !== undefined && format !== 'csv')
    throw usageError(
      { en: '--profile applies to CSV files only', es: '--profile solo sirve para archivos CSV' },
      { en: 'leave it out, or say --format csv', es: 'omítala, o diga --format csv' },
    )
  return { days, by, format, masked: given.isOn('mask'), profile: profile === undefined ? null : profileIn(profile) }
}

const profileIn = (typed: string): (typeof CSV_PROFILES)[number] => {
  const profile = CSV_PROFILES.find((known) => known === typed)
  if (profile === undefined)
    throw usageError(
      {
        en: `--profile must be one of ${CSV_PROFILES.join(', ')}`,
        es: `--profile debe ser uno de ${CSV_PROFILES.join(', ')}`,
      },
      { en: 'choose one of them', es: 'elija uno de ellos' },
    )
  return profile
}

const requestOf = ({ days, by, masked, format, profile }: ExportOptions, { csvProfile }: Settings): ExportRequest => ({
  days,
  by,
  masked,
  format: format !== 'csv' ? { kind: format } : { kind: 'csv', profile: profile ?? csvProfile },
})
