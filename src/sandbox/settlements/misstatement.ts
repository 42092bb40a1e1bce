/**
 * What the sandbox says instead of the truth, on request: fields set to another value, or left out. The truth stays in
 * its columns, so that filters, sums and the life of the record go on as if nothing had been said.
 */
export interface Misstatement {
  readonly set?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
}

const parse = (text: string): Misstatement => JSON.parse(text)

/** The record as it is said. */
export const misstated = (
  truth: Readonly<Record<string, unknown>>,
  patch: string,
): Readonly<Record<string, unknown>> => {
  const { set = {}, remove = [] } = parse(patch)
  const said = { ...truth, ...set }
  return Object.fromEntries(Object.entries(said).filter(([name]) => !remove.includes(name)))
}

/** A later misstatement is said on top of an earlier one. */
export const addedTo = (earlier: string | null, later: Misstatement): string => {
  const before = earlier === null ? {} : parse(earlier)
  return JSON.stringify({
    set: { ...before.set, ...later.set },
    remove: [...(before.remove ?? []), ...(later.remove ?? [])],
  })
}
