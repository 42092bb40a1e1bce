import { plainName } from '../../tables/table-cells.ts'

/** The possible roles of a column in a bank file. */
export type ColumnRole =
  | 'valueDate'
  | 'date'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'value'
  | 'sign'
  | 'status'
  | 'other'
  | 'currency'
  | 'account'
  | 'reference'
  | 'text'

/** Names of columns used by banks, in letters without accents; the first match counts. */
const NAMES: readonly (readonly [ColumnRole, RegExp])[] = [
  ['valueDate', /^(fecha(de)?valor|fechaefectiva|valuedate)/],
  ['date', /^(fecha|dia$|date|bookingdate|transactiondate|posted)/],
  ['balance', /^(saldo|balance|runningbalance|disponible$)/],
  ['status', /^(estado|status|situacion|resultado)/],
  ['sign', /^(tipo|naturaleza|signo|dc$|cd$|debitocredito|creditodebito|debcred|side|type|direction|drcr|crdr)/],
  ['debit', /^(valor|monto|importe)?(debito|cargo|retiro|debe|egreso|salida|debit|withdrawal|moneyout|paidout)/],
  [
    'credit',
    /^(valor|monto|importe)?(credito|abono|deposito|haber|ingreso|consignacion|entrada|credit|deposit|moneyin|paidin)/,
  ],
  ['currency', /^(moneda|divisa|currency)/],
  ['account', /^(numerode|nrode|nro|no|numero)?(la)?(cuenta|account)(number|no|numero)?$/],
  [
    'other',
    /^(oficina|sucursal|codigo|cod|canal|terminal|nit|cedula|identificacion|id|ciudad|hora|time|branch|code|office|city|channel|tasa|trm|rate|secuencia|consecutivo|cuenta|account)/,
  ],
  ['reference', /^(referencia|numero|nro|documento|dcto|docto|comprobante|reference|cheque|document|receipt)/],
  ['value', /^(valor|monto|importe|amount|value|total|neto)/],
  [
    'text',
    /^(descripcion|concepto|detalle|transaccion|observacion|motivo|movimiento|description|text|memo|details|narrative|concept)/,
  ],
]

/** The role of a column by its name; null when the name matches none. */
export const roleOf = (name: string): ColumnRole | null =>
  NAMES.find(([, pattern]) => pattern.test(plainName(name)))?.[0] ?? null
