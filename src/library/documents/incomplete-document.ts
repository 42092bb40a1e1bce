/** Why an attempt was not read whole: the request that failed, and the status of its answer. */
export interface IncompleteDocument {
  readonly reason: string
  readonly request: string | null
  readonly status: number | null
}

/** Why an earlier attempt was not read whole. */
export interface UnreadPullDocument {
  readonly code: string
  readonly reason: string
}
