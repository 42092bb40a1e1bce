import type { Json } from '../../src/domain/cell.ts'
import type { Moment } from '../../src/domain/past-run.ts'

/** The past moment that is shown: its number in the event sequence, and its time. Null for the present. */
export const momentDocument = (moment: Moment | null): Json =>
  moment === null ? null : { number: moment.number, at: new Date(moment.at).toISOString() }
