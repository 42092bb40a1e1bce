import { type BankMapping, LEAST_MAPPING } from '../../core/bank/bank-mapping.ts'
import type { BankFormat } from '../../core/bank/bank-statement.ts'

/** A form in which a bank hands out movements as a table. */
export interface KnownForm {
  readonly format: BankFormat
  /** The names of its columns in letters and digits, in the order of the mapping's numbers; null where it has no header. */
  readonly header: readonly RegExp[] | null
  /** The beginning of the first row below the header or, without one, of the file: its cells, joined by `|`. */
  readonly row: RegExp
  /** Without a header: the number of fields; empty ones behind them are accepted. */
  readonly fields?: number
  readonly mapping: BankMapping
}

type Columns = Pick<BankMapping, 'date' | 'amount' | 'text'> & Partial<BankMapping>

const withHeader = (format: BankFormat, header: readonly RegExp[], row: RegExp, columns: Columns): KnownForm => ({
  ...{ format, header, row },
  mapping: { ...LEAST_MAPPING, ...columns },
})

const withoutHeader = (format: BankFormat, fields: number, row: RegExp, columns: Columns): KnownForm => ({
  ...{ format, header: null, row, fields },
  mapping: { ...LEAST_MAPPING, ...columns },
})

const signed = (value: number) => ({ value, sign: null })

/** The forms that are read without a mapping in the settings. */
export const KNOWN_FORMS: readonly KnownForm[] = [
  // Movements: account, branch, any, day, empty, value, code, text, 0. The tax on movements (4X1000) is a row of its own.
  withoutHeader('bancolombia-csv', 9, /^[\d .-]{8,20}\|\d{1,4}\|[^|]*\|\d{8}\|[^|]*\|/, {
    ...{ date: 4, amount: signed(6), text: [8], account: 1 },
  }),
  // Statement (E*.CSV): day, account, sequence, type, branch, code, text, document, value, branch, C or D; balances are rows.
  withoutHeader('bancolombia-statement', 11, /^\d{8}\|[\d .-]{8,20}\|(?:\d*\|){4}.*\d\|[^|]*\|[CD]$/i, {
    ...{ date: 1, account: 2, text: [7], amount: { value: 9, sign: 11 } },
  }),
  // Text: type, day, account, time, office, sequence, value, value with charges, bank, service, five references, balance.
  withoutHeader(
    'bancolombia-text',
    16,
    /^[^|]*\|[^|]*\d\|\d[\d -]{6,}\|(?:[^|]*\|){3}[^|]*\d[^|]*\|(?:[^|]*\|){8}[^|]*$/,
    {
      ...{ date: 2, account: 3, amount: { value: 7, sign: 1 }, charged: 8, balance: 16 },
      ...{ text: [10, 11, 12, 13, 14, 15], reference: 11 },
    },
  ),
  // Extract of months (XLSX): pages with a letterhead each, which has the account and the period of days without a year.
  withHeader(
    'bancolombia-month',
    [/^fecha$/, /^descripcion$/, /^sucursal$/, /^dcto$/, /^valor$/, /^saldo$/],
    /^[^|]*\d/,
    {
      ...{ date: 1, text: [2], reference: 4, amount: signed(5), balance: 6, dates: 'dd/mm' },
      ...{ account: { below: 'NRO CUENTA' }, ignoredRows: ['FIN ESTADO DE CUENTA'] },
    },
  ),
  withHeader('davivienda-csv', [/^fecha/, /^descripcion/, /^debitos?$/, /^creditos?$/, /^saldo/], /^/, {
    ...{ date: 1, text: [2], amount: { debit: 3, credit: 4 }, balance: 5, dates: 'dd/mm/yyyy' },
  }),
  // Its other form: the sign is a word (Nota Crédito, Nota Débito); the value is the total, not the part in cheques.
  withHeader(
    'davivienda-csv',
    [
      /^fecha/,
      /^documento$/,
      /^descripcion/,
      /^transaccion$/,
      /^oficina/,
      /^id/,
      /^valorcheque$/,
      /^valortotal$/,
      /^referencia1$/,
      /^referencia2$/,
    ],
    /^/,
    { date: 1, reference: 2, text: [3], amount: { value: 8, sign: 4 }, dates: 'dd/mm/yyyy' },
  ),
  withHeader(
    'nequi-csv',
    [/^fecha/, /^descripcion$/, /^(monto|valor)$/, /^tipo/],
    /\|(ingreso|egreso|entrada|salida)s?$/i,
    {
      ...{ date: 1, text: [2], amount: { value: 3, sign: 4 } },
    },
  ),
  withHeader(
    'nequi-csv',
    [/^fecha/, /^descripcion$/, /^(monto|valor)$/, /^tipo/, /^estado/],
    /\|(ingreso|egreso|entrada|salida)s?\|[^|]*$/i,
    {
      ...{ date: 1, text: [2], amount: { value: 3, sign: 4 }, status: 5 },
    },
  ),
]
