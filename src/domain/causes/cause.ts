/** Something that would explain a gap to the centavo. That it fits does not make it true: the gap is not explained yet. */
export interface Cause {
  /** Its code in the registry (causes/registry.ts), which holds its texts. */
  readonly code: string
  /** The hypothetical event, in an English sentence. */
  readonly detail: string
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** The number of single invoices or slots that would each close the gap alone. */
  readonly candidates: number
  /** The other causes that close the same gap. The figures cannot distinguish them. */
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

/** Ignores `tiedWith`, which follows from the other causes. */
const sameCause = (a: Cause, b: Cause | undefined): boolean =>
  a.code === b?.code &&
  a.detail === b.detail &&
  a.candidates === b.candidates &&
  a.invoices.join('\n') === b.invoices.join('\n')
