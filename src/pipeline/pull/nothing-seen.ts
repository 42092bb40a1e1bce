import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'

/**
 * The error when the service shows nothing of what the database holds: the key has no access to the merchant's data.
 */
export const nothingSeen = (
  message: Both<string>,
  otherwise: Both<string> = { en: 'then run again', es: 'y ejecute de nuevo' },
): CuadreError =>
  new CuadreError('NOTHING_SEEN', message, {
    en: `check that the key belongs to this merchant (CUADRE_API_KEY, CUADRE_MERCHANT), ${otherwise.en}`,
    es: `revise que la clave sea de este comercio (CUADRE_API_KEY, CUADRE_MERCHANT), ${otherwise.es}`,
  })
