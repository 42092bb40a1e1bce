import { type Instant, MINUTE_MS } from '../../domain/calendar/calendar.ts'
import type { Language } from '../../i18n/language.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import type { ReceiverTrouble } from '../../webhooks/receiver/receiver.ts'

/**
 * Prints problems with notifications, one line each: the first of a kind at once, then once a minute the number of
 * others. A sender of a million forged notifications must not fill the disk with lines. The contents are never printed.
 */
export const printTroublesTo = (
  print: (text: string) => void,
  now: () => Instant,
  language: Language,
): ((trouble: ReceiverTrouble) => void) => {
  const kinds = new Map<string, { printedAt: Instant; suppressed: number }>()
  return (trouble) => {
    const line = lineOf(trouble)[language]
    const at = now()
    const kind = kinds.get(line)
    if (kind !== undefined && at - kind.printedAt < MINUTE_MS) {
      kind.suppressed += 1
      return
    }
    const more = kind === undefined || kind.suppressed === 0 ? '' : MORE[language](kind.suppressed)
    if (kinds.size >= KINDS_MAX) kinds.clear()
    kinds.set(line, { printedAt: at, suppressed: 0 })
    print(`${new Date(at).toISOString()} ${line}${more}\n`)
  }
}

/** A conflict names its event, so the number of kinds needs a limit. */
const KINDS_MAX = 1000

const MORE: Both<(number: number) => string> = {
  en: (number) => ` (and ${number} more of this kind since the line before)`,
  es: (number) => ` (y ${number} más de esta clase desde la línea anterior)`,
}

const lineOf = (trouble: ReceiverTrouble): Both<string> => {
  switch (trouble.kind) {
    case 'refused':
      return {
        en: `refused with ${trouble.status}: ${trouble.reason.en}`,
        es: `rechazada con ${trouble.status}: ${trouble.reason.es}`,
      }
    case 'ignored':
      return {
        en: `answered 200 and not stored: ${trouble.reason.en}`,
        es: `se respondió 200 y no se guardó: ${trouble.reason.es}`,
      }
    case 'unavailable':
      return trouble.code === 'INBOX_REPLACED'
        ? REPLACED
        : {
            en: `answered 503: the inbox could not be written (${trouble.code})`,
            es: `se respondió 503: no se pudieron guardar las notificaciones (${trouble.code})`,
          }
    case 'failed':
      return {
        en: `answered 503: a bug in Cuadre (${trouble.code}); please report it`,
        es: `se respondió 503: un error de Cuadre (${trouble.code}); por favor, infórmelo`,
      }
    case 'conflict': {
      const id = harmless(trouble.webhookId)
      return {
        en: `WEBHOOK_CONFLICT: ${id} came again with another body; the first is kept`,
        es: `WEBHOOK_CONFLICT: ${id} llegó de nuevo con otro contenido; queda el primero`,
      }
    }
  }
}

const REPLACED: Both<string> = {
  en: 'answered 503: the file of the inbox was deleted or replaced (INBOX_REPLACED); start the receiver again',
  es: 'se respondió 503: el archivo de las notificaciones se borró o se reemplazó (INBOX_REPLACED); inicie de nuevo el receptor',
}
