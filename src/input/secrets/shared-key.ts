import { CuadreError } from '../../std/errors.ts'
import { groupBy } from '../../std/group-by.ts'
import type { Merchant } from '../sources/config-file.ts'
import { find, type Places } from '../sources/find.ts'
import { findSecret } from './secrets.ts'

/** Refuses the same key for two merchants: both would get the data of one. */
export const refuseSharedKey = (
  { apiKey }: { readonly apiKey: string | null },
  merchant: Merchant,
  places: Places,
): void => {
  if (apiKey === null) return
  const { cache } = places.sources
  const holders = cache?.keyHolders ?? keyHoldersIn(places)
  if (cache !== undefined) cache.keyHolders = holders
  const same = holders.get(holderKey(apiKey, merchant, places))?.find((name) => name !== merchant.name)
  if (same === undefined) return
  throw new CuadreError(
    'SETTING_CONTRADICTS',
    {
      en: `merchants ${merchant.name} and ${same} have the same key, which sees the data of one of them only`,
      es: `los comercios ${merchant.name} y ${same} tienen la misma clave, que solo ve los datos de uno de ellos`,
    },
    { en: 'give each its own key', es: 'dé a cada uno su propia clave' },
  )
}

const keyHoldersIn = (places: Places): ReadonlyMap<string, readonly string[]> => {
  const withKeys = (places.file?.merchants ?? []).flatMap((merchant) => {
    const key = keyOf(merchant, places)
    return typeof key === 'string' ? [{ name: merchant.name, holder: holderKey(key, merchant, places) }] : []
  })
  return new Map(
    [...groupBy(withKeys, ({ holder }) => holder)].map(([holder, all]) => [holder, all.map(({ name }) => name)]),
  )
}

const holderKey = (apiKey: string, merchant: Merchant, places: Places): string =>
  JSON.stringify([find('baseUrl', { ...places, merchant })?.raw ?? null, apiKey])

/** Null when the key is not set or cannot be read; that is reported when the other merchant is processed. */
const keyOf = (merchant: Merchant, places: Places): unknown => {
  try {
    return findSecret('apiKey', { ...places, merchant })?.raw ?? null
  } catch {
    return null
  }
}
