/** The service shows nothing of what the database holds: the key sees none of the merchant's data. */
export class NothingSeenFault extends Error {
  override readonly name = 'NothingSeenFault'
  readonly code = 'NOTHING_SEEN'
  readonly next: string

  constructor(message: string, otherwise = 'then run again') {
    super(message)
    this.next = `check that the key belongs to this merchant (CUADRE_API_KEY, CUADRE_MERCHANT), ${otherwise}`
  }
}
