import type { Cell } from '../core/cell.ts'
import type { JournalLine } from '../core/journal.ts'
import { negate, ZERO } from '../core/money.ts'
import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { nearest } from '../std/nearest.ts'
import type { Voucher } from './vouchers.ts'

/** A line of a voucher, for a row of a file. */
export interface VoucherLine {
  readonly merchant: string
  readonly voucher: Voucher
  /** Its number where it is frozen, else the next one, which is not final. */
  readonly number: number
  readonly line: JournalLine
  /** Its place in the voucher, from 1. */
  readonly place: number
}

interface Field {
  readonly head: Both<string>
  readonly kind: 'text' | 'date' | 'money' | 'id'
  readonly of: (row: VoucherLine) => Cell
}

const field = (en: string, es: string, kind: Field['kind'], of: Field['of']): Field => ({ head: { en, es }, kind, of })

/** What a column of a journal may hold, under the names of `journal.csv`, in its order. */
export const FIELDS = {
  merchant: field('merchant', 'comercio', 'text', ({ merchant }) => merchant),
  number: field('number', 'número', 'id', ({ voucher }) => voucher.number),
  entry: field('entry', 'asiento', 'text', ({ voucher }) => voucher.id),
  kind: field('kind', 'clase', 'text', ({ voucher }) => voucher.kind),
  date: field('date', 'fecha', 'date', ({ voucher }) => voucher.date),
  voucher_type: field('voucher type', 'tipo de comprobante', 'text', ({ voucher }) => voucher.voucherType),
  account: field('account', 'cuenta', 'text', ({ line }) => line.account),
  third_party: field('third party', 'tercero', 'text', ({ line }) => line.thirdParty),
  cost_center: field('cost center', 'centro de costo', 'text', ({ voucher }) => voucher.costCenter),
  debit: field('debit', 'débito', 'money', ({ line }) => (line.sum > ZERO ? line.sum : null)),
  credit: field('credit', 'crédito', 'money', ({ line }) => (line.sum < ZERO ? negate(line.sum) : null)),
  text: field('text', 'detalle', 'text', ({ voucher }) => voucher.text),
  slot_date: field('settlement date', 'fecha de liquidación', 'date', ({ voucher }) => voucher.slot?.date ?? null),
  slot_cycle: field('cycle', 'ciclo', 'text', ({ voucher }) => voucher.slot?.cycle ?? null),
  invoice_id: field('invoice', 'factura', 'text', ({ line }) => line.invoice),
  discrepancy: field('discrepancy', 'novedad', 'text', ({ voucher }) => voucher.findings.join(' ') || null),
  reverses: field('reverses', 'reversa', 'text', ({ voucher }) => voucher.reverses),
} as const satisfies Readonly<Record<string, Field>>

/** What else a column of another program's sheet may hold. */
const MORE = {
  voucher: field('voucher', 'comprobante', 'id', ({ number }) => number),
  line: field('line', 'renglón', 'id', ({ place }) => place),
  amount: field('amount', 'valor', 'money', ({ line }) => line.sum),
  side: field('side', 'naturaleza', 'text', ({ line }) => (line.sum > ZERO ? 'D' : 'C')),
  debit_or_0: field('debit', 'débito', 'money', ({ line }) => (line.sum > ZERO ? line.sum : ZERO)),
  credit_or_0: field('credit', 'crédito', 'money', ({ line }) => (line.sum < ZERO ? negate(line.sum) : ZERO)),
} as const satisfies Readonly<Record<string, Field>>

const ALL: Readonly<Record<string, Field>> = { ...FIELDS, ...MORE }
export const FIELD_NAMES = Object.keys(ALL)

/** A column of a sheet: its head, how its cells are typed, and what stands in them. */
export interface SheetColumn {
  readonly head: string
  readonly kind: Field['kind']
  readonly of: (row: VoucherLine) => Cell
}

/** The sheet of an accounting program, as data: its heads, what stands below each, and what the program refuses. */
export interface ProgramSheet {
  readonly program: string
  /** The most rows of a file, its heads not counted; a voucher is never cut. */
  readonly rows: number
  readonly columns: readonly (readonly [head: string, value: string])[]
  /** How an account, and a third party, are written; a line has both. */
  readonly account: RegExp
  readonly thirdParty: RegExp
  readonly firstDay: string
  readonly lastDay: string
}

/** `date:dd/mm/yyyy`: a day in another form; `=CM`: the same in every row; empty: nothing. */
export const columnOf = (head: string, value: string): SheetColumn => {
  if (value === '') return { head, kind: 'text', of: () => null }
  if (value.startsWith('=')) return { head, kind: 'text', of: () => value.slice(1) }
  const [name = '', form] = value.split(':')
  const known = ALL[name]
  if (known === undefined)
    throw templateError(
      {
        en: `the sheet wants "${value}" below "${head}", which is nothing of a journal; did you mean ${nearest(name, FIELD_NAMES)}?`,
        es: `la hoja pide "${value}" bajo "${head}", que no es nada de un comprobante; ¿quiso decir ${nearest(name, FIELD_NAMES)}?`,
      },
      {
        en: `use one of ${FIELD_NAMES.join(', ')}, or "=" and a text`,
        es: `use uno de ${FIELD_NAMES.join(', ')}, o "=" y un texto`,
      },
    )
  if (form === undefined) return { head, kind: known.kind, of: known.of }
  if (known.kind !== 'date' || !DATE_FORM.test(form))
    throw templateError(
      {
        en: `"${value}" below "${head}" is no form of a day`,
        es: `"${value}" bajo "${head}" no es una forma de fecha`,
      },
      { en: 'write it as date:dd/mm/yyyy', es: 'escríbala como date:dd/mm/yyyy' },
    )
  return { head, kind: 'text', of: (row) => inForm(known.of(row), form) }
}

const DATE_FORM = /^(?=.*d)(?=.*m)(?=.*y)(?:dd?|mm?|yyyy|yy|[/. -])+$/

const inForm = (day: Cell, form: string): string | null => {
  if (typeof day !== 'string') return null
  const [year = '', month = '', date = ''] = day.split('-')
  const parts: Readonly<Record<string, string>> = {
    ...{ dd: date, d: String(Number(date)), mm: month, m: String(Number(month)) },
    ...{ yyyy: year, yy: year.slice(2) },
  }
  return form.replace(/dd?|mm?|yyyy|yy/g, (part) => parts[part] ?? part)
}

export const templateError = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('JOURNAL_TEMPLATE', message, next)
