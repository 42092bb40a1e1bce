import type { Both } from '../std/both.ts'

/** What stands in proposed commands where a person writes. */
export const TO_WRITE = {
  reason: { en: 'WHY', es: 'MOTIVO' },
  ticket: { en: 'TICKET', es: 'RADICADO' },
} as const satisfies Readonly<Record<string, Both<string>>>
