import type { BalanceKind } from '../rules/account/account-item.ts'
import type { DifferenceState } from '../rules/account/position.ts'
import type { Language } from './language.ts'
import { countOf } from './money.ts'

const KINDS: Readonly<Record<BalanceKind, string>> = {
  'in-process': 'in process',
  failed: 'failed',
  underpaid: 'paid too little',
  overpaid: 'paid too much',
}

const STATES: Readonly<Record<DifferenceState, string>> = {
  none: '',
  open: 'open',
  claimed: 'claimed',
  accepted: 'accepted',
  tolerated: 'within tolerance',
  paid: 'paid elsewhere',
}

const ENGLISH = {
  title: 'Account with the operator',
  days: (from: string, to: string) => `settlements from ${from} to ${to}`,
  asOf: (time: string, zone: string) => `As known at ${time} (${zone}).`,
  merchant: 'merchant',
  lines: 'Line',
  number: 'Settlements',
  amount: 'COP',
  madeOf: 'The closing balance consists of',
  beside: 'Not included in the account',
  bank: 'From the operator to the bank',
  bankOpen: 'The amount not arrived consists of',
  behind: 'Settlements in the closing balance',
  behindNone: 'No settlement is open.',
  behindOnNextSheet: (number: string) =>
    `Settlements in the closing balance: ${number}, each of them listed on the next sheet.`,
  more: (number: number) => `and ${number} more: all of them are in statement.csv`,
  date: 'Date',
  cycle: 'Cycle',
  kind: 'Why',
  state: 'State',
  expected: 'Expected',
  paidOut: 'Paid out',
  balance: 'Balance',
  kinds: KINDS,
  states: STATES,
  total: 'Total',
  method: 'Payment method',
  byMethod: 'Collected, by payment method',
  invoices: 'Invoices',
  methodNote: 'Fees, adjustments and differences cannot be split by payment method.',
  owedOfBefore: (number: number, sum: string) =>
    `${number === 1 ? '1 earlier settlement is' : `${number} earlier settlements are`} open: ${sum} still to be paid out.`,
  overpaidOfBefore: (number: number, sum: string) =>
    `${number === 1 ? '1 earlier settlement was' : `${number} earlier settlements were`} paid ${sum} more than expected.`,
  negativeOfBefore: (number: number, sum: string) =>
    `${number === 1 ? '1 earlier settlement is' : `${number} earlier settlements are`} not paid out and expected below zero: ${sum}.`,
  paidOutLater: (number: number, sum: string, day: string) =>
    `Of the closing balance, ${number === 1 ? '1 settlement was' : `${number} settlements were`} paid out after ${day}: ${sum}.`,
  acceptedLater: (number: number, sum: string, day: string) =>
    `Of the closing balance, a difference or failure of ${number === 1 ? '1 settlement was' : `${number} settlements was`} accepted after ${day}: ${sum}.`,
  later: {
    'paid-out': (day: string) => `paid out on ${day}`,
    accepted: (day: string) => `accepted on ${day}`,
    recovered: (day: string) => `paid elsewhere on ${day}`,
  },
  signs: 'The operator owes a positive balance, and is owed a negative one.',
  withoutBank: 'What was paid out was not checked against the bank.',
  prepared: 'Prepared by',
  reviewed: 'Reviewed by',
  approved: 'Approved by',
  signature: 'Name, signature, date',
  digest: 'SHA-256 of manifest.json, which lists the SHA-256 of every file',
  draft: 'draft',
  draftNote: 'A draft: these days are not all closed, so the figures may still change.',
  closedOn: (through: string, time: string, by: string) => `Closed through ${through} on ${time} by ${by}.`,
  closedByForce: (number: string, names: string, reason: string) =>
    `Closed by force, in spite of ${number} that ${number.startsWith('1 ') ? 'was' : 'were'} unfinished (${names}). Reason: ${reason}`,
  neverRead: (number: string) =>
    `${number} of these days ${number.startsWith('1 ') ? 'was' : 'were'} never read whole.`,
  andMore: (number: number) => `and ${number} more`,
  closed: 'As closed',
  now: 'Now',
  difference: 'Difference',
  sinceClosing: 'since it was closed',
  unchanged: 'Nothing has changed since it was closed.',
  unchangedButBank: 'The account has not changed since it was closed; its lines about the bank have.',
  restated: 'Restated',
  subject: 'Field',
  unit: 'Unit',
  openingClosed: (day: string, amount: string) => `Opening balance: ${amount}, as closed through ${day}.`,
  restatedSince: (number: string, due: string, paidOut: string) =>
    `What ${number} of those days became since stands in this account: ${due} due, ${paidOut} paid out.`,
  restatedDays: 'Restatements of closed days',
  restatedSheet: 'Restated days',
  restatedKinds: { added: 'added since', changed: 'changed since', gone: 'not read or compared since' },
  collected: 'Collected',
  fees: 'Fees',
  adjustments: 'Adjustments',
  kept: 'Kept by the gateway',
  due: 'Due',
  accepted: 'Accepted',
  recovered: 'Recovered',
  notReadBefore: (number: number, amount: string | null) =>
    `${number === 1 ? '1 earlier settlement' : `${number} earlier settlements`} could not be read${amount === null ? '' : ` (payouts of ${amount} when last read)`} and ${number === 1 ? 'is' : 'are'} in no balance.`,
  bankOpening: (day: string, amount: string, change: string) =>
    `At the closing through ${day}, ${amount} had not arrived at the bank; ties, statements and readings since then change it by ${change}.`,
  openingComputed: (amount: string, day: string) =>
    `Opening balance: ${amount}, computed from the settlements before ${day}; it is not the figure of a closing.`,
  closingSince: (closed: string, now: string, difference: string) =>
    `The closing balance was ${closed} when the days were closed and is ${now} now: a difference of ${difference}.`,
  paidOutByStatus: 'paid out, by its status',
  restatements: 'Restated since closing',
  file: 'File',
  transit: (day: string) =>
    `In transit at the end of ${day}, as far as settlements were read: paid by tenants, not settled by then`,
  transitNames: {
    opening: (day: string) => `In transit on ${day}`,
    paid: 'Paid since',
    earlier: 'Of earlier days, known since',
    settled: 'Settled since',
    closing: (day: string) => `In transit on ${day}`,
  },
  transitNote: (day: string) =>
    `Money in transit is taken from the database alone; "cuadre in-transit --at ${day}" also asks the service for payments whose settlements were not read yet.`,
  transitSigned:
    'Money in transit is taken from the database alone, as known at the closing; what became known later stands in the statement of the first open month.',
  transitUndated: (number: number, sum: string) =>
    `${countOf(number, 'invoice', 'en')} of ${sum} ${number === 1 ? 'is' : 'are'} not included in these figures, because the day of payment is not known.`,
}

export type StatementWords = typeof ENGLISH

const SPANISH: StatementWords = {
  title: 'Cuenta con el operador',
  days: (from, to) => `liquidaciones del ${from} al ${to}`,
  asOf: (time, zone) => `Con la información disponible al ${time} (${zone}).`,
  merchant: 'comercio',
  lines: 'Concepto',
  number: 'Liquidaciones',
  amount: 'COP',
  madeOf: 'El saldo final se compone de',
  beside: 'Fuera de la cuenta: no entra en sus sumas',
  bank: 'Del operador al banco',
  bankOpen: 'Lo que no ha llegado se compone de',
  behind: 'Liquidaciones del saldo final',
  behindNone: 'No queda ninguna liquidación pendiente.',
  behindOnNextSheet: (number) => `Liquidaciones del saldo final: ${number}, cada una en la hoja siguiente.`,
  more: (number) => `y ${number} más: todas están en statement.csv`,
  date: 'Fecha',
  cycle: 'Ciclo',
  kind: 'Motivo',
  state: 'Estado',
  expected: 'Esperado',
  paidOut: 'Abonado',
  balance: 'Saldo',
  kinds: {
    'in-process': 'en proceso',
    failed: 'fallida',
    underpaid: 'abonado de menos',
    overpaid: 'abonado de más',
  },
  states: {
    none: '',
    open: 'abierta',
    claimed: 'reclamada',
    accepted: 'aceptada',
    tolerated: 'dentro de la tolerancia',
    paid: 'pagada por otra vía',
  },
  total: 'Total',
  method: 'Medio de pago',
  byMethod: 'Recaudo por medio de pago',
  invoices: 'Facturas',
  methodNote: 'Las comisiones, los ajustes y las diferencias no se pueden separar por medio de pago.',
  owedOfBefore: (number, sum) =>
    `${number === 1 ? 'Queda pendiente 1 liquidación anterior' : `Quedan pendientes ${number} liquidaciones anteriores`}: ${sum} por abonar.`,
  overpaidOfBefore: (number, sum) =>
    `De ${number === 1 ? '1 liquidación anterior' : `${number} liquidaciones anteriores`} se abonaron ${sum} más de lo esperado.`,
  negativeOfBefore: (number, sum) =>
    `${number === 1 ? '1 liquidación anterior está' : `${number} liquidaciones anteriores están`} sin abonar y con abono esperado negativo: ${sum}.`,
  paidOutLater: (number, sum, day) =>
    `Del saldo final, ${number === 1 ? '1 liquidación se abonó' : `${number} liquidaciones se abonaron`} después del ${day}: ${sum}.`,
  acceptedLater: (number, sum, day) =>
    `Del saldo final, la diferencia o la falla de ${countOf(number, 'settlement', 'es')} se aceptó después del ${day}: ${sum}.`,
  later: {
    'paid-out': (day) => `abonada el ${day}`,
    accepted: (day) => `aceptada el ${day}`,
    recovered: (day) => `pagada por otra vía el ${day}`,
  },
  signs: 'Un saldo positivo lo debe el operador; uno negativo se le debe a él.',
  withoutBank: 'Lo abonado no se ha cotejado con el banco.',
  prepared: 'Elaboró',
  reviewed: 'Revisó',
  approved: 'Aprobó',
  signature: 'Nombre, firma, fecha',
  digest: 'SHA-256 de manifest.json, que contiene el de cada archivo',
  draft: 'borrador',
  draftNote: 'Es un borrador: no todos estos días están cerrados y las cifras pueden cambiar.',
  closedOn: (through, time, by) => `Cerrado hasta el ${through}, el ${time}, por ${by}.`,
  closedByForce: (number, names, reason) =>
    `Cierre forzado, a pesar de ${number} sin terminar (${names}). Motivo: ${reason}`,
  neverRead: (number) => `${number} de estas fechas no se ${number.startsWith('1 ') ? 'leyó' : 'leyeron'} completas.`,
  andMore: (number) => `y ${number} más`,
  closed: 'Al cierre',
  now: 'Ahora',
  difference: 'Diferencia',
  sinceClosing: 'desde el cierre',
  unchanged: 'Nada ha cambiado desde el cierre.',
  unchangedButBank: 'La cuenta no ha cambiado desde el cierre; sí han cambiado sus líneas sobre el banco.',
  restated: 'Reexpresado',
  subject: 'Campo',
  unit: 'Unidad',
  openingClosed: (day, amount) => `Saldo inicial: ${amount}, según el cierre del ${day}.`,
  restatedSince: (number, due, paidOut) =>
    `Lo que cambió después en ${number} de esas fechas entra en esta cuenta: ${due} por abonar, ${paidOut} abonados.`,
  restatedDays: 'Reexpresiones de fechas cerradas',
  restatedSheet: 'Fechas reexpresadas',
  restatedKinds: { added: 'nueva', changed: 'cambió', gone: 'sin leer o sin comparar desde entonces' },
  collected: 'Recaudo',
  fees: 'Comisiones',
  adjustments: 'Ajustes',
  kept: 'No girado por la pasarela',
  due: 'Por abonar',
  accepted: 'Aceptado',
  recovered: 'Recuperado',
  notReadBefore: (number, amount) =>
    `No se ${number === 1 ? 'ha podido leer 1 liquidación anterior' : `han podido leer ${number} liquidaciones anteriores`}${amount === null ? '' : ` (abonos de ${amount} en la última lectura)`}; no ${number === 1 ? 'está' : 'están'} en ningún saldo.`,
  bankOpening: (day, amount, change) =>
    `Al cierre del ${day} faltaban por llegar al banco ${amount}; los cruces, extractos y lecturas posteriores cambian esa suma en ${change}.`,
  openingComputed: (amount, day) =>
    `Saldo inicial: ${amount}, calculado con las liquidaciones anteriores al ${day}; no es la cifra de un cierre.`,
  closingSince: (closed, now, difference) =>
    `El saldo final era ${closed} al cierre y ahora es ${now}: una diferencia de ${difference}.`,
  paidOutByStatus: 'lo abonado, según el estado',
  restatements: 'Reexpresado desde el cierre',
  file: 'Archivo',
  transit: (day) =>
    `En tránsito al cierre del ${day}, según las liquidaciones leídas: pagado por los inquilinos y aún sin liquidar`,
  transitNames: {
    opening: (day) => `En tránsito al ${day}`,
    paid: 'Pagado desde entonces',
    earlier: 'De fechas anteriores, conocido desde entonces',
    settled: 'Liquidado desde entonces',
    closing: (day) => `En tránsito al ${day}`,
  },
  transitNote: (day) =>
    `Lo que está en tránsito sale solo de la base de datos: «cuadre in-transit --at ${day}» también le pregunta al servicio por los pagos cuyas liquidaciones aún no se han leído.`,
  transitSigned:
    'Lo que está en tránsito sale solo de la base de datos, según se conocía al cierre; lo conocido después está en la cuenta del primer mes abierto.',
  transitUndated: (number, sum) =>
    number === 1
      ? `1 factura por ${sum}, de la que no se sabe cuándo se pagó, no entra en sus cifras.`
      : `${number} facturas por ${sum}, de las que no se sabe cuándo se pagaron, no entran en sus cifras.`,
}

/** The words of the account with the operator, without the names of its lines. */
const WORDS: Readonly<Record<Language, StatementWords>> = { en: ENGLISH, es: SPANISH }

export const statementWords = (language: Language): StatementWords => WORDS[language]
