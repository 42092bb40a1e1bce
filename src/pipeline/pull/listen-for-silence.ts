import { isServiceError, type ServiceError } from '../../service/http/errors.ts'
import { CuadreError } from '../../std/errors.ts'

/** Slots in a row that got no answer at all, after which no other is asked for. */
const MOST_IN_A_ROW = 3

/** The service cannot be reached: what was read before stays, and the rest is left for the next run. */
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

/** Statuses with which a proxy says that nothing answers behind it. */
const NOBODY_BEHIND: readonly unknown[] = [502, 503, 504]

/** No answer of the service itself came. */
export const isSilence = (fault: unknown): fault is ServiceError =>
  isServiceError(fault) &&
  (fault.code === 'UNREACHABLE' ||
    fault.code === 'TIMED_OUT' ||
    (fault.code === 'HTTP_STATUS' && NOBODY_BEHIND.includes(fault.status)))

/** Counts the slots that got no answer since the last one that did. */
export const listenForSilence = () => {
  let inARow = 0
  return {
    answered: (): void => {
      inARow = 0
    },
    /** Gives the fault that ends the run, when it has been silent for long enough. */
    silent: (fault: ServiceError): CuadreError | null => {
      inARow += 1
      return inARow >= MOST_IN_A_ROW ? serviceUnreachable(fault) : null
    },
  }
}
