/** How one process of the program ended. */
export interface Ending {
  /** Null when a signal ended it. */
  readonly status: number | null
  readonly stderr: string
}
