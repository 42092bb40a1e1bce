/** Ten years of days. Foreign text may name any day at all, and must not fill the memory. */
const REMEMBERED = 4096

/**
 * Caches a function of whole numbers that costs microseconds and is called millions of times for a few days. The same
 * argument often comes twice in a row, so the last result is returned without a look into the map.
 */
export const memoize = <T>(answer: (key: number) => T): ((key: number) => T) => {
  const known = new Map<number, { readonly value: T }>()
  let lastKey = Number.NaN
  let last: { readonly value: T } | undefined
  const find = (key: number): { readonly value: T } => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= REMEMBERED) known.clear()
    const found = { value: answer(key) }
    known.set(key, found)
    return found
  }
  return (key) => {
    if (last !== undefined && key === lastKey) return last.value
    last = find(key)
    lastKey = key
    return last.value
  }
}
