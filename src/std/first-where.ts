/** The first place from which on all items have it; where none has, the number of items. Those that have it come last. */
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
