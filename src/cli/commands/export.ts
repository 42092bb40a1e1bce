import { basename, dirname, join, sep } from 'node:path'
import type { ExportRequest } from '../../../jobs/export.ts'
import { EXPORT, type ExportReport } from '../../../reports/documents/export-document.ts'
import { CSV_PROFILES } from '../../core/cell.ts'
import { date, datesIn } from '../../input/dates.ts'
import { type Asked, once } from '../../input/options.ts'
import { oneOf, optional, orElse } from '../../input/readers.ts'
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
  type CommandArguments,
  commandWith,
  DEBUG,
  JSON_FLAG,
  MASK,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
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

const OPTIONS = {
  from: once({ en: 'First day', es: 'Primer día' }, optional(date)),
  to: once({ en: 'Last day', es: 'Último día' }, optional(date)),
  by: once(
    {
      en: 'What the days are: settlement (settlement dates, the default) or payment (payment dates)',
      es: 'Qué son los días: settlement (fechas de liquidación, si no se indica) o payment (fechas de pago)',
    },
    orElse(oneOf(['settlement', 'payment']), 'settlement' as const),
  ),
  format: once({ en: 'csv, xlsx or parquet', es: 'csv, xlsx o parquet' }, oneOf(['csv', 'xlsx', 'parquet'])),
  profile: once(
    {
      en: `Form of the CSV files: ${CSV_PROFILES.join(', ')} (setting csvProfile)`,
      es: `Forma de los archivos CSV: ${CSV_PROFILES.join(', ')} (parámetro csvProfile)`,
    },
    optional(oneOf(CSV_PROFILES)),
  ),
}

export const exportCommand = commandWith({
  name: 'export',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The ledgers of a range of days: as one workbook, as three CSV files, or as Parquet',
    es: 'Los auxiliares de un rango de días: en un libro, en tres archivos CSV, o en Parquet',
  },
  manual:
    'In `<out>/export/<from>_<to>/`. `--by payment` takes the invoices paid on those days, whenever they settle, and the settlements that hold them. It ends with 2 when none of the days was ever pulled.',
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
  options: OPTIONS,
  flags: { ...JSON_FLAG, ...AS_OF, ...MASK, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async (asked, given, io) => {
    const request = requestIn(asked, given)
    if (given.isOn('mask')) refuseOwnFolder('--mask', given, io)
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const context = contextOf(given, io)
    const { exportLedgers } = await import('../../../jobs/export.ts')
    const exported = await exportLedgers(context, request(context.settings))
    const files = exported.files.map((file) => ({ ...file, path: fromHere(file.path, io.cwd) }))
    const report = { ...request(context.settings), ...exported, files }
    const commandLine = (command: string): string => typed(command, io.start ?? PLAIN_START)
    return {
      document: () => EXPORT.of(report),
      text: () => [
        ...asOfLines(exported.asOf, context.zone, io.language),
        ...exportLines(report, io.language, commandLine),
      ],
    }
  },
})

/** What is asked for, once the settings are known. */
const requestIn = (
  { from, to, by, format, profile }: Asked<Record<never, never>, typeof OPTIONS>,
  given: CommandArguments,
): ((settings: Settings) => ExportRequest) => {
  const days = datesIn({ from, to }, '--')
  if (days === null)
    throw usageError(
      { en: 'the days are missing', es: 'faltan los días' },
      { en: 'give the first with --from and the last with --to', es: 'dé el primero con --from y el último con --to' },
    )
  if (profile !== undefined && format !== 'csv')
    throw usageError(
      { en: '--profile applies to CSV files only', es: '--profile solo sirve para archivos CSV' },
      { en: 'leave it out, or say --format csv', es: 'omítala, o diga --format csv' },
    )
  const masked = given.isOn('mask')
  return ({ csvProfile }) => ({
    ...{ days, by, masked },
    format: format === 'csv' ? { kind: format, profile: profile ?? csvProfile } : { kind: format },
  })
}
