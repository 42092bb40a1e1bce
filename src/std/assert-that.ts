/** Throws where something does not hold that always must: a mistake of ours. */
export function assertThat(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new Error(message())
}
