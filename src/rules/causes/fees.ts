import { type Centavos, minus, negate, size } from '../../core/money.ts'
import { DOES_NOT_FIT, defineCause, type FeeClues, type Fit, type Sample } from './define-cause.ts'
import { fittingInEnglish, fittingInSpanish } from './list.ts'

/** Fits when charged differs from the tariff by exactly that sum; a sum of 0 never fits. */
const fitsGap = ({ gap, slack }: FeeClues, sum: Centavos): boolean => sum !== 0n && size(minus(gap, sum)) <= slack

const feesFit = <D extends object>(data: D): readonly Fit<D>[] => [
  { closes: ['fees'], data, invoices: [], candidates: 1 },
]

/** One of these invoices; each fits alone. */
const oneOfSample = ({ number, first }: Sample): readonly Fit<{ readonly candidates: number }>[] =>
  number === 0
    ? DOES_NOT_FIT
    : [{ closes: ['fees'], data: { candidates: number }, invoices: first, candidates: number }]

export const feeChargedTwice = defineCause({
  code: 'FEE_CHARGED_TWICE',
  title: { en: 'the fee of one payment charged twice', es: 'la comisión de un pago cobrada dos veces' },
  when: 'the fee of one listed payment was charged twice',
  check: ({ fees }) => (fees === null ? DOES_NOT_FIT : oneOfSample(fees.chargedTwice)),
  message: {
    en: ({ candidates }) => `the fee of one listed payment was charged twice: ${fittingInEnglish(candidates)}`,
    es: ({ candidates }) => `la comisión de un pago listado se cobró dos veces: ${fittingInSpanish(candidates)}`,
  },
})

export const feeLeftOut = defineCause({
  code: 'FEE_LEFT_OUT',
  title: { en: 'the fee of one payment not charged', es: 'la comisión de un pago sin cobrar' },
  when: 'the fee of one listed payment was not charged',
  check: ({ fees }) => (fees === null ? DOES_NOT_FIT : oneOfSample(fees.notCharged)),
  message: {
    en: ({ candidates }) => `the fee of one listed payment was not charged: ${fittingInEnglish(candidates)}`,
    es: ({ candidates }) => `la comisión de un pago listado no se cobró: ${fittingInSpanish(candidates)}`,
  },
})

export const feeOfUnlisted = defineCause({
  code: 'FEE_OF_UNLISTED',
  title: { en: 'the fee of an invoice that is not listed', es: 'la comisión de una factura que no está en la lista' },
  when: 'the fees include that of the one invoice that is reported but not listed',
  check: ({ fees }) => {
    const unlisted = fees?.unlisted ?? null
    if (unlisted === null) return DOES_NOT_FIT
    return unlisted.methods.flatMap((method) => feesFit({ method, paid: unlisted.paid }))
  },
  message: {
    en: ({ method, paid }, say) =>
      `the fees include that of an invoice that is not listed: ${say.money(paid)} paid by ${method}`,
    es: ({ method, paid }, say) =>
      `la comisión incluye la de una factura que no está en la lista: ${say.money(paid)} por ${say.method(method)}`,
  },
})

export const feesOfOtherMethod = defineCause({
  code: 'FEES_OF_OTHER_METHOD',
  title: { en: 'one method at the rate of another', es: 'un medio de pago con la tarifa de otro' },
  when: 'payments by one method were charged at the rate of another',
  check: ({ fees }) => (fees?.byMethod ?? []).flatMap((swap) => feesFit(swap)),
  message: {
    en: ({ method, other }) => `payments by ${method} were charged at the rate of ${other}`,
    es: ({ method, other }, say) =>
      `los pagos por ${say.method(method)} se cobraron con la tarifa de ${say.method(other)}`,
  },
})

export const feesOfOtherSchedule = defineCause({
  code: 'FEES_OF_OTHER_SCHEDULE',
  title: { en: 'fees of another schedule', es: 'comisión de otra tarifa' },
  when: 'the fees are those of the schedule before or after the one of that day',
  check: ({ fees }) => (fees?.bySchedule ?? []).flatMap((schedule) => feesFit({ schedule })),
  message: {
    en: ({ schedule }) => `the rates of the schedule ${schedule} the one of that day were used`,
    es: ({ schedule }) => `se usó la tarifa ${schedule === 'before' ? 'anterior' : 'posterior'} a la de ese día`,
  },
})

export const feesTaxTwice = defineCause({
  code: 'FEES_TAX_TWICE',
  title: { en: 'tax on fees charged twice', es: 'impuesto sobre la comisión cobrado dos veces' },
  when: 'the tax on the fees was charged twice',
  check: ({ fees }) => (fees !== null && fitsGap(fees, fees.tax) ? feesFit({ sum: fees.tax }) : DOES_NOT_FIT),
  message: {
    en: ({ sum }, say) => `the tax on the fees, ${say.money(sum)}, was charged twice`,
    es: ({ sum }, say) => `el impuesto sobre la comisión, ${say.money(sum)}, se cobró dos veces`,
  },
})

export const feesWithholdingTwice = defineCause({
  code: 'FEES_WITHHOLDING_TWICE',
  title: { en: 'withholding charged twice', es: 'retención practicada dos veces' },
  when: 'the withholdings of the tariff were charged twice',
  check: ({ fees }) => (fees !== null && fitsGap(fees, fees.withheld) ? feesFit({ sum: fees.withheld }) : DOES_NOT_FIT),
  message: {
    en: ({ sum }, say) => `withholdings of ${say.money(sum)} were charged twice`,
    es: ({ sum }, say) => `las retenciones de ${say.money(sum)} se practicaron dos veces`,
  },
})

export const feesWithoutTax = defineCause({
  code: 'FEES_WITHOUT_TAX',
  title: { en: 'tax on fees not charged', es: 'impuesto sobre la comisión sin cobrar' },
  when: 'the tax on the fees was not charged',
  check: ({ fees }) => (fees !== null && fitsGap(fees, negate(fees.tax)) ? feesFit({ sum: fees.tax }) : DOES_NOT_FIT),
  message: {
    en: ({ sum }, say) => `the tax on the fees, ${say.money(sum)}, was not charged`,
    es: ({ sum }, say) => `el impuesto sobre la comisión, ${say.money(sum)}, no se cobró`,
  },
})

export const feesWithoutWithholding = defineCause({
  code: 'FEES_WITHOUT_WITHHOLDING',
  title: { en: 'withholding not charged', es: 'retención sin practicar' },
  when: 'the withholdings of the tariff are not part of the fees',
  check: ({ fees }) =>
    fees !== null && fitsGap(fees, negate(fees.withheld)) ? feesFit({ sum: fees.withheld }) : DOES_NOT_FIT,
  message: {
    en: ({ sum }, say) => `withholdings of ${say.money(sum)} are not part of the fees`,
    es: ({ sum }, say) => `las retenciones de ${say.money(sum)} no hacen parte de la comisión`,
  },
})
