import type { AsOf } from '../../domain/as-of.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'

/** The subject of a question that names nothing else. */
export const THIS_MERCHANT: Both<string> = { en: 'this merchant', es: 'este comercio' }

/** The error when somebody asks about something that was never pulled, or not by then. `command` would pull it. */
export const nothingPulled = (what: Both<string>, command: string, asOf: AsOf | null = null): CuadreError =>
  asOf === null
    ? new CuadreError(
        'NEVER_PULLED',
        { en: `nothing of ${what.en} was ever pulled`, es: `nunca se leyó nada de ${what.es}` },
        { en: `pull it with: ${command}`, es: `léalo con: ${command}` },
      )
    : new CuadreError(
        'NEVER_PULLED',
        {
          en: `nothing of ${what.en} had been pulled by then`,
          es: `para entonces no se había leído nada de ${what.es}`,
        },
        { en: `leave out --as-of, or pull it with: ${command}`, es: `omita --as-of, o léalo con: ${command}` },
      )
