import type { ParsedRecord } from '../../../domain/invoice.ts'
import type { Settlement } from '../../../domain/settlement.ts'

/** Reads stored answers into our words again. Passed in, since the store does not know the service's spelling. */
export interface AnswerReader {
  /** The version of cuadre of this reader: rows read by another version are not compared. */
  readonly version: string
  /** The items of a page under a policy, given as its stored text; null when it is not a page. */
  readonly page: (body: Uint8Array, policy: string) => readonly ParsedRecord[] | null
  /** Null when the answer means that there is no settlement. */
  readonly settlement: (status: number, body: Uint8Array) => Settlement | null
}
