import type { Language } from '../../src/i18n/language.ts'
import { type ColumnName, headIn, workbookWords } from '../../src/i18n/workbook.ts'
import { DISCREPANCY_COLUMNS } from '../ledgers/discrepancies.ts'
import { INVOICE_COLUMNS } from '../ledgers/invoice-ledger.ts'
import { SETTLEMENT_COLUMNS } from '../ledgers/settlement-ledger.ts'

/** How a ledger's column stands in a workbook. The rows are those of the CSV files: a string is text unless it is a day or a time. */
export interface SheetColumn {
  readonly head: string
  readonly kind: 'text' | 'date' | 'time' | 'number'
  /** In digits, as a person would set it. */
  readonly width: number
  readonly tones?: Tones
}
type Tones = Readonly<Record<string, 'good' | 'warning' | 'bad'>>

export interface LedgerSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Columns that tell which row it is: they stay in sight. */
  readonly frozen: number
}

export interface LedgerSheets {
  readonly settlements: LedgerSheet
  readonly invoices: LedgerSheet
  readonly discrepancies: LedgerSheet
}

/** The three ledgers as sheets, in the order and with the rows of their CSV files. */
export const ledgerSheets = (language: Language): LedgerSheets => {
  const { sheets } = workbookWords(language)
  const inLanguage = (columns: readonly ColumnName[], tones: Readonly<Record<string, Tones>>): readonly SheetColumn[] =>
    columns.map((name) => ({
      head: headIn(name, language),
      ...shapeOf(name),
      ...(tones[name] && { tones: tones[name] }),
    }))
  return {
    settlements: { name: sheets.settlements, columns: inLanguage(SETTLEMENT_COLUMNS, { verdict: VERDICT }), frozen: 4 },
    invoices: { name: sheets.invoices, columns: inLanguage(INVOICE_COLUMNS, { status: STATUS }), frozen: 4 },
    discrepancies: {
      name: sheets.discrepancies,
      columns: inLanguage(DISCREPANCY_COLUMNS, { severity: SEVERITY, state: STATE }),
      frozen: 0,
    },
  }
}

const VERDICT: Tones = {
  reconciled: 'good',
  accepted: 'good',
  provisional: 'warning',
  incomplete: 'warning',
  'not-pulled': 'warning',
  discrepant: 'bad',
  failed: 'bad',
}
const STATUS: Tones = { chargeback: 'warning', ready: 'warning', cancelled: 'warning' }
const SEVERITY: Tones = { error: 'bad', warning: 'warning' }
const STATE: Tones = { resolved: 'good', waived: 'good' }

/** Widths fit what stands there on an ordinary day: a sum of billions with its sign, a name, an id of the service. */
const shapeOf = (name: ColumnName): Pick<SheetColumn, 'kind' | 'width'> => SHAPES[name] ?? MONEY

const text = (width: number) => ({ kind: 'text', width }) as const
const number = (width: number) => ({ kind: 'number', width }) as const
const DATE = { kind: 'date', width: 12 } as const
const TIME = { kind: 'time', width: 20 } as const
const MONEY = number(18)

const SHAPES: Partial<Record<ColumnName, Pick<SheetColumn, 'kind' | 'width'>>> = {
  merchant: text(12),
  date: DATE,
  cycle: text(8),
  verdict: text(13),
  status: text(13),
  invoices_stated: number(13),
  invoices_listed: number(13),
  invoices_difference: number(13),
  fees_postpaid: text(12),
  gateway: text(10),
  discrepancies: text(40),
  payout_rule: text(18),
  fee_rate: number(10),
  waived: number(11),
  pulled_at: TIME,
  invoice_id: text(28),
  reference: text(24),
  counted: text(10),
  contract: text(14),
  customer_document: text(18),
  customer_name: text(30),
  description: text(50),
  payment_method: text(18),
  payment_source: text(13),
  payment_id: text(28),
  payment_date: TIME,
  created_at: TIME,
  expiration_date: TIME,
  settlement_status: text(15),
  own_date: DATE,
  own_cycle: text(9),
  id: text(18),
  code: text(25),
  severity: text(11),
  state: text(11),
  subject: text(30),
  unit: text(10),
  causes: text(40),
  message: text(100),
  first_seen: TIME,
  last_seen: TIME,
  settled_days: number(10),
}
