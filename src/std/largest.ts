/** The largest of any number of lengths; 0 of none. `Math.max` takes them as arguments, and 125,000 are too many. */
export const largest = (lengths: readonly number[]): number =>
  lengths.reduce((most, length) => Math.max(most, length), 0)
