import { plainName } from './table-cells.ts'

/** The possible roles of a column in a bank file. */
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

/** Names of columns used by banks, in letters without accents; the first match counts. */
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

/** The role of a column by its name; null when the name matches none. */
export const roleOf = (name: string): ColumnRole | null =>
  NAMES.find(([, pattern]) => pattern.test(plainName(name)))?.[0] ?? null
