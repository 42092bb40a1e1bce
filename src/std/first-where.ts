/**
 * The first index from which on all items have the property; the number of items when none has. Items that have it must
 * come last.
 */
export const firstWhere = <T>(items: readonly T[], has: (item: T) => boolean): number => {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && has(item)) high = middle
    else low = middle + 1
  }
  return low
}
