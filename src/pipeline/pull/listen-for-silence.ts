import { isServiceError, type ServiceError } from '../../service/http/errors.ts'
import { CuadreError } from '../../std/errors.ts'

/** After so many slots in a row without any answer the run stops asking. */
const MOST_IN_A_ROW = 3

/** The service cannot be reached. What was read before stays, and the next run reads the rest. */
const serviceUnreachable = ({ texts: { message } }: ServiceError): CuadreError =>
  new CuadreError(
    'SERVICE_UNREACHABLE',
    {
      en: `${MOST_IN_A_ROW} settlements in a row could not be reached at all, and the others were not asked for: ${message.en}`,
      es: `no se llegó al servicio en ${MOST_IN_A_ROW} liquidaciones seguidas, y las demás no se pidieron: ${message.es}`,
    },
    {
      en: 'check the network and CUADRE_BASE_URL, then run again',
      es: 'revise la red y CUADRE_BASE_URL, y ejecute de nuevo',
    },
  )

/** The statuses of a proxy behind which nothing answers. */
const NOBODY_BEHIND: readonly unknown[] = [502, 503, 504]

/** Whether no answer came from the service itself. */
export const isSilence = (fault: unknown): fault is ServiceError =>
  isServiceError(fault) &&
  (fault.code === 'UNREACHABLE' ||
    fault.code === 'TIMED_OUT' ||
    (fault.code === 'HTTP_STATUS' && NOBODY_BEHIND.includes(fault.status)))

/** Counts the slots without an answer since the last one that had one. */
export const listenForSilence = () => {
  let inARow = 0
  return {
    answered: (): void => {
      inARow = 0
    },
    /** Gives the error that ends the run after too many of them; else null. */
    silent: (fault: ServiceError): CuadreError | null => {
      inARow += 1
      return inARow >= MOST_IN_A_ROW ? serviceUnreachable(fault) : null
    },
  }
}
