import type { IncompleteAttempt } from '../domain/pull/pull.ts'
import type { Language } from './language.ts'

type Attempt = Pick<IncompleteAttempt, 'reason'> & Partial<Pick<IncompleteAttempt, 'code' | 'request' | 'status'>>

/**
 * Says why a settlement could not be read whole. The stored reason is English; the Spanish sentence is made from the
 * request and the status of its answer.
 */
export const incompleteIn = (attempt: Attempt, language: Language): string =>
  language === 'en' ? attempt.reason : inSpanish(attempt)

const inSpanish = ({ code, reason, request = null, status = null }: Attempt): string => {
  if (request === null) return BY_CODE[code ?? ''] ?? reason
  if (status === null) return `${request}: el servicio no respondió, o no a tiempo`
  return status === 200
    ? `${request}: la respuesta no es como la describe api.md (${reason})`
    : `${request}: el servicio respondió ${status}`
}

/** Sentences for attempts without a stored request, by code. */
const BY_CODE: Readonly<Record<string, string>> = {
  UNREACHABLE: 'no hubo conexión con el servicio',
  TIMED_OUT: 'el servicio no terminó de responder a tiempo',
  HTTP_STATUS: 'el servicio respondió con un error',
  BAD_ANSWER: 'la respuesta del servicio no es como la describe api.md',
  TOO_LARGE: 'la respuesta del servicio es demasiado grande',
  LIST_BROKEN: 'la lista de facturas no llega a su final',
  SLOT_MOVED: 'la liquidación cambió mientras se leían sus facturas',
}
