/** Throws when an invariant does not hold, which is a bug of ours. */
export function assertThat(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new Error(message())
}
