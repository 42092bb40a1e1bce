import { inCop, subjectText, theInvoice } from '../../core/findings/discrepancy.ts'
import { type Centavos, minus, size } from '../../core/money.ts'
import type { RentFault } from '../../core/receivables.ts'
import { defineCheck, type Observation } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'

interface RentData {
  /** The key of the due; null where none is known. */
  readonly due: string | null
}

/** What the merchant's lists say of payments of this settlement. */
const rents =
  (kind: RentFault['kind']) =>
  ({ rents: faults }: SlotFacts): readonly Observation<ReturnType<typeof inCop>, RentData>[] =>
    faults
      .filter((one) => one.kind === kind)
      .map(({ invoiceId, paid, expected, due }) => ({
        subject: theInvoice(invoiceId),
        severity: null,
        figures: inCop(paid, expected),
        data: { due },
        amount: amountOf(paid, expected),
      }))

/** What a fault is stored as: two that are stored alike say the same. */
export const textOfRent = ({ kind, invoiceId, paid, expected, due }: RentFault): string =>
  [CODES[kind], subjectText(theInvoice(invoiceId)), paid, expected ?? '', due ?? ''].join(' ')

const CODES: Readonly<Record<RentFault['kind'], string>> = {
  short: 'RENT_SHORT',
  over: 'RENT_OVER',
  twice: 'RENT_TWICE',
  unknown: 'RENT_UNKNOWN_PAYER',
  ambiguous: 'RENT_AMBIGUOUS',
}

/** The difference to what was due; of a payment of nothing the whole. */
const amountOf = (paid: Centavos, expected: Centavos | null): Centavos =>
  expected === null ? paid : size(minus(paid, expected))

const ofDue = ({ due }: RentData): string => ` (${due})`

export const rentShort = defineCheck({
  code: 'RENT_SHORT',
  severity: 'warning',
  acts: 'tenant',
  dependsOn: 'receivables',
  check: rents('short'),
  title: { en: 'A rent was not paid in full', es: 'Un canon no se pagó completo' },
  when: 'the merchant’s list has more due than was paid; reported is what was paid last, expected what was still due then',
  message: {
    en: ({ figures, data }, say) =>
      `${say.money(figures.reported)} was paid, and ${say.money(figures.expected)} was due by the list${ofDue(data)}`,
    es: ({ figures, data }, say) =>
      `se pagaron ${say.money(figures.reported)}, y según la lista se debían ${say.money(figures.expected)}${ofDue(data)}`,
  },
})

export const rentOver = defineCheck({
  code: 'RENT_OVER',
  severity: 'warning',
  acts: 'tenant',
  dependsOn: 'receivables',
  check: rents('over'),
  title: { en: 'More was paid than the rent', es: 'Se pagó más que el canon' },
  when: 'more was paid than the merchant’s list has due',
  message: {
    en: ({ figures, data }, say) =>
      `${say.money(figures.reported)} was paid, and ${say.money(figures.expected)} of it was due by the list${ofDue(data)}`,
    es: ({ figures, data }, say) =>
      `se pagaron ${say.money(figures.reported)}, de los que según la lista se debían ${say.money(figures.expected)}${ofDue(data)}`,
  },
})

export const rentTwice = defineCheck({
  code: 'RENT_TWICE',
  severity: 'warning',
  acts: 'tenant',
  dependsOn: 'receivables',
  check: rents('twice'),
  title: { en: 'A rent was paid twice', es: 'Un canon se pagó dos veces' },
  when: 'a second payment of the whole of a due that an earlier one pays; the amount is that of the second',
  message: {
    en: ({ figures, data }, say) =>
      `${say.money(figures.reported)} was paid once more for a due that is paid${ofDue(data)}`,
    es: ({ figures, data }, say) =>
      `se pagaron otra vez ${say.money(figures.reported)} por un cobro que ya está pagado${ofDue(data)}`,
  },
})

export const rentUnknownPayer = defineCheck({
  code: 'RENT_UNKNOWN_PAYER',
  severity: 'warning',
  acts: 'merchant',
  dependsOn: 'receivables',
  check: rents('unknown'),
  title: { en: 'A payment is of no due', es: 'Un pago no corresponde a ningún cobro' },
  when: 'a payment of a month with a list, and no due of a list is it for',
  message: {
    en: ({ figures }, say) =>
      `${say.money(figures.reported)} was paid, and no list has a due for it; a person ties it where it is of one`,
    es: ({ figures }, say) =>
      `se pagaron ${say.money(figures.reported)}, y ninguna lista tiene un cobro para ese pago; si es de uno, una persona lo cruza`,
  },
})

export const rentAmbiguous = defineCheck({
  code: 'RENT_AMBIGUOUS',
  severity: 'warning',
  acts: 'merchant',
  dependsOn: 'receivables',
  isTiedByPersons: true,
  check: rents('ambiguous'),
  title: { en: 'A payment fits more than one due', es: 'Un pago corresponde a más de un cobro' },
  when: 'more than one set of dues fits a payment; `cuadre receivables tie` says which',
  message: {
    en: ({ figures }, say) => `${say.money(figures.reported)} may pay more than one due: a person ties the right one`,
    es: ({ figures }, say) =>
      `${say.money(figures.reported)} puede pagar más de un cobro: una persona cruza el correcto`,
  },
})
