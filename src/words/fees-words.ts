import type { UnpricedReason } from '../core/fees/list-fees.ts'
import type { BillBasis } from '../rules/account/fees-summary.ts'
import type { FeesNotCompared } from '../rules/account/settlement-fees.ts'
import type { Language } from './language.ts'
import { countOf } from './money.ts'

const REASONS: Readonly<Record<FeesNotCompared, string>> = {
  'no-tariff': 'there is no tariff',
  unpriced: 'the tariff has no rate for a payment',
  unread: 'not read, or not whole',
  'no-settlement': 'no settlement yet',
  'not-final': 'in process',
  failed: 'failed',
  malformed: 'a record cannot be read',
  echo: 'the answer is about another settlement',
}

const UNPRICED: Readonly<Record<UnpricedReason, (method: string) => string>> = {
  'no-method': () => 'no payment method',
  'no-rate': (method) => `no rate for ${method}`,
  'no-date': () => 'no payment date',
  'before-tariff': () => 'paid before the tariff begins',
}

const BASES: Readonly<Record<BillBasis, string>> = {
  'billed-apart': 'fees billed apart',
  deducted: 'fees deducted',
  'other-not-deducted': 'other fees, not deducted',
  'not-deducted': 'fees not deducted from payouts',
  charged: 'all fees charged',
  expected: 'expected by the tariff',
}

/** `a`, `a and b`, `a, b and c`. */
const joined = (parts: readonly string[], and: 'and' | 'y'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`

const settlements = (number: number): string => countOf(number, 'settlement', 'en')

const ENGLISH = {
  title: 'Fees against the tariff',
  noTariff: (charged: string, rate: string) =>
    `No tariff is set, so no fee is compared. Charged: ${charged}${rate === '' ? '' : `, ${rate} of what was collected`}.`,
  none: 'No fees were charged, and none were expected.',
  agree: (number: number) =>
    number === 1
      ? 'The fees of 1 settlement match the tariff.'
      : `The fees of all ${number} settlements match the tariff.`,
  nothingCompared: 'The fees of no settlement could be compared with the tariff.',
  tooMuch: (sum: string, number: number) =>
    `The operator charged ${sum} more than the tariff on ${settlements(number)}`,
  tooLittle: (sum: string, number: number) => `it charged ${sum} less than the tariff on ${settlements(number)}`,
  onlyTooLittle: (sum: string, number: number) =>
    `The operator charged ${sum} less than the tariff on ${settlements(number)}`,
  notCompared: (number: number, sum: string) => `the fees of ${settlements(number)}, ${sum}, were not compared`,
  unread: (number: number) => (number === 1 ? '1 settlement was not read' : `${number} settlements were not read`),
  fromTariff: (dates: readonly string[]) =>
    `Tariff${dates.length === 1 ? '' : 's'} ${joined(
      dates.map((date) => `from ${date}`),
      'and',
    )}.`,
  month: 'Month',
  total: 'Total',
  settlements: 'Settlements',
  settlement: 'Settlement',
  payments: 'Payments',
  paid: 'Paid',
  collected: 'Collected',
  charged: 'Charged',
  deducted: 'Deducted',
  billedApart: 'Billed apart',
  otherNotDeducted: 'Other, not deducted',
  expected: 'Expected',
  difference: 'Difference',
  rate: 'Rate',
  rateWithWithheld: 'Rate with withholdings',
  rateNote: 'Rate: fees charged over collected.',
  method: 'Payment method',
  noMethod: 'none',
  fee: 'Fee',
  tax: 'Tax',
  withheld: 'Withheld',
  rounding: 'Rounding of settlements',
  compared: 'Compared',
  notComparedRow: 'Not compared',
  reason: 'Why not compared',
  byMonth: 'By month',
  byMethod: 'By payment method, of the settlements that were compared',
  methodRateNote: 'Rate: fees expected over what was paid.',
  methodRateNoteWithWithheld: 'Rate: fees expected, with taxes and withholdings, over what was paid.',
  paidNote: 'Paid is what the invoices list; collected is what the settlements report.',
  byMethodUnpriced: 'By payment method, of the settlements that were not compared',
  byMethodAll: 'By payment method',
  bySettlement: 'By settlement',
  off: 'Settlements whose fees differ from the tariff',
  more: (number: number) => `and ${number} more: all of them are in fees-settlements.csv`,
  moreBelow: (number: number) => `and ${number} more: all of them are under “By settlement”`,
  made: 'The difference consists of',
  rowTooMuch: 'charged too much',
  rowTooLittle: 'charged too little',
  rowTolerance: 'within the tolerance',
  reasons: REASONS,
  unpriced: UNPRICED,
  bill: (sum: string) => `The operator's bill of ${sum}`,
  billMatches: (basis: string) => `It is exactly the ${basis}.`,
  billDiffers: 'It matches none of these sums.',
  billDifference: 'Bill less this',
  bases: BASES,
  dots: 'Charged against expected: a dot for each settlement. On the line both are the same.',
  dotsNone: 'No settlement was compared, so there is nothing to draw.',
  dotsLabel: (on: number, off: number) => `${on} settlements on the line, ${off} off it`,
  weeks: 'Rate by week (from Monday on): fees over what was paid',
  weeksNote: 'All on one scale, from 0; the figure is that of the newest week.',
  weekAll: 'All methods: charged (dots) and expected (line)',
  weekMethod: (method: string) => `${method}: expected`,
  week: 'Week of',
  closedNow: (difference: string) => `As it is known now, the difference is ${difference}.`,
  tariffNext: 'proposes a tariff from what was charged so far',
  next: 'Next',
}

export type FeesWords = typeof ENGLISH

const liquidaciones = (number: number): string => countOf(number, 'settlement', 'es')

const SPANISH: FeesWords = {
  title: 'Comisiones frente a la tarifa',
  noTariff: (charged, rate) =>
    `No hay tarifa en los parámetros; por eso no se compara ninguna comisión. Se cobraron ${charged}${rate === '' ? '' : `, el ${rate} del recaudo`}.`,
  none: 'No se cobraron comisiones ni se esperaba ninguna.',
  agree: (number) =>
    number === 1
      ? 'Las comisiones de 1 liquidación son las de la tarifa.'
      : `Las comisiones de las ${number} liquidaciones son las de la tarifa.`,
  nothingCompared: 'No se pudo comparar con la tarifa la comisión de ninguna liquidación.',
  tooMuch: (sum, number) => `El operador cobró ${sum} más que la tarifa en ${liquidaciones(number)}`,
  tooLittle: (sum, number) => `cobró ${sum} menos que la tarifa en ${liquidaciones(number)}`,
  onlyTooLittle: (sum, number) => `El operador cobró ${sum} menos que la tarifa en ${liquidaciones(number)}`,
  notCompared: (number, sum) => `quedan sin comparar las comisiones de ${liquidaciones(number)}, por ${sum}`,
  unread: (number) => (number === 1 ? 'no se leyó 1 liquidación' : `no se leyeron ${number} liquidaciones`),
  fromTariff: (dates) =>
    `${dates.length === 1 ? 'Tarifa vigente' : 'Tarifas vigentes'} ${joined(
      dates.map((date) => `desde el ${date}`),
      'y',
    )}.`,
  month: 'Mes',
  total: 'Total',
  settlements: 'Liquidaciones',
  settlement: 'Liquidación',
  payments: 'Pagos',
  paid: 'Pagado',
  collected: 'Recaudo',
  charged: 'Cobrado',
  deducted: 'Descontado',
  billedApart: 'Facturado aparte',
  otherNotDeducted: 'Otras, sin descontar',
  expected: 'Esperado',
  difference: 'Diferencia',
  rate: 'Tasa',
  rateWithWithheld: 'Tasa con retenciones',
  rateNote: 'Tasa: comisiones cobradas sobre el recaudo.',
  method: 'Medio de pago',
  noMethod: 'ninguno',
  fee: 'Comisión',
  tax: 'Impuesto',
  withheld: 'Retenciones',
  rounding: 'Redondeo de liquidaciones',
  compared: 'Comparado',
  notComparedRow: 'Sin comparar',
  reason: 'Por qué no se comparó',
  byMonth: 'Por mes',
  byMethod: 'Por medio de pago, de las liquidaciones comparadas',
  methodRateNote: 'Tasa: comisiones esperadas sobre lo pagado.',
  methodRateNoteWithWithheld: 'Tasa: comisiones esperadas, con impuestos y retenciones, sobre lo pagado.',
  paidNote: 'Pagado es lo que listan las facturas; recaudo, lo que reportan las liquidaciones.',
  byMethodUnpriced: 'Por medio de pago, de las liquidaciones sin comparar',
  byMethodAll: 'Por medio de pago',
  bySettlement: 'Por liquidación',
  off: 'Liquidaciones fuera de la tarifa',
  more: (number) => `y ${number} más: todas están en fees-settlements.csv`,
  moreBelow: (number) => `y ${number} más: todas están en «Por liquidación»`,
  made: 'La diferencia se compone de',
  rowTooMuch: 'cobrado de más',
  rowTooLittle: 'cobrado de menos',
  rowTolerance: 'dentro de la tolerancia',
  reasons: {
    'no-tariff': 'no hay tarifa',
    unpriced: 'la tarifa no cubre algún pago',
    unread: 'no se leyó, o no completa',
    'no-settlement': 'aún sin liquidación',
    'not-final': 'en proceso',
    failed: 'fallida',
    malformed: 'hay un registro ilegible',
    echo: 'la respuesta es de otra liquidación',
  },
  unpriced: {
    'no-method': () => 'sin medio de pago',
    'no-rate': (method) => `sin tarifa para ${method}`,
    'no-date': () => 'sin fecha de pago',
    'before-tariff': () => 'pagado antes de que empiece la tarifa',
  },
  bill: (sum) => `La factura del operador por ${sum}`,
  billMatches: (basis) => `Es exactamente igual a: ${basis}.`,
  billDiffers: 'No coincide con ninguna de estas sumas.',
  billDifference: 'Factura menos esta suma',
  bases: {
    'billed-apart': 'comisiones facturadas aparte',
    deducted: 'comisiones descontadas',
    'other-not-deducted': 'otras comisiones, sin descontar',
    'not-deducted': 'comisiones no descontadas de los abonos',
    charged: 'todas las comisiones cobradas',
    expected: 'esperado según la tarifa',
  },
  dots: 'Cobrado frente a esperado: un punto por liquidación. Sobre la línea, ambos son iguales.',
  dotsNone: 'No se comparó ninguna liquidación; no hay nada que dibujar.',
  dotsLabel: (on, off) => `${on} liquidaciones sobre la línea, ${off} fuera de ella`,
  weeks: 'Tasa por semana (desde el lunes): comisiones sobre lo pagado',
  weeksNote: 'Todas en la misma escala, desde 0; la cifra es la de la semana más reciente.',
  weekAll: 'Todos los medios: cobrado (puntos) y esperado (línea)',
  weekMethod: (method) => `${method}: esperado`,
  week: 'Semana del',
  closedNow: (difference) => `Según lo conocido ahora, la diferencia es ${difference}.`,
  tariffNext: 'propone una tarifa a partir de lo cobrado hasta ahora',
  next: 'Siga con',
}

const WORDS: Readonly<Record<Language, FeesWords>> = { en: ENGLISH, es: SPANISH }

export const feesWords = (language: Language): FeesWords => WORDS[language]
