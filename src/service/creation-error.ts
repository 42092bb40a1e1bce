import { CuadreError } from '../std/errors.ts'
import type { Creation } from './creation.ts'

/** What to do before an invoice is created again whose creation was not answered. */
export const FIND_OUT =
  'find out with "cuadre invoice list --reference" and the same reference before creating it again'

/** The answer did not tell what became of the invoice, and neither did looking it up. */
export const creationError = (creation: Exclude<Creation, { readonly kind: 'created' }>): CuadreError =>
  creation.kind === 'not-found'
    ? new CuadreError(
        'CREATION_NOT_FOUND',
        `${creation.lost.message}; its reference was looked up and is not listed, so it was most likely not created`,
        FIND_OUT,
      )
    : new CuadreError(
        'CREATION_UNKNOWN',
        `${creation.lost.message}; whether it was created is not known, for ${creation.reason}`,
        FIND_OUT,
      )
