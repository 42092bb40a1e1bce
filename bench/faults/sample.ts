/** So many of the items, drawn by a seed: the same seed draws the same ones. In their order. */
export const sampleOf = <T>(items: readonly T[], size: number, seed: number): readonly T[] => {
  let state = seed >>> 0
  const drawn = items.map((_, index) => {
    // Numerical Recipes' linear congruential generator: enough to spread a sample.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return { index, state }
  })
  const chosen = drawn.sort((a, b) => a.state - b.state).slice(0, size)
  return chosen.sort((a, b) => a.index - b.index).flatMap(({ index }) => items.slice(index, index + 1))
}
