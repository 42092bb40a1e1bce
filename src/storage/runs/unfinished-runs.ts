import { sql } from 'drizzle-orm'
import type { SlotDate } from '../../domain/slot.ts'
import { FILES_WRITTEN_STATUSES } from '../../std/exit-statuses.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'

/** A day with rows of a run, and that run's ordinal. */
export interface DayOfRun {
  readonly date: SlotDate
  readonly run: number
}

/**
 * The days with rows of runs before that one that never ended with their files written, each with the last such run.
 * The chain shows what was written between the starts of two runs; sightings show how far the event sequence had come.
 */
export const daysOfUnfinishedRuns = ({ db, merchant }: MerchantDatabase, before: number): readonly DayOfRun[] =>
  db.all<DayOfRun>(sql`
    WITH unfinished AS (
      SELECT ordinal,
        (SELECT min(id) FROM link WHERE kind = 'run' AND row = run.ordinal) AS since,
        (SELECT min(id) FROM link WHERE kind = 'run'
          AND row = (SELECT min(ordinal) FROM run later WHERE later.ordinal > run.ordinal)) AS until
      FROM run WHERE merchant = ${merchant} AND ordinal < ${before} AND (exit_code IS NULL OR exit_code NOT IN ${FILES_WRITTEN_STATUSES})),
    written AS (
      SELECT ordinal, link.kind, link.row,
        CASE link.kind WHEN 'act' THEN link.row WHEN 'pull' THEN (SELECT number FROM pull WHERE id = link.row) END AS number
      FROM unfinished JOIN link ON link.id > since AND link.id < coalesce(until, 9e18)),
    changed AS (
      SELECT ordinal, slot FROM written JOIN pull ON kind = 'pull' AND pull.id = row
      UNION SELECT ordinal, slot FROM written JOIN assessment ON kind = 'assessment' AND assessment.id = row
      UNION SELECT ordinal, slot FROM written JOIN act ON written.kind = 'act' AND act.number = row
        JOIN discrepancy ON discrepancy.id = act.discrepancy
      UNION SELECT ordinal, slot FROM (SELECT ordinal, max(number) AS last FROM written GROUP BY ordinal)
        JOIN sighting ON sighting.after = last JOIN discrepancy ON discrepancy.id = sighting.discrepancy)
    SELECT slot.date, max(ordinal) AS run FROM changed JOIN slot ON slot.id = changed.slot
    WHERE slot.merchant = ${merchant} GROUP BY slot.date ORDER BY slot.date`)
