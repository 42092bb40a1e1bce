import { CuadreError } from '../std/errors.ts'
import type { Creation } from './creation.ts'

/** The advice before creating an invoice again whose creation was not answered. */
export const FIND_OUT = {
  en: 'find out with "cuadre invoice list --reference" and the same reference before creating it again',
  es: 'averígüelo con "cuadre invoice list --reference" y la misma referencia antes de crearla de nuevo',
}

/** The error when neither the answer nor a search for the reference shows whether the invoice was created. */
export const creationError = (creation: Exclude<Creation, { readonly kind: 'created' }>): CuadreError =>
  creation.kind === 'not-found'
    ? new CuadreError(
        'CREATION_NOT_FOUND',
        {
          en: `${creation.lost.message}; its reference was looked up and is not listed, so it was most likely not created`,
          es: `${creation.lost.texts.message.es}; se buscó su referencia y no aparece, así que lo más probable es que no se haya creado`,
        },
        FIND_OUT,
      )
    : new CuadreError(
        'CREATION_UNKNOWN',
        {
          en: `${creation.lost.message}; whether it was created is not known, for ${creation.reason.en}`,
          es: `${creation.lost.texts.message.es}; no se sabe si se creó: ${creation.reason.es}`,
        },
        FIND_OUT,
      )
