import type { FitRefusal, LaterSettlements } from '../core/fees/fit/fees-fit.ts'
import type { LooseReason } from '../core/fees/fit/schedule-fit.ts'
import type { Rounding, RoundingUnit, TariffDate } from '../core/fees/tariff.ts'
import type { Language } from './language.ts'

interface LooseInWords {
  readonly method: string
  readonly with: string
  readonly settlements: string
}

/** The words about the tariff that past settlements propose. */
export interface FeesFitWords {
  readonly refusal: Readonly<Record<FitRefusal, (settlements: string, taxes: string) => string>>
  readonly proposal: (fits: string, settlements: string) => string
  /** Settlements that differ by a peso or two. */
  readonly close: (settlements: string) => string
  readonly change: (day: string, last: string, date: TariffDate | null) => string
  readonly none: string
  readonly heads: {
    readonly from: string
    readonly method: string
    readonly fixed: string
    readonly percent: string
    readonly settlements: string
    readonly payments: string
    readonly date: string
    readonly cycle: string
    readonly charged: string
    readonly expected: string
    readonly difference: string
  }
  readonly together: string
  readonly tax: (name: string, percent: string) => string
  readonly taxInside: (name: string, percent: string) => string
  readonly noTax: string
  readonly taxAlike: (name: string, percent: string) => string
  readonly rounding: Readonly<Record<Rounding, (unit: string) => string>>
  readonly unit: Readonly<Record<RoundingUnit, string>>
  readonly roundingAlike: string
  readonly openTitle: string
  readonly loose: Readonly<Record<LooseReason, (facts: LooseInWords) => string>>
  readonly openSettlements: (settlements: string) => string
  readonly offTitle: string
  readonly more: (settlements: string) => string
  readonly less: (settlements: string) => string
  readonly gap: (from: string, to: string, settlements: string) => string
  readonly unused: {
    readonly title: string
    readonly absent: string
    readonly notFinal: string
    readonly malformed: string
    readonly noMethod: string
  }
  readonly written: (files: string) => string
  /** What the last schedule means for the settlements after the days, of which some may not be comparable. */
  readonly later: (day: string, settlements: string, later: LaterSettlements) => string
  readonly notWritten: string
  readonly nothingToWrite: string
}

const ENGLISH: FeesFitWords = {
  refusal: {
    nothing: () => 'No tariff is proposed: no final settlement with readable payments was found.',
    few: (settlements) =>
      `No tariff is proposed: only ${settlements} can be used; at least 9 are needed to determine a rate.`,
    'no-majority': (settlements, taxes) =>
      `No tariff is proposed: no set of rates fits a clear majority of the ${settlements} to the centavo and has enough settlements for every rate (tax tried: ${taxes}). The tariff may have a tax (try --tax), limits, tiers or changes; a shorter range (--from, --to) may help.`,
  },
  proposal: (fits, settlements) => `History proposes a tariff: ${fits} of ${settlements} fit it to the centavo.`,
  close: (settlements) =>
    `Off by no more than two pesos: ${settlements}. The operator may round a little otherwise than any way that was tried.`,
  change: (day, last, date) =>
    `Rates changed on ${day}${day === last ? '' : ` (any day up to ${last} fits as well)`}, ${date === null ? 'and history does not show whether by the date of payments or of settlements' : `by the date of ${date === 'payment' ? 'payments' : 'settlements'}`}.`,
  none: 'none',
  heads: {
    from: 'From',
    method: 'Method',
    fixed: 'Fixed COP',
    percent: 'Percent',
    settlements: 'Settlements',
    payments: 'Payments',
    date: 'Date',
    cycle: 'Cycle',
    charged: 'Charged',
    expected: 'Expected',
    difference: 'Difference',
  },
  together: 'together',
  tax: (name, percent) => `${name} of ${percent} % comes on top: the rates are round before it.`,
  taxInside: (name, percent) =>
    `The rates contain ${name} of ${percent} %: it is taken of the rounded fee of each payment.`,
  noTax: 'Whether the rates contain a tax is not known: totals are the same with and without.',
  taxAlike: (name, percent) =>
    `Other rates with ${name} of ${percent} % on top fit as well: ask the operator which apply.`,
  rounding: {
    none: () => 'Sums are not rounded to pesos.',
    settlement: (unit) => `Sums of a settlement are rounded to ${unit}.`,
    invoice: (unit) => `The fee of each payment is rounded to ${unit}.`,
    'invoice-then-tax': (unit) =>
      `The fee of each payment is rounded to ${unit}; its tax is taken of the rounded fee, and rounded, too.`,
  },
  unit: { peso: 'pesos', centavo: 'centavos' },
  roundingAlike: 'Other roundings fit as well: which one is used is not known.',
  openTitle: 'Not determined',
  loose: {
    few: ({ method, settlements }) =>
      `${method}: only ${settlements} can be used; at least 4 that fit, with different sums, are needed.`,
    'one-size': ({ method }) =>
      `${method}: its payments are of nearly one size, so fixed sum and percent do the same. Settlements with payments of other sizes would decide.`,
    together: ({ method, with: others }) =>
      `${method}: always comes with ${others} in the same proportion. Settlements with only one of them, or in another proportion, would decide.`,
    unclear: ({ method, settlements }) =>
      `${method}: ${settlements} are not enough to separate its rates from those of the others. More settlements in which it differs from them would decide.`,
  },
  openSettlements: (settlements) => `Not compared, because a rate is not determined: ${settlements}.`,
  offTitle: 'Settlements that are off',
  more: (settlements) => `More than expected: ${settlements}`,
  less: (settlements) => `Less than expected: ${settlements}`,
  gap: (from, to, settlements) =>
    `From ${from} to ${to} most of ${settlements} fit no schedule that was tried: the rates may have changed, or be of a form that is not tried (another tax, bounds, tiers).`,
  unused: {
    title: 'Not used',
    absent: 'without a settlement',
    notFinal: 'not final',
    malformed: 'with a record that could not be read',
    noMethod: 'with a payment without a method',
  },
  written: (files) => `Written to ${files}: "cuadre check" now compares fees with it.`,
  later: (day, settlements, { settlements: all, off, open }) => {
    const fits = open === all ? '' : ` ${off} ${off === 1 ? 'does' : 'do'} not fit it${open === 0 ? '' : ', and'}`
    const unknown = open === 0 ? '' : ` ${open} cannot be compared, because a rate is not determined`
    return `A schedule has no end, so the last one holds after ${day}, too. Of ${settlements} since then,${fits}${unknown}.`
  },
  notWritten: 'No fee is checked against it until it is saved: cuadre fees fit --write',
  nothingToWrite: 'No rate is determined, so there is nothing to write.',
}

const SPANISH: FeesFitWords = {
  refusal: {
    nothing: () => 'No se propone tarifa: no hay liquidaciones definitivas con pagos legibles.',
    few: (settlements) =>
      `No se propone tarifa con solo ${settlements}: con menos de 9 no se determina ninguna comisión.`,
    'no-majority': (settlements, taxes) =>
      `No se propone tarifa: ninguna se ajusta al centavo a una mayoría clara de ${settlements} ni queda determinada (impuesto probado: ${taxes}). La tarifa puede tener impuesto (pruebe --tax), topes, tramos o cambios; un rango más corto (--from, --to) puede decir más.`,
  },
  proposal: (fits, settlements) => `El historial propone una tarifa: ${fits} de ${settlements} se ajustan al centavo.`,
  close: (settlements) =>
    `Con diferencia de máximo dos pesos: ${settlements}. El operador puede redondear de una manera un poco distinta a las que se probaron.`,
  change: (day, last, date) =>
    `La tarifa cambió el ${day}${day === last ? '' : ` (cualquier día hasta el ${last} se ajusta igual)`}, ${date === null ? 'y el historial no permite saber si rige la fecha de los pagos o la de las liquidaciones' : `según la fecha de ${date === 'payment' ? 'los pagos' : 'las liquidaciones'}`}.`,
  none: 'ninguno',
  heads: {
    from: 'Desde',
    method: 'Medio',
    fixed: 'Fijo $',
    percent: 'Porcentaje',
    settlements: 'Liquidaciones',
    payments: 'Pagos',
    date: 'Fecha',
    cycle: 'Ciclo',
    charged: 'Cobrado',
    expected: 'Esperado',
    difference: 'Diferencia',
  },
  together: 'juntos',
  tax: (name, percent) => `Se suma ${name} del ${percent} %: sin él, los valores de la tarifa son redondos.`,
  taxInside: (name, percent) =>
    `La tarifa incluye ${name} del ${percent} %: se calcula sobre la comisión redondeada de cada pago.`,
  noTax: 'No se puede saber si la tarifa incluye impuesto: los totales son los mismos.',
  taxAlike: (name, percent) => `Otra tarifa más ${name} del ${percent} % también se ajusta: pregunte al operador.`,
  rounding: {
    none: () => 'Las sumas no se redondean a pesos.',
    settlement: (unit) => `Las sumas de cada liquidación se redondean a ${unit}.`,
    invoice: (unit) => `La comisión de cada pago se redondea a ${unit}.`,
    'invoice-then-tax': (unit) =>
      `La comisión de cada pago se redondea a ${unit}; el impuesto se calcula sobre la comisión redondeada, y también se redondea.`,
  },
  unit: { peso: 'pesos', centavo: 'centavos' },
  roundingAlike: 'Otros redondeos también se ajustan: no se puede saber cuál se usa.',
  openTitle: 'No se puede saber',
  loose: {
    few: ({ method, settlements }) =>
      `${method}: hay solo ${settlements} para comparar. Con al menos 4 que se ajusten, de sumas distintas, se sabría.`,
    'one-size': ({ method }) =>
      `${method}: sus pagos son casi todos del mismo valor, y el fijo y el porcentaje no se distinguen. Con pagos de otros valores se sabría.`,
    together: ({ method, with: others }) =>
      `${method}: siempre viene con ${others} en la misma proporción. Con liquidaciones de uno solo, o en otra proporción, se sabría.`,
    unclear: ({ method, settlements }) =>
      `${method}: ${settlements} no bastan para distinguir su comisión de las demás. Con más liquidaciones en que difiera de ellas se sabría.`,
  },
  openSettlements: (settlements) => `Sin comparar, por falta de una comisión: ${settlements}.`,
  offTitle: 'Liquidaciones que no se ajustan',
  more: (settlements) => `Más de lo esperado: ${settlements}`,
  less: (settlements) => `Menos de lo esperado: ${settlements}`,
  gap: (from, to, settlements) =>
    `Del ${from} al ${to} la mayoría de ${settlements} no se ajusta a ninguna de las tarifas probadas: puede haber cambiado, o tener una forma que no se prueba (otro impuesto, topes, tramos).`,
  unused: {
    title: 'No se usaron',
    absent: 'sin liquidación',
    notFinal: 'sin estado definitivo',
    malformed: 'con un registro ilegible',
    noMethod: 'con un pago sin medio de pago',
  },
  written: (files) => `Se escribió en ${files}: "cuadre check" ya compara las comisiones con esta tarifa.`,
  later: (day, settlements, { settlements: all, off, open }) => {
    const fits =
      open === all ? '' : ` ${off} no ${off === 1 ? 'se ajusta' : 'se ajustan'} a ella${open === 0 ? '' : ', y'}`
    const unknown =
      open === 0 ? '' : ` ${open} no ${open === 1 ? 'se puede' : 'se pueden'} comparar por falta de una comisión`
    return `Una tarifa no tiene fin, y la última también rige después del ${day}. De ${settlements} desde entonces,${fits}${unknown}.`
  },
  notWritten: 'Ninguna comisión se compara con ella hasta que se guarde: cuadre fees fit --write',
  nothingToWrite: 'Ninguna comisión queda determinada: no hay nada que escribir.',
}

const WORDS: Readonly<Record<Language, FeesFitWords>> = { en: ENGLISH, es: SPANISH }

export const feesFitWords = (language: Language): FeesFitWords => WORDS[language]

export const settlementsIn = (number: number, language: Language): string =>
  language === 'en'
    ? `${number} settlement${number === 1 ? '' : 's'}`
    : `${number} ${number === 1 ? 'liquidación' : 'liquidaciones'}`
