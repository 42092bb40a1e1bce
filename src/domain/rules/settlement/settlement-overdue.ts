import { awaitedPayout } from '../../assessment/expected-payout.ts'
import { hoursSince } from '../../calendar/calendar.ts'
import { asText } from '../../findings/discrepancy.ts'
import { isFinal } from '../../policy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const settlementOverdue = defineCheck({
  code: 'SETTLEMENT_OVERDUE',
  severity: 'warning',
  also: ['error'],
  acts: 'operator',
  bucket: 'inProcess',
  isTold: true,
  isAboutFigures: true,
  mayStillCome: true,
  /** A settlement reaches a final status, or `error`, in time. */
  check: (facts) => {
    const { slot, zone, pull, policy } = facts
    const settlement = ownSettlement(facts)
    if (settlement === null || settlement.status === 'error' || isFinal(settlement.status, policy)) return NOTHING
    const age = hoursSince(slot, zone, pull.at)
    if (age < policy.overdueHours) return NOTHING
    const isStuck = age >= policy.stuckHours
    const data = { status: settlement.status, hours: isStuck ? policy.stuckHours : policy.overdueHours }
    return observed(
      THE_SETTLEMENT,
      asText(settlement.status, null),
      data,
      isStuck ? 'error' : 'warning',
      awaitedPayout({ ...facts, settlement }),
    )
  },
  title: { en: 'The settlement is late', es: 'La liquidación está atrasada' },
  when: 'not final after `overdueHours`; an error from `stuckHours`',
  message: {
    en: ({ data: { status, hours } }, say) =>
      `its status is ${say.status(status)}, which is not final, ${hours} hours after its cycle`,
    es: ({ data: { status, hours } }, say) =>
      `está en estado «${say.status(status)}», que no es definitivo, ${hours} horas después de su ciclo`,
  },
})
