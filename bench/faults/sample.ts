/**
 * A sample of the items, reproducible from a seed. Kinds take turns, so that a rare kind is complete before a frequent
 * one is tried more often.
 */
export const sampleOf = <T>(
  items: readonly T[],
  size: number,
  seed: number,
  kindOf: (item: T) => string,
): readonly T[] => {
  let state = seed >>> 0
  const drawn = items.map((item) => {
    // Numerical Recipes' linear congruential generator: enough to spread a sample.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { item, state }
  })
  const turns = new Map<string, number>()
  const inTurns = drawn
    .sort((a, b) => a.state - b.state)
    .map(({ item }) => {
      const turn = (turns.get(kindOf(item)) ?? 0) + 1
      turns.set(kindOf(item), turn)
      return { item, turn }
    })
  return inTurns
    .sort((a, b) => a.turn - b.turn)
    .slice(0, size)
    .map(({ item }) => item)
}
