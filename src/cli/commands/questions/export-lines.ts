import { basename, dirname, join, sep } from 'node:path'
import type { ExportReport } from '../../../../reports/documents/export-document.ts'
import { countOf } from '../../../i18n/counts.ts'
import type { Language } from '../../../i18n/language.ts'
import { numberIn } from '../../../i18n/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { groupBy } from '../../../std/group-by.ts'
import { harmless } from '../../../std/harmless.ts'

/** The folder, a line for each file with its digest, and what is missing from the files. */
export const exportLines = (
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
