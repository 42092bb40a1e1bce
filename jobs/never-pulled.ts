/** Asked about something that was never pulled. */
export class NeverPulledFault extends Error {
  override readonly name = 'NeverPulledFault'
  readonly code = 'NEVER_PULLED'
  readonly next: string

  constructor(what: string, command: string) {
    super(`nothing of ${what} was ever pulled`)
    this.next = `pull it with: ${command}`
  }
}
