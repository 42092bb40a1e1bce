/** The place named for a backup, or for what it is to be put back into, will not do. Nothing was written. */
export class CareFault extends Error {
  override readonly name = 'CareFault'
  readonly code: 'TARGET_EXISTS' | 'NO_FOLDER' | 'NO_BACKUP'
  readonly next: string

  constructor(code: CareFault['code'], message: string, next: string) {
    super(message)
    this.code = code
    this.next = next
  }
}
