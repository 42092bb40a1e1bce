import { inCop } from '../../findings/discrepancy.ts'
import { minus, size } from '../../money.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { isListEmpty, judgedWithList } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'
import { uncountedIn, uncountedInEnglish, uncountedInSpanish } from './uncounted.ts'

export const collectedMismatch = defineCheck({
  code: 'COLLECTED_MISMATCH',
  severity: 'error',
  acts: 'operator',
  bucket: { more: 'overpaid', less: 'owed' },
  isAboutFigures: true,
  amount: 'difference',
  gap: 'collected',
  /** Collected is the sum of the invoices that count. */
  check: (facts) => {
    const settlement = judgedWithList(facts)
    if (settlement === null || isListEmpty(settlement, facts.pull.list)) return NOTHING
    const { collected, counted } = facts.totals
    if (size(minus(settlement.collected, collected)) <= facts.policy.tolerance) return NOTHING
    const data = { counted, uncounted: uncountedIn(facts) }
    return observed(THE_SETTLEMENT, inCop(settlement.collected, collected), data)
  },
  title: { en: 'Collected is not the sum of its invoices', es: 'Lo recaudado no es la suma de sus facturas' },
  when: 'A is not the sum of the invoices that count',
  message: {
    en: ({ figures, data: { counted, uncounted } }, say) => {
      const come = counted === 1 ? 'the one invoice that counts comes' : `the ${counted} invoices that count come`
      const what = counted === 0 ? 'no listed invoice counts' : `${come} to ${say.money(figures.expected)}`
      return `reported as collected (amountCollected): ${say.money(figures.reported)}; ${what}${uncountedInEnglish(uncounted)}`
    },
    es: ({ figures, data: { counted, uncounted } }, say) => {
      const come = counted === 1 ? 'la única factura que cuenta es de' : `las ${counted} facturas que cuentan suman`
      const what = counted === 0 ? 'ninguna factura de la lista cuenta' : `${come} ${say.money(figures.expected)}`
      return `se reportan recaudados (amountCollected) ${say.money(figures.reported)}; ${what}${uncountedInSpanish(uncounted)}`
    },
  },
})
