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
  isAboutFigures: true,
  amount: 'difference',
  isChange: true,
  bucket: 'changed',
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
      const what = field === 'invoiceCount' ? 'number of invoices (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayFigure(figures.reported, say)} now, ${sayFigure(figures.expected, say)} at the first final reading`
    },
    es: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'número de facturas (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayFigure(figures.reported, say)} ahora, ${sayFigure(figures.expected, say)} en la primera lectura definitiva`
    },
  },
})
