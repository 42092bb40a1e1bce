import { asText, type Figures, inCop, inInvoices } from '../../findings/discrepancy.ts'
import { SETTLEMENT_FLAGS, SETTLEMENT_SUMS, type Settlement } from '../../settlement.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import type { Say } from '../say.ts'
import { settlementField } from '../subject.ts'

interface Change {
  readonly field: string
}

const changes = (now: Settlement, before: Settlement): readonly Observation<Figures, Change>[] => [
  ...SETTLEMENT_SUMS.filter((field) => now[field] !== before[field]).flatMap((field) =>
    observed(settlementField(field), inCop(now[field], before[field]), { field }),
  ),
  ...(now.invoiceCount === before.invoiceCount
    ? NOTHING
    : observed(settlementField('invoiceCount'), inInvoices(now.invoiceCount, before.invoiceCount), {
        field: 'invoiceCount',
      })),
  ...SETTLEMENT_FLAGS.filter((field) => now[field] !== before[field]).flatMap((field) =>
    observed(settlementField(field), asText(String(now[field]), String(before[field])), { field }),
  ),
]

/** A sum, a number or a flag. */
const sayFigure = (figure: Figures['reported'], say: Say): string => {
  if (typeof figure === 'bigint') return say.money(figure)
  return typeof figure === 'number' ? String(figure) : say.flag(figure === 'true')
}

export const settlementChanged = defineCheck({
  code: 'SETTLEMENT_CHANGED',
  severity: 'error',
  acts: 'operator',
  isOfFigures: true,
  amount: 'difference',
  isChange: true,
  /** The amounts, the count and the flags of a final settlement do not change. */
  check: (facts) => {
    const settlement = ownSettlement(facts)
    return settlement === null || facts.baseline === null ? NOTHING : changes(settlement, facts.baseline.settlement)
  },
  title: {
    en: 'The settlement changed after it was final',
    es: 'La liquidación cambió después de ser definitiva',
  },
  when: 'an amount, the count or a flag differs from the baseline',
  message: {
    en: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'the number of invoices (numberOfInvoices)' : say.bothNames(field)
      return `${what} is ${sayFigure(figures.reported, say)} and was ${sayFigure(figures.expected, say)}: it differs from the first final reading`
    },
    es: ({ figures, data: { field } }, say) => {
      const [now, before] = [sayFigure(figures.reported, say), sayFigure(figures.expected, say)]
      return field === 'invoiceCount'
        ? `el número de facturas (numberOfInvoices) es ${now} y era ${before}: difiere de la primera lectura definitiva`
        : `${say.bothNames(field)}: ahora ${now}, antes ${before}; difiere de la primera lectura definitiva`
    },
  },
})
