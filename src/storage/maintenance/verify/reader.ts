import type { RecordReading } from '../../../domain/invoice.ts'
import type { Settlement } from '../../../domain/settlement.ts'

/** Makes our words of stored answers again. The store does not know the service's spelling, so that it is handed in. */
export interface AnswerReader {
  /** The version of cuadre that reads so: what another one has read is not compared. */
  readonly version: string
  /** The items of a page under a policy, in the text in which it was recorded; null when it is no page. */
  readonly page: (body: Uint8Array, policy: string) => readonly RecordReading[] | null
  /** Null when the answer says that there is no settlement. */
  readonly settlement: (status: number, body: Uint8Array) => Settlement | null
}
