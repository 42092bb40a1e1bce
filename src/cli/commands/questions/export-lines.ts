import { basename, dirname, join, sep } from 'node:path'
import type { ExportReport } from '../../../../reports/documents/export-document.ts'
import { numberIn } from '../../../i18n/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'

/** The folder, a line for each file with what proves it whole, and what is missing from them. */
export const exportLines = ({
  files,
  notPulled,
  policyChanged,
  days: { from, to },
}: ExportReport): readonly string[] => {
  const [first] = files
  const rows = files.map(({ path, rows, bytes, sha256 }) => [
    `  ${basename(path)}`,
    `${numberIn(rows, 'en')} rows`,
    `${numberIn(bytes, 'en')} bytes`,
    `sha256 ${sha256}`,
  ])
  return [
    ...(first === undefined ? [] : [harmless(join(dirname(first.path), sep))]),
    ...alignColumns(rows, 1),
    ...missing(notPulled),
    ...(policyChanged
      ? [
          `The settings changed since these days were checked; the files go by those of then: cuadre check --from ${from} --to ${to}`,
        ]
      : []),
  ]
}

const missing = (notPulled: ExportReport['notPulled']): readonly string[] => {
  const [first, last] = [notPulled[0], notPulled.at(-1)]
  if (first === undefined || last === undefined) return []
  const flags = first.date === last.date ? `--date ${first.date}` : `--from ${first.date} --to ${last.date}`
  const never = notPulled.length === 1 ? 'was never pulled, and is' : 'were never pulled, and are'
  return [`${howMany(notPulled.length, 'settlement')} of these days ${never} empty here: cuadre run ${flags}`]
}
