/**
 * Fields that the sandbox reports with another value, or omits, on request. The true values stay in their columns, so
 * that filters, sums and the record's life cycle do not change.
 */
export interface Misstatement {
  readonly set?: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
}

const parse = (text: string): Misstatement => JSON.parse(text)

/** The record as reported. */
export const misstated = (
  truth: Readonly<Record<string, unknown>>,
  patch: string,
): Readonly<Record<string, unknown>> => {
  const { set = {}, remove = [] } = parse(patch)
  const said = { ...truth, ...set }
  return Object.fromEntries(Object.entries(said).filter(([name]) => !remove.includes(name)))
}

/** Combines a later misstatement with an earlier one. */
export const addedTo = (earlier: string | null, later: Misstatement): string => {
  const before = earlier === null ? {} : parse(earlier)
  return JSON.stringify({
    set: { ...before.set, ...later.set },
    remove: [...(before.remove ?? []), ...(later.remove ?? [])],
  })
}
