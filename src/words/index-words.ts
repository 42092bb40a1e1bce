import { SHORT_WEEKDAYS } from './dates.ts'
import type { Language } from './language.ts'
import { countOf, numberIn } from './money.ts'

/** The words of the index page. */
const ENGLISH = {
  title: 'Reconciliation of settlements',
  asOf: (when: string) => `Read ${when}. Includes later decisions and bank statements.`,
  noDays: 'Nothing has been read yet. Run “cuadre run”.',

  lately: (day: string, sum: string, { days, percent }: { readonly days: number; readonly percent: number }) =>
    `${day}: ${sum} paid out, ${percent === 0 ? 'as much as' : `${numberIn(Math.abs(percent), 'en')} % ${percent > 0 ? 'more' : 'less'} than`} the mean of the ${days} days with payouts before.`,
  feesLately: (now: string, before: string) => `Fees are ${now} of what was collected; ${before} before.`,
  troubled: 'Do first',
  whatIsWrong: 'What is wrong',
  toDo: 'To do',
  others: (number: number) => `${countOf(number, 'settlement', 'en')} more, below`,
  allOthers: (number: number) => `The other ${number === 1 ? 'settlement' : `${numberIn(number, 'en')} settlements`}`,
  foundOn: (day: string) => `since ${day}`,
  alsoOpen: (open: string) => `and ${open} more`,
  textAndCommands: 'Text for the operator, and commands',
  moreTroubled: (number: string) => `and ${number} more, in the calendar`,
  neverRead: (number: string) => `Due and never read: ${number}. The next run reads them.`,

  months: 'Month by month',
  monthClosed: (when: string) =>
    `Closed on ${when}: its statement has the figures of the closing, this page those of the present.`,
  monthAsOf: (when: string, isOne: boolean) =>
    `How the settlements of ${isOne ? 'the month' : 'these months'} stand, as of ${when}:`,
  account: 'The account with the operator',
  accountAtEndOf: (day: string) => `The account with the operator, at the end of ${day}`,
  accountAsOf: (when: string) => `The account with the operator, as of ${when}`,
  lines: {
    opening: 'Opening: due before, not paid out',
    collected: 'Collected, by the listed invoices',
    feesDeducted: 'Fees deducted',
    adjustmentsExplained: 'Adjustments explained',
    adjustmentsOfFailed: 'Adjustments of settlements that failed',
    adjustmentsTaken: 'Adjustments not explained: taken off',
    adjustmentsBrought: 'Adjustments not explained: added',
    keptByGateway: 'Kept by the gateway',
    restated: 'Restatements of closed days',
    due: 'Due on these days',
    paidOut: 'Paid out, according to the operator',
    accepted: 'Differences accepted',
    recovered: 'Recovered: claims paid elsewhere',
    closing: 'Closing',
  },
  zeros: (number: number) => (number === 1 ? 'One line of 0' : `${number} lines of 0`),
  closing: 'The closing balance consists of',
  closingParts: {
    'in-process': 'In process',
    failed: 'Failed',
    underpaid: 'Paid too little',
    overpaid: 'Paid too much',
  },
  besideNotCompared: (number: number, sum: string) =>
    `Not included: ${countOf(number, 'settlement', 'en')} not compared, ${sum} reported.`,
  /** `sum`: null when no earlier reading has any. */
  besideNotRead: (number: number, sum: string | null) =>
    `Not included: ${countOf(number, 'settlement', 'en')} not read whole, ${sum === null ? 'of an unknown sum' : `${sum} by the last reading`}.`,
  besideNoSettlement: (number: number, sum: string) =>
    `Not included: invoices of ${sum} in ${countOf(number, 'settlement', 'en')} that the service does not have yet.`,
  besideFees: (sum: string) => `Not included: fees of ${sum} that are not deducted.`,
  besideFeesTooMuch: (number: number, sum: string) =>
    `Fees charged above the tariff: ${sum} on ${countOf(number, 'settlement', 'en')}.`,
  besideFeesTooLittle: (number: number, sum: string) =>
    `Fees charged below the tariff: ${sum} on ${countOf(number, 'settlement', 'en')}.`,
  calendar: 'Calendar',
  calendarHint:
    'Darker: more was paid out on that settlement date (COP). Red: what was paid too little (negative) or too much. Choose a day to open its report.',
  weekdays: SHORT_WEEKDAYS.en,
  noInvoices: 'no invoices',
  earlier: 'Earlier months',
  legend: 'What the signs mean',

  recovered: 'Recovered with claims (COP)',
  ages: 'Open cases in pesos, by the age of their settlement',
  agesHint: (when: string) => `COP, errors and warnings, by who has to act, as of ${when}. Each peso is in one case.`,
  age: 'Age',
  bands: { today: 'under a day', week: '1 to 6 days', month: '7 to 30 days', older: '31 days or more' },
  number: 'Cases',

  chargebacks: 'Chargebacks',
  chargebacksHint: 'COP, of all days. Adjustments are matched with chargebacks by exact sums, never netted.',
  chargedBack: (number: number) => `Charged back, ${countOf(number, 'invoice', 'en')}`,
  debited: (number: number) => `Debited by adjustments, ${number}`,
  notDebited: (number: number) => `Not debited yet, ${number}`,
  withoutChargeback: {
    taken: (number: number, sum: string) => `Adjustments not explained, taken off: ${number}, ${sum}.`,
    brought: (number: number, sum: string) => `Adjustments not explained, added: ${number}, ${sum}.`,
  },

  payoutDays: 'Days until the payout',
  payoutDaysHint:
    'From the settlement date to the reading that first showed the settlement final, or to its arrival at the bank where that was earlier, by the month of the settlement date; at most the last 12 months.',
  month: 'Month',
  payoutDaysColumns: {
    paidOut: 'Paid out',
    median: 'Median, days',
    longest: 'Longest, days',
    open: 'Not paid out yet',
  },
  payoutDaysUnknown: (number: number) =>
    number === 1
      ? 'Not included: 1 settlement that was already final when first read, so the day of its payout is not known.'
      : `Not included: ${number} settlements that were already final when first read, so the days of their payouts are not known.`,
  payoutDaysLeftOut: (number: number) =>
    number === 1
      ? 'Not included: 1 settlement that answers for another one, was not read whole, or failed and was accepted.'
      : `Not included: ${number} settlements that answer for another one, were not read whole, or failed and were accepted.`,
}

export type IndexWords = typeof ENGLISH

const SPANISH: IndexWords = {
  title: 'Conciliación de liquidaciones',
  asOf: (when) => `Leído el ${when}. Incluye decisiones y extractos del banco posteriores.`,
  noDays: 'Aún no se ha leído nada. Ejecute «cuadre run».',

  lately: (day, sum, { days, percent }) =>
    `${day}: se abonaron ${sum}, ${percent === 0 ? 'lo mismo que' : `un ${numberIn(Math.abs(percent), 'es')} % ${percent > 0 ? 'más' : 'menos'} que`} el promedio de los ${days} días con abonos anteriores.`,
  feesLately: (now, before) => `La comisión es del ${now} de lo recaudado; antes, del ${before}.`,
  troubled: 'Qué hacer primero',
  whatIsWrong: 'Qué pasa',
  toDo: 'Qué hacer',
  others: (number) => `${countOf(number, 'settlement', 'es')} más, abajo`,
  allOthers: (number) => (number === 1 ? 'La otra liquidación' : `Las otras ${numberIn(number, 'es')} liquidaciones`),
  foundOn: (day) => `desde el ${day}`,
  alsoOpen: (open) => `y ${open} más`,
  textAndCommands: 'Texto para el operador y comandos',
  moreTroubled: (number) => `y ${number} más, en el calendario`,
  neverRead: (number) => `Pendientes de consulta: ${number}. La próxima ejecución las lee.`,

  months: 'Mes a mes',
  monthClosed: (when) =>
    `Cerrado el ${when}: su cuenta con el operador tiene las cifras del cierre, y esta página las de hoy.`,
  monthAsOf: (when, isOne) =>
    `Cómo están las liquidaciones ${isOne ? 'del mes' : 'de estos meses'}, con corte al ${when}:`,
  account: 'La cuenta con el operador',
  accountAtEndOf: (day) => `La cuenta con el operador al final del ${day}`,
  accountAsOf: (when) => `La cuenta con el operador, con corte al ${when}`,
  lines: {
    opening: 'Saldo inicial: pendiente de abono',
    collected: 'Recaudo, según las facturas listadas',
    feesDeducted: 'Comisiones descontadas',
    adjustmentsExplained: 'Ajustes explicados',
    adjustmentsOfFailed: 'Ajustes de liquidaciones fallidas',
    adjustmentsTaken: 'Ajustes sin explicar: descontados',
    adjustmentsBrought: 'Ajustes sin explicar: sumados',
    keptByGateway: 'No girado por la pasarela',
    restated: 'Reexpresiones de fechas cerradas',
    due: 'Por abonar del período',
    paidOut: 'Abonado, según el operador',
    accepted: 'Diferencias aceptadas',
    recovered: 'Recuperado: reclamaciones pagadas por otra vía',
    closing: 'Saldo final',
  },
  zeros: (number) => (number === 1 ? 'Un renglón en 0' : `${number} renglones en 0`),
  closing: 'El saldo final se compone de',
  closingParts: {
    'in-process': 'En proceso',
    failed: 'Fallidas',
    underpaid: 'Abonado de menos',
    overpaid: 'Abonado de más',
  },
  besideNotCompared: (number, sum) =>
    `Aparte, sin comparar: ${countOf(number, 'settlement', 'es')}, con ${sum} reportados.`,
  besideNotRead: (number, sum) =>
    `Aparte, sin leer completas: ${countOf(number, 'settlement', 'es')}, ${sum === null ? 'de valor desconocido' : `con ${sum} según la última lectura`}.`,
  besideNoSettlement: (number, sum) =>
    `Aparte, aún sin liquidación: ${number === 1 ? '1 ciclo' : `${number} ciclos`}, con facturas por ${sum}.`,
  besideFees: (sum) => `Aparte, comisiones que no se descuentan: ${sum}.`,
  besideFeesTooMuch: (number, sum) =>
    `Comisiones cobradas por encima de la tarifa: ${sum} en ${countOf(number, 'settlement', 'es')}.`,
  besideFeesTooLittle: (number, sum) =>
    `Comisiones cobradas por debajo de la tarifa: ${sum} en ${countOf(number, 'settlement', 'es')}.`,
  calendar: 'Calendario',
  calendarHint:
    'Más oscuro: se abonó más en esa fecha de liquidación (COP). En rojo, lo abonado de menos (negativo) o de más. Elija un día para abrir su informe.',
  weekdays: SHORT_WEEKDAYS.es,
  noInvoices: 'sin facturas',
  earlier: 'Meses anteriores',
  legend: 'Significado de los signos',

  recovered: 'Recuperado con reclamaciones (COP)',
  ages: 'Por conciliar, por antigüedad de la liquidación',
  agesHint: (when) =>
    `COP de errores y advertencias, según quién responde, con corte al ${when}. Cada peso está en un solo caso.`,
  age: 'Antigüedad',
  bands: { today: 'menos de un día', week: '1 a 6 días', month: '7 a 30 días', older: '31 días o más' },
  number: 'Casos',

  chargebacks: 'Contracargos',
  chargebacksHint:
    'COP, de todos los días. Los ajustes se cruzan con los contracargos por sumas exactas, nunca compensados entre sí.',
  chargedBack: (number) => `Contracargos, ${countOf(number, 'invoice', 'es')}`,
  debited: (number) => `Debitados con ajustes, ${number}`,
  notDebited: (number) => `Aún sin debitar, ${number}`,
  withoutChargeback: {
    taken: (number, sum) => `Ajustes sin explicar, descontados: ${number}, por ${sum}.`,
    brought: (number, sum) => `Ajustes sin explicar, sumados: ${number}, por ${sum}.`,
  },

  payoutDays: 'Días hasta el abono',
  payoutDaysHint:
    'Desde la fecha de liquidación hasta la lectura que la mostró definitiva por primera vez, o hasta su llegada al banco si fue antes, por mes de la fecha de liquidación; a lo sumo los últimos 12 meses.',
  month: 'Mes',
  payoutDaysColumns: {
    paidOut: 'Abonadas',
    median: 'Mediana, días',
    longest: 'Máximo, días',
    open: 'Aún sin abonar',
  },
  payoutDaysUnknown: (number) =>
    number === 1
      ? 'No se incluye 1 liquidación que ya era definitiva antes de la primera lectura: no se conoce su día.'
      : `No se incluyen ${number} liquidaciones que ya eran definitivas antes de la primera lectura: no se conocen sus días.`,
  payoutDaysLeftOut: (number) =>
    number === 1
      ? 'No se incluye 1 liquidación que responde por otra, no se leyó completa, o falló y se aceptó.'
      : `No se incluyen ${number} liquidaciones que responden por otra, no se leyeron completas, o fallaron y se aceptaron.`,
}

const WORDS: Readonly<Record<Language, IndexWords>> = { en: ENGLISH, es: SPANISH }

export const indexWords = (language: Language): IndexWords => WORDS[language]
