import { HOUR_MS } from '../../calendar/calendar.ts'
import { asText } from '../../findings/discrepancy.ts'
import { settlementClaim } from '../../notifications/notification-claims.ts'
import { isFinal } from '../../policy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

const DELIVERY_HOURS_MAX = 3

export const webhookMissed = defineCheck({
  code: 'WEBHOOK_MISSED',
  severity: 'info',
  acts: 'engineer',
  event: 'notification',
  /**
   * With a receiver running, the notification of a final settlement arrives within the service's retries (api.md,
   * Delivery rules).
   */
  check: (facts) => {
    const { notificationClaims, pull, policy, baseline } = facts
    const settlement = ownSettlement(facts)
    if (settlement === null || !isFinal(settlement.status, policy) || settlementClaim(notificationClaims))
      return NOTHING
    const finalSince = baseline?.at ?? pull.at
    const wasListening = notificationClaims.listeningSince !== null && notificationClaims.listeningSince <= finalSince
    if (!wasListening || pull.at - finalSince < DELIVERY_HOURS_MAX * HOUR_MS) return NOTHING
    const data = { status: settlement.status, hours: DELIVERY_HOURS_MAX }
    return observed(THE_SETTLEMENT, asText(settlement.status, null), data)
  },
  title: { en: 'A notification did not come', es: 'No llegó una notificación' },
  when: 'a final settlement was seen by polling and, 3 hours later, no notification about it had come; only once a receiver had run for the merchant',
  message: {
    en: ({ data: { status, hours } }, say) =>
      `the settlement was read as ${say.status(status)}, but no notification about it came within ${hours} hours`,
    es: ({ data: { status, hours } }, say) =>
      `se leyó como ${say.status(status)} y no llegó ninguna notificación en ${hours} horas`,
  },
})
