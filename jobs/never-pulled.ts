import type { AsOf } from '../src/domain/as-of.ts'

/** Asked about something that was never pulled, or had not been as of then. */
export class NeverPulledFault extends Error {
  override readonly name = 'NeverPulledFault'
  readonly code = 'NEVER_PULLED'
  readonly next: string

  constructor(what: string, command: string, asOf: AsOf | null = null) {
    super(asOf === null ? `nothing of ${what} was ever pulled` : `nothing of ${what} had been pulled by then`)
    this.next = asOf === null ? `pull it with: ${command}` : `leave out --as-of, or pull it with: ${command}`
  }
}
