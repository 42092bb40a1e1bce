import type { Json } from '../../src/domain/cell.ts'
import type { Closing } from '../../src/domain/findings/act.ts'

/** A closing of a period as JSON. */
export const closingDocument = ({ number, through, at, by, reason, isForced }: Closing): Json => ({
  number,
  through,
  at: new Date(at).toISOString(),
  by,
  reason,
  forced: isForced,
})
