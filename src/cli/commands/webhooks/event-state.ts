import { UNUSABLE, type Unusable } from '../../../domain/notifications/notification.ts'
import type { Language } from '../../../i18n/language.ts'
import type { Both } from '../../../std/both.ts'
import type { InboxEvent } from '../../../storage/inbox/inbox.ts'

const STATES: Readonly<Record<InboxEvent['state'], Both<string>>> = {
  waiting: { en: 'waiting', es: 'en espera' },
  done: { en: 'done', es: 'procesada' },
  kept: { en: 'kept', es: 'guardada' },
}
const IN_CONFLICT: Both<string> = { en: ', in conflict', es: ', en conflicto' }

/** The state of a notification in words. */
export const eventState = ({ state, conflicts }: InboxEvent, language: Language): string =>
  `${STATES[state][language]}${conflicts === 0 ? '' : IN_CONFLICT[language]}`

const UNUSABLE_IN_SPANISH: Readonly<Record<Unusable, string>> = {
  [UNUSABLE.type]: 'su tipo no es de factura ni de liquidación',
  [UNUSABLE.payload]: 'no tiene contenido, o más de un miembro podría serlo',
  [UNUSABLE.payloadField]: 'no tiene contenido con el nombre que da el parámetro webhookPayloadField',
  [UNUSABLE.slot]: 'su contenido no nombra una fecha y un ciclo de liquidación que se puedan consultar',
  [UNUSABLE.cycle]: 'el ciclo de liquidación de su contenido es un número, y los ciclos son texto',
}
const isUnusable = (reason: string): reason is Unusable => Object.hasOwn(UNUSABLE_IN_SPANISH, reason)

/** Why a notification waits, or why it names no settlement. The stored text is English; errors of ours are shown by their code. */
export const eventReason = (reason: string, language: Language): string => {
  if (language === 'en') return reason
  if (isUnusable(reason)) return UNUSABLE_IN_SPANISH[reason]
  return 'no se pudo leer su liquidación'
}

/** The names of a notification's facts, by their names in JSON. */
export const FACTS_IN_SPANISH: ReadonlyMap<string, string> = new Map([
  ['webhookId', 'id'],
  ['type', 'tipo'],
  ['state', 'situación'],
  ['date', 'fecha'],
  ['cycle', 'ciclo'],
  ['receivedAt', 'recibida'],
  ['sentAt', 'enviada'],
  ['format', 'formato'],
  ['payloadField', 'campo del contenido'],
  ['runId', 'ejecución'],
  ['failures', 'intentos fallidos'],
  ['reason', 'por qué'],
  ['nextTryAt', 'próximo intento'],
  ['conflicts', 'conflictos'],
])
