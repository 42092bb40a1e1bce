import { CuadreError } from '../std/errors.ts'

/** The error when another worker may have this merchant, so that nothing more may be written for it here. */
export const leaseLost = (merchant: string): CuadreError =>
  new CuadreError(
    'LEASE_LOST',
    {
      en: `the lease of merchant ${merchant} ran out, and another worker may have taken it`,
      es: `venció la reserva del comercio ${merchant}, y otro proceso puede haberlo tomado`,
    },
    {
      en: 'nothing needs to be done: its night goes on elsewhere',
      es: 'no hay que hacer nada: su noche sigue en otra parte',
    },
  )
