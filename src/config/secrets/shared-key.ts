import { CuadreError } from '../../std/errors.ts'
import type { Merchant } from '../sources/config-file.ts'
import { find, type Places } from '../sources/find.ts'
import { findSecret } from './secrets.ts'

/** With one key for two merchants, the records of both would show the data of one. */
export const refuseSharedKey = (
  { apiKey }: { readonly apiKey: string | null },
  merchant: Merchant,
  places: Places,
): void => {
  if (apiKey === null) return
  const others = (places.file?.merchants ?? []).filter(({ name }) => name !== merchant.name)
  const baseUrlOf = (one: Merchant): unknown => find('baseUrl', { ...places, merchant: one })?.raw
  const same = others.find((other) => keyOf(other, places) === apiKey && baseUrlOf(other) === baseUrlOf(merchant))
  if (same === undefined) return
  throw new CuadreError(
    'SETTING_CONTRADICTS',
    {
      en: `merchants ${merchant.name} and ${same.name} have the same key, which sees the data of one of them only`,
      es: `los comercios ${merchant.name} y ${same.name} tienen la misma clave, que solo ve los datos de uno de ellos`,
    },
    { en: 'give each its own key', es: 'dé a cada uno su propia clave' },
  )
}

/** Null when it is not set or cannot be read: that is for the other merchant's own turn to tell. */
const keyOf = (merchant: Merchant, places: Places): unknown => {
  try {
    return findSecret('apiKey', { ...places, merchant })?.raw ?? null
  } catch {
    return null
  }
}
