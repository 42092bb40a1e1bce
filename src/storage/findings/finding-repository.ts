import type { ErrorCount } from '../../domain/assessment/slot-report.ts'
import type { Discrepancy, Finding } from '../../domain/findings/discrepancy.ts'
import type { Change, TimelineStep } from '../../domain/findings/timeline.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { ofSlot } from '../pulls/slots.ts'
import { changesSince, lastSighting } from './changes.ts'
import { currentDiscrepancies, errorsOf, everyDiscrepancy, isShowing, slotsShowing } from './discrepancies.ts'
import { timelinesIn } from './timelines.ts'
import { writeFindings } from './write-findings.ts'

/** The findings of checks, and the discrepancies of the slots. */
export interface FindingRepository {
  /**
   * Writes the findings of a check of the slot's latest pull, as they arrive: first shown, changed, gone or returned;
   * nothing when nothing changed. Findings of codes that stay are not gone when the check does not show them.
   */
  record(
    slot: Slot,
    pull: Pull,
    findings: Iterable<Finding> | AsyncIterable<Finding>,
    staying?: ReadonlySet<string>,
  ): Promise<void>
  /** The discrepancies of a slot, in their state after its latest pull. */
  ofSlot(slot: Slot): Promise<readonly Discrepancy[]>
  /** Every discrepancy the merchant ever had, in its present state, in order of slot, code and subject. */
  all(): Promise<readonly Discrepancy[]>
  /** The merchant's slots with a current finding of one of these codes. */
  slotsWith(codes: readonly string[]): Promise<readonly Slot[]>
  /** Whether the last check of the slot found anything. */
  hasAny(slot: Slot): Promise<boolean>
  /** The numbers of open errors of the slot, and of accepted or claimed ones. */
  errorCount(slot: Slot): Promise<ErrorCount>
  /** The findings of checks and the acts of people for every discrepancy of the slot, by its id. */
  timelines(slot: Slot): Promise<ReadonlyMap<string, readonly TimelineStep[]>>
  /** The number of the newest sighting of a discrepancy, and the changes since one. */
  lastSighting(): Promise<number>
  changesSince(sighting: number): Promise<readonly Change[]>
}

export const createFindingRepository = (database: MerchantDatabase): FindingRepository =>
  withStoreErrors<FindingRepository>(database.path, {
    record: (slot, pull, findings, staying) => writeFindings(database, slot, pull, findings, staying),
    ofSlot: (slot) => currentDiscrepancies(database, slot),
    all: () => everyDiscrepancy(database),
    slotsWith: (codes) => slotsShowing(database, codes),
    hasAny: (slot) => ofSlot(database, slot, false, (number) => isShowing(database, number)),
    errorCount: (slot) =>
      ofSlot(database, slot, { open: 0, openFigures: 0, decided: 0 }, (number) => errorsOf(database, number)),
    timelines: (slot) =>
      ofSlot<ReadonlyMap<string, readonly TimelineStep[]>>(database, slot, new Map(), (number) =>
        timelinesIn(database, number),
      ),
    lastSighting: () => lastSighting(database),
    changesSince: (sighting) => changesSince(database, sighting),
  })
