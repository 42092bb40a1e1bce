import { plainName } from './table-cells.ts'

/** What a column of a bank's file may be for. */
export type ColumnRole =
  | 'valueDate'
  | 'date'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'value'
  | 'sign'
  | 'currency'
  | 'account'
  | 'reference'
  | 'text'

/** The names that banks give their columns, in letters without accents; the first that fits counts. */
const NAMES: readonly (readonly [ColumnRole, RegExp])[] = [
  ['valueDate', /^(fecha(de)?valor|fechaefectiva|valuedate)/],
  ['date', /^(fecha|dia$|date|bookingdate)/],
  ['balance', /^(saldo|balance)/],
  ['sign', /^(tipo|naturaleza|signo|dc$|cd$|debitocredito|creditodebito|side)/],
  ['debit', /^(valor)?(debito|cargo|retiro|debe|egreso|salida|debit|withdrawal)/],
  ['credit', /^(valor)?(credito|abono|deposito|haber|ingreso|consignacion|entrada|credit|deposit)/],
  ['currency', /^(moneda|divisa|currency)/],
  ['account', /^(numerode|nrode|no|numero|nro)?(cuenta|account)/],
  ['reference', /^(referencia|numero|nro|documento|comprobante|reference|cheque)/],
  ['value', /^(valor|monto|importe|amount|value)/],
  ['text', /^(descripcion|concepto|detalle|transaccion|observacion|motivo|movimiento|description|text|memo)/],
]

/** What a column is for by its name; null where the name says nothing. */
export const roleOf = (name: string): ColumnRole | null =>
  NAMES.find(([, pattern]) => pattern.test(plainName(name)))?.[0] ?? null
