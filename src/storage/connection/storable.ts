/// <reference lib="es2024.string" />

/**
 * The row with texts that SQLite gives back as they were written: half a surrogate pair has no UTF-8, and becomes the
 * replacement character. What is linked into a chain must be read back unchanged.
 */
export const storable = <R extends Readonly<Record<string, unknown>>>(row: R): R =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  ) as R
