import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, observed } from '../define-check.ts'

export const webhookConflict = defineCheck({
  code: 'WEBHOOK_CONFLICT',
  severity: 'error',
  acts: 'operator',
  /** One id is one notification. Of two bodies under it, one is wrong. */
  check: ({ notificationClaims }) => {
    const bodies = new Map<string, number>()
    for (const { webhookId } of notificationClaims.conflicts) bodies.set(webhookId, (bodies.get(webhookId) ?? 1) + 1)
    return [...bodies].flatMap(([id, number]) =>
      observed({ kind: 'webhook', id }, asText(String(number), '1'), { id, bodies: number }),
    )
  },
  title: { en: 'One notification, two contents', es: 'Una notificación con dos contenidos' },
  when: 'one webhookId came with different bodies; the first is kept',
  message: {
    en: ({ data: { id, bodies } }) => `notification ${id} came with ${bodies} different bodies; the first is kept`,
    es: ({ data: { id, bodies } }) =>
      `la notificación ${id} llegó con ${bodies} cuerpos distintos; se conserva el primero`,
  },
})
