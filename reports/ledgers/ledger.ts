import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Cell, Row } from '../../src/core/cell.ts'
import type { Slot } from '../../src/core/slot.ts'
import type { Language } from '../../src/words/language.ts'

/** A column of a CSV file: its cell for a subject. Many rows share a context. */
export interface LedgerColumn<Subject, Context> {
  readonly name: string
  readonly of: (subject: Subject, context: Context) => Cell
  /** Explains the column in the manual. */
  readonly meaning: string
}

/** A column that workbooks also have. */
export interface WorkbookColumn<Subject, Context> extends LedgerColumn<Subject, Context> {
  readonly kind: 'text' | 'date' | 'time' | 'number'
  /** Width in digits. It suffices for an ordinary day: a signed sum of billions, a name, an id of the service. */
  readonly width: number
  readonly head: Readonly<Record<Language, string>>
  /** Colours of cells, by their text. */
  readonly tones?: Tones
  /** Whether the total row of a sheet sums it. */
  readonly isSummed?: boolean
}
export type Tones = Readonly<Record<string, 'good' | 'warning' | 'bad'>>

/** The name of a ledger's CSV file, and its header. */
export interface LedgerFile {
  readonly file: string
  readonly heads: readonly string[]
}

/** A list of columns, from which CSV files, workbooks and the manual are made. */
export interface Ledger<Subject, Context, Column = LedgerColumn<Subject, Context>> extends LedgerFile {
  readonly columns: readonly Column[]
  readonly row: (subject: Subject, context: Context) => Row
}

export type WorkbookLedger<Subject, Context> = Ledger<Subject, Context, WorkbookColumn<Subject, Context>>

export const column = <Subject, Context>(
  name: string,
  definition: Omit<LedgerColumn<Subject, Context>, 'name'>,
): LedgerColumn<Subject, Context> => ({ name, ...definition })

export const workbookColumn = <Subject, Context>(
  name: string,
  definition: Omit<WorkbookColumn<Subject, Context>, 'name'>,
): WorkbookColumn<Subject, Context> => ({ name, ...definition })

export const ledger = <
  Subject,
  Context,
  Column extends LedgerColumn<Subject, Context> = LedgerColumn<Subject, Context>,
>(
  file: string,
  columns: readonly Column[],
): Ledger<Subject, Context, Column> => ({
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

const text = (width: number) => ({ kind: 'text', width }) as const
const number = (width: number) => ({ kind: 'number', width }) as const

/** The common shapes of columns in a workbook. */
export const SHAPE = {
  text,
  number,
  date: { kind: 'date', width: 12 },
  time: { kind: 'time', width: 20 },
  money: { ...number(18), isSummed: true },
  count: { ...number(13), isSummed: true },
} as const

/** The columns that name the merchant and the settlement of a row. */
export const settlementColumns = <Subject, Context extends { readonly merchant: string }>(
  slotOf: (subject: Subject, context: Context) => Slot,
): readonly WorkbookColumn<Subject, Context>[] => [
  workbookColumn<Subject, Context>('merchant', {
    of: (_, { merchant }) => merchant,
    ...text(12),
    head: { en: 'Merchant', es: 'Comercio' },
    meaning: 'whose money it is',
  }),
  workbookColumn<Subject, Context>('date', {
    of: (subject, context) => slotOf(subject, context).date,
    ...SHAPE.date,
    head: { en: 'Settlement date', es: 'Fecha de liquidación' },
    meaning: 'the settlement date',
  }),
  workbookColumn<Subject, Context>('cycle', {
    of: (subject, context) => slotOf(subject, context).cycle,
    ...text(8),
    head: { en: 'Cycle', es: 'Ciclo' },
    meaning: 'the settlement cycle; text, never a number',
  }),
]
