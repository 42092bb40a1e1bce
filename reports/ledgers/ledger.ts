import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Cell, Row } from '../../src/core/cell.ts'
import type { Slot } from '../../src/core/slot.ts'
import { type ColumnOf, column } from '../../src/print/report.ts'
import { inBoth } from '../../src/std/both.ts'

/** A column of a ledger: its cell for a subject. Many rows share a context. */
export type LedgerColumn<Subject, Context> = ColumnOf<Subject, Context, Cell>

/** The name of a ledger's CSV file, and its header. */
export interface LedgerFile {
  readonly file: string
  readonly heads: readonly string[]
}

/** A list of columns, from which CSV files, workbooks, Parquet files and the manual are made. */
export interface Ledger<Subject, Context> extends LedgerFile {
  readonly columns: readonly LedgerColumn<Subject, Context>[]
  readonly row: (subject: Subject, context: Context) => Row
}

/** A column that only CSV files have. */
export const csvColumn = <Subject, Context>(
  name: string,
  of: (subject: Subject, context: Context) => Cell,
  meaning: string,
): LedgerColumn<Subject, Context> => column(name, 'text', inBoth(name), of, { only: ['csv'], meaning })

export const ledger = <Subject, Context>(
  file: string,
  columns: readonly LedgerColumn<Subject, Context>[],
): Ledger<Subject, Context> => ({
  file,
  columns,
  heads: columns.map(({ name }) => name),
  row: (subject, context) => columns.map(({ of }) => of(subject, context)),
})

/** The context of all rows of a merchant. */
export interface LedgerContext {
  readonly merchant: string
  readonly zone: Zone
}

/** The columns that name the merchant and the settlement of a row. */
export const settlementColumns = <Subject, Context extends { readonly merchant: string }>(
  slotOf: (subject: Subject, context: Context) => Slot,
): readonly LedgerColumn<Subject, Context>[] => [
  column('merchant', 'text', { en: 'Merchant', es: 'Comercio' }, (_: Subject, { merchant }: Context) => merchant, {
    width: 12,
    meaning: 'whose money it is',
  }),
  column(
    'date',
    'date',
    { en: 'Settlement date', es: 'Fecha de liquidación' },
    (subject: Subject, context: Context) => slotOf(subject, context).date,
    { meaning: 'the settlement date' },
  ),
  column(
    'cycle',
    'text',
    { en: 'Cycle', es: 'Ciclo' },
    (subject: Subject, context: Context) => slotOf(subject, context).cycle,
    { width: 8, meaning: 'the settlement cycle; text, never a number' },
  ),
]
