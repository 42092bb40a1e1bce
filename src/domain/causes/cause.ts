/** Something that would close a gap to the centavo. That it fits does not make it true: what fits is not yet explained. */
export interface Cause {
  /** Of the registry (causes/registry.ts), where it has its words. */
  readonly code: string
  /** What would have happened, in an English sentence. */
  readonly detail: string
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** In how many ways it fits: how many single invoices or slots would each close the gap alone. */
  readonly candidates: number
  /** The other causes that close the same gap: the figures cannot tell them apart. */
  readonly tiedWith: readonly string[]
  /** What its sentence is made of; causes of an older version have only the sentence. */
  readonly data?: object
}

/** Nobody knows a cause, or nobody looked for one. */
export const NO_CAUSES: readonly Cause[] = []

/** The gaps that causes are looked for. */
export type GapName = 'payout' | 'collected' | 'count' | 'fees'

export const sameCauses = (a: readonly Cause[], b: readonly Cause[]): boolean =>
  a.length === b.length && a.every((cause, at) => sameCause(cause, b[at]))

/** What it is tied with follows from the others beside it. */
const sameCause = (a: Cause, b: Cause | undefined): boolean =>
  a.code === b?.code &&
  a.detail === b.detail &&
  a.candidates === b.candidates &&
  a.invoices.join('\n') === b.invoices.join('\n')
