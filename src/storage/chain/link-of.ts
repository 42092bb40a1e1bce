import { hash } from 'node:crypto'

/**
 * Links a row to the one before it: the SHA-256, in hex digits, of the JSON array of the row before's link (null for the first) and of
 * what the row says. To alter, remove or insert a row, one must alter every later one.
 */
export const linkOf = (previous: string | null, facts: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify([previous, ...facts]), 'hex')
