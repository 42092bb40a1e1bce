import { hash } from 'node:crypto'

/**
 * Ties a row to the one before it: the SHA-256, as hex digits, of the JSON array of the row before's own chain (null for the first)
 * and of what the row says. Whoever alters, takes out or puts in a row must alter every one behind it.
 */
export const linkOf = (previous: string | null, facts: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify([previous, ...facts]), 'hex')
