import { distance } from 'fastest-levenshtein'

/**
 * The known name nearest to a mistyped one, by the number of letters to change; none when all differ by more than
 * `most`.
 */
export const nearest = (typed: string, known: readonly string[], most = Number.POSITIVE_INFINITY): string | undefined =>
  known
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter((one) => one.distance <= most)
    .sort((a, b) => a.distance - b.distance)[0]?.name

/** The same; none when more than two letters of five would have to change. */
export const similar = (typed: string, known: readonly string[]): string | undefined =>
  nearest(typed, known, Math.ceil(typed.length * 0.4))
