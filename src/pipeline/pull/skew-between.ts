import { type Instant, MINUTE_MS } from '../../domain/calendar/calendar.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
/** In ms. SPEC, section 3: when clocks differ by more, it is not known which slots are due. */
const SKEW_MAX_MS = 10 * MINUTE_MS

/** This machine's clock and the service's are too far apart. */
const clockSkew = (apart: Both<string>): CuadreError =>
  new CuadreError(
    'CLOCK_SKEW',
    {
      en: `this machine's clock is ${apart.en} from the service's Date header: what is due depends on it`,
      es: `el reloj de este equipo está a ${apart.es} de la hora que da el servicio (Date): de ella depende qué corresponde leer`,
    },
    {
      en: 'set the clock of this machine (or ask the operator about theirs), then run again',
      es: 'ponga en hora este equipo (o pregunte al operador por el suyo) y ejecute de nuevo',
    },
  )

/** The error when the two clocks are too far apart; else null. */
export const skewBetween = (service: Instant, here: Instant): CuadreError | null => {
  const apart = Math.abs(service - here)
  return apart > SKEW_MAX_MS ? clockSkew(inWords(apart)) : null
}

const inWords = (apart: number): Both<string> => {
  const [minutes, days] = [Math.round(apart / MINUTE_MS), Math.round(apart / DAY_MS)]
  return days < 2 ? { en: `${minutes} minutes`, es: `${minutes} minutos` } : { en: `${days} days`, es: `${days} días` }
}
