import { feesTolerance } from '../../fees/settlement-fees.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { minus, size } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { judgedWithList } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const feesMismatch = defineCheck({
  code: 'FEES_MISMATCH',
  severity: 'error',
  also: ['warning'],
  acts: 'operator',
  bucket: { more: 'feesTooMuch', less: 'feesTooLittle' },
  follows: 'settlement.fees',
  isAboutFigures: true,
  amount: 'difference',
  gap: 'fees',
  /**
   * The fees are those of the listed payments under the tariff (SPEC, section 8). Too little is a warning, since the
   * operator may still charge the rest.
   */
  check: (facts) => {
    const settlement = judgedWithList(facts)
    const expected = facts.totals.fees?.expected ?? null
    if (settlement === null || expected === null) return NOTHING
    const difference = minus(settlement.fees, expected)
    if (size(difference) <= feesTolerance(facts.policy, facts.totals)) return NOTHING
    const data = { payments: facts.totals.counted }
    const severity = difference > 0n ? 'error' : 'warning'
    return observed(THE_SETTLEMENT, inCop(settlement.fees, expected), data, severity)
  },
  title: { en: 'The fees do not match the tariff', es: 'La comisión no es la de la tarifa' },
  when: 'F is not what the tariff in the settings gives for the listed payments; an error when it is too much, a warning when too little',
  message: {
    en: ({ figures, data: { payments } }, say) =>
      `charged as fees: ${say.money(figures.reported)}; by the tariff ${payments === 1 ? 'the one payment costs' : `the ${payments} payments cost`} ${say.money(figures.expected)}`,
    es: ({ figures, data: { payments } }, say) =>
      `se cobraron comisiones por ${say.money(figures.reported)}; según la tarifa ${payments === 1 ? 'el único pago cuesta' : `los ${payments} pagos cuestan`} ${say.money(figures.expected)}`,
  },
})
