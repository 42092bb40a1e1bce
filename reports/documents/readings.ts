import type { Json } from '../../src/domain/cell.ts'
import type { Moment } from '../../src/domain/past-run.ts'
import type { PinnedReadings, Policy } from '../../src/domain/policy.ts'
import type { ReadingRow } from '../../src/domain/readings/readings.ts'
import { momentDocument } from './moment.ts'

/** The open readings of api.md, compared with past settlements. */
export interface ReadingsReport {
  readonly merchant: string
  readonly asOf: Moment | null
  /** The number of final settlements that were examined. */
  readonly settlements: number
  /** The settings file to which a pin was written; null without one. */
  readonly file: string | null
  readonly rows: readonly (ReadingRow & { readonly pinned: PinnedReadings[keyof Policy['pinnedReadings']] | null })[]
}

export const readingsDocument = ({
  merchant,
  asOf,
  settlements,
  file,
  rows,
}: ReadingsReport): { readonly [name: string]: Json } => ({
  merchant,
  asOf: momentDocument(asOf),
  settlements,
  file,
  readings: rows.map(({ setting, inForce, pinned, values, canTell, fitNone, standing, against }) => ({
    setting,
    inForce,
    pinned: pinned === null || pinned === undefined ? null : { by: pinned.by, at: pinned.at },
    values: values.map((one) => ({ ...one })),
    canTell,
    fitNone,
    standing,
    against: against.map(({ date, cycle }) => ({ date, cycle })),
  })),
})
