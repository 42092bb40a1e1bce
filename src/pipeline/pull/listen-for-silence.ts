import { isServiceError, type ServiceError } from '../../service/http/errors.ts'
import { CuadreError } from '../../std/errors.ts'

/** The run stops after this many consecutive slots without any answer. */
const SILENCES_MAX = 3

/** The error when the service cannot be reached. Earlier readings are kept, and the next run reads the rest. */
const serviceUnreachable = ({ texts: { message } }: ServiceError): CuadreError =>
  new CuadreError(
    'SERVICE_UNREACHABLE',
    {
      en: `${SILENCES_MAX} settlements in a row could not be reached at all, and the others were not asked for: ${message.en}`,
      es: `no se llegó al servicio en ${SILENCES_MAX} liquidaciones seguidas, y las demás no se pidieron: ${message.es}`,
    },
    {
      en: 'check the network and CUADRE_BASE_URL, then run again',
      es: 'revise la red y CUADRE_BASE_URL, y ejecute de nuevo',
    },
  )

/** Statuses of a proxy whose service does not answer. */
const PROXY_STATUSES: readonly unknown[] = [502, 503, 504]

/** Whether no answer came from the service itself. */
export const isSilence = (fault: unknown): fault is ServiceError =>
  isServiceError(fault) &&
  (fault.code === 'UNREACHABLE' ||
    fault.code === 'TIMED_OUT' ||
    (fault.code === 'HTTP_STATUS' && PROXY_STATUSES.includes(fault.status)))

/** Counts the consecutive slots without an answer. */
export const listenForSilence = () => {
  let inARow = 0
  return {
    answered: (): void => {
      inARow = 0
    },
    /** Returns the error that ends the run after too many of them; else null. */
    silent: (fault: ServiceError): CuadreError | null => {
      inARow += 1
      return inARow >= SILENCES_MAX ? serviceUnreachable(fault) : null
    },
  }
}
