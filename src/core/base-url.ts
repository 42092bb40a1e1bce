import type { Both } from '../std/both.ts'

/** Every base URL of the service ends with its version, like `/v1` (api.md, Versioning). */
export const hasVersion = (baseUrl: string): boolean => /\/v\d+\/?$/.test(baseUrl)

/** The advice about a base URL without a version, in one line. */
export const ADD_VERSION: Both<string> = {
  en: 'set CUADRE_BASE_URL to the whole address of the service, which ends with /v1',
  es: 'ponga en CUADRE_BASE_URL la dirección completa del servicio, que termina en /v1',
}
