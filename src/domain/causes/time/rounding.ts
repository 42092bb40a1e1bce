import { howMany } from '../../../std/how-many.ts'
import { type Centavos, size } from '../../money.ts'
import type { GapName } from '../cause.ts'
import { DOES_NOT_FIT, defineCause, type Fit } from '../define-cause.ts'

const HALF_PESO = 50n

interface RoundingGap {
  readonly gap: Centavos
  readonly invoices: number
}

const roundedOff = (name: GapName, gap: Centavos | null, invoices: number): readonly Fit<RoundingGap>[] =>
  gap === null || gap === 0n || size(gap) > HALF_PESO * BigInt(Math.max(0, invoices))
    ? DOES_NOT_FIT
    : [{ closes: [name], data: { gap, invoices }, invoices: [], candidates: 1 }]

/** Each invoice was rounded to the peso before it was summed. */
export const rounding = defineCause({
  code: 'ROUNDING',
  title: { en: 'rounding', es: 'redondeo' },
  when: 'the gap is no more than half a peso for each invoice',
  check: ({ gaps, list, settlement }) => [
    ...roundedOff('payout', gaps.payout, settlement.invoiceCount),
    ...roundedOff('collected', list?.gap.collected ?? null, list?.counted ?? 0),
  ],
  message: {
    en: ({ gap, invoices }, say) =>
      `${say.money(gap)} is no more than half a peso for each of ${howMany(invoices, 'invoice')}`,
    es: ({ gap, invoices }, say) =>
      `${say.money(gap)} no es más de medio peso por cada una de ${howMany(invoices, 'factura')}`,
  },
})
