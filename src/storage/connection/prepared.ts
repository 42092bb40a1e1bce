import type { MerchantDatabase } from './merchant-database.ts'

/** A statement that is prepared once for an open database: building and preparing it costs more than running it. */
export const prepared = <T>(prepare: (database: MerchantDatabase) => T): ((database: MerchantDatabase) => T) => {
  const known = new WeakMap<MerchantDatabase, T>()
  return (database) => {
    const statement = known.get(database) ?? prepare(database)
    known.set(database, statement)
    return statement
  }
}
