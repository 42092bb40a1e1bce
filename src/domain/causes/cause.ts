/** Something that would close a gap to the centavo. It fits, which does not make it true: the gap is not explained yet. */
export interface Cause {
  /** Its code in the registry (causes/registry.ts), which has its texts. */
  readonly code: string
  /** What would have happened, in an English sentence. */
  readonly detail: string
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** How many single invoices or slots would each close the gap alone. */
  readonly candidates: number
  /** The other causes that close the same gap. The figures cannot tell them apart. */
  readonly tiedWith: readonly string[]
  /** The data of its sentence; causes of older versions have only the sentence. */
  readonly data?: object
}

/** No cause is known, or none was looked for. */
export const NO_CAUSES: readonly Cause[] = []

/** The gaps for which causes are looked for. */
export type GapName = 'payout' | 'collected' | 'count' | 'fees'

export const sameCauses = (a: readonly Cause[], b: readonly Cause[]): boolean =>
  a.length === b.length && a.every((cause, at) => sameCause(cause, b[at]))

/** Ignores `tiedWith`, which follows from the causes beside it. */
const sameCause = (a: Cause, b: Cause | undefined): boolean =>
  a.code === b?.code &&
  a.detail === b.detail &&
  a.candidates === b.candidates &&
  a.invoices.join('\n') === b.invoices.join('\n')
