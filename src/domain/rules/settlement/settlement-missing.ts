import { howMany } from '../../../std/how-many.ts'
import { expectedPayout } from '../../assessment/expected-payout.ts'
import { hoursSince } from '../../calendar/calendar.ts'
import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const settlementMissing = defineCheck({
  code: 'SETTLEMENT_MISSING',
  severity: 'info',
  also: ['error'],
  acts: 'operator',
  bucket: 'noSettlement',
  isAboutFigures: true,
  mayStillCome: true,
  /** Invoices that count belong to a settlement, which may be missing at first. */
  check: (facts) => {
    const { settlement, totals, slot, zone, pull, policy } = facts
    const { counted, collected } = totals
    if (settlement !== null || counted === 0) return NOTHING
    const isOverdue = hoursSince(slot, zone, pull.at) >= policy.overdueHours
    const data = { counted, overdueHours: isOverdue ? policy.overdueHours : null }
    return observed(THE_SETTLEMENT, inCop(null, collected), data, isOverdue ? 'error' : 'info', expectedPayout(facts))
  },
  title: { en: 'There is no settlement', es: 'No hay liquidación' },
  when: 'invoices count and there is no settlement; an error from `overdueHours`',
  message: {
    en: ({ figures, data: { counted, overdueHours } }, say) => {
      const since = overdueHours === null ? 'yet' : `${overdueHours} hours after its cycle`
      return `${howMany(counted, 'invoice')} of ${say.money(figures.expected)} ${counted === 1 ? 'counts' : 'count'} here and the service has no settlement ${since}`
    },
    es: ({ figures, data: { counted, overdueHours } }, say) => {
      const since =
        overdueHours === null
          ? 'aún no tiene liquidación'
          : `no tiene liquidación ${overdueHours} horas después del ciclo`
      return `aquí ${counted === 1 ? 'cuenta' : 'cuentan'} ${howMany(counted, 'factura')} por ${say.money(figures.expected)} y el servicio ${since}`
    },
  },
})
