import type { Moment } from '../../src/domain/as-of.ts'
import type { Json } from '../../src/domain/cell.ts'

/** The past that a document tells: up to which number of the event sequence, and when that was. Null for what is known now. */
export const momentDocument = (moment: Moment | null): Json =>
  moment === null ? null : { number: moment.number, at: new Date(moment.at).toISOString() }
