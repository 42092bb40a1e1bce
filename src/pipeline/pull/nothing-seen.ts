import { CuadreError } from '../../std/errors.ts'

/** The service shows nothing of what the database holds: the key sees none of the merchant's data. */
export const nothingSeen = (message: string, otherwise = 'then run again'): CuadreError =>
  new CuadreError(
    'NOTHING_SEEN',
    message,
    `check that the key belongs to this merchant (CUADRE_API_KEY, CUADRE_MERCHANT), ${otherwise}`,
  )
