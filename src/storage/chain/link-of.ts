import { hash } from 'node:crypto'

/**
 * Links a row to the previous one: the SHA-256, in hex, of the JSON array of the previous row's link (null for the
 * first) and of the row's facts. Altering, removing or inserting a row requires altering every later one.
 */
export const linkOf = (previous: string | null, facts: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify([previous, ...facts]), 'hex')
