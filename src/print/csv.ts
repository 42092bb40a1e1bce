import type { Row } from '../core/cell.ts'
import { usageError } from '../std/errors.ts'
import type { Language } from '../words/language.ts'
import { cellIn } from './cell-text.ts'
import { type Report, type ReportTable, tablesIn } from './report.ts'

interface Sheet {
  readonly heads: readonly string[]
  readonly rows: readonly Row[]
}

/**
 * A table of a report as the head and rows of a CSV file: the merchant, the group where the table has several, and its columns. Unlike
 * tables do not fit in one file: where there are several, one has to be named.
 */
export const csvSheet = (report: Report, name: string | null, language: Language): Sheet => {
  const { columns, groups } = theTable(tablesIn('csv', report), name)
  const merchant = columns.some((one) => one.name === 'merchant') ? null : report.merchant
  const isGrouped = groups.length > 1
  return {
    heads: [
      ...(merchant === null ? [] : ['merchant']),
      ...(isGrouped ? ['section'] : []),
      ...columns.map((one) => one.name),
    ],
    rows: groups.flatMap((group) =>
      group.lines.map(({ cells }) => [
        ...(merchant === null ? [] : [merchant]),
        ...(isGrouped ? [group.name] : []),
        ...cells.map((cell) => cellIn(cell, language)),
      ]),
    ),
  }
}

const theTable = (tables: readonly ReportTable[], name: string | null): ReportTable => {
  const found = name === null && tables.length === 1 ? tables[0] : tables.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = tables.map((one) => one.name)
  throw usageError(
    name === null
      ? {
          en: `a CSV file holds one table, and this answer has ${tables.length}`,
          es: `un archivo CSV tiene una sola tabla, y esta respuesta tiene ${tables.length}`,
        }
      : { en: '--table names no table of this answer', es: '--table no indica una tabla de esta respuesta' },
    { en: `name one: --table ${names.join(', --table ')}`, es: `indique una: --table ${names.join(', --table ')}` },
  )
}
